package accounting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dpals/accounting/noise"
)

// Release is a request with its noise.
type Release struct {
	Request
	Sigma float64 // noise s.d. in the vector's units (diagonal coordinates where Symmetric)
	Mu    float64 // cost: Sensitivity / Sigma; of local reports PureMu of their Epsilon

	Epsilon float64 // pure ε of a round of local reports; 0 for all else

	Threshold float64 // that a noisy sum must reach to be reported, where Most is positive; a multiple of the grid's unit
}

// Named returns the release of that name, or the zero Release.
func (p *Plan) Named(name string) Release {
	return p.first(func(r Release) bool { return r.Name == name })
}

// OfKind returns the first release of that kind, or the zero Release.
func (p *Plan) OfKind(kind string) Release {
	return p.first(func(r Release) bool { return r.Kind == kind })
}

func (p *Plan) first(is func(Release) bool) Release {
	if i := slices.IndexFunc(p.Releases, is); i >= 0 {
		return p.Releases[i]
	}
	return Release{}
}

// BudgetWeight returns the release's part of the plan's budget, in [0, 1]: of μ², or of a pure ε.
func (r Release) BudgetWeight(p *Plan) float64 {
	if p.Pure {
		return r.Epsilon / p.Epsilon
	}
	return r.Mu * r.Mu / (p.Mu * p.Mu)
}

// Plan lists every release that a run will make, in order, calibrated together to one target.
type Plan struct {
	Accountant         Accountant
	Epsilon, Delta     float64 // cost of the whole plan: at most the target
	Mu                 float64 // of the whole plan: √Σ Mu²
	FailureProbability float64 // sum over the releases, a part of Delta; the rest of the guarantee holds at what remains of Delta
	Releases           []Release

	// Pure marks a plan of local reports: Epsilon is the sum of theirs and holds at δ = 0. Delta is the δ that was asked
	// for, which a ledger uses to compare costs. Accountant is not used.
	Pure bool
}

// EffectiveDelta returns the δ at which the plan's Epsilon holds: Delta, or 0 for a pure plan.
func (p *Plan) EffectiveDelta() (delta float64) {
	if p.Pure {
		return 0
	}
	return p.Delta
}

// AccountantName returns the name of the accountant that converted costs into Epsilon, or "pure" for a pure plan, where ε
// adds up.
func (p *Plan) AccountantName() string {
	if p.Pure {
		return "pure"
	}
	return p.Accountant.Name()
}

// NewPlan calibrates the requests to (ε, δ): requests with a fixed Mu keep it, the others divide the remaining μ² by
// weight. When every request is fixed, the target ε is ignored and the plan's Epsilon is what the requests cost.
//
// If all requests are local, they divide ε itself and the plan is Pure. A plan of both kinds is an error.
//
// It returns an error that names the release if a request is malformed, if the fixed costs leave nothing of the target, or
// if the noise of a release cannot be drawn on its grid.
func NewPlan(acc Accountant, epsilon, delta float64, requests []Request) (*Plan, error) {
	if len(requests) == 0 {
		return nil, errors.New("a plan needs at least one release")
	}
	if err := checkAll(requests); err != nil {
		return nil, err
	}
	if anyLocal(requests) {
		return localPlan(acc, epsilon, delta, requests)
	}
	p := &Plan{Accountant: acc, Epsilon: epsilon, Delta: delta}
	for _, q := range requests {
		p.FailureProbability = addPure(p.FailureProbability, q.FailureProbability)
	}
	if p.FailureProbability > 0 && !(p.gaussianDelta() > 0) {
		return nil, fmt.Errorf("δ = %g is too small: the thresholds need %g of it", delta, p.FailureProbability)
	}
	fixed, weight := costs(requests)
	left := 0.0
	if weight > 0 {
		mu, err := TargetMu(acc, epsilon, p.gaussianDelta())
		if err != nil {
			return nil, err
		}
		// The most that the roundings below can add is subtracted first, so that the plan costs at most the target: 2⁻⁴⁶ by
		// which narrow may miss, the same again when the plan's μ is converted back into ε, and a few units for each release.
		mu *= 1 - 0x1p-45 - float64(len(requests)+4)*0x1p-50
		if left = (mu - fixed) * (mu + fixed); !(left > 0) {
			return nil, fmt.Errorf("ε = %g at δ = %g is too small: the releases of fixed cost leave nothing for the others", epsilon, delta)
		}
	}
	if err := p.add(requests, perWeight(left, weight)); err != nil {
		return nil, err
	}
	if err := p.setEpsilon(); err != nil {
		return nil, err
	}
	return p, nil
}

// perWeight returns the μ² of one unit of weight.
func perWeight(left, weight float64) float64 {
	if weight == 0 {
		return 0
	}
	return left / weight
}

// add calibrates the requests and appends them to the plan. perWeight is the μ² of one unit of weight.
func (p *Plan) add(requests []Request, perWeight float64) error {
	for _, q := range requests {
		mu := q.Mu
		if mu == 0 {
			mu = math.Sqrt(perWeight * q.Weight)
		}
		r := Release{Request: q, Mu: mu}
		if !q.Deferred {
			// σ is rounded up and the cost computed from it, so the plan never claims less than it spends.
			r.Sigma = math.Nextafter(q.Sensitivity/mu, math.Inf(1))
			r.Mu = math.Nextafter(q.Sensitivity/r.Sigma, math.Inf(1))
			if _, err := r.laws(); err != nil {
				if q.Mu == 0 {
					err = fmt.Errorf("ε = %g at δ = %g is out of reach, choose another: %w", p.Epsilon, p.Delta, err)
				}
				return err
			}
		}
		if q.MaxContributions > 0 {
			r.Threshold = threshold(r.Sigma, q.Grid, q.MaxContributions, q.FailureProbability)
		}
		p.Releases = append(p.Releases, r)
		p.Mu = Compose(p.Mu, r.Mu)
	}
	return nil
}

// setEpsilon sets the ε that the plan's releases cost. It returns an error if the sampler cannot guarantee it.
func (p *Plan) setEpsilon() (err error) {
	if p.Epsilon, err = p.Accountant.Epsilon(p.Mu, p.gaussianDelta()); err != nil {
		return err
	}
	if !p.withinReach() {
		return fmt.Errorf("ε = %.4g at δ = %g is out of reach: the cut tails of the sampler would matter; choose a smaller ε, or a δ further from 0 and from 1", p.Epsilon, p.Delta)
	}
	return nil
}

// gaussianDelta returns the part of δ at which the Gaussian releases are converted, rounded down.
func (p *Plan) gaussianDelta() float64 { return RemainingDelta(p.Delta, p.FailureProbability) }

// samplerReach is the distance, in σ, up to which the sampler's distribution is exact to the last digit that matters.
const samplerReach = 27.9

// withinReach reports whether the tails that the sampler leaves out are negligible: the probability that any coordinate,
// moved by one user, falls there is at most 2⁻⁵⁰ of δ and of 1 − δ, which is inside the margin by which ln δ is rounded
// (docs/privacy/noise.md). Φ(−t) ≤ e^(−t²/2)/2.
func (p *Plan) withinReach() bool {
	coordinates := 0.0
	for _, r := range p.Releases {
		coordinates += float64(r.Dimension)
	}
	t := samplerReach - p.Mu
	return t > 0 && math.Log(coordinates/2)-t*t/2 <= math.Log(min(p.gaussianDelta(), 1-p.Delta))-50*math.Ln2
}

// laws are the noise distributions of a release, in grid units. off is for off-diagonal coordinates where Symmetric.
type laws struct{ diagonal, off noise.Gaussian }

// laws returns the noise distributions of the release.
func (r Release) laws() (l laws, err error) {
	units := math.Ldexp(r.Sigma, -r.Grid)
	if l.diagonal, err = noise.NewGaussian(units); err != nil {
		return l, fmt.Errorf("release %q: %w", r.Name, err)
	}
	if r.Symmetric {
		// Rounded up, because half the variance is the least that suffices.
		if l.off, err = noise.NewGaussian(units / math.Sqrt2 * (1 + 0x1p-51)); err != nil {
			return l, fmt.Errorf("release %q, off the diagonal: %w", r.Name, err)
		}
	}
	return l, nil
}
