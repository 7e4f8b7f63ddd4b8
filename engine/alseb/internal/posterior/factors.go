package posterior

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpals/engine/estimate"
	"dpals/internal/parallel"
)

// Moments is the release of every trained item's moments W̃, len(Trained)×(r+1) by rows, the bias first.
type Moments struct {
	Released []float64
	Sigma    float64
	Constant float64 // that stood for the bias in the users' rows
	Last     bool    // of the run
}

// Update replaces the items by their posteriors given the moments. In factor d, an eigenvector of the curvature, with
// h_j = n_j·s_d,
//
//	w_jd + h_j·q_jd ~ N(h_j·v_jd, τ²·Σω²·s_d + σ²),    v_jd ~ N(0, Λ_d),
//
// where q is what the residuals were taken about; Λ_d is fitted over the items.
func (s *State) Update(ctx context.Context, threads int, c *Curvature, m Moments) error {
	r, was := s.Rank, s.Factors
	factors, variance := make([]float32, len(was)), make([]float32, len(was))
	factorwise := make([]Factor, r)
	retained := make([]float64, len(s.Trained)*r)
	err := parallel.Each(ctx, threads, r, func(_, d int) error {
		y, h, noise := make([]float64, len(s.Trained)), make([]float64, len(s.Trained)), make([]float64, len(s.Trained))
		for k, j := range s.Trained {
			h[k] = s.weight[k] * c.values[d]
			noise[k] = s.Noise*s.square[k]*c.values[d] + m.Sigma*m.Sigma
			old := 0.0
			for a := range r {
				y[k] += c.basis.At(a, d) * m.Released[k*(r+1)+a+1]
				old += c.basis.At(a, d) * float64(was[j*r+a])
			}
			y[k] += h[k] * old
		}
		prior := 0.0
		if c.positive[d] {
			prior = estimate.FitPrior(y, h, noise, s.Within/c.values[d])
		}
		// Users' factors are given unit variance by the scale √s_d, which the items' take over.
		root := math.Sqrt(c.values[d])
		for k, j := range s.Trained {
			total := h[k]*h[k]*prior + noise[k]
			factors[j*r+d] = float32(h[k] * prior * y[k] / total * root)
			variance[j*r+d] = float32(prior * noise[k] / total * c.values[d])
			retained[k*r+d] = h[k] * h[k] * prior / total
		}
		if prior == 0 && !m.Last {
			s.restartFactor(factors, d, y)
		}
		factorwise[d] = Factor{Signal: prior * c.values[d], Noise: medianNoise(h, noise) * c.values[d]}
		return nil
	})
	if err != nil {
		return err
	}
	s.Factors, s.FactorVariance = factors, variance
	s.learnBiases(m, c.left)
	s.diagnose(factorwise, retained)
	return nil
}

// diagnose sets what the items retain of their statistics, by the signal of the factors, and the factors by signal.
func (s *State) diagnose(factorwise []Factor, retained []float64) {
	r := len(factorwise)
	s.Retained = make([]float64, len(s.Trained))
	total := 0.0
	for _, f := range factorwise {
		total += f.Signal
	}
	for k := range s.Retained {
		for d, f := range factorwise {
			if total > 0 {
				s.Retained[k] += retained[k*r+d] * f.Signal / total
			}
		}
	}
	slices.SortStableFunc(factorwise, func(a, b Factor) int { return cmp.Compare(b.Signal, a.Signal) })
	s.Factorwise = factorwise
}

// restartFactor gives items values of a factor d in which no signal was found, for the users' next solve: zeros would give
// users zeros too, and the factor could never be learnt. They are what was released of it, y, scaled to the size
// of a start. Signal or not, y leans towards the signal, so iterations that find none are iterations of noisy power
// iteration, whose signal grows until it is found.
func (s *State) restartFactor(factors []float32, d int, y []float64) {
	squares := 0.0
	for _, x := range y {
		squares += x * x
	}
	scale := estimate.StartSize / math.Sqrt(squares/float64(len(y)))
	if !(scale > 0) || math.IsInf(scale, 0) {
		return
	}
	for k, j := range s.Trained {
		factors[j*s.Rank+d] = float32(scale * y[k])
	}
}

// medianNoise is the variance of the estimate y/h for the item of median weight.
func medianNoise(h, noise []float64) float64 {
	ratios := make([]float64, 0, len(h))
	for k := range h {
		if h[k] > 0 {
			ratios = append(ratios, noise[k]/(h[k]*h[k]))
		}
	}
	if len(ratios) == 0 {
		return math.Inf(1)
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}
