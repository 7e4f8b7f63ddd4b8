package frontier

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// What the external tests of this package look at.

const (
	PanelSweep = panelSweep

	RowEpsilon = rowEpsilon
	RowJobs    = rowJobs
	RowMethod  = rowMethod
	RowNoise   = rowNoise
	RowRepeats = rowRepeats
	RowVary    = rowVary

	StartNothing   = startNothing
	StartRemaining = startRemaining
)

type (
	FormLine     = formLine
	StoredSweeps = storedSweeps
	LiveSweep    = liveSweep
	RowKind      = rowKind
	SweepForm    = sweepForm
)

var (
	FormatParameters = formatParameters
	GridWords        = gridWords
	NewSweepForm     = newSweepForm
	SweepCommand     = sweepCommand
)

func (l formLine) Text() string { return l.text }

func (r formRow) Kind() rowKind { return r.kind }
func (r formRow) Index() int    { return r.index }

func (p sweepPoint) Index() int { return p.index }

func (s *liveSweep) Number() int { return s.number }

func (f *Screen) Cost() *session.Task[int, sweepCost]         { return &f.cost }
func (f *Screen) Stored() *session.Task[string, storedSweeps] { return &f.stored }
func (f *Screen) RefreshCost() tea.Cmd                        { return f.refreshCost() }
func (f *Screen) Asking() startMode                           { return f.asking }
func (f *Screen) Chart() chart.Chart                          { return f.chart() }
func (f *Screen) Form() *sweepForm                            { return &f.form }
func (f *Screen) FormLines(w int) []formLine                  { return f.formLines(w) }
func (f *Screen) CostKnown() bool                             { return f.costKnown() }
func (f *Screen) Live() *liveSweep                            { return f.live }
func (f *Screen) NextSpec() sweep.Spec                        { return f.nextSpec() }
func (f *Screen) Selected() (point sweepPoint, ok bool)       { return f.selected() }
func (f *Screen) Snapshot() *sweep.Snapshot                   { return f.snapshot }
func (f *Screen) FormSpec() sweep.Spec                        { return f.formSpec() }
func (f *Screen) PendingStart() startMode                     { return f.pendingStart }
func (f *Screen) Unfinished() []storedSweep                   { return f.unfinished }

func (f *sweepForm) Above() int                       { return f.above }
func (f *sweepForm) SpecChanged()                     { f.specChanged() }
func (f *sweepForm) SelectedMethods() map[string]bool { return f.selected }
func (f *sweepForm) Epsilon() []float64               { return f.epsilon }
func (f *sweepForm) SetEpsilon(epsilon []float64)     { f.epsilon = epsilon }
func (f *sweepForm) Focused() formRow                 { return f.focused() }
func (f *sweepForm) Generation() int                  { return f.generation }
func (f *sweepForm) Jobs() int                        { return f.jobs }
func (f *sweepForm) MethodNames() []string            { return f.methodNames() }
func (f *sweepForm) Repeats() int                     { return f.repeats }
func (f *sweepForm) SetRepeats(n int)                 { f.repeats = n }
func (f *sweepForm) Seed() *uint64                    { return f.seed }
func (f *sweepForm) SetTyped(text string) error       { return f.setTyped(text) }
func (f *sweepForm) Suggestions() [][]sweep.Parameter { return f.suggestions() }
func (f *sweepForm) FocusOn(row int)                  { f.focusOn(row) }
func (f *sweepForm) Vary() []sweep.Parameter          { return f.vary }

// FocusOnKind focuses the first row of a kind.
func (f *sweepForm) FocusOnKind(kind rowKind) {
	for i, row := range f.rows() {
		if row.kind == kind {
			f.focusOn(i)
			return
		}
	}
}

// NewSweepCost is the cost of a sweep of which left of total runs are not trained.
func NewSweepCost(spec sweep.Spec, left, total int, costs []sweep.Cost) sweepCost {
	return sweepCost{spec: spec, left: left, total: total, costs: costs, fullCosts: costs}
}

func (c sweepCost) Left() int           { return c.left }
func (c sweepCost) Total() int          { return c.total }
func (c sweepCost) Costs() []sweep.Cost { return c.costs }

// NewStoredSweep is a stored sweep of which done of total runs are trained.
func NewStoredSweep(id int64, spec sweep.Spec, done, total int, busy bool) storedSweep {
	return storedSweep{id, spec, done, total, busy}
}

// NewStoredSweeps are sweeps that can be resumed.
func NewStoredSweeps(unfinished ...storedSweep) storedSweeps {
	return storedSweeps{unfinished: unfinished}
}

// NewStarted is the message of a sweep that has started, or has not.
func NewStarted(number int, handle runningSweep, before sweep.Snapshot, costs []sweep.Cost, err error) tea.Msg {
	return sweepStartedMsg{number, handle, before, costs, err}
}

// NewProgress is the message of a sweep's progress.
func NewProgress(number int, snapshot sweep.Snapshot, ended bool, at time.Time) tea.Msg {
	return sweepProgressMsg{number, snapshot, ended, at}
}
