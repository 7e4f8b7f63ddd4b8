package gradient

import (
	"fmt"

	"dpals/engine/kernel"
	"dpals/engine/method"
)

var (
	_ method.Sharer = (*Model)(nil)
	_ method.Rower  = (*solver)(nil)
)

// Model is an item embedding V (m×d) and what a user needs to solve for their own row:
//
//	rating(i, j) ≈ mid + a_i + u_i·v_j
//
// Their row is shrunk to e₁ = (1, 0, …, 0) and not to 0, so that the first column of V holds what is common to all users
// and the others hold tastes.
type Model struct {
	rank   int
	mid    float64 // middle of the rating range
	lambda float32 // weight of ‖u_i − e₁‖²
	plain  bool    // as published: no a_i, and rows shrunk to 0
	v      []float32
	bound  float32 // of every number in V: the width of the rating range
}

func newModel(rank, items int, low, high, lambda float64) *Model {
	return &Model{rank: rank, mid: (low + high) / 2, lambda: float32(lambda), v: make([]float32, items*rank), bound: float32(high - low)}
}

// row returns v_j, of length d.
func (m *Model) row(j int) []float32 { return m.v[j*m.rank : j*m.rank+m.rank] }

// next returns a model like m with factors of its own, so that readers of m keep what they have.
func (m *Model) next() *Model {
	n := *m
	n.v = make([]float32, len(m.v))
	copy(n.v, m.v)
	return &n
}

// move adds step to a number of V and clamps it to the width of the rating range, which no column of a useful V exceeds. A
// step that is not a number is ignored.
func (m *Model) move(at int, step float64) {
	if x := m.v[at] + float32(step); x-x == 0 {
		m.v[at] = min(max(x, -m.bound), m.bound)
	}
}

// Shared implements method.Sharer.
func (m *Model) Shared() method.Shared {
	shared := method.Shared{
		Rank: m.rank, Items: m.v, Columns: columns(m.rank),
		Scalars: map[string]float64{"mid": m.mid, "lambda": float64(m.lambda)},
		Recipe: "A user minimises sum over their rated items j of (rating_j - mid - a - u.v_j)^2 + lambda*((u_1 - 1)^2 + u_2^2 + ...)\n" +
			"over a and u; without ratings a = 0 and u = (1, 0, ...). Their prediction is mid + a + u.v_j, clamped to the rating range.\n",
	}
	if m.plain {
		shared.Recipe = "A user minimises sum over their rated items j of (rating_j - mid - u.v_j)^2 + lambda*|u|^2 over u; without ratings u = 0.\n" +
			"Their prediction is mid + u.v_j, clamped to the rating range.\n"
	}
	return shared
}

// Local implements method.Model.
func (m *Model) Local() method.Local { return m.newSolver() }

// solver solves one user at a time; it is not safe for concurrent use.
type solver struct {
	*Model
	normal kernel.Normal[float32]
	u      []float32 // u_i
	a      float32   // a_i
	row    []float32 // u_i and a_i, for Row
	target []float32 // their ratings less the middle
}

func (m *Model) newSolver() *solver { return &solver{Model: m, u: make([]float32, m.rank)} }

// Row implements method.Rower: u_i, then a_i.
func (s *solver) Row() []float32 { return append(append(s.row[:0], s.u...), s.a) }

// Solve implements method.Local: u_i and a_i minimise Σ_j (rating − mid − a_i − u_i·v_j)² + λ·‖u_i − e₁‖².
func (s *solver) Solve(items []uint32, values []float32) {
	s.target = s.target[:0]
	total := float32(0)
	for _, v := range values {
		y := v - float32(s.mid)
		total += y
		s.target = append(s.target, y)
	}
	if len(items) == 0 {
		s.setPrior(0)
		return
	}
	s.normal.Reset(s.rank)
	s.normal.Gather(s.v, items, s.target)
	s.normal.AddDiagonal(s.lambda)
	if s.plain {
		if s.a = 0; !s.normal.Solve(s.u) || !kernel.Finite(s.u) {
			s.setPrior(0)
		}
		return
	}
	s.normal.Right()[0] += s.lambda
	var ok bool
	if s.a, ok = s.normal.SolveBordered(s.u, float32(len(items)), total); !ok || !kernel.Finite(s.u) || s.a-s.a != 0 {
		// Singular to working precision: the prior row, and the mean of what is left.
		for _, j := range items {
			total -= s.v[int(j)*s.rank]
		}
		s.setPrior(total / float32(len(items)))
	}
}

// setPrior sets the row to its prior mean.
func (s *solver) setPrior(a float32) {
	clear(s.u)
	if s.a = a; !s.plain {
		s.u[0] = 1
	}
}

// Predict implements method.Local.
func (s *solver) Predict(item uint32) float64 { return s.mid + float64(s.fitted(item)) }

// fitted is a_i + u_i·v_j.
func (s *solver) fitted(item uint32) float32 {
	return s.a + kernel.Dot(s.u, s.Model.row(int(item)))
}

// residual is the error of the rating at place k of the ratings that were solved.
func (s *solver) residual(k int, item uint32) float32 { return s.target[k] - s.fitted(item) }

func columns(rank int) []string {
	names := make([]string, rank)
	for d := range names {
		names[d] = fmt.Sprintf("v%d", d+1)
	}
	return names
}
