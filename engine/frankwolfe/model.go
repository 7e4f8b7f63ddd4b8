package frankwolfe

import (
	"fmt"

	"dpals/engine/method"
)

// Model is the shared side after some iterations: terms, and the item side of every term. Later iterations append to it and
// never change it.
type Model struct {
	terms   []term
	v       []float32 // m×stride by rows; columns from len(terms) on are not this model's
	stride  int
	columns []int // items of the covariance, ascending; nil: all
	place   []int32
	levels
	most     int     // ratings of a user that the gains are for: ξ; 0: all
	row      float64 // as published: bound on a row of the iterate, L; 0: none
	original bool
}

// levels are what is subtracted from a user's ratings: their mean, shrunk to that of all users.
type levels struct {
	mean float64
	pull float64 // in ratings
}

func (l levels) of(values []float32) float64 {
	if len(values) == 0 {
		return l.mean
	}
	total := 0.0
	for _, v := range values {
		total += float64(v) - l.mean
	}
	return l.mean + total/(float64(len(values))+l.pull)
}

// Local implements method.Model.
func (m *Model) Local() method.Local { return &local{Model: m, sides: make([]float32, len(m.terms))} }

// local computes a user's row of the iterate, as coefficients of the item sides.
type local struct {
	*Model
	rowState
	v     []float32 // of one term, on their items
	items []uint32  // of theirs that are trained
	level float64
	sides []float32 // by term
}

// Solve runs the recursion of a user's row over all of their ratings.
func (l *local) Solve(items []uint32, values []float32) {
	l.level = l.of(values)
	l.y, l.items = l.y[:0], l.items[:0]
	for n, j := range items {
		if l.place == nil || l.place[j] >= 0 {
			l.items, l.y = append(l.items, j), append(l.y, values[n]-float32(l.level))
		}
	}
	if l.original {
		shrink(l.y, l.row)
	}
	if cap(l.x) < len(l.y) {
		l.x, l.v = make([]float32, len(l.y)), make([]float32, len(l.y))
	}
	l.x, l.v = l.x[:len(l.y)], l.v[:len(l.y)]
	clear(l.x)
	fraction := fractionOf(len(l.y), l.most)
	for t, term := range l.terms {
		v, column := l.v, l.Model.v[t:]
		for n, j := range l.items {
			v[n] = column[int(j)*l.stride]
		}
		c := l.apply(term, l.v, fraction, !l.original)
		for s := range t {
			l.sides[s] *= float32(term.keep)
		}
		l.sides[t] = float32(c)
		if l.original {
			f := float32(shrink(l.x, l.row))
			for s := range t + 1 {
				l.sides[s] *= f
			}
		}
	}
}

// Predict implements method.Local.
func (l *local) Predict(item uint32) float64 {
	total, v := l.level, l.Model.v[int(item)*l.stride:]
	for t, s := range l.sides {
		total += float64(s) * float64(v[t])
	}
	return total
}

// Row implements method.Rower.
func (l *local) Row() []float32 { return l.sides }

// Shared implements method.Sharer.
func (m *Model) Shared() method.Shared {
	rank := len(m.terms)
	s := method.Shared{
		Rank: rank, Items: make([]float32, len(m.v)/m.stride*rank),
		Scalars: map[string]float64{"mean": m.mean, "pull": m.pull, "most": float64(m.most)},
	}
	for j := range len(m.v) / m.stride {
		copy(s.Items[j*rank:(j+1)*rank], m.v[j*m.stride:])
	}
	if m.place != nil {
		s.Trained = make([]bool, len(m.place))
		for j, p := range m.place {
			s.Trained[j] = p >= 0
		}
	}
	for t, term := range m.terms {
		s.Columns = append(s.Columns, fmt.Sprintf("v%d", t+1))
		s.Scalars[fmt.Sprintf("keep%d", t+1)], s.Scalars[fmt.Sprintf("gain%d", t+1)] = term.keep, term.gain
	}
	clip, damp := "", "g_t = gain_t·fraction, or 1/‖v_t‖² where that is less"
	if m.original {
		s.Scalars["row"] = m.row
		clip, damp = " y, and x after every iteration, are scaled down to norm row where they are longer.", "g_t = gain_t·fraction"
	}
	s.Recipe = "A user's level is mean + (sum of rating_j - mean over their c ratings)/(c + pull). With y_j = rating_j - level on their\n" +
		"trained items and x = 0, iteration t = 1, 2, … sets x to keep_t·x + c_t·v_t, where v_t is column t on their items,\n" +
		"c_t = g_t·((y - x)·v_t) and " + damp + ", where fraction is most/n for\na user with n > most > 0 trained items, and 1 for others. Coefficients of earlier columns are\nmultiplied by keep_t." + clip +
		" Their prediction for item j is level + the sum over t of their coefficient times v_t of j,\nclamped to the rating range.\n"
	return s
}
