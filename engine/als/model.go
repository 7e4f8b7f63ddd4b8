// Package als trains matrix factorisations by alternating least squares: users are solved locally, items from sums
// over users.
//
//   - als: not private, [DPALS] eq. (35).
//   - dpals: [DPALS] Algorithms 1 and 3, with the corrections and free improvements that docs/PRIVACY.md lists.
//
// Nothing here draws noise. Whatever is summed over users goes through the meter before anything else reads it.
package als

import (
	"math"

	"dpals/engine/kernel"
	"dpals/engine/method"
)

var (
	_ method.Sharer = (*Model)(nil)
	_ method.Rower  = (*solver)(nil)
)

// Model is an item embedding V (m×r) and what a user needs to solve for her own row:
//
//	rating(i, j) ≈ mean + a_i + u_i·V_j
//
// Items that are not trained have a zero row, so that their prediction is mean + a_i.
type Model struct {
	rank    int
	mean    float64   // of all users
	v       []float32 // m×r by rows
	trained []bool    // by item

	local   bool    // a_i is solved together with u_i; otherwise it is 0 where an item is trained and her mean elsewhere
	offset  float32 // ridge of a_i, in ratings
	ridge   ridge
	gravity []float32 // λ₀·VᵀV, upper triangle of r×r; nil when λ₀ is 0
	lambda0 float32
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

// Local implements method.Model.
func (m *Model) Local() method.Local { return m.newSolver() }

// solver solves one user at a time; it is not safe for concurrent use.
type solver struct {
	*Model
	dim  int       // r, or r+1 with the offset last
	h    []float32 // dim×dim
	x    []float32 // right-hand side, then solution: u_i, and a_i last when local
	hold []float32 // h and x as they were, in case the factorisation fails
	rows []float32 // four feature rows (V_j, 1)
	a    float64   // offset of the current user
	row  []float32 // u_i and a_i, for Row
}

func (m *Model) newSolver() *solver {
	s := &solver{Model: m, dim: m.rank}
	if m.local {
		s.dim++
	}
	s.h = make([]float32, s.dim*s.dim)
	s.x = make([]float32, s.dim)
	s.hold = make([]float32, s.dim*s.dim+s.dim)
	s.rows = make([]float32, 4*s.dim)
	for i := s.dim - 1; m.local && i < len(s.rows); i += s.dim {
		s.rows[i] = 1
	}
	return s
}

// Row implements method.Rower: u_i, then a_i.
func (s *solver) Row() []float32 {
	return append(append(s.row[:0], s.user()...), float32(s.a))
}

// user returns the solved u_i, of length r; it is overwritten by the next Solve.
func (s *solver) user() []float32 { return s.x[:s.rank] }

// Solve implements method.Local: u_i (and a_i) minimise Σ_j (rating − mean − a_i − u_i·V_j)² over her trained items
// (over all her items where the offset is local), plus the ridges.
func (s *solver) Solve(items []uint32, values []float32) {
	clear(s.h)
	clear(s.x)
	if s.gravity != nil {
		for i := 0; i < s.rank; i++ {
			copy(s.h[i*s.dim+i:i*s.dim+s.rank], s.gravity[i*s.rank+i:i*s.rank+s.rank])
		}
	}
	lambda := float32(s.ridge.at(float64(len(items))))
	for i := 0; i < s.rank; i++ {
		s.h[i*s.dim+i] += lambda
	}
	d, mean := s.dim, float32(s.mean)
	filled, plain, plainSum := 0, 0, float32(0)
	for k, item := range items {
		y := values[k] - mean
		if !s.trained[item] {
			plain++
			plainSum += y
			continue
		}
		row := s.rows[filled*d : filled*d+d]
		copy(row, s.v[int(item)*s.rank:int(item)*s.rank+s.rank])
		kernel.AddScaled(s.x, y, row)
		if filled++; filled == 4 {
			kernel.AddGram4(s.h, s.rows[:d], s.rows[d:2*d], s.rows[2*d:3*d], s.rows[3*d:])
			filled = 0
		}
	}
	for k := 0; k < filled; k++ {
		kernel.AddGram(s.h, s.rows[k*d:k*d+d])
	}
	s.a = 0
	if s.local {
		// A row (0, 1) for every rating of an item that is not trained: it tells of the offset alone.
		s.h[d*d-1] += float32(plain) + s.offset
		s.x[d-1] += plainSum
	} else if len(items) > 0 {
		total := 0.0
		for _, v := range values {
			total += float64(v) - s.mean
		}
		s.a = total / float64(len(items))
	}
	s.finish()
	if s.local {
		s.a = float64(s.x[d-1])
	}
}

// finish solves h·x = x. Where h is singular (λ = 0 and fewer ratings than unknowns) a ridge at the level of its
// rounding error picks the smallest solution.
func (s *solver) finish() {
	h, x := s.hold[:len(s.h)], s.hold[len(s.h):]
	copy(h, s.h)
	copy(x, s.x)
	if kernel.CholeskySolve(s.h, s.x) && finite(s.x) {
		return
	}
	trace := float32(0)
	for i := 0; i < s.dim; i++ {
		trace += h[i*s.dim+i]
	}
	for jitter := trace * 1e-6; jitter > 0 && jitter <= trace; jitter *= 10 {
		copy(s.h, h)
		copy(s.x, x)
		for i := 0; i < s.dim; i++ {
			s.h[i*s.dim+i] += jitter
		}
		if kernel.CholeskySolve(s.h, s.x) && finite(s.x) {
			return
		}
	}
	clear(s.x) // zero, tiny beyond float32, or not finite: nothing is known of her
}

func finite(x []float32) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// Predict implements method.Local.
func (s *solver) Predict(item uint32) float64 {
	if !s.trained[item] {
		return s.mean + s.a
	}
	p := s.mean + float64(kernel.Dot(s.user(), s.v[int(item)*s.rank:int(item)*s.rank+s.rank]))
	if s.local {
		p += s.a
	}
	return p
}
