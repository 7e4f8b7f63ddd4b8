package tui

import (
	"slices"
	"strconv"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/loaders"
)

// asked is what a kept run was asked for; ok is false where its method is none any more. Parameters that the method has
// no longer, or takes no longer, are left out.
func asked(methods []*method.Method, r store.Run) (m *method.Method, c engine.Config, ok bool) {
	i := slices.IndexFunc(methods, func(m *method.Method) bool { return m.Name == r.Method })
	if i < 0 {
		return nil, c, false
	}
	m = methods[i]
	c = engine.Config{Method: m.Name, Epsilon: engine.DefaultEpsilon, Delta: engine.DefaultDelta, Seed: r.Seed,
		PrivateMetrics: r.MetricsWeight, Scope: r.Scope, Settings: parsed(m, r.Given)}
	if r.Accountant != "" {
		c.Epsilon = roundTo(r.Epsilon, 6) // as it was asked for: calibration stops a hair below
	}
	if r.Delta > 0 {
		c.Delta = r.Delta
	}
	if slices.Contains(accountantKnob.Choices, r.Accountant) {
		c.Accountant = r.Accountant
	} else {
		c.Accountant = accountantKnob.Choices[0]
	}
	return m, c, true
}

// parsed reads settings as they were typed.
func parsed(m *method.Method, typed map[string]string) method.Settings {
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

// ghost is a kept run as a curve to compare with; nil where it has none, or its method is none any more.
func (b *bench) ghost(d store.Detail) *run {
	m, c, ok := asked(b.options.methods, d.Run)
	if !ok || len(d.Curve) == 0 {
		return nil
	}
	r := &run{stored: d.ID, method: m, config: c, settings: parsed(m, d.Settings), simulation: d.Simulation,
		end: &engine.Ended{Outcome: engine.Done}}
	for _, s := range d.Curve {
		r.steps = append(r.steps, engine.Iterated{T: s.T, Of: s.Of, TrainRMSE: s.TrainRMSE, ValidRMSE: s.ValidRMSE,
			Private: d.MetricsPrivate, Deviation: s.Deviation, Epsilon: s.Epsilon, Elapsed: s.Elapsed})
	}
	r.unveilAll()
	return r
}

// repeat is the command line that trains like a kept run; "" where its method is none any more. Fixed says that ε follows
// from noise that was typed in. How ratings are read is known of those at hand alone.
func (b *bench) repeat(r store.Run, fixed bool) string {
	m, c, ok := asked(b.options.methods, r)
	if !ok {
		return ""
	}
	var source []string
	if r.UsesSplit(b.problem) {
		source = b.options.Source
	}
	if r.SplitSeed != 1 && !slices.Contains(source, "--split-seed") {
		source = append(slices.Clone(source), "--split-seed", strconv.FormatUint(r.SplitSeed, 10))
	}
	p := engine.Problem{Name: r.Data, Split: &loaders.Split{Train: &loaders.Ratings{}, Protocol: r.Split}}
	return commandLine(p, source, m, c, fixed)
}

// fixedNoise reports whether the noise of a run was typed in, so that its ε follows from it. Which is so does not depend
// on the ratings, so those at hand will do. It is not for Update: it plans the run.
func fixedNoise(p engine.Problem, methods []*method.Method, r store.Run) bool {
	m, c, ok := asked(methods, r)
	if !ok || p.Split == nil || !pays(m, c) {
		return false
	}
	c.Ledger = nil
	v, err := engine.Check(p, c)
	return err == nil && typed(v.Plan)
}
