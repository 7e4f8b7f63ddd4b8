package session

import (
	"slices"
	"strconv"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/loaders"
)

// AskedConfig returns the configuration of a stored run; ok is false where its method does not exist. Settings that the
// method does not have or accept are left out.
func AskedConfig(methods []*method.Method, r store.Run) (m *method.Method, c engine.Config, ok bool) {
	i := slices.IndexFunc(methods, func(m *method.Method) bool { return m.Name == r.Method })
	if i < 0 {
		return nil, c, false
	}
	m = methods[i]
	c = engine.Config{Method: m.Name, Epsilon: engine.DefaultEpsilon, Delta: engine.DefaultDelta, Seed: r.Seed,
		PrivateMetrics: r.MetricsWeight, Scope: r.Scope, Settings: parseSettings(m, r.Given)}
	if r.Accountant != "" {
		c.Epsilon = format.Round(r.Epsilon, 6) // as it was asked for: calibration stops slightly below
	}
	if r.Delta > 0 {
		c.Delta = r.Delta
	}
	if slices.Contains(AccountantKnob.Choices, r.Accountant) {
		c.Accountant = r.Accountant
	} else {
		c.Accountant = AccountantKnob.Choices[0]
	}
	return m, c, true
}

// parseSettings reads settings as they were given, without those that the method does not have or accept.
func parseSettings(m *method.Method, typed map[string]string) method.Settings {
	all := make(method.Settings)
	for name, text := range typed {
		p, ok := m.Parameter(name)
		if !ok {
			continue
		}
		if v, err := p.Parse(text); err == nil && p.Check(v) == nil {
			all[name] = v
		}
	}
	return all
}

// CurveOf returns a stored run as a curve; nil where it has no curve or its method does not exist.
func (s *Session) CurveOf(d store.Detail) *Run {
	m, c, ok := AskedConfig(s.Options.Methods, d.Run)
	if !ok || len(d.Curve) == 0 {
		return nil
	}
	r := &Run{Stored: d.ID, Method: m, Config: c, Settings: parseSettings(m, d.Settings), Simulation: d.Simulation,
		End: &engine.Ended{Outcome: engine.Done}}
	for _, step := range d.Curve {
		r.Steps = append(r.Steps, engine.Iterated{T: step.T, Of: step.Of, TrainRMSE: step.TrainRMSE, ValidRMSE: step.ValidRMSE,
			Private: d.MetricsPrivate, Deviation: step.Deviation, Epsilon: step.Epsilon, Elapsed: step.Elapsed})
	}
	r.revealAll()
	return r
}

// CommandOf returns the command line that trains like a stored run; "" where its method does not exist. It has the flags that
// read the ratings only for a run on the present ratings.
func (s *Session) CommandOf(r store.Run) string {
	m, c, ok := AskedConfig(s.Options.Methods, r)
	if !ok {
		return ""
	}
	var source []string
	if r.UsesSplit(s.Problem) {
		source = s.Options.Source
	}
	if r.SplitSeed != 1 && !slices.Contains(source, "--split-seed") {
		source = append(slices.Clone(source), "--split-seed", strconv.FormatUint(r.SplitSeed, 10))
	}
	p := engine.Problem{Name: r.Data, Split: &loaders.Split{Train: &loaders.Ratings{}, Protocol: r.Split}}
	return CommandLine(p, source, m, c)
}
