// Package frankwolfe completes the matrix of ratings by the Frank–Wolfe method over a nuclear-norm ball: fw without
// privacy and dpfw with joint differential privacy ([DPFW] Algorithms 2 and 1).
//
// The iterate is never a matrix. It is T rank-one terms whose item sides v_t and gains are shared; a user's side of
// every term follows from those and from their own ratings, by the recursion of rowState. Only Σ_i A_iᵀA_i over the
// users' residual rows crosses users, and it does so through the meter alone.
package frankwolfe

import (
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/baseline"
	"dpals/engine/method"
	"dpals/engine/symmetric"
)

// DPFW is private Frank–Wolfe: [DPFW] Algorithm 1.
var DPFW = &method.Method{
	Name:      "dpfw",
	Summary:   "private Frank–Wolfe: one noisy item covariance of the residuals, and its top direction, a step",
	Source:    "[DPFW] Alg. 1",
	Trust:     method.TrustJoint,
	Iterative: true,
	Parameters: []method.Parameter{
		{
			Name: "k", Symbol: "ξ", Meaning: "ratings of a user that enter the covariance, chosen at random",
			Source: "[DPFW] §5", Low: 1, High: 1000, Default: 80, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true,
		},
		steps(method.Auto), nuclear, stepSize,
		{
			Name: "beta", Symbol: "β", Meaning: "share of the items in the covariance, the most rated first; auto is all, up to 5,000; the others predict the user's level",
			Source: "[DPALS] §5.1", Low: 0.01, High: 1, Default: method.Auto, Step: 0.05, Auto: true, Main: true,
		},
		{
			Name: "clip-row", Symbol: "L", Meaning: "largest norm of a user's residuals in the covariance; auto goes by the released spread and ξ",
			Source: "[DPFW] Alg. 1", Low: 0.01, High: 1e4, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "schedule", Symbol: "", Meaning: "budget of the steps: growing pays later steps more, since residuals shrink",
			Source: "docs/methods/dpfw.md", Choices: []string{"flat", "growing"},
		},
		{
			Name: "as-published", Symbol: "", Meaning: "the algorithm of the paper untouched, with its own noise: σ = L²·√(64·T·ln(1/δ))/ε",
			Source: "[DPFW] Alg. 1", Choices: []string{"no", "yes"},
		},
	},
	Resolve:     resolve,
	Plan:        plan,
	Fit:         fitPrivate,
	Consequence: foresee,
	Published:   published,
}

// FW is Frank–Wolfe without privacy: [DPFW] Algorithm 2.
var FW = &method.Method{
	Name:       "fw",
	Summary:    "Frank–Wolfe over a nuclear-norm ball, not private: the accuracy that dpfw pays from",
	Source:     "[DPFW] Alg. 2",
	Trust:      method.TrustNone,
	Iterative:  true,
	Parameters: []method.Parameter{steps(40), nuclear, stepSize},
	Fit:        fitPlain,
}

func steps(standard float64) method.Parameter {
	return method.Parameter{
		Name: "iterations", Symbol: "T", Meaning: "rank-one terms, one a step",
		Source: "[DPFW] Alg. 1", Low: 1, High: 500, Default: standard, Step: 1.25, Log: true, Integer: true,
		Auto: standard == method.Auto, Main: true,
	}
}

var nuclear = method.Parameter{
	Name: "nuclear", Symbol: "κ", Meaning: "bound on the nuclear norm of the completed matrix; auto goes by its size and the ratings' spread",
	Source: "[DPFW] Alg. 1, there k", Low: 1e-3, High: 1e9, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
}

var stepSize = method.Parameter{
	Name: "step", Symbol: "η", Meaning: "size of a step: constant is 1/T, falling is 2/(t+1)",
	Source: "[DPFW] Alg. 1 for constant", Choices: []string{"constant", "falling"},
}

// config is the settings by name, all resolved but those that follow from releases.
type config struct {
	k, steps          int
	nuclear, clip     float64 // Auto where the rule decides during the run
	beta              float64
	falling           bool
	growing, original bool // original: as published
}

func read(s method.Settings) config {
	return config{
		k: int(s["k"]), steps: int(s["iterations"]), nuclear: s["nuclear"], clip: s["clip-row"], beta: s["beta"],
		falling: s["step"] == 1, growing: s["schedule"] == 1, original: s["as-published"] == 1,
	}
}

// size is η of step t.
func (c config) size(t int) float64 {
	if c.falling {
		return 2 / float64(t+1)
	}
	return 1 / float64(c.steps)
}

const (
	covarianceKind = "residual-covariance"

	shareScalars = 0.02
	shareCounts  = 0.04
)

// columns is how many items are in the covariance.
func (c config) columns(items int) int { return min(items, int(math.Ceil(c.beta*float64(items)))) }

// bound is on ‖A_i‖²/L², the Frobenius norm of what a user adds to the covariance in units of L²: 1 where residual rows
// are clipped to L themselves, and 4 as published, where only the iterate and the ratings are.
func (c config) bound() float64 {
	if c.original {
		return 4
	}
	return 1
}

func (c config) outer(items int) *symmetric.Outer {
	return symmetric.NewOuter(c.columns(items), c.bound(), c.original)
}

// plan lists the releases of dpfw; docs/privacy proves each sensitivity.
func plan(pub method.Public, s method.Settings) ([]accounting.Request, error) {
	c := read(s)
	columns := c.columns(pub.Items)
	if err := symmetric.CheckItems(columns, pub.Items); err != nil {
		return nil, err
	}
	scalars := baseline.Scalars()
	scalars.Weight = shareScalars
	list := []accounting.Request{scalars}
	if columns < pub.Items {
		counts := symmetric.Counts(pub.Items)
		counts.Weight = shareCounts
		list = append(list, counts)
	}
	for t := 1; t <= c.steps; t++ {
		q := c.outer(pub.Items).Request()
		q.Name, q.Kind, q.Step = covariance(t), covarianceKind, t
		q.Claim = accounting.UserSum("docs/privacy/residual-covariance.md", accounting.Ratings, accounting.L2)
		q.Weight = math.Pow(c.growth(), float64(t-1))
		list = append(list, q)
	}
	if c.original {
		return list, c.priceAsPublished(pub, list)
	}
	rest, total := 1-shareScalars, 0.0
	if columns < pub.Items {
		rest -= shareCounts
	}
	for _, q := range list {
		if q.Step > 0 {
			total += q.Weight
		}
	}
	for i := range list {
		if list[i].Step > 0 {
			list[i].Weight *= rest / total
		}
	}
	return list, nil
}

func covariance(t int) string { return fmt.Sprintf("residual covariance %d", t) }

// growth is the weight of a step over that of the step before it. The last of many steps is not paid more than twenty
// times the first.
func (c config) growth() float64 {
	if !c.growing {
		return 1
	}
	return min(1.3, math.Pow(20, 1/float64(max(c.steps-1, 1))))
}

// priceAsPublished fixes the cost of every step at the paper's noise. What its formula leaves of the budget pays for
// the other releases.
func (c config) priceAsPublished(pub method.Public, list []accounting.Request) error {
	if most := 2 * math.Log(1/pub.Delta); pub.Epsilon > most {
		return method.ParameterError{Name: "as-published", Reason: fmt.Sprintf("the noise of [DPFW] is proved for ε up to 2·ln(1/δ) = %.3g, not for %g", most, pub.Epsilon)}
	}
	for i := range list {
		if q := &list[i]; q.Step > 0 {
			q.Weight, q.Mu = 0, q.Sensitivity/PublishedSigma(c.steps, pub.Epsilon, pub.Delta)
		}
	}
	return nil
}

// PublishedSigma is the noise of [DPFW] Algorithm 1 in units of L².
func PublishedSigma(steps int, epsilon, delta float64) float64 {
	return math.Sqrt(64*float64(steps)*math.Log(1/delta)) / epsilon
}

// published is the ε for which the paper would ask for the noise of this plan.
func published(s method.Settings, p *accounting.Plan, delta float64) float64 {
	c := read(s)
	least := math.Inf(1) // s.d. of the noise off the diagonal, in units of L²
	for _, r := range p.Releases {
		if r.Kind == covarianceKind { // errors may be released in the same steps
			least = min(least, r.Sigma)
		}
	}
	return math.Sqrt(64*float64(c.steps)*math.Log(1/delta)) / least
}
