package frontier

import (
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

	StartNothing = startNothing
	StartResumed = startResumed
)

type (
	Foresight     = foresight
	FormLine      = formLine
	KeptSweep     = keptSweep
	KeptSweeps    = keptSweeps
	LiveSweep     = liveSweep
	RowKind       = rowKind
	SweepBegunMsg = sweepBegunMsg
	SweepForm     = sweepForm
	SweptMsg      = sweptMsg
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

func (f *Screen) Cost() *session.Task[int, foresight]     { return &f.cost }
func (f *Screen) Kept() *session.Task[string, keptSweeps] { return &f.kept }
func (f *Screen) RefreshCost() tea.Cmd                    { return f.refreshCost() }
func (f *Screen) Asking() startWish                       { return f.asking }
func (f *Screen) Chart() chart.Chart                      { return f.chart() }
func (f *Screen) Form() *sweepForm                        { return &f.form }
func (f *Screen) FormLines(w int) []formLine              { return f.formLines(w) }
func (f *Screen) Known() bool                             { return f.known() }
func (f *Screen) Live() *liveSweep                        { return f.live }
func (f *Screen) Meant() sweep.Spec                       { return f.meant() }
func (f *Screen) Selected() (point sweepPoint, ok bool)   { return f.selected() }
func (f *Screen) Shot() *sweep.Snapshot                   { return f.shot }
func (f *Screen) Spec() sweep.Spec                        { return f.spec() }
func (f *Screen) Starting() startWish                     { return f.starting }
func (f *Screen) Unfinished() []keptSweep                 { return f.unfinished }

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
