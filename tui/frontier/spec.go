package frontier

import (
	"slices"
	"strings"

	"dpals/engine/sweep"
	"dpals/tui/session"
)

// formSpec returns the sweep of the form, with the loaded ratings and with δ, the accountant and the scope of Tune.
func (f *Screen) formSpec() sweep.Spec {
	k, p, form := &f.Knobs, f.Problem, &f.form
	s := sweep.Spec{
		Data: []string{p.Name}, Methods: form.methodNames(), Split: p.Split.Protocol, SplitSeed: p.Split.Seed, Epsilon: slices.Clone(form.epsilon),
		Delta: k.Delta, Accountant: session.AccountantKnob.Choices[int(k.Accountant)], Repeats: form.repeats, Seed: form.seed,
		PrivateMetrics: k.Fixed.PrivateMetrics, Parameters: form.parameters(),
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

// nextSpec returns the sweep that Enter starts: the focused unfinished sweep, else that of the form.
func (f *Screen) nextSpec() sweep.Spec {
	if row := f.form.focused(); row.kind == rowResume && row.index < len(f.unfinished) {
		return f.unfinished[row.index].spec
	}
	return f.formSpec()
}
