package engine

import (
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
)

// Parameters of a run's budget, fields of Config. Settings of a method never contain them.
var (
	// EpsilonParameter describes Config.Epsilon.
	EpsilonParameter = method.Parameter{
		Name: "epsilon", Symbol: "ε", Main: true,
		Meaning: "privacy budget: bound on how much one user can change the probability of any result; smaller is more private",
		Source:  "docs/privacy/promise.md",
		Low:     0.1, High: 100, Default: DefaultEpsilon, Step: 1.5, Log: true, Allowed: method.Interval{Above: 0, Below: math.Inf(1)},
	}
	// DeltaParameter describes Config.Delta.
	DeltaParameter = method.Parameter{
		Name: "delta", Symbol: "δ",
		Meaning: "probability that the bound ε does not hold; choose it well below 1/users",
		Source:  "docs/privacy/promise.md",
		Low:     1e-12, High: 0.1, Default: DefaultDelta, Step: 10, Log: true, Allowed: method.Interval{Above: 0, Below: 1},
	}
	// AccountantParameter describes Config.Accountant, which is one of its choices.
	AccountantParameter = method.Parameter{
		Name:    "accountant",
		Meaning: "conversion of noise to ε: exact is tight; cks and mironov are bounds that reproduce papers and need more noise",
		Source:  "docs/privacy/accounting.md",
		Choices: accountantNames(),
	}
)

// BudgetParameters returns ε, δ and the accountant, in this order: what every private method is run with.
func BudgetParameters() []method.Parameter {
	return []method.Parameter{EpsilonParameter, DeltaParameter, AccountantParameter}
}

func accountantNames() []string {
	var names []string
	for _, a := range accounting.Accountants() {
		names = append(names, a.Name())
	}
	return names
}

// checkBudget returns the accountant of a configuration whose defaults are filled in, or a method.ParameterError.
func checkBudget(c Config) (accounting.Accountant, error) {
	if err := EpsilonParameter.Check(c.Epsilon); err != nil {
		return nil, err
	}
	if err := DeltaParameter.Check(c.Delta); err != nil {
		return nil, err
	}
	chosen, err := AccountantParameter.Parse(c.Accountant)
	if err != nil {
		return nil, err
	}
	return accounting.Accountants()[int(chosen)], nil
}

// HasFixedNoise reports whether a method releases anything under a configuration and the analyst has fixed the noise of
// all of it, so that ε follows from the noise and Config.Epsilon has no effect. It needs no ratings. A configuration that
// is refused has no fixed noise.
func HasFixedNoise(m *method.Method, c Config) bool {
	if c.PrivateMetrics != 0 {
		m = PrivateMetrics(m, c.PrivateMetrics, nil, nil)
	}
	settings, err := m.Settle(c.Settings)
	if err != nil || m.Plan == nil {
		return false
	}
	// Whose noise is fixed does not depend on what is public, so any catalogue and range will do.
	public := method.Public{Items: 1, Low: 0, High: 1, Epsilon: DefaultEpsilon, Delta: DefaultDelta}
	if m.Resolve != nil {
		settings = m.Resolve(public, settings)
	}
	requests, err := m.Plan(public, settings)
	return err == nil && len(requests) > 0 &&
		!slices.ContainsFunc(requests, func(q accounting.Request) bool { return !q.HasFixedNoise() })
}
