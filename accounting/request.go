package accounting

import (
	"errors"
	"fmt"
	"math"
)

// Request asks for one release: a vector, summed over users, to be published with Gaussian noise; or, where Local, a round
// of reports that every user's device randomises.
type Request struct {
	Name      string // unique in the plan: "gram 2"
	Kind      string // releases of one kind have the same colour and proof: "gram"
	Iteration int    // in which it is made, from 1; 0: before the first
	Claim            // what is proved about one user's contribution

	// Sensitivity bounds how far one user can move the vector, in the claim's norm, in the vector's own units.
	Sensitivity float64

	// Weight is the budget weight: the part of μ² asked for, relative to the other requests. Mu, when positive, fixes the
	// cost instead: such a release is not calibrated.
	Weight float64
	Mu     float64

	Dimension int // number of coordinates of the release

	// Symmetric marks blocks that are packed upper triangles of symmetric matrices. Their norm is Frobenius, in which
	// off-diagonal coordinates count twice, so those get noise of s.d. Sigma/√2.
	Symmetric bool

	// Grid is the exponent e of the grid 2^e on which every contribution, sum and noise lies.
	Grid int

	// MaxContributions, when positive, makes the release a threshold: a user adds at most 1/√c to each of
	// c ≤ MaxContributions sums, and only the names of the sums that reach the threshold are published. FailureProbability
	// bounds the probability that a sum with a single user is among them; it is taken from the plan's δ. See
	// Meter.ReleaseAboveThreshold.
	MaxContributions   int
	FailureProbability float64

	// Deferred keeps part of μ² for releases that are planned once earlier ones are known. It must be the last request and
	// releases nothing itself. See Meter.Extend.
	Deferred bool

	// Local marks a round of local reports, one by every user. Weight is its part of ε, not of μ²; Dimension is how many
	// numbers a report holds; sensitivity, fixed cost, symmetry and grid do not apply.
	Local bool
}

// checkAll returns an error if a request is malformed, or if the requests do not go together.
func checkAll(requests []Request) error {
	seen := make(map[string]bool, len(requests))
	for i, q := range requests {
		if err := q.check(); err != nil {
			return err
		}
		if seen[q.Name] {
			return fmt.Errorf("release %q is requested twice: names must be unique", q.Name)
		}
		if q.Deferred && i < len(requests)-1 {
			return fmt.Errorf("release %q is deferred and must be the last: move it to the end", q.Name)
		}
		if !q.Deferred && q.Neighbours != requests[0].Neighbours {
			return fmt.Errorf("release %q has other neighbours than release %q: a plan must have one kind", q.Name, requests[0].Name)
		}
		seen[q.Name] = true
	}
	return nil
}

// maxGrid bounds a grid's exponent, so that 2^Grid, its inverse and values on the grid stay far from overflow.
const maxGrid = 400

func (q Request) check() error {
	switch {
	case q.Name == "":
		return errors.New("a release has no name")
	case q.Local:
		return q.checkLocal()
	case q.Deferred:
		return q.checkDeferred()
	case !(q.Sensitivity > 0) || math.IsInf(q.Sensitivity, 1):
		return fmt.Errorf("release %q: sensitivity %g is not a positive number", q.Name, q.Sensitivity)
	case !(q.Mu >= 0 && q.Weight >= 0) || (q.Mu == 0) == (q.Weight == 0) || math.IsInf(q.Mu+q.Weight, 1):
		return fmt.Errorf("release %q: give either a weight or a fixed cost, a positive number", q.Name)
	case q.Dimension < 0:
		return fmt.Errorf("release %q: dimension %d is negative", q.Name, q.Dimension)
	case q.Grid < -maxGrid || q.Grid > maxGrid:
		return fmt.Errorf("release %q: grid 2^%d is out of range", q.Name, q.Grid)
	case (q.MaxContributions > 0) != (q.FailureProbability > 0) || q.MaxContributions < 0 || q.FailureProbability >= 1 || q.MaxContributions > 0 && (q.Symmetric || q.Sensitivity != 1 || q.Dimension != q.MaxContributions):
		return fmt.Errorf("release %q: a threshold needs sensitivity 1, dimension = contribution bound, and a failure probability", q.Name)
	}
	return q.Claim.check(q.Name, q.Symmetric, false)
}

// costs returns the composed μ of the requests with a fixed cost, and the sum of the others' weights.
func costs(requests []Request) (fixed, weight float64) {
	for _, q := range requests {
		fixed = Compose(fixed, q.Mu)
		weight += q.Weight
	}
	return fixed, weight
}
