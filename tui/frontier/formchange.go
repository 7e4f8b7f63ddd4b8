package frontier

import (
	"slices"

	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/session"
)

// toggle selects or deselects the focused method; on any other row it takes the next value.
func (f *sweepForm) toggle() {
	if row := f.focused(); row.kind == rowMethod {
		name := f.methods[row.index].Name
		f.selected[name] = !f.selected[name]
		f.fixed = nil // they belong to one method
		f.specChanged()
		return
	}
	f.change(+1)
}

// change moves the focused row by so many values.
func (f *sweepForm) change(by int) {
	switch row := f.focused(); row.kind {
	case rowResume:
		return
	case rowMethod:
		f.toggle()
		return
	case rowEpsilon:
		f.epsilon = cycle(epsilonGrids, f.epsilon, by, slices.Equal[[]float64])
	case rowRepeats:
		f.repeats = min(max(f.repeats+by, 1), maxRepeats)
	case rowVary:
		f.vary = cycle(append([][]sweep.Parameter{nil}, f.suggestions()...), f.vary, by, sameParameters)
	case rowNoise:
		if f.seed == nil {
			f.seed = &f.lastSeed
		} else {
			f.lastSeed, f.seed = *f.seed, nil
		}
	case rowJobs:
		f.jobs = min(max(f.jobs+by, 1), f.maxJobs)
		return
	}
	f.specChanged()
}

// cycle returns the value so many places after now, and the first of all where now is not one of them.
func cycle[T any](all []T, now T, by int, same func(a, b T) bool) T {
	at := slices.IndexFunc(all, func(v T) bool { return same(v, now) })
	if at < 0 {
		return all[0]
	}
	return all[((at+by)%len(all)+len(all))%len(all)]
}

func sameParameters(a, b []sweep.Parameter) bool {
	return slices.EqualFunc(a, b, func(a, b sweep.Parameter) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) })
}

// suggestions returns a few values of each main parameter of the selected methods, one parameter in each entry.
func (f *sweepForm) suggestions() (all [][]sweep.Parameter) {
	seen := make(map[string]bool)
	for _, m := range f.methods {
		for _, p := range m.Parameters {
			if !f.selected[m.Name] || !p.Main && p.Name != "rank" || seen[p.Name] {
				continue
			}
			seen[p.Name] = true
			if values := suggestedValues(session.Knob{Parameter: p}); len(values) > 1 {
				all = append(all, []sweep.Parameter{{Name: p.Name, Values: values}})
			}
		}
	}
	return all
}

// suggestedValues returns up to four values of a knob: its choices, or round numbers across its range.
func suggestedValues(k session.Knob) (values []string) {
	add := func(v float64) {
		if text := k.Format(v); k.Check(v) == nil && !slices.Contains(values, text) {
			values = append(values, text)
		}
	}
	switch {
	case len(k.Choices) > 0:
		for i := range k.Choices[:min(len(k.Choices), 4)] {
			add(float64(i))
		}
	case k.Geometric():
		for _, at := range []float64{0.4, 0.55, 0.7} {
			if k.High > 100*k.Least() || k.ZeroIsMost() {
				add(k.Nearest(format.Round(k.At(at), 1)))
			}
		}
		if len(values) == 0 {
			for _, at := range []float64{0.2, 0.5, 0.8} {
				add(k.At(at))
			}
		}
		if k.ZeroIsMost() {
			add(0)
		}
	case k.Integer:
		for _, v := range []float64{k.Low, k.Low + 1, k.Low + 3, k.Low + 7} {
			add(v)
		}
	default:
		for _, part := range []float64{0.2, 0.5, 1} {
			add(k.At(part))
		}
	}
	return values
}

// reset sets the focused row, or all methods, to the default.
func (f *sweepForm) reset() {
	fresh := newSweepForm(f.methods, f.seed, f.maxJobs, f.privateErrors)
	switch f.focused().kind {
	case rowMethod:
		f.selected, f.fixed = fresh.selected, nil
	case rowEpsilon:
		f.epsilon = fresh.epsilon
	case rowRepeats:
		f.repeats = fresh.repeats
	case rowVary:
		f.vary, f.fixed = nil, nil
	case rowJobs:
		f.jobs = fresh.jobs
	}
	f.specChanged()
}
