package frontier

import (
	"slices"
	"strings"

	"dpals/engine/sweep"
	"dpals/tui/session"
)

// spec is the sweep that the form describes, over the ratings at hand and with the knobs that a sweep has none for.
func (f *Screen) spec() sweep.Spec {
	k, p, form := &f.Knobs, f.Problem, &f.form
	s := sweep.Spec{
		Data: []string{p.Name}, Methods: form.methodNames(), Split: p.Split.Protocol, SplitSeed: p.Split.Seed, Epsilon: slices.Clone(form.epsilon),
		Delta: k.Delta, Accountant: session.AccountantKnob.Choices[int(k.Accountant)], Repeats: form.repeats, Seed: form.seed,
		MetricsShare: k.Fixed.PrivateMetrics, Parameters: form.parameters(),
		PrivateRange: k.Fixed.Scope.Range, PrivateCatalogue: k.Fixed.Scope.Catalogue,
	}
	if from := p.Split.Train.Origin.Source; from != "" {
		s.Data[0] = from
	}
	source := session.DeclaredFlags(f.Options.Source)
	for i := 0; i+1 < len(source); i += 2 {
		if name := strings.TrimPrefix(source[i], "--"); name != "split-seed" {
			if s.Source == nil {
				s.Source = make(map[string]string)
			}
			s.Source[name] = source[i+1]
		}
	}
	return s
}

// meant is the sweep that Enter would train: the form's, or the one to be resumed that has the focus.
func (f *Screen) meant() sweep.Spec {
	if row := f.form.focused(); row.kind == rowResume && row.index < len(f.unfinished) {
		return f.unfinished[row.index].Spec
	}
	return f.spec()
}
