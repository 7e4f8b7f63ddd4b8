package accounting

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"dpals/accounting/noise"
)

// Request asks for one release: a vector, summed over users, that is to be published with Gaussian noise; or, where
// Local, a round of reports that every user's device randomises.
type Request struct {
	Name  string // unique in the plan: "gram 2"
	Kind  string // releases of one kind share a colour and a proof: "gram"
	Step  int    // of an iterative method, from 1; 0: before the steps
	Claim        // what is proved of one user's part

	// Sensitivity bounds how far one user can move the vector, in the claim's norm, in the vector's own units.
	Sensitivity float64

	// Weight is the share of μ² asked for, relative to the other requests. Mu, when positive, fixes the cost
	// instead: such a release is not calibrated.
	Weight float64
	Mu     float64

	Dimension int // number of coordinates of the release

	// Symmetric marks blocks that are packed upper triangles of symmetric matrices. Their norm is Frobenius, so
	// off-diagonal coordinates, which count twice in it, get noise of s.d. Sigma/√2.
	Symmetric bool

	// Grid is the exponent e of the grid 2^e on which every contribution, sum and noise lies.
	Grid int

	// Most, when positive, makes the release a threshold: a user adds at most 1/√c to each of c ≤ Most sums, and only which
	// sums reach the threshold is published. Failure is the chance that it names a sum that one user alone adds to; it
	// is taken from the plan's δ. See Meter.Above.
	Most    int
	Failure float64

	// Rest keeps a share of μ² for releases that are planned once earlier ones are known. It stands last and releases
	// nothing. See Meter.Extend.
	Rest bool

	// Local marks a round of local reports, one of every user. Weight is its share of ε, not of μ²; Dimension is how
	// many numbers a report holds; sensitivity, fixed cost, symmetry and grid do not apply.
	Local bool
}

// Release is a request with its noise.
type Release struct {
	Request
	Sigma float64 // noise s.d. in the vector's units (diagonal coordinates where Symmetric)
	Mu    float64 // cost: Sensitivity / Sigma; of local reports that of their Epsilon

	Epsilon float64 // pure ε of a round of local reports; 0 for all else

	Threshold float64 // what a sum has to reach, noise included, where Most is positive; a multiple of the grid's unit
}

// Named returns the release of that name; the zero Release where there is none.
func (p *Plan) Named(name string) Release {
	return p.first(func(r Release) bool { return r.Name == name })
}

// OfKind returns the first release of that kind; the zero Release where there is none.
func (p *Plan) OfKind(kind string) Release {
	return p.first(func(r Release) bool { return r.Kind == kind })
}

func (p *Plan) first(is func(Release) bool) Release {
	if i := slices.IndexFunc(p.Releases, is); i >= 0 {
		return p.Releases[i]
	}
	return Release{}
}

// Share is the release's part of the plan's budget, in [0, 1]: of μ², or of a pure ε.
func (r Release) Share(p *Plan) float64 {
	if p.Pure {
		return r.Epsilon / p.Epsilon
	}
	return r.Mu * r.Mu / (p.Mu * p.Mu)
}

// Plan lists every release a run will make, in order, calibrated together to one target.
type Plan struct {
	Accountant     Accountant
	Epsilon, Delta float64 // what the whole plan costs: the target, or less
	Mu             float64 // of the whole plan: √Σ Mu²
	Failure        float64 // Σ Failure of the releases, a part of Delta; the others hold at Delta less Failure
	Releases       []Release

	// Pure marks a plan of local reports: Epsilon is the sum of theirs and holds at δ = 0. Delta is kept as it was
	// asked for, as a ledger compares by it, and Accountant has nothing to convert.
	Pure bool
}

// Holds returns the δ at which the plan's Epsilon holds: Delta, or 0 where the plan is pure.
func (p *Plan) Holds() (delta float64) {
	if p.Pure {
		return 0
	}
	return p.Delta
}

// Conversion names what turned costs into Epsilon: the accountant, or "pure" where ε simply adds up.
func (p *Plan) Conversion() string {
	if p.Pure {
		return "pure"
	}
	return p.Accountant.Name()
}

// NewPlan calibrates the requests to (ε, δ): requests with a fixed Mu keep it, the others share what is left of μ²
// by weight. When every request is fixed the target ε is ignored and the plan's Epsilon is what they cost.
//
// Where all requests are local, they share ε itself and the plan is Pure. A plan of both kinds is an error.
//
// It is an error if a request is malformed, if the fixed costs leave nothing of the target, or if the noise of a
// release does not suit its grid; the error names the release.
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
		p.Failure = addPure(p.Failure, q.Failure)
	}
	if p.Failure > 0 && !(p.gaussianDelta() > 0) {
		return nil, fmt.Errorf("δ = %g is not enough: the thresholds take %g of it", delta, p.Failure)
	}
	fixed, weight := costs(requests)
	left := 0.0
	if weight > 0 {
		mu, err := TargetMu(acc, epsilon, p.gaussianDelta())
		if err != nil {
			return nil, err
		}
		// What the roundings below may add up to is taken off first, so that the plan costs the target or less: the 2⁻⁴⁶
		// that narrow leaves open, once more when the plan's μ is turned back into ε, and a few units for each release.
		mu *= 1 - 0x1p-45 - float64(len(requests)+4)*0x1p-50
		if left = (mu - fixed) * (mu + fixed); !(left > 0) {
			return nil, fmt.Errorf("ε = %g at δ = %g is not enough: the releases of fixed cost leave nothing for the others", epsilon, delta)
		}
	}
	if err := p.add(requests, perWeight(left, weight)); err != nil {
		return nil, err
	}
	if err := p.state(); err != nil {
		return nil, err
	}
	return p, nil
}

// checkAll refuses requests that are malformed by themselves or together.
func checkAll(requests []Request) error {
	seen := make(map[string]bool, len(requests))
	for i, q := range requests {
		if err := q.check(); err != nil {
			return err
		}
		if seen[q.Name] {
			return fmt.Errorf("release %q is requested twice: names must be unique", q.Name)
		}
		if q.Rest && i < len(requests)-1 {
			return fmt.Errorf("release %q is to be planned later, so none may follow it", q.Name)
		}
		if !q.Rest && q.Neighbours != requests[0].Neighbours {
			return fmt.Errorf("release %q is about other neighbours than release %q: a plan has one kind of them", q.Name, requests[0].Name)
		}
		seen[q.Name] = true
	}
	return nil
}

// costs returns the μ of the requests with a fixed cost together, and the sum of the others' weights.
func costs(requests []Request) (fixed, weight float64) {
	for _, q := range requests {
		fixed = Compose(fixed, q.Mu)
		weight += q.Weight
	}
	return fixed, weight
}

// perWeight is what a weight is worth of μ².
func perWeight(left, weight float64) float64 {
	if weight == 0 {
		return 0
	}
	return left / weight
}

// add calibrates the requests, each weight being worth as much of μ², and appends them to the plan.
func (p *Plan) add(requests []Request, worth float64) error {
	for _, q := range requests {
		mu := q.Mu
		if mu == 0 {
			mu = math.Sqrt(worth * q.Weight)
		}
		r := Release{Request: q, Mu: mu}
		if !q.Rest {
			// σ is rounded up and the cost restated from it, so the plan never claims less than it spends.
			r.Sigma = math.Nextafter(q.Sensitivity/mu, math.Inf(1))
			r.Mu = math.Nextafter(q.Sensitivity/r.Sigma, math.Inf(1))
			if _, err := r.laws(); err != nil {
				if q.Mu == 0 {
					err = fmt.Errorf("ε = %g at δ = %g is out of reach, choose another: %w", p.Epsilon, p.Delta, err)
				}
				return err
			}
		}
		if q.Most > 0 {
			r.Threshold = threshold(r.Sigma, q.Grid, q.Most, q.Failure)
		}
		p.Releases = append(p.Releases, r)
		p.Mu = Compose(p.Mu, r.Mu)
	}
	return nil
}

// state sets the ε that the plan's releases cost, and refuses a plan that the sampler cannot keep.
func (p *Plan) state() (err error) {
	if p.Epsilon, err = p.Accountant.Epsilon(p.Mu, p.gaussianDelta()); err != nil {
		return err
	}
	if !p.withinReach() {
		return fmt.Errorf("ε = %.4g at δ = %g is out of reach: the cut-off of the sampler's tails would matter; choose a smaller ε, or a δ further from 0 and from 1", p.Epsilon, p.Delta)
	}
	return nil
}

// gaussianDelta is the part of δ at which the Gaussian releases are converted, rounded down.
func (p *Plan) gaussianDelta() float64 { return DeltaLeft(p.Delta, p.Failure) }

// sampled is how far out, in σ, the sampler's law is right to the last digit that matters.
const sampled = 27.9

// withinReach reports whether what the sampler leaves out of the tails is beyond notice: the chance that any
// coordinate falls there, moved by one user, is at most 2⁻⁵⁰ of δ and of 1 − δ, and so inside the margin by which ln δ
// is rounded (docs/privacy/noise.md). Φ(−t) ≤ e^(−t²/2)/2.
func (p *Plan) withinReach() bool {
	coordinates := 0.0
	for _, r := range p.Releases {
		coordinates += float64(r.Dimension)
	}
	t := sampled - p.Mu
	return t > 0 && math.Log(coordinates/2)-t*t/2 <= math.Log(min(p.gaussianDelta(), 1-p.Delta))-50*math.Ln2
}

// maxGrid bounds a grid's exponent, so that 2^Grid and its inverse are ordinary numbers with room for any value.
const maxGrid = 400

func (q Request) check() error {
	switch {
	case q.Name == "":
		return errors.New("a release has no name")
	case q.Local:
		return q.checkLocal()
	case q.Rest:
		return q.checkRest()
	case !(q.Sensitivity > 0) || math.IsInf(q.Sensitivity, 1):
		return fmt.Errorf("release %q: sensitivity %g is not a positive number", q.Name, q.Sensitivity)
	case !(q.Mu >= 0 && q.Weight >= 0) || (q.Mu == 0) == (q.Weight == 0) || math.IsInf(q.Mu+q.Weight, 1):
		return fmt.Errorf("release %q: give either a weight or a fixed cost, a positive number", q.Name)
	case q.Dimension < 0:
		return fmt.Errorf("release %q: dimension %d is negative", q.Name, q.Dimension)
	case q.Grid < -maxGrid || q.Grid > maxGrid:
		return fmt.Errorf("release %q: grid 2^%d is out of range", q.Name, q.Grid)
	case (q.Most > 0) != (q.Failure > 0) || q.Most < 0 || q.Failure >= 1 || q.Most > 0 && (q.Symmetric || q.Sensitivity != 1 || q.Dimension != q.Most):
		return fmt.Errorf("release %q: a threshold has sensitivity 1, as many coordinates as one user adds to, and a chance of failure", q.Name)
	}
	return q.Claim.check(q.Name, q.Symmetric, false)
}

// laws are the laws of a release's noise, in grid units.
type laws struct{ diagonal, off noise.Gaussian }

// laws returns the noise of the release: off is that of off-diagonal coordinates where Symmetric.
func (r Release) laws() (l laws, err error) {
	units := math.Ldexp(r.Sigma, -r.Grid)
	if l.diagonal, err = noise.NewGaussian(units); err != nil {
		return l, fmt.Errorf("release %q: %w", r.Name, err)
	}
	if r.Symmetric {
		// Rounded up: half the variance is the least that is enough.
		if l.off, err = noise.NewGaussian(units / math.Sqrt2 * (1 + 0x1p-51)); err != nil {
			return l, fmt.Errorf("release %q, off the diagonal: %w", r.Name, err)
		}
	}
	return l, nil
}
