package frontier

import (
	"runtime"
	"slices"

	"dpals/engine/method"
	"dpals/engine/sweep"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// sweepForm holds the settings of the next sweep and the row that has the focus. It is owned by the Update goroutine.
type sweepForm struct {
	methods  []*method.Method // all there are, in the order of their rows
	selected map[string]bool  // by name of the method
	epsilon  []float64        // ascending
	repeats  int
	vary     []sweep.Parameter
	fixed    []sweep.Parameter // knobs taken over from Tune, one value each
	seed     *uint64           // of simulations; nil: real noise
	jobs     int

	lastSeed      uint64 // for the next change from real noise to a simulation
	privateErrors bool   // errors are releases, so only methods that can release them are selected at first
	maxJobs       int
	unfinished    int // rows for sweeps that can be resumed

	focus, top    int      // rows
	above, height int      // lines over the form in its panel, and of the form, as last drawn
	edit          ui.Input // of the focused row
	generation    int      // changes with the sweep that the form describes
}

// Defaults and bounds of a sweep.
const (
	defaultRepeats = 3
	maxRepeats     = 100
	maxEpsilons    = 40
)

// epsilonGrids are the lists of ε that the arrow keys offer; the first is the default.
var epsilonGrids = [][]float64{{0.5, 1, 2, 5, 10}, {0.1, 0.2, 0.5, 1, 2, 5, 10}, {1, 2, 5, 10, 20, 50}, {0.2, 1, 5}}

// defaultMethods are selected in a new form, as far as they exist: private methods, the reference and the baseline.
var defaultMethods = []string{"dpals-eb", "dpals", "item-mean", session.ReferenceMethod, session.BaselineMethod}

// newSweepForm returns the form with its defaults. Where errors are private, only methods that can release them are
// selected.
func newSweepForm(methods []*method.Method, seed *uint64, processors int, privateErrors bool) sweepForm {
	f := sweepForm{methods: methods, selected: make(map[string]bool), epsilon: epsilonGrids[0], repeats: defaultRepeats, seed: seed, lastSeed: 1, privateErrors: privateErrors}
	f.maxJobs = max(processors, 1)
	f.jobs = Jobs(f.maxJobs)
	if seed != nil {
		f.lastSeed = *seed
	}
	for _, m := range methods {
		f.selected[m.Name] = slices.Contains(defaultMethods, m.Name) && (!privateErrors || m.Private() && m.Trust != method.TrustLocal)
	}
	return f
}

// processors returns how many runs a sweep may train at once; threads is the limit asked for, 0 for all processors.
func processors(threads int) int {
	if threads > 0 {
		return threads
	}
	return runtime.GOMAXPROCS(0)
}

// Jobs returns how many runs of a sweep train at once by default: the other half of the processors is left to Tune.
func Jobs(processors int) int { return max(processors/2, 1) }

// selectOnly selects one method and fixes those of its settings that differ from their defaults.
func (f *sweepForm) selectOnly(m *method.Method, settings method.Settings) {
	f.selected, f.vary, f.fixed = map[string]bool{m.Name: true}, nil, nil
	for _, p := range m.Parameters {
		if v, ok := settings[p.Name]; ok && v != p.Default {
			f.fixed = append(f.fixed, sweep.Parameter{Name: p.Name, Values: []string{p.Format(v)}})
		}
	}
	f.focus = slices.Index(f.rows(), formRow{kind: rowEpsilon})
	f.specChanged()
}

// setSpec fills the form in with a sweep.
func (f *sweepForm) setSpec(s sweep.Spec) {
	f.selected, f.vary, f.fixed = make(map[string]bool), nil, nil
	for _, name := range s.Methods {
		f.selected[name] = true
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
		f.lastSeed = *s.Seed
	}
	f.specChanged()
}

// methodNames returns the names of the selected methods.
func (f *sweepForm) methodNames() (names []string) {
	for _, m := range f.methods {
		if f.selected[m.Name] {
			names = append(names, m.Name)
		}
	}
	return names
}

// parameters returns the varied parameters, then the fixed ones that are not varied.
func (f *sweepForm) parameters() []sweep.Parameter {
	all := slices.Clone(f.vary)
	for _, p := range f.fixed {
		if !slices.ContainsFunc(f.vary, func(v sweep.Parameter) bool { return v.Name == p.Name }) {
			all = append(all, p)
		}
	}
	return all
}

// formRow is one row of the form; each can have the focus.
type formRow struct {
	kind  rowKind
	index int // among the rows of its kind
}

type rowKind int

const (
	rowResume rowKind = iota
	rowEpsilon
	rowRepeats
	rowVary
	rowNoise
	rowJobs
	rowMethod
)

// rows returns all rows from top to bottom.
func (f *sweepForm) rows() []formRow {
	var rows []formRow
	for i := range f.unfinished {
		rows = append(rows, formRow{rowResume, i})
	}
	rows = append(rows, formRow{kind: rowEpsilon}, formRow{kind: rowRepeats}, formRow{kind: rowVary}, formRow{kind: rowNoise}, formRow{kind: rowJobs})
	for i := range f.methods {
		rows = append(rows, formRow{rowMethod, i})
	}
	return rows
}

// focused returns the row that has the focus.
func (f *sweepForm) focused() formRow {
	rows := f.rows()
	return rows[min(max(f.focus, 0), len(rows)-1)]
}

var _ ui.Scroller = (*sweepForm)(nil)

// Move moves the focus by so many rows.
func (f *sweepForm) Move(by int) { f.focusOn(f.focus + by) }

// Page moves the focus by so many screenfuls.
func (f *sweepForm) Page(by int) { f.focusOn(f.focus + by*max(f.height-1, 1)) }

// ToEnd moves the focus to the first or the last row.
func (f *sweepForm) ToEnd(end bool) {
	f.focusOn(0)
	if end {
		f.focusOn(len(f.rows()) - 1)
	}
}

// focusOn focuses a row by its index.
func (f *sweepForm) focusOn(row int) {
	before := f.focused()
	f.focus = min(max(row, 0), len(f.rows())-1)
	if now := f.focused(); now != before && (now.kind == rowResume || before.kind == rowResume) {
		f.generation++ // Enter starts another sweep
	}
}

// setUnfinished sets how many sweeps can be resumed; the focus stays on its row.
func (f *sweepForm) setUnfinished(n int) {
	if f.unfinished == n {
		return
	}
	row := f.focused()
	f.unfinished = n
	if row.kind != rowResume {
		f.focus = max(slices.Index(f.rows(), row), 0)
	}
	f.focus = min(f.focus, len(f.rows())-1)
	f.specChanged()
}

// specChanged notes that the form describes another sweep.
func (f *sweepForm) specChanged() {
	f.generation++
}
