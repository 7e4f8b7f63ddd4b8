package driver

import (
	"errors"
	"fmt"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// PrivateMethod is a fake private method with knobs of every kind.
var PrivateMethod = &method.Method{
	Name: "dpals", Summary: "private alternating least squares", Trust: method.TrustJoint, Iterative: true,
	Parameters: []method.Parameter{
		{Name: "k", Symbol: "k", Meaning: "maximum ratings per user used to fit items", Low: 1, High: 1000, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true},
		{Name: "iterations", Symbol: "T", Meaning: "iterations of user and item updates", Low: 1, High: 20, Default: method.Auto, Step: 1, Integer: true, Auto: true, Main: true},
		{Name: "beta", Symbol: "β", Meaning: "fraction of the items that is trained, most rated first", Low: 0.01, High: 1, Default: 1, Step: 0.05, Main: true},
		{Name: "rank", Symbol: "r", Meaning: "length of the user and item factors", Low: 1, High: 512, Default: 8, Step: 2, Log: true, Integer: true},
		{Name: "sampling", Meaning: "which ratings train the items", Choices: []string{"weights", "uniform", "adaptive"}},
		{Name: "weight-exponent", Symbol: "p", Meaning: "a rating's weight grows with its item's count to this power", Low: -1, High: 0, Default: -0.25, Step: 0.05,
			Disabled: func(s method.Settings) string {
				if s["sampling"] != 0 {
					return "only for sampling by weights"
				}
				return ""
			}},
		{Name: "clip-rating", Symbol: "Γ_M", Meaning: "largest centred rating in the item update", Low: 0.01, High: 100, Default: 1, Step: 1.25, Log: true},
	},
	Resolve: func(_ method.Public, s method.Settings) method.Settings {
		out := method.Settings{}
		for name, v := range s {
			out[name] = v
		}
		if out["iterations"] == method.Auto {
			out["iterations"] = 3
		}
		return out
	},
	Plan: func(_ method.Public, s method.Settings) ([]accounting.Request, error) {
		requests := []accounting.Request{{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 0.1, Dimension: 1}}
		for t := 1; t <= int(s["iterations"]); t++ {
			requests = append(requests,
				accounting.Request{Name: fmt.Sprintf("gram %d", t), Kind: "gram", Claim: accounting.UserSum("docs/privacy/gram.md", accounting.Ratings, accounting.L2), Sensitivity: 1, Weight: 0.2, Dimension: 1},
				accounting.Request{Name: fmt.Sprintf("rhs %d", t), Kind: "rhs", Claim: accounting.UserSum("docs/privacy/rhs.md", accounting.Ratings, accounting.L2), Sensitivity: 1.5, Weight: 0.8, Dimension: 1})
		}
		return requests, nil
	},
	Forecast: func(*loaders.Ratings, method.Settings, *accounting.Plan) method.Forecast {
		return method.Forecast{NoiseMedian: 0.31, NoiseRarest: 4.8, RatingsFraction: 1, ItemsFraction: 1}
	},
	Published: func(method.Settings, *accounting.Plan, float64) float64 { return 1.23 },
}

// ReferenceMethod is a fake non-private reference.
var ReferenceMethod = &method.Method{Name: "als", Summary: "alternating least squares", Trust: method.TrustNone, Iterative: true,
	Parameters: []method.Parameter{
		{Name: "iterations", Symbol: "T", Meaning: "iterations of user and item updates", Low: 1, High: 20, Default: 10, Step: 1, Integer: true, Main: true},
	}}

// BaselineMethod is a fake baseline.
var BaselineMethod = &method.Method{Name: "user-mean", Summary: "each user's own mean", Trust: method.TrustJoint}

// Foresee is engine.Foresee for the fake methods. Their numbers are fixed, so that screens do not depend on the engine.
func Foresee(p engine.Problem, c engine.Config) (*engine.Preview, error) {
	for _, m := range []*method.Method{PrivateMethod, ReferenceMethod, BaselineMethod} {
		if m.Name != c.Method {
			continue
		}
		settings, err := m.Settle(c.Settings)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", engine.ErrConfig, err)
		}
		v := &engine.Preview{Method: m, Config: c, Settings: settings}
		plan := m.Plan
		if c.PrivateMetrics != 0 {
			plan = engine.PrivateMetrics(m, c.PrivateMetrics, nil, nil).Plan
		}
		if plan == nil {
			return v, nil
		}
		if m.Resolve != nil {
			v.Settings = m.Resolve(method.Public{}, settings)
		}
		requests, err := plan(method.Public{}, v.Settings)
		if err != nil {
			return nil, err
		}
		acc, err := accounting.AccountantNamed(c.Accountant)
		if err != nil {
			return nil, err
		}
		if v.Plan, err = accounting.NewPlan(acc, c.Epsilon, c.Delta, requests); err != nil {
			return nil, err
		}
		if m.Published != nil {
			v.Published = m.Published(v.Settings, v.Plan, c.Delta)
			v.Forecast = m.Forecast(p.Split.Train, v.Settings, v.Plan)
		}
		return v, nil
	}
	return nil, errors.New("no such method")
}
