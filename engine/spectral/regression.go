package spectral

import (
	"dpals/engine/kernel"
	"dpals/engine/method"
)

// regression is the model of dpsvd: averages, and item factors F whose F·Fᵀ is the covariance of the residuals. A
// user's u is the mean of N(0, I) given their residuals about F·u with a variance of noise: the best linear prediction
// that a covariance allows.
type regression struct {
	levels
	v     []float32 // m×rank by rows
	rank  int
	noise float64 // variance of a rating about F·u
	found []method.Factor
}

// Local implements method.Model.
func (m *regression) Local() method.Local {
	return &regressionLocal{regression: m, u: make([]float64, m.rank), row: make([]float32, m.rank)}
}

type regressionLocal struct {
	*regression
	normal kernel.Normal[float64]
	target []float64
	above  float64
	u      []float64
	row    []float32
}

func (l *regressionLocal) Solve(items []uint32, values []float32) {
	_, l.above = l.of(items, values)
	clear(l.u)
	if l.rank > 0 && len(items) > 0 {
		l.target = l.target[:0]
		for n, j := range items {
			l.target = append(l.target, float64(values[n])-l.mean-float64(l.item[j])-l.above)
		}
		l.normal.Reset(l.rank)
		l.normal.Gather(l.v, items, l.target)
		l.normal.AddDiagonal(l.noise)
		if !l.normal.Solve(l.u) {
			clear(l.u)
		}
	}
	for k, x := range l.u {
		l.row[k] = float32(x)
	}
}

func (l *regressionLocal) Predict(item uint32) float64 {
	total := l.mean + float64(l.item[item]) + l.above
	for k, x := range l.u {
		total += x * float64(l.v[int(item)*l.rank+k])
	}
	return total
}

// Row implements method.Rower.
func (l *regressionLocal) Row() []float32 { return l.row }

// Factors implements method.Diagnostics.
func (m *regression) Factors() []method.Factor { return m.found }

// Retained implements method.Diagnostics: no item is shrunk by itself.
func (m *regression) Retained() []float64 { return nil }

// Shared implements method.Sharer.
func (m *regression) Shared() method.Shared {
	rank := m.rank + 1
	s := method.Shared{
		Rank: rank, Items: make([]float32, len(m.item)*rank), Columns: append([]string{"average"}, columnNames(m.rank)...),
		Scalars: map[string]float64{"mean": m.mean, "pull": ownPull, "noise": m.noise},
		Recipe: "Column average is what an item is rated above mean, and V_j its other columns. A user with c ratings is\n" +
			"above = (sum over their rated items j of rating_j - mean - average_j)/(c + pull), and their u minimises the sum over\n" +
			"these of (rating_j - mean - average_j - above - u·V_j)² + noise·‖u‖².\n" +
			"Their prediction is mean + average_j + above + u·V_j, clamped to the rating range.\n",
	}
	for j, average := range m.item {
		row := s.Items[j*rank : (j+1)*rank]
		row[0] = average
		copy(row[1:], m.v[j*m.rank:(j+1)*m.rank])
	}
	return s
}
