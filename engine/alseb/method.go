package alseb

import (
	"fmt"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/alseb/internal/posterior"
	"dpals/engine/method"
	"dpals/engine/release"
)

// Method is dpals-eb: one pooled curvature instead of every item's own Gram matrix, released biases, and shrinkage that is
// fitted to the releases.
var Method = &method.Method{
	Name:      "dpals-eb",
	Summary:   "empirical-Bayes private alternating least squares: one pooled curvature, shrinkage fitted to the releases",
	Source:    "docs/methods/dpals-eb.md",
	Trust:     method.TrustJoint,
	Iterative: true,
	Parameters: slices.Concat([]method.Parameter{
		{
			Name: "k", Symbol: "k", Meaning: "maximum ratings per user used to fit items (rarest kept); all: no limit",
			Source: "[DPALS] §3.1", Low: 1, High: 1000, Default: 0, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true,
		},
		release.Iterations(method.Auto),
		release.Beta("the user's level"),
		release.Rank(method.Auto),
		{
			Name: "clip-user", Symbol: "Γ_u", Meaning: "bound on the norm of a user's factors when items are fitted (each factor has prior s.d. 1)",
			Source: "docs/methods/dpals-eb.md", Low: 0.01, High: 100, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "clip-rating", Symbol: "Γ_M", Meaning: "bound on the weighted norm of a user's residuals when items are fitted",
			Source: "docs/methods/dpals-eb.md", Low: 0.01, High: 1000, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "weight-exponent", Symbol: "p", Meaning: "weight of a rating: its item's noisy count to this power",
			Source: "[ADA]", Low: -1, High: 0, Default: -0.05, Step: 0.05,
		},
		{
			Name: "bias-scale", Symbol: "c", Meaning: "weight of the item biases relative to one factor in every iteration",
			Source: "docs/methods/dpals-eb.md", Low: 0.1, High: 100, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "item-share", Symbol: "", Meaning: "fraction of the budget (μ²) for the item biases",
			Source: "docs/methods/dpals-eb.md", Low: 0.01, High: 0.9, Default: method.Auto, Step: 0.05, Auto: true,
		},
	}, release.StartParameters()),
	Resolve:  resolve,
	Plan:     plan,
	Fit:      fit,
	Forecast: forecast,
}

// config is the settings of dpals-eb, decoded.
type config struct {
	release.Selection
	posterior.Scales
	iterations int
	clipRating float64 // Γ_M
	biasWeight float64 // fraction of μ² for the release of the biases
	start      release.Start
}

func read(s method.Settings) config {
	return config{
		Selection:  release.SelectionOf(s, release.ByWeight),
		Scales:     posterior.Scales{Rank: int(s["rank"]), ClipUser: s["clip-user"], BiasScale: s["bias-scale"]},
		iterations: int(s["iterations"]), clipRating: s["clip-rating"], biasWeight: s["item-share"], start: release.StartOf(s),
	}
}

// Fractions of μ² besides that of the biases. The moments have the rest, later iterations more of it, since their residuals
// are taken about better factors.
const (
	countsWeight    = 0.06
	weightsWeight   = 0.03 // only where k limits the ratings
	clippingWeight  = 0.004
	curvatureWeight = 0.02 // of all iterations together
	residualWeight  = 0.005
)

// plan lists the releases; docs/privacy proves each sensitivity.
func plan(pub method.Public, s method.Settings) ([]accounting.Request, error) {
	var (
		c       = read(s)
		root    = math.Sqrt(c.Bound())
		trained = c.Trained(pub.Items)
		one     = accounting.GridFor(1, accounting.SumBits)
		bias    = root * c.clipRating
		curve   = c.ClipUser*c.ClipUser + c.Constant()*c.Constant()
		moment  = root * c.clipRating * math.Sqrt(curve)
		scalars = scalarsWeight(pub)
	)
	list := []accounting.Request{
		release.ScalarsRequest(scalars),
		release.CountsRequest(pub.Items, countsWeight),
	}
	rest := 1 - scalars - countsWeight - curvatureWeight - residualWeight - clippingWeight - c.biasWeight - c.start.Weight()
	if c.K > 0 {
		list = append(list, accounting.Request{Name: "weights", Kind: "weights", Claim: accounting.UserSum("docs/privacy/weights.md", accounting.RatedItems, accounting.L2), Weight: weightsWeight,
			Sensitivity: root, Dimension: trained, Grid: accounting.GridFor(root, accounting.SumBits)})
		rest -= weightsWeight
	}
	if rest <= 0 {
		if c.start.Weight() > c.biasWeight {
			return nil, c.start.RefuseWeight(rest)
		}
		return nil, method.ParameterError{Name: "item-share", Value: fmt.Sprintf("%g", c.biasWeight),
			Reason: fmt.Sprintf("nothing is left for the iterations: choose less than %.2f", c.biasWeight+rest)}
	}
	list = append(list, accounting.Request{Name: "clipping", Kind: "clipping", Claim: accounting.UserSum("docs/privacy/clipping.md", accounting.Ratings, accounting.L2), Weight: clippingWeight,
		Sensitivity: 1, Dimension: 1, Grid: one})
	list = append(list, accounting.Request{Name: "item sums", Kind: "item-sums", Claim: accounting.UserSum("docs/privacy/user-item-sums.md", accounting.Ratings, accounting.L2), Weight: c.biasWeight,
		Sensitivity: bias, Dimension: trained, Grid: accounting.GridFor(bias, accounting.SumBits)})
	list = append(list, c.start.Requests(trained, c.Rank)...)
	growth, total := c.growth(), 0.0
	for t := range c.iterations {
		total += math.Pow(growth, float64(t))
	}
	for t := 1; t <= c.iterations; t++ {
		list = append(list,
			accounting.Request{Name: named("curvature", t), Kind: "curvature", Iteration: t, Claim: accounting.UserSum("docs/privacy/curvature.md", accounting.Ratings, accounting.Frobenius), Symmetric: true,
				Weight: curvatureWeight / float64(c.iterations), Sensitivity: curve, Dimension: (c.Rank + 1) * (c.Rank + 2) / 2,
				Grid: accounting.GridFor(curve, accounting.SumBits)},
			accounting.Request{Name: named("residual", t), Kind: "residual", Iteration: t, Claim: accounting.UserSum("docs/privacy/residual.md", accounting.Ratings, accounting.L2),
				Weight: residualWeight / float64(c.iterations), Sensitivity: 1, Dimension: 1, Grid: one},
			accounting.Request{Name: named("moments", t), Kind: "moments", Iteration: t, Claim: accounting.UserSum("docs/privacy/moments.md", accounting.Ratings, accounting.L2),
				Weight: rest * math.Pow(growth, float64(t-1)) / total, Sensitivity: moment, Dimension: trained * (c.Rank + 1),
				Grid: accounting.GridFor(moment, accounting.SumBits)})
	}
	return list, nil
}

// named is the name of a release of iteration t.
func named(kind string, t int) string { return fmt.Sprintf("%s %d", kind, t) }
