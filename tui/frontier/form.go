package frontier

import (
	"runtime"
	"slices"

	"dpals/engine/method"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// sweepForm is what the next sweep is to vary. Not safe for concurrent use.
type sweepForm struct {
	methods []*method.Method // that there are
	chosen  map[string]bool  // by name
	epsilon []float64        // ascending
	repeats int
	vary    []sweep.Parameter
	fixed   []sweep.Parameter // knobs as Tune had them, one value each
	seed    *uint64           // of simulations; nil: real noise
	jobs    int

	seedKept  uint64 // while noise is real
	publishes bool   // errors are releases
	most      int    // jobs
	unended   int    // rows for sweeps to be resumed

	focus, top  int
	above, rows int // lines before it in its panel, and of its own, as drawn last
	edit        ui.Input
	generation  int // changes with what would be swept
}

// Where a form begins.
const (
	defaultRepeats = 3
	mostRepeats    = 100
	mostEpsilons   = 40
)

// grids are the ε that the arrows go through; the first is the default.
var grids = [][]float64{{0.5, 1, 2, 5, 10}, {0.1, 0.2, 0.5, 1, 2, 5, 10}, {1, 2, 5, 10, 20, 50}, {0.2, 1, 5}}

// compared are the methods of a first sweep, as far as there are such: private ones, and the ends of the road.
var compared = []string{"dpals-eb", "dpals", "item-mean", session.ReferenceMethod, session.BaselineMethod}

// newSweepForm is the sweep that is offered first, on so many processors. Where errors are releases, to be published,
// only methods that can release them are in it.
func newSweepForm(methods []*method.Method, seed *uint64, processors int, publishes bool) sweepForm {
	f := sweepForm{methods: methods, chosen: make(map[string]bool), epsilon: grids[0], repeats: defaultRepeats, seed: seed, seedKept: 1, publishes: publishes}
	f.most = max(processors, 1)
	f.jobs = Jobs(f.most)
	if seed != nil {
		f.seedKept = *seed
	}
	for _, m := range methods {
		f.chosen[m.Name] = slices.Contains(compared, m.Name) && (!publishes || m.Private() && m.Trust != method.TrustLocal)
	}
	return f
}

// only chooses one method, with the knobs that stand elsewhere than by default.
func (f *sweepForm) only(m *method.Method, given method.Settings) {
	f.chosen, f.vary, f.fixed = map[string]bool{m.Name: true}, nil, nil
	for _, p := range m.Parameters {
		if v, ok := given[p.Name]; ok && v != p.Default {
			f.fixed = append(f.fixed, sweep.Parameter{Name: p.Name, Values: []string{p.Format(v)}})
		}
	}
	f.focus = slices.Index(f.list(), formRow{Kind: rowEpsilon})
	f.changed()
}

// adopt takes over what a sweep varies.
func (f *sweepForm) adopt(s sweep.Spec) {
	f.chosen, f.vary, f.fixed = make(map[string]bool), nil, nil
	for _, name := range s.Methods {
		f.chosen[name] = true
	}
	for _, p := range s.Parameters {
		if len(p.Values) > 1 {
			f.vary = append(f.vary, p)
		} else {
			f.fixed = append(f.fixed, p)
		}
	}
	f.epsilon, f.repeats, f.seed = slices.Clone(s.Epsilon), s.Repeats, s.Seed
	if s.Seed != nil {
		f.seedKept = *s.Seed
	}
	f.changed()
}

// taken are the names of the chosen methods.
func (f *sweepForm) taken() (names []string) {
	for _, m := range f.methods {
		if f.chosen[m.Name] {
			names = append(names, m.Name)
		}
	}
	return names
}

// parameters are what varies and what stands fixed; what is typed to vary is not fixed.
func (f *sweepForm) parameters() []sweep.Parameter {
	all := slices.Clone(f.vary)
	for _, p := range f.fixed {
		if !slices.ContainsFunc(f.vary, func(v sweep.Parameter) bool { return v.Name == p.Name }) {
			all = append(all, p)
		}
	}
	return all
}

// processors is how many runs a sweep may train at once, where so many threads were asked for; 0 for all there are.
func processors(threads int) int {
	if threads > 0 {
		return threads
	}
	return runtime.GOMAXPROCS(0)
}

// Jobs is how many runs of a sweep train at once: the other half of the processors stays for Tune.
func Jobs(processors int) int { return max(processors/2, 1) }

// formRow is one line that can have the focus.
type formRow struct {
	Kind formKind
	at   int // of its kind
}

type formKind int

const (
	rowResume formKind = iota
	rowEpsilon
	rowRepeats
	rowVary
	rowNoise
	rowJobs
	rowMethod
)

func (f *sweepForm) list() []formRow {
	var rows []formRow
	for i := range f.unended {
		rows = append(rows, formRow{rowResume, i})
	}
	rows = append(rows, formRow{Kind: rowEpsilon}, formRow{Kind: rowRepeats}, formRow{Kind: rowVary}, formRow{Kind: rowNoise}, formRow{Kind: rowJobs})
	for i := range f.methods {
		rows = append(rows, formRow{rowMethod, i})
	}
	return rows
}

func (f *sweepForm) focused() formRow {
	list := f.list()
	return list[min(max(f.focus, 0), len(list)-1)]
}

var _ ui.Scroller = (*sweepForm)(nil)

func (f *sweepForm) Move(by int) { f.to(f.focus + by) }
func (f *sweepForm) Page(by int) { f.to(f.focus + by*max(f.rows-1, 1)) }
func (f *sweepForm) ToEnd(end bool) {
	f.to(0)
	if end {
		f.to(len(f.list()) - 1)
	}
}

func (f *sweepForm) to(row int) {
	before := f.focused()
	f.focus = min(max(row, 0), len(f.list())-1)
	if now := f.focused(); now != before && (now.Kind == rowResume || before.Kind == rowResume) {
		f.generation++ // another sweep is meant
	}
}

// offer says how many sweeps are to be resumed; the focus stays on its row.
func (f *sweepForm) offer(n int) {
	if f.unended == n {
		return
	}
	row := f.focused()
	f.unended = n
	if row.Kind != rowResume {
		f.focus = max(slices.Index(f.list(), row), 0)
	}
	f.focus = min(f.focus, len(f.list())-1)
	f.changed()
}

// changed notes that another sweep would be trained.
func (f *sweepForm) changed() {
	f.generation++
}

// toggle takes the focused method in or out, or does what an arrow does elsewhere.
func (f *sweepForm) toggle() {
	if row := f.focused(); row.Kind == rowMethod {
		name := f.methods[row.at].Name
		f.chosen[name] = !f.chosen[name]
		f.fixed = nil // they were one method's
		f.changed()
		return
	}
	f.turn(+1)
}

// turn changes what has the focus by one step.
func (f *sweepForm) turn(by int) {
	switch row := f.focused(); row.Kind {
	case rowResume:
		return
	case rowMethod:
		f.toggle()
		return
	case rowEpsilon:
		f.epsilon = cycle(grids, f.epsilon, by, slices.Equal[[]float64])
	case rowRepeats:
		f.repeats = min(max(f.repeats+by, 1), mostRepeats)
	case rowVary:
		f.vary = cycle(append([][]sweep.Parameter{nil}, f.suggestions()...), f.vary, by, sameParameters)
	case rowNoise:
		if f.seed == nil {
			f.seed = &f.seedKept
		} else {
			f.seedKept, f.seed = *f.seed, nil
		}
	case rowJobs:
		f.jobs = min(max(f.jobs+by, 1), f.most)
		return
	}
	f.changed()
}

// cycle is the choice so many places on from the one at hand; from one that is none of them, the first.
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

// suggestions are a few values of each main parameter of the chosen methods, one parameter at a time.
func (f *sweepForm) suggestions() (all [][]sweep.Parameter) {
	seen := make(map[string]bool)
	for _, m := range f.methods {
		for _, p := range m.Parameters {
			if !f.chosen[m.Name] || !p.Main && p.Name != "rank" || seen[p.Name] {
				continue
			}
			seen[p.Name] = true
			if values := suggested(session.Knob{Parameter: p}); len(values) > 1 {
				all = append(all, []sweep.Parameter{{Name: p.Name, Values: values}})
			}
		}
	}
	return all
}

// suggested are up to four values of a knob: the choices, or round numbers about the default.
func suggested(k session.Knob) (values []string) {
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

// reset brings what has the focus back to where it began.
func (f *sweepForm) reset() {
	fresh := newSweepForm(f.methods, f.seed, f.most, f.publishes)
	switch f.focused().Kind {
	case rowMethod:
		f.chosen, f.fixed = fresh.chosen, nil
	case rowEpsilon:
		f.epsilon = fresh.epsilon
	case rowRepeats:
		f.repeats = fresh.repeats
	case rowVary:
		f.vary, f.fixed = nil, nil
	case rowJobs:
		f.jobs = fresh.jobs
	}
	f.changed()
}
