package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests of this package, which stand outside of it, look at.

const PanelErrors = panelErrors

const PanelLedger = panelLedger

const PanelMeaning = panelMeaning

const PanelCount = panelCount

const PanelTrust = panelTrust

const ReleaseCharged = releaseCharged

const ReleaseNever = releaseNever

const ReleaseNow = releaseNow

const StakeCharged = stakeCharged

const StakeLimit = stakeLimit

var AccountCommand = accountCommand

var NewCostCurves = newCostCurves

var KeyOf = keyOf

var PanelNames = panelNames

func (it pastRow) OwnEpsilon() float64 { return it.epsilon }

func (it *pastRuns) Reading() bool { return it.read.Running() }

func (it *pastRuns) StopReading() { it.read.Stop() }

func (it *pastRuns) SetStale(v bool) { it.stale = v }

func (it *Screen) Budget() *accounting.Plan { return it.budget() }

func (it *Screen) Curve() *session.Task[costKey, costCurves] { return &it.curve }

func (it *Screen) CurveChart() chart.Chart { return it.curveChart() }

func (it *Screen) Lens() *ui.View { return &it.lens }

func (it *Screen) Listed() (releases []accounting.Release, delta float64) { return it.listed() }

func (it *Screen) Odds() *ui.View { return &it.odds }

func (it *Screen) OpenPast() tea.Cmd { return it.openPast() }

func (it *Screen) Page() int { return it.page }

func (it *Screen) Pages() []int { return it.pages }

func (it *Screen) Past() *pastRuns { return &it.past }

func (it *Screen) Plot() tea.Cmd { return it.plot() }

func (it *Screen) ReadPast() tea.Cmd { return it.readPast() }

func (it *Screen) Releases() *releaseList { return &it.releases }

func (it *Screen) Stakes() (all []stake) { return it.stakes() }

func (it *releaseList) Local() bool { return it.local }

func (it *releaseList) Sync(p *Screen) { it.sync(p) }

func (it releaseRow) Figure(v float64) string { return it.figure(v) }

func (it releaseRow) State() string { return it.state }

func (it stake) Name() string { return it.name }

func (it *stake) Total() *accounting.TotalCost { return &it.total }
