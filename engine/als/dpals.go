package als

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
)

// DPALS is private alternating least squares: [DPALS] Algorithms 1 and 3 with a random start.
var DPALS = &method.Method{
	Name:      "dpals",
	Summary:   "private alternating least squares: noisy Gram matrices and right-hand sides for every item",
	Source:    "[DPALS] Alg. 1 and 3, eq. 35; weights from [ADA]",
	Trust:     method.TrustJoint,
	Iterative: true,
	Parameters: slices.Concat([]method.Parameter{
		{
			Name: "k", Symbol: "k", Meaning: "maximum ratings per user used to fit items; more ratings mean more noise on each; all: no limit",
			Source: "[DPALS] §3.1", Low: 1, High: 1000, Default: 0, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true,
		},
		release.Iterations(method.Auto),
		release.Beta("the user's mean"),
		release.Rank(method.Auto),
		lambda,
		{
			Name: "lambda-user", Symbol: "λ_u", Meaning: "λ of users; auto: λ if given, otherwise from the spread of ratings",
			Source: "docs/methods/dpals.md", Low: 0, High: 1e6, Default: method.Auto, Step: 1.5, Log: true, Auto: true,
		},
		{
			Name: "lambda0", Symbol: "λ₀", Meaning: "weight of unobserved entries, which count as zero",
			Source: "[DPALS] eq. 35", Low: 0, High: 10, Default: 0, Step: 0.05,
		},
		itemExponent(0),
		userExponent(0),
		{
			Name: "clip-user", Symbol: "Γ_u", Meaning: "bound on the norm of a user's factors when items are fitted",
			Source: "[DPALS] Alg. 1", Low: 0.01, High: 100, Default: 1, Step: 1.25, Log: true,
		},
		{
			Name: "clip-rating", Symbol: "Γ_M", Meaning: "bound on a centred rating when items are fitted",
			Source: "[DPALS] Alg. 1", Low: 0.01, High: 1000, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "sampling", Symbol: "", Meaning: "ratings used to fit items: weights: all, weighted; uniform: k per user at random; adaptive: the k of the rarest items per user",
			Source: "[ADA] for weights; [DPALS] §5.1", Choices: release.Samplings(),
		},
		{
			Name: "weight-exponent", Symbol: "p", Meaning: "weight of a rating: its item's noisy count to this power",
			Source: "[ADA]", Low: -1, High: 0, Default: -0.1, Step: 0.05,
			Disabled: func(s method.Settings) string {
				if release.Sampling(s["sampling"]) != release.ByWeight {
					return "it applies to sampling weights only"
				}
				return ""
			},
		},
		centring,
		{
			Name: "sigma-ratio", Symbol: "σ_G/σ_g", Meaning: "ratio of the noise of Gram matrices to that of right-hand sides",
			Source: "[DPALS] Table 4", Low: 0.1, High: 20, Default: 2, Step: 1.25, Log: true, Disabled: whenFixed,
		},
		{
			Name: "gram-noise", Symbol: "", Meaning: "noise of Gram matrices; isometric: half the variance off the diagonal at the same privacy; plain: as published",
			Source: "[DPALS] Alg. 1 for plain", Choices: []string{"isometric", "plain"},
		},
		{
			Name: "as-published", Symbol: "", Meaning: "the published algorithm: 50 ratings per user at random, one mean of all users, plain noise",
			Source: "[DPALS] Alg. 1 and 3, §5.1", Choices: []string{"no", "yes"},
		},
		fixedSigma("sigma-g", "σ_G", "the Gram matrices"),
		fixedSigma("sigma-rhs", "σ_g", "the right-hand sides"),
		fixedSigma("sigma-pre", "σ_p", "the pre-processing"),
		theory,
	}, release.StartParameters()),
	Resolve:   resolve,
	Plan:      plan,
	Fit:       fitDPALS,
	Forecast:  forecast,
	Published: published,
}

func fixedSigma(name, symbol, of string) method.Parameter {
	return method.Parameter{
		Name: name, Symbol: symbol, Source: "[DPALS] Table 4", Low: 0.01, High: 1e6, Default: 0, Step: 1.25, Log: true, Zero: "calibrated",
		Meaning: "fixed noise multiplier of " + of + ", to reproduce a published run; set all three σ, and ε follows from them",
	}
}

func whenFixed(s method.Settings) string {
	if s["sigma-g"] > 0 {
		return "the noise is fixed by sigma-g and sigma-rhs"
	}
	return ""
}

// bits of a contribution's coordinates on its grid. A product of two has twice as many, and a sum over
// accounting.MaxUsers users 24 more: 52, which a float64 holds exactly.
const bits = accounting.FactorBits

// grids of the item statistics: a user's rows z and ratings t lie on 2^z and 2^t, so products on sums of exponents.
type grids struct{ z, t int }

func gridsOf(c config) grids {
	root := math.Sqrt(math.Sqrt(c.Bound()))
	return grids{
		z: accounting.GridFor(root*c.clipUser, bits),
		t: accounting.GridFor(root*c.clipRating, bits),
	}
}

// Fractions of μ² before the iterations, which have the rest in equal parts.
const (
	scalarsWeight = 0.02
	countsWeight  = 0.04
)

// plan lists the releases of dpals; docs/privacy proves each sensitivity.
func plan(pub method.Public, s method.Settings) ([]accounting.Request, error) {
	c := read(s)
	if (c.sigmaG > 0) != (c.sigmaR > 0) || (c.sigmaG > 0) != (c.sigmaP > 0) {
		return nil, method.ParameterError{Name: "sigma-g", Reason: "give all three of {sigma-g}, {sigma-rhs} and {sigma-pre}, or none"}
	}
	if c.Sampling != release.ByWeight && c.K == 0 {
		return nil, method.ParameterError{Name: "k", Value: "all", Reason: "{sampling} " + c.Sampling.String() + " needs a number of ratings per user"}
	}
	if err := c.checkTheory(); err != nil {
		return nil, err
	}
	if c.sigmaG > 0 && c.start.Kind != release.StartRandom {
		return nil, method.ParameterError{Name: "init", Value: c.start.Kind.String(),
			Reason: "the noise of a start is calibrated: leave out {sigma-g}, {sigma-rhs} and {sigma-pre}, or choose {init} random"}
	}
	if left := 1 - scalarsWeight - countsWeight - c.start.Weight(); left <= 0 {
		return nil, c.start.RefuseWeight(left)
	}
	var (
		trained = c.Trained(pub.Items)
		pair    = c.rank * (c.rank + 1) / 2
		g       = gridsOf(c)
		root    = math.Sqrt(c.Bound())
		gram    = root * c.clipUser * c.clipUser
		rhs     = root * c.clipUser * c.clipRating
		norm    = accounting.Frobenius
		list    = []accounting.Request{
			release.ScalarsRequest(scalarsWeight),
			release.CountsRequest(pub.Items, countsWeight),
		}
	)
	if c.plainNoise {
		norm = accounting.L2
	}
	list = append(list, c.start.Requests(trained, c.rank)...)
	for t := 1; t <= c.iterations; t++ {
		if c.lambda0 > 0 {
			list = append(list, accounting.Request{Name: fmt.Sprintf("global gram %d", t), Iteration: t, Kind: "global-gram", Claim: accounting.UserSum("docs/privacy/global-gram.md", accounting.Ratings, norm),
				Sensitivity: c.clipUser * c.clipUser, Dimension: pair, Symmetric: !c.plainNoise, Grid: 2 * accounting.GridFor(c.clipUser, bits)})
		}
		list = append(list,
			accounting.Request{Name: fmt.Sprintf("gram %d", t), Iteration: t, Kind: "gram", Claim: accounting.UserSum("docs/privacy/gram.md", accounting.Ratings, norm),
				Sensitivity: gram, Dimension: trained * pair, Symmetric: !c.plainNoise, Grid: 2 * g.z},
			accounting.Request{Name: fmt.Sprintf("rhs %d", t), Iteration: t, Kind: "rhs", Claim: accounting.UserSum("docs/privacy/rhs.md", accounting.Ratings, accounting.L2),
				Sensitivity: rhs, Dimension: trained * c.rank, Grid: g.z + g.t})
	}
	c.price(list)
	return list, nil
}

// price gives every request its budget weight, or its fixed cost where the noise is fixed. A noise multiplier
// is that of one full rating: its release costs √k over it.
func (c config) price(list []accounting.Request) {
	ratio2 := c.sigmaRatio * c.sigmaRatio
	step := (1 - scalarsWeight - countsWeight - c.start.Weight()) / float64(c.iterations)
	forGlobal := 0.0
	if c.lambda0 > 0 {
		forGlobal = 0.1
	}
	root := math.Sqrt(c.Bound())
	for i := range list {
		q := &list[i]
		switch q.Kind {
		case "scalars":
			q.Weight, q.Mu = scalarsWeight, over(math.Sqrt2, c.sigmaP)
		case "counts":
			q.Weight, q.Mu = countsWeight, over(root, c.sigmaP)
		case "global-gram":
			q.Weight, q.Mu = step*forGlobal, over(1, c.sigmaG)
		case "gram":
			q.Weight, q.Mu = step*(1-forGlobal)/(1+ratio2), over(root, c.sigmaG)
		case "rhs":
			q.Weight, q.Mu = step*(1-forGlobal)*ratio2/(1+ratio2), over(root, c.sigmaR)
		}
		if q.Mu > 0 {
			q.Weight = 0
		}
	}
}

func over(a, sigma float64) float64 {
	if sigma == 0 {
		return 0
	}
	return a / sigma
}

// published is the ε that the formula of the paper states for the noise of this plan: μ² = T·k(1/σ_G² + 1/σ_g²) +
// (2k+2)/σ_p² by Mironov's conversion, with the noise multipliers that this plan's sigmas amount to.
func published(s method.Settings, p *accounting.Plan, delta float64) float64 {
	c := read(s)
	root := math.Sqrt(c.Bound())
	steps, pre := 0.0, 0.0
	for _, r := range p.Releases {
		switch r.Kind {
		case "gram", "rhs", "global-gram", "power", "start-covariance":
			steps += r.Mu * r.Mu
		case "counts":
			sigma := root / r.Mu
			k := c.Bound()
			pre = (2*k + 2) / (sigma * sigma)
		}
	}
	eps, err := accounting.Mironov.Epsilon(math.Sqrt(steps+pre), delta)
	if err != nil {
		return 0
	}
	return eps
}

func fitDPALS(ctx context.Context, task *method.Task) (method.Model, error) {
	f, err := newFit(ctx, task)
	if err != nil {
		return nil, err
	}
	for t := 1; t <= f.iterations; t++ {
		if f.theory {
			if err := f.useRatingsOf(ctx, t); err != nil {
				return nil, err
			}
		}
		task.Progress.Phase("users", t, f.iterations)
		if err := f.state.solve(ctx, f.model, f.ratings, f.clipUser, task.Threads, task.Progress.Part); err != nil {
			return nil, err
		}
		task.Progress.Phase("items", t, f.iterations)
		if err := f.itemStep(ctx, t); err != nil {
			return nil, err
		}
		if f.theory {
			f.orthonormal()
		}
		if err := task.Progress.Iteration(t, f.model); err != nil {
			return nil, err
		}
	}
	return f.model, nil
}
