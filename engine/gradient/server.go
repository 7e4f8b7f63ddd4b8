package gradient

import (
	"math"

	"dpals/engine/method"
)

// estimate is what the reports of an iteration tell: the mean of Φ·G over the users who reported.
type estimate struct {
	phi      projection
	values   []float64 // q×d by rows; unbiased
	variance float64   // of every number, from randomising and picking alone: known from ε and the number of reports
	reports  int
}

// server computes V from reports and public facts alone, so nothing it does costs privacy.
type server struct {
	config
	gradients []float64 // m×d: Σ over the iterations of Φᵀ·values
	visited   []float64 // m×d: Σ of the V at which they were taken
	variances float64   // Σ of the iterations' variances
	crowds    float64   // Σ of m/q − 1
	rounds    float64
	curvature []float64 // by column: h below
	expected  []float64 // by column: prior s.d. of the values of V
	limit     float32   // of every number in V
}

func newServer(c config, m *Model) *server {
	s := &server{config: c, gradients: make([]float64, len(m.v)), visited: make([]float64, len(m.v)),
		curvature: make([]float64, m.rank), expected: make([]float64, m.rank), limit: levelLimit * m.bound}
	for l := range s.expected {
		if s.expected[l] = tasteDeviation * float64(m.bound); l == 0 {
			s.expected[l] = levelDeviation * float64(m.bound)
		}
	}
	return s
}

// Prior of V, over the width of the rating range, from star ratings of many kinds.
const (
	levelDeviation = 0.12 // of the items' levels
	tasteDeviation = 0.05 // of the other columns
	levelLimit     = 0.2  // few items are further from their users' means
)

// update moves m by an iteration's estimate.
//
// With a given rate it goes along the gradient, v ← v + γ·Γ·ĝ. Otherwise it combines all iterations so far. A gradient
// of an item is −h·(v − v*), v* being where it is 0, for a curvature h; so z = ĝ + h·v tells h·v* with the noise of ĝ,
// wherever v was, and so does the mean of all z. Its mean square exceeds the noise that is known to be in it by the
// signal S = E(h·v*)². The step is the posterior mean of v* ~ N(0, S/h²): what could be noise moves nothing, and many iterations
// that share a budget are no worse than few. h is S over the prior variance of V.
func (s *server) update(m *Model, e *estimate) {
	if e.reports == 0 {
		return
	}
	s.rounds++
	if s.rate != method.Auto {
		g := make([]float64, len(m.v))
		e.phi.back(g, e.values, m.rank)
		for at, x := range g {
			m.move(at, s.rate*s.clip*x)
		}
		return
	}
	e.phi.back(s.gradients, e.values, m.rank)
	for at, v := range m.v {
		s.visited[at] += float64(v)
	}
	s.variances += e.variance
	s.crowds += e.phi.crowd() - 1
	for l := range s.curvature {
		s.column(m, l, e)
	}
}

// column sets column l of V to its posterior mean.
func (s *server) column(m *Model, l int, e *estimate) {
	var (
		d      = m.rank
		items  = float64(len(m.v) / d)
		noise  = s.variances / (s.rounds * s.rounds)
		crowd  = s.crowds / (s.rounds * s.rounds) // of the signal of others in an item's bucket
		square = 0.0
		z      = func(at int) float64 { return (s.gradients[at] + s.curvature[l]*s.visited[at]) / s.rounds }
	)
	for at := l; at < len(m.v); at += d {
		square += z(at) * z(at) / items
	}
	// The mean square is of this many numbers, so its own error is about that much.
	numbers := min(items, float64(e.phi.buckets)*s.rounds)
	signal := (square - noise*(1+math.Sqrt(2/numbers))) / (1 + crowd)
	if !(signal > 0) || math.IsInf(signal, 1) {
		// All noise. A level is then 0; the other columns keep their start values.
		for at := 0; l == 0 && at < len(m.v); at += d {
			m.v[at] = 0
		}
		return
	}
	believed := signal / (signal + noise + crowd*signal)
	s.curvature[l] = math.Sqrt(signal) / s.expected[l]
	for at := l; at < len(m.v); at += d {
		if v := float32(believed * z(at) / s.curvature[l]); v-v == 0 {
			m.v[at] = min(max(v, -s.limit), s.limit)
		}
	}
}
