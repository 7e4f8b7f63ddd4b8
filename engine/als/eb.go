package als

import (
	"fmt"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/method"
)

// EB is empirical-Bayes DPALS: one pooled curvature in place of every item's own Gram matrix, biases in the open, and
// shrinkage that is fitted to what was released (docs/methods/dpals-eb.md derives it).
var EB = &method.Method{
	Name:      "dpals-eb",
	Summary:   "empirical-Bayes private alternating least squares: pooled curvature, shrinkage fitted to the releases",
	Source:    "docs/methods/dpals-eb.md",
	Trust:     method.TrustJoint,
	Iterative: true,
	Parameters: slices.Concat([]method.Parameter{
		{
			Name: "k", Symbol: "k", Meaning: "at most so many ratings of a user train the items, their rarest; with all, nothing is thrown away",
			Source: "[DPALS] §3.1", Low: 1, High: 1000, Default: 0, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true,
		},
		steps(method.Auto),
		{
			Name: "beta", Symbol: "β", Meaning: "share of the items that is trained, the most rated first; the others predict the user's level",
			Source: "[DPALS] §5.1", Low: 0.01, High: 1, Default: 1, Step: 0.05, Main: true,
		},
		rank(method.Auto),
		{
			Name: "clip-user", Symbol: "Γ_u", Meaning: "largest norm of a user's factors in the item step; their prior s.d. is 1 a direction",
			Source: "docs/methods/dpals-eb.md", Low: 0.01, High: 100, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "clip-rating", Symbol: "Γ_M", Meaning: "largest weighted norm of a user's residuals in the item step",
			Source: "docs/methods/dpals-eb.md", Low: 0.01, High: 1000, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "weight-exponent", Symbol: "p", Meaning: "a rating's weight grows with its item's noisy count to this power",
			Source: "[ADA]", Low: -1, High: 0, Default: -0.05, Step: 0.05,
		},
		{
			Name: "bias-scale", Symbol: "c", Meaning: "weight of the items' biases beside a direction of the factors, in the steps",
			Source: "docs/methods/dpals-eb.md", Low: 0.1, High: 100, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "item-share", Symbol: "", Meaning: "share of μ² for the items' biases",
			Source: "docs/methods/dpals-eb.md", Low: 0.01, High: 0.9, Default: method.Auto, Step: 0.05, Auto: true,
		},
	}, starts()),
	Resolve:     resolveEB,
	Plan:        planEB,
	Fit:         fitEB,
	Consequence: foreseeEB,
}

func readEB(s method.Settings) config {
	return config{
		rank: int(s["rank"]), steps: int(s["iterations"]), k: int(s["k"]), beta: s["beta"],
		clipUser: s["clip-user"], clipRating: s["clip-rating"],
		sampling: samplingWeights, weightExponent: s["weight-exponent"], itemShare: s["item-share"], biasScale: s["bias-scale"], local: true,
		start: int(s["init"]), startShare: s["init-share"],
	}
}

// constant is the coordinate that stands for the item's bias beside a user's factors.
func (c config) constant() float64 { return c.biasScale * c.clipUser / math.Sqrt(float64(c.rank)) }

// Shares of μ² of dpals-eb beside the biases. The moments have the rest, later steps more of it: they know better
// what to ask.
const (
	shareEBCounts    = 0.06
	shareEBWeights   = 0.03 // only where k limits the ratings
	shareEBClipping  = 0.004
	shareEBCurvature = 0.02 // of all steps together
	shareEBResidual  = 0.005
)

// planEB lists the releases of dpals-eb; docs/privacy proves each sensitivity.
func planEB(pub method.Public, s method.Settings) ([]accounting.Request, error) {
	var (
		c       = readEB(s)
		root    = math.Sqrt(c.weight())
		trained = trainedItems(c, pub.Items)
		one     = accounting.GridFor(1, accounting.SumBits)
		bias    = root * c.clipRating
		curve   = c.clipUser*c.clipUser + c.constant()*c.constant()
		moment  = root * c.clipRating * math.Sqrt(curve)
		scalars = baseline.Scalars()
	)
	scalars.Weight = scalarShare(pub)
	list := []accounting.Request{
		scalars,
		{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Weight: shareEBCounts, Sensitivity: 1, Dimension: pub.Items, Grid: one},
	}
	rest := 1 - scalars.Weight - shareEBCounts - shareEBCurvature - shareEBResidual - shareEBClipping - c.itemShare - c.startShareOf()
	if c.k > 0 {
		list = append(list, accounting.Request{Name: "weights", Kind: "weights", Claim: accounting.UserSum("docs/privacy/weights.md", accounting.RatedItems, accounting.L2), Weight: shareEBWeights,
			Sensitivity: root, Dimension: trained, Grid: accounting.GridFor(root, accounting.SumBits)})
		rest -= shareEBWeights
	}
	if rest <= 0 {
		if c.startShareOf() > c.itemShare {
			return nil, errStartShare(c, rest)
		}
		return nil, method.ParameterError{Name: "item-share", Value: fmt.Sprintf("%g", c.itemShare),
			Reason: fmt.Sprintf("nothing is left for the iterations: choose less than %.2f", c.itemShare+rest)}
	}
	list = append(list, accounting.Request{Name: "clipping", Kind: "clipping", Claim: accounting.UserSum("docs/privacy/clipping.md", accounting.Ratings, accounting.L2), Weight: shareEBClipping,
		Sensitivity: 1, Dimension: 1, Grid: one})
	list = append(list, accounting.Request{Name: "item sums", Kind: "item-sums", Claim: accounting.UserSum("docs/privacy/user-item-sums.md", accounting.Ratings, accounting.L2), Weight: c.itemShare,
		Sensitivity: bias, Dimension: trained, Grid: accounting.GridFor(bias, accounting.SumBits)})
	list = append(list, c.planStart(trained)...)
	growth, total := c.growth(), 0.0
	for t := range c.steps {
		total += math.Pow(growth, float64(t))
	}
	for t := 1; t <= c.steps; t++ {
		list = append(list,
			accounting.Request{Name: fmt.Sprintf("curvature %d", t), Kind: "curvature", Step: t, Claim: accounting.UserSum("docs/privacy/curvature.md", accounting.Ratings, accounting.Frobenius), Symmetric: true,
				Weight: shareEBCurvature / float64(c.steps), Sensitivity: curve, Dimension: (c.rank + 1) * (c.rank + 2) / 2,
				Grid: accounting.GridFor(curve, accounting.SumBits)},
			accounting.Request{Name: fmt.Sprintf("residual %d", t), Kind: "residual", Step: t, Claim: accounting.UserSum("docs/privacy/residual.md", accounting.Ratings, accounting.L2),
				Weight: shareEBResidual / float64(c.steps), Sensitivity: 1, Dimension: 1, Grid: one},
			accounting.Request{Name: fmt.Sprintf("moments %d", t), Kind: "moments", Step: t, Claim: accounting.UserSum("docs/privacy/moments.md", accounting.Ratings, accounting.L2),
				Weight: rest * math.Pow(growth, float64(t-1)) / total, Sensitivity: moment, Dimension: trained * (c.rank + 1),
				Grid: accounting.GridFor(moment, accounting.SumBits)})
	}
	return list, nil
}

// resolveEB fills in what the settings leave to the rule: a function of the target and the rating range alone.
func resolveEB(pub method.Public, s method.Settings) method.Settings {
	mu := targetMu(pub)
	return fillIn(s, func(name string, so method.Settings) float64 {
		switch name {
		case "rank":
			return math.Round(min(max(8*math.Pow(mu, 0.45), 6), 16))
		case "iterations":
			return math.Round(min(max(6.5*math.Pow(mu, 0.35), 4), 14))
		case "clip-user":
			return 0.2 * math.Sqrt(so["rank"])
		case "clip-rating":
			return 0.15 * (pub.High - pub.Low)
		case "bias-scale":
			// A bias explains more than a direction does, and is all there is to learn where noise is large.
			return min(max(1.2/mu, 2), 8)
		case "item-share":
			// A first idea of the biases takes a μ² of about 0.03; the steps refine it.
			return min(max(0.03/(mu*mu), 0.05), 0.1)
		case "init-share":
			return ruleStartShare
		}
		return method.Auto
	})
}

// growth is how much more each step pays than the one before, stepGrowth unless that makes the last pay more than
// mostGrowth times the first.
func (c config) growth() float64 {
	return min(stepGrowth, math.Pow(mostGrowth, 1/float64(max(1, c.steps-1))))
}

const (
	stepGrowth = 1.5
	mostGrowth = 100
)

// scalarShare is the share of μ² for the scalars: enough to tell a thousand users from none, as far as a tenth of the
// budget goes.
func scalarShare(pub method.Public) float64 {
	mu := targetMu(pub)
	return min(max(0.0015/(mu*mu), 0.01), 0.1)
}

// targetMu is the target as μ; tiny where the target is none, and the plan will say so.
func targetMu(pub method.Public) float64 {
	if mu, err := accounting.TargetMu(accounting.Exact, pub.Epsilon, pub.Delta); err == nil && mu > 0 {
		return mu
	}
	return 1e-6
}
