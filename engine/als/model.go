package als

import (
	"math"

	"dpals/engine/kernel"
	"dpals/engine/method"
)

var (
	_ method.Sharer  = (*Model)(nil)
	_ method.Settler = (*Model)(nil)
	_ method.Rower   = (*solver)(nil)
)

// Model is an item embedding V (m×r) and what a user needs to solve for their own row:
//
//	rating(i, j) ≈ mean + a_i + u_i·V_j
//
// Items that are not trained have a zero row, so that their prediction is mean + a_i.
type Model struct {
	rank    int
	mean    float64   // of all users
	v       []float32 // m×r by rows
	trained []bool    // by item

	local   bool    // a_i is solved together with u_i; otherwise it is 0 where an item is trained and their mean elsewhere
	offset  float32 // ridge of a_i, in ratings
	ridge   ridge
	gravity []float32 // λ₀·VᵀV, upper triangle of r×r; nil when λ₀ is 0
	lambda0 float32

	itemLambda float64 // λ that the items were solved with

	note string // that the start was rejected; "" where it was not
}

// ridge is the weight λ·cᵉ/Z of a squared norm, for a row with c ratings ([DPALS] eq. 35). Z is the mean of cᵉ over
// the rows ([DPALS] App. C), so that λ is the mean weight whatever the exponent e.
type ridge struct{ lambda, exponent, z float64 }

func (w ridge) at(count float64) float64 {
	if w.exponent == 0 {
		return w.lambda
	}
	return w.lambda * math.Pow(max(count, 1), w.exponent) / w.z
}

// Settled implements method.Settler.
func (m *Model) Settled() method.Settings {
	return method.Settings{"lambda": m.itemLambda, "lambda-user": m.ridge.lambda}
}

// Local implements method.Model.
func (m *Model) Local() method.Local { return m.newSolver() }

// solver solves one user at a time; it is not safe for concurrent use.
type solver struct {
	*Model
	normal kernel.Normal[float32]
	dual   kernel.Dual
	x      []float32 // u_i
	a      float64   // offset of the current user
	row    []float32 // u_i and a_i, for Row

	index  []uint32  // their trained items
	target []float32 // their ratings less the mean
}

func (m *Model) newSolver() *solver { return &solver{Model: m, x: make([]float32, m.rank)} }

// Row implements method.Rower: u_i, then a_i.
func (s *solver) Row() []float32 {
	return append(append(s.row[:0], s.x...), float32(s.a))
}

// Solve implements method.Local: u_i (and a_i) minimise Σ_j (rating − mean − a_i − u_i·V_j)² over their trained items
// (over all their items where the offset is local), plus the ridges.
func (s *solver) Solve(items []uint32, values []float32) {
	mean := float32(s.mean)
	s.index, s.target = s.index[:0], s.target[:0]
	total, plain := float32(0), 0
	for k, item := range items {
		y := values[k] - mean
		total += y
		if s.trained[item] {
			s.index, s.target = append(s.index, item), append(s.target, y)
		} else {
			plain++
		}
	}
	ok := false
	lambda := float32(s.ridge.at(float64(len(items))))
	if s.local {
		// A rating of an item that is not trained determines the offset alone.
		var a float32
		a, ok = s.bordered(lambda, s.offset+float32(plain), total)
		s.a = float64(a)
	} else {
		s.a = 0
		if len(items) > 0 {
			s.a = float64(total) / float64(len(items))
		}
		ok = s.gather(lambda).Solve(s.x) && kernel.Finite(s.x)
	}
	if !ok {
		s.damped(total, plain)
	}
}

// bordered solves for u_i and a_i, by whichever of the two systems is smaller; c is the ridge of a_i.
func (s *solver) bordered(lambda, c, total float32) (a float32, ok bool) {
	if s.gravity == nil && lambda > 0 && 4*len(s.index) < 3*s.rank {
		a, ok = s.dual.SolveBordered(s.v, s.rank, s.index, s.target, lambda, c, total-sum32(s.target), s.x)
	} else {
		a, ok = s.gather(lambda).SolveBordered(s.x, c+float32(len(s.index)), total)
	}
	return a, ok && kernel.Finite(s.x) && a-a == 0
}

// gather returns the normal equations of u_i.
func (s *solver) gather(lambda float32) *kernel.Normal[float32] {
	s.normal.Reset(s.rank)
	s.normal.Gather(s.v, s.index, s.target)
	s.normal.AddDiagonal(lambda)
	if s.gravity != nil {
		s.normal.Each(func(i int, row []float32) {
			kernel.AddScaled(row, 1, s.gravity[i*s.rank+i:i*s.rank+s.rank])
		})
	}
	return &s.normal
}

// damped solves where the equations are singular (λ = 0 and fewer ratings than unknowns): a ridge at the level of
// their rounding error picks the smallest solution.
func (s *solver) damped(total float32, plain int) {
	base := float32(s.ridge.at(float64(len(s.index) + plain)))
	trace := float32(s.rank) * base
	for _, j := range s.index {
		row := s.v[int(j)*s.rank : int(j)*s.rank+s.rank]
		trace += kernel.Dot(row, row)
	}
	for jitter := trace * 1e-6; jitter > 0 && jitter <= trace; jitter *= 10 {
		if s.local {
			a, ok := s.gather(base+jitter).SolveBordered(s.x, s.offset+float32(len(s.index)+plain), total)
			if s.a = float64(a); ok && kernel.Finite(s.x) && a-a == 0 {
				return
			}
		} else if s.gather(base+jitter).Solve(s.x) && kernel.Finite(s.x) {
			return
		}
	}
	clear(s.x) // zero, tiny beyond float32, or not finite: nothing is known of them
	if s.local {
		s.a = 0
	}
}

func sum32(values []float32) (s float32) {
	for _, v := range values {
		s += v
	}
	return s
}

// Predict implements method.Local.
func (s *solver) Predict(item uint32) float64 {
	if !s.trained[item] {
		return s.mean + s.a
	}
	p := s.mean + float64(kernel.Dot(s.x, s.v[int(item)*s.rank:int(item)*s.rank+s.rank]))
	if s.local {
		p += s.a
	}
	return p
}
