package alseb

import (
	"fmt"
	"math"
	"sync"

	"dpals/engine/alseb/internal/posterior"
	"dpals/engine/kernel"
	"dpals/engine/method"
)

var (
	_ method.Sharer      = (*model)(nil)
	_ method.Diagnostics = (*model)(nil)
	_ method.Rower       = (*solver)(nil)
)

// model is what dpals-eb shares: for every item a bias and factors, each with its posterior variance, so that a
// user's solve knows how far to trust them.
//
//	rating(i, j) ≈ mean + b_j + a_i + p_i·q_j,    p_i ~ N(0, I) and a_i ~ N(0, σ_a²) beforehand
type model struct {
	posterior.Items
	rank            int
	mean            float64
	trained         []bool  // by item
	offsetPrecision float64 // 1/σ_a²

	factors  []method.Factor
	retained []float64
	note     string // that the start was rejected; "" where it was not

	// What every user's solve reads, computed once: with w_j = 1/(τ² + Var b_j), rows (√w_j·q_j, √w_j) and w_j·Var q_j.
	once           sync.Once
	rows, variance []float32
}

// with returns a model like m of what is published now. Readers of m keep what they have.
func (m *model) with(s *posterior.State) *model {
	next := &model{Items: s.Items, rank: m.rank, mean: m.mean, trained: m.trained, offsetPrecision: m.offsetPrecision, note: m.note, retained: s.Retained}
	for _, f := range s.Factorwise {
		next.factors = append(next.factors, method.Factor(f))
	}
	return next
}

// prepare computes what solves read. The model must not change after it.
func (m *model) prepare() {
	r := m.rank
	m.rows, m.variance = make([]float32, len(m.Bias)*(r+1)), make([]float32, len(m.Items.Factors))
	for j, b := range m.BiasVariance {
		weight := 1 / (float32(m.Noise) + b)
		root := float32(math.Sqrt(float64(weight)))
		row := m.rows[j*(r+1) : (j+1)*(r+1)]
		for d := range r {
			row[d] = root * m.Items.Factors[j*r+d]
			m.variance[j*r+d] = weight * m.FactorVariance[j*r+d]
		}
		row[r] = root
	}
}

// Local implements method.Model.
func (m *model) Local() method.Local { return m.newSolver() }

// Factors implements method.Diagnostics.
func (m *model) Factors() []method.Factor { return m.factors }

// Retained implements method.Diagnostics.
func (m *model) Retained() []float64 { return m.retained }

// solver solves one user at a time; it is not safe for concurrent use.
type solver struct {
	*model
	normal kernel.Normal[float32] // of r+1 unknowns: the offset is last
	x      []float32              // (p_i, a_i)
	extra  []float32              // the prior's precisions and Σ_j w_j·Var q_jd
	target []float32
}

func (m *model) newSolver() *solver {
	m.once.Do(m.prepare)
	d := m.rank + 1
	return &solver{model: m, x: make([]float32, d), extra: make([]float32, d)}
}

// Solve implements method.Local. It finds the posterior mode of (p_i, a_i): every rating weighs 1/(τ² + Var b_j), and
// the variances of the items' factors are added to the Gram matrix, which is what uncertain regressors do to least
// squares. An item whose factors are mostly noise therefore has little influence.
func (s *solver) Solve(items []uint32, values []float32) {
	r, mean := s.rank, float32(s.mean)
	for d := range r {
		s.extra[d] = 1
	}
	s.extra[r] = float32(s.offsetPrecision)
	s.target = s.target[:0]
	for k, item := range items {
		j := int(item)
		s.target = append(s.target, (values[k]-mean-s.Bias[j])*s.rows[j*(r+1)+r])
		variance := s.variance[j*r : j*r+r]
		extra := s.extra[:len(variance)]
		for d, v := range variance {
			extra[d] += v
		}
	}
	s.normal.Reset(r + 1)
	s.normal.Gather(s.rows, items, s.target)
	s.normal.Each(func(d int, row []float32) { row[0] += s.extra[d] })
	if !s.normal.Solve(s.x) || !kernel.Finite(s.x) {
		clear(s.x) // only where numbers overflow: the prior makes the equations positive definite
	}
}

// Predict implements method.Local.
func (s *solver) Predict(item uint32) float64 {
	j, r := int(item), s.rank
	return s.mean + float64(s.Bias[j]) + float64(s.x[r]) + float64(kernel.Dot(s.x[:r], s.Items.Factors[j*r:j*r+r]))
}

// Row implements method.Rower: p_i, then a_i.
func (s *solver) Row() []float32 { return s.x }

// Shared implements method.Sharer.
func (m *model) Shared() method.Shared {
	width := 2 + 2*m.rank
	s := method.Shared{
		Rank: width, Items: make([]float32, 0, len(m.Bias)*width), Columns: []string{"bias", "bias_variance"}, Trained: m.trained,
		Scalars: map[string]float64{"mean": m.mean, "noise": m.Noise, "offset_precision": m.offsetPrecision},
		Recipe: "A user solves for themselves, from these numbers and their own ratings; nothing of theirs has to leave them.\n" +
			"With w_j = 1/(noise + bias_variance_j), p and a minimise the sum over their rated items j of " +
			"w_j·((rating_j - mean - bias_j - a - p·q_j)² + sum_d c_jd·p_d²) + ‖p‖² + offset_precision·a².\n" +
			"Their prediction is mean + bias_j + a + p·q_j, clamped to the rating range.\n",
	}
	if m.note != "" {
		s.Recipe += m.note + "\n"
	}
	for d := range m.rank {
		s.Columns = append(s.Columns, fmt.Sprintf("q%d", d+1))
	}
	for d := range m.rank {
		s.Columns = append(s.Columns, fmt.Sprintf("c%d", d+1))
	}
	for j := range m.Bias {
		s.Items = append(s.Items, m.Bias[j], m.BiasVariance[j])
		s.Items = append(s.Items, m.Items.Factors[j*m.rank:(j+1)*m.rank]...)
		s.Items = append(s.Items, m.FactorVariance[j*m.rank:(j+1)*m.rank]...)
	}
	return s
}
