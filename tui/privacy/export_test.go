package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/tui/chart"
	"dpals/tui/session"
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
	NewCostCurves  = newCostCurves
	KeyOf          = keyOf
	PanelNames     = panelNames
)

func (r historyRow) OwnEpsilon() float64 { return r.epsilon }

func (l *historyList) Reading() bool { return l.read.Running() }

func (l *historyList) StopReading() { l.read.Stop() }

func (l *historyList) SetStale(v bool) { l.stale = v }

func (p *Screen) Curves() *session.Task[costKey, costCurves] { return &p.curves }

func (p *Screen) CurveChart() chart.Chart { return p.curveChart() }

func (p *Screen) CurveView() *ui.View { return &p.curveView }

func (p *Screen) Listed() (releases []accounting.Release, delta float64) { return p.listed() }

func (p *Screen) AttackView() *ui.View { return &p.attackView }

func (p *Screen) OpenEntry() tea.Cmd { return p.openEntry() }

func (p *Screen) Page() int { return p.page }

func (p *Screen) Pages() []int { return p.pages }

func (p *Screen) History() *historyList { return &p.history }

func (p *Screen) ComputeCurves() tea.Cmd { return p.computeCurves() }

func (p *Screen) ReadHistory() tea.Cmd { return p.readHistory() }

func (p *Screen) Releases() *releaseList { return &p.releases }

func (p *Screen) AttackTargets() (all []attackTarget) { return p.attackTargets() }

func (l *releaseList) Local() bool { return l.local }

func (l *releaseList) Sync(p *Screen) { l.sync(p) }

func (r releaseRow) Figure(v float64) string { return r.figure(v) }

func (r releaseRow) State() string { return r.state }

func (t attackTarget) Name() string { return t.name }

func (t *attackTarget) Total() *accounting.TotalCost { return &t.total }
