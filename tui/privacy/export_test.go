package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/tui/chart"
	"dpals/tui/ui"
)

// Names that the external tests of this package use.

const (
	PanelCount     = panelCount
	PanelErrors    = panelErrors
	PanelLedger    = panelLedger
	PanelMeaning   = panelMeaning
	PanelTrust     = panelTrust
	ReleaseCharged = releaseCharged
	ReleaseCurrent = releaseCurrent
	ReleaseNotMade = releaseNotMade
	TargetCharged  = targetCharged
	TargetLimit    = targetLimit
)

var (
	AccountCommand = accountCommand
	CostCurves     = costCurves
	KeyOf          = keyOf
	PanelNames     = panelNames
)

func (r pastRow) OwnEpsilon() float64 { return r.epsilon }

func (l *pastRuns) Reading() bool { return l.reading }

func (l *pastRuns) SetReading(v bool) { l.reading = v }

func (l *pastRuns) SetStale(v bool) { l.stale = v }

func (p *Screen) Curve() *privacyCurves { return &p.curve }

func (p *Screen) CurveChart() chart.Chart { return p.curveChart() }

func (p *Screen) CurveView() *ui.View { return &p.curveView }

func (p *Screen) Listed() (releases []accounting.Release, delta float64) { return p.listed() }

func (p *Screen) AttackView() *ui.View { return &p.attackView }

func (p *Screen) OpenPast() tea.Cmd { return p.openPast() }

func (p *Screen) Page() int { return p.page }

func (p *Screen) Pages() []int { return p.pages }

func (p *Screen) Past() *pastRuns { return &p.past }

func (p *Screen) Plot() tea.Cmd { return p.plot() }

func (p *Screen) Recall() tea.Cmd { return p.recall() }

func (p *Screen) Releases() *releaseList { return &p.releases }

func (p *Screen) AttackTargets() (all []attackTarget) { return p.attackTargets() }

func (c *privacyCurves) SetWorking(v bool) { c.working = v }

func (l *releaseList) Local() bool { return l.local }

func (l *releaseList) Sync(p *Screen) { l.sync(p) }

func (r releaseRow) Figure(v float64) string { return r.figure(v) }

func (r releaseRow) State() string { return r.state }

func (t attackTarget) Name() string { return t.name }

func (t *attackTarget) Total() *accounting.TotalCost { return &t.total }
