package gradient

import (
	"math"

	"dpals/engine/method"
)

// estimate is what the reports of a round say: the mean over those who reported of Φ·G.
type estimate struct {
	phi      projection
	values   []float64 // q×d by rows; unbiased
	variance float64   // of every number, from randomising and picking alone: known from ε and the number of reports
	reports  int
}

// server turns the reports into V. All it knows are reports and public facts, so nothing it does costs privacy.
type server struct {
	config
	gradients []float64 // m×d: Σ over the rounds of Φᵀ·values
	visited   []float64 // m×d: Σ of the V at which they were taken
	variances float64   // Σ of the rounds' variances
	crowds    float64   // Σ of m/q − 1
	rounds    float64
	curvature []float64 // by column: h below
	expected  []float64 // by column: s.d. of the values of V, beforehand
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

// What is expected of V, over the width of the rating range, from star ratings of all kinds.
const (
	levelDeviation = 0.12 // of the items' levels
	tasteDeviation = 0.05 // of the other columns
	levelLimit     = 0.2  // hardly an item is further from its users' means
)

// step moves m by a round's estimate.
//
// With a rate given it goes along the gradient, v ← v + γ·Γ·ĝ. Otherwise all rounds so far are read together. A gradient
// of an item is −h·(v − v*), v* being where it is 0, for a curvature h; so z = ĝ + h·v tells h·v* with the noise of ĝ,
// wherever v was, and so does the mean of all z. Its mean square exceeds the noise that is known to be in it by the
// signal S = E(h·v*)². The step is the posterior mean of v* ~ N(0, S/h²): what could be noise moves nothing, and rounds
// that share a budget are not worse for being many. h is S over what is expected of V.
func (s *server) step(m *Model, e *estimate) {
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
	// The mean square is of this many numbers, so that by chance alone it is off by about that much.
	numbers := min(items, float64(e.phi.buckets)*s.rounds)
	signal := (square - noise*(1+math.Sqrt(2/numbers))) / (1 + crowd)
	if !(signal > 0) || math.IsInf(signal, 1) {
		// All noise. A level is then 0; the other columns keep what tells users apart.
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
