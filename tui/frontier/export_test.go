package frontier

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// What the tests of this package, which stand outside of it, look at.

const PanelSweep = panelSweep

const RowEpsilon = rowEpsilon

const RowJobs = rowJobs

const RowMethod = rowMethod

const RowNoise = rowNoise

const RowRepeats = rowRepeats

const RowVary = rowVary

const StartNothing = startNothing

const StartResumed = startResumed

type Foresight = foresight

type FormKind = formKind

type FormLine = formLine

type FormRow = formRow

type KeptSweep = keptSweep

type KeptSweeps = keptSweeps

type LiveSweep = liveSweep

type SweepBegunMsg = sweepBegunMsg

type SweepForm = sweepForm

type SweptMsg = sweptMsg

var GridWords = gridWords

var NewSweepForm = newSweepForm

var Parameters = parameters

var SweepCommand = sweepCommand

func (it formLine) Text() string { return it.text }

func (it formRow) At() int { return it.at }

func (it *Screen) Asking() startWish { return it.asking }

func (it *Screen) Chart() chart.Chart { return it.chart() }

func (it *Screen) Cost() *session.Task[int, foresight] { return &it.cost }

func (it *Screen) Kept() *session.Task[string, keptSweeps] { return &it.kept }

func (it *Screen) RefreshCost() tea.Cmd { return it.refreshCost() }

func (it *Screen) Form() *sweepForm { return &it.form }

func (it *Screen) FormLines(w int) []formLine { return it.formLines(w) }

func (it *Screen) Known() bool { return it.known() }

func (it *Screen) Live() *liveSweep { return it.live }

func (it *Screen) Meant() sweep.Spec { return it.meant() }

func (it *Screen) Selected() (p sweepPoint, ok bool) { return it.selected() }

func (it *Screen) Shot() *sweep.Snapshot { return it.shot }

func (it *Screen) Spec() sweep.Spec { return it.spec() }

func (it *Screen) Starting() startWish { return it.starting }

func (it *Screen) Unfinished() []keptSweep { return it.unfinished }

func (it *liveSweep) Number() int { return it.number }

func (it *sweepForm) Above() int { return it.above }

func (it *sweepForm) Changed() { it.changed() }

func (it *sweepForm) Chosen() map[string]bool { return it.chosen }

func (it *sweepForm) Epsilon() []float64 { return it.epsilon }

func (it *sweepForm) SetEpsilon(v []float64) { it.epsilon = v }

func (it *sweepForm) Focused() formRow { return it.focused() }

func (it *sweepForm) Generation() int { return it.generation }

func (it *sweepForm) Jobs() int { return it.jobs }

func (it *sweepForm) List() []formRow { return it.list() }

func (it *sweepForm) Repeats() int { return it.repeats }

func (it *sweepForm) SetRepeats(v int) { it.repeats = v }

func (it *sweepForm) Seed() *uint64 { return it.seed }

func (it *sweepForm) Suggestions() (all [][]sweep.Parameter) { return it.suggestions() }

func (it *sweepForm) Take(text string) error { return it.take(text) }

func (it *sweepForm) Taken() (names []string) { return it.taken() }

func (it *sweepForm) To(row int) { it.to(row) }

func (it *sweepForm) Vary() []sweep.Parameter { return it.vary }

func (it sweepPoint) At() int { return it.at }
