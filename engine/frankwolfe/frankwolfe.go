package frankwolfe

import (
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/engine/symmetric"
)

// DPFW is private Frank–Wolfe: [DPFW] Algorithm 1.
var DPFW = &method.Method{
	Name:      "dpfw",
	Summary:   "private Frank–Wolfe: in every iteration a noisy item covariance of the residuals and its leading eigenvector",
	Source:    "[DPFW] Alg. 1",
	Trust:     method.TrustJoint,
	Iterative: true,
	Parameters: []method.Parameter{
		{
			Name: "k", Symbol: "ξ", Meaning: "maximum ratings per user in the covariance, chosen at random; all: no limit",
			Source: "[DPFW] §5", Low: 1, High: 1000, Default: 80, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true,
		},
		iterations(method.Auto), nuclear, stepSize,
		{
			Name: "beta", Symbol: "β", Meaning: "fraction of items in the covariance, most rated first; auto: all up to 5,000; the others are predicted by the user's mean",
			Source: "[DPALS] §5.1", Low: 0.01, High: 1, Default: method.Auto, Step: 0.05, Auto: true, Main: true,
		},
		{
			Name: "clip-row", Symbol: "L", Meaning: "bound on the norm of a user's residuals in the covariance; auto: from the released spread and ξ",
			Source: "[DPFW] Alg. 1", Low: 0.01, High: 1e4, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "schedule", Symbol: "", Meaning: "budget of the iterations; growing: more for later ones, since residuals shrink; flat: equal",
			Source: "docs/methods/dpfw.md", Choices: []string{"flat", "growing"},
		},
		{
			Name: "as-published", Symbol: "", Meaning: "the published algorithm with its own noise: σ = L²·√(64·T·ln(1/δ))/ε",
			Source: "[DPFW] Alg. 1", Choices: []string{"no", "yes"},
		},
	},
	Resolve:   resolve,
	Plan:      plan,
	Fit:       fitPrivate,
	Forecast:  forecast,
	Published: published,
}

// FW is Frank–Wolfe without privacy: [DPFW] Algorithm 2.
var FW = &method.Method{
	Name:       "fw",
	Summary:    "Frank–Wolfe over a nuclear-norm ball, not private: the reference for dpfw",
	Source:     "[DPFW] Alg. 2",
	Trust:      method.TrustNone,
	Iterative:  true,
	Parameters: []method.Parameter{iterations(40), nuclear, stepSize},
	Fit:        fitPlain,
}

func iterations(standard float64) method.Parameter {
	return method.Parameter{
		Name: "iterations", Symbol: "T", Meaning: "iterations, each adding one rank-one term",
		Source: "[DPFW] Alg. 1", Low: 1, High: 500, Default: standard, Step: 1.25, Log: true, Integer: true,
		Auto: standard == method.Auto, Main: true,
	}
}

var nuclear = method.Parameter{
	Name: "nuclear", Symbol: "κ", Meaning: "bound on the nuclear norm of the completed matrix; auto: from its size and the spread of ratings",
	Source: "[DPFW] Alg. 1, there k", Low: 1e-3, High: 1e9, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
}

var stepSize = method.Parameter{
	Name: "step", Symbol: "η", Meaning: "step size; constant: 1/T; falling: 2/(t+1)",
	Source: "[DPFW] Alg. 1 for constant", Choices: []string{"constant", "falling"},
}

// config is the settings by name, all resolved but those that follow from releases.
type config struct {
	k, iterations     int
	nuclear, clip     float64 // Auto where the rule decides during the run
	beta              float64
	falling           bool
	growing, original bool // original: as published
}

func read(s method.Settings) config {
	return config{
		k: int(s["k"]), iterations: int(s["iterations"]), nuclear: s["nuclear"], clip: s["clip-row"], beta: s["beta"],
		falling: s["step"] == 1, growing: s["schedule"] == 1, original: s["as-published"] == 1,
	}
}

// size is η of iteration t.
func (c config) size(t int) float64 {
	if c.falling {
		return 2 / float64(t+1)
	}
	return 1 / float64(c.iterations)
}

const (
	covarianceKind = "residual-covariance"

	scalarsWeight = 0.02
	countsWeight  = 0.04
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
	list := []accounting.Request{release.ScalarsRequest(scalarsWeight)}
	if columns < pub.Items {
		list = append(list, release.CountsRequest(pub.Items, countsWeight))
	}
	for t := 1; t <= c.iterations; t++ {
		q := c.outer(pub.Items).Request()
		q.Name, q.Kind, q.Iteration = covariance(t), covarianceKind, t
		q.Claim = accounting.UserSum("docs/privacy/residual-covariance.md", accounting.Ratings, accounting.L2)
		q.Weight = math.Pow(c.growth(), float64(t-1))
		list = append(list, q)
	}
	if c.original {
		return list, c.priceAsPublished(pub, list)
	}
	rest, total := 1-scalarsWeight, 0.0
	if columns < pub.Items {
		rest -= countsWeight
	}
	for _, q := range list {
		if q.Iteration > 0 {
			total += q.Weight
		}
	}
	for i := range list {
		if list[i].Iteration > 0 {
			list[i].Weight *= rest / total
		}
	}
	return list, nil
}

func covariance(t int) string { return fmt.Sprintf("residual covariance %d", t) }

// growth is the budget weight of an iteration over that of the one before. The last of many has at most twenty times the
// weight of the first.
func (c config) growth() float64 {
	if !c.growing {
		return 1
	}
	return min(1.3, math.Pow(20, 1/float64(max(c.iterations-1, 1))))
}

// priceAsPublished fixes the cost of every iteration at the paper's noise. What its formula leaves of the budget pays for
// the other releases.
func (c config) priceAsPublished(pub method.Public, list []accounting.Request) error {
	if most := 2 * math.Log(1/pub.Delta); pub.Epsilon > most {
		return method.ParameterError{Name: "as-published", Reason: fmt.Sprintf("the noise of [DPFW] is proved for ε up to 2·ln(1/δ) = %.3g, not for %g", most, pub.Epsilon)}
	}
	for i := range list {
		if q := &list[i]; q.Iteration > 0 {
			q.Weight, q.Mu = 0, q.Sensitivity/PublishedSigma(c.iterations, pub.Epsilon, pub.Delta)
		}
	}
	return nil
}

// PublishedSigma is the noise of [DPFW] Algorithm 1 in units of L².
func PublishedSigma(iterations int, epsilon, delta float64) float64 {
	return math.Sqrt(64*float64(iterations)*math.Log(1/delta)) / epsilon
}

// published is the ε for which the paper would ask for the noise of this plan.
func published(s method.Settings, p *accounting.Plan, delta float64) float64 {
	c := read(s)
	least := math.Inf(1) // s.d. of the noise off the diagonal, in units of L²
	for _, r := range p.Releases {
		if r.Kind == covarianceKind { // errors may be released in the same iterations
			least = min(least, r.Sigma)
		}
	}
	return math.Sqrt(64*float64(c.iterations)*math.Log(1/delta)) / least
}
