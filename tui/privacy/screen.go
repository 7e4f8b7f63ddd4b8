package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The panels of the Privacy screen.
const (
	panelReleases = iota
	panelCurve
	panelMeaning
	panelProof
	panelTrust
	panelErrors
	panelLedger
	panelCount
)

// panelNames are the names of panels that share a place as pages.
var panelNames = [panelCount]string{"Releases", "Curve", "Meaning", "Proof", "Trust", "Errors", "Ledger"}

// Screen shows what is released and what it costs, for the current run and for all runs on the data set. Curves and
// ledger entries are loaded by commands, and only while the screen shows. Not safe for concurrent use.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	pages []int // panels that share a place, in the order of their names
	page  int   // the one that shows

	releases   releaseList
	curves     session.Task[costKey, costCurves]
	curveView  ui.View // of the curves of ε by δ
	attackView ui.View // of the chart of the attack
	proof      proofText
	trust      ui.TextPanel
	errors     ui.TextPanel
	history    historyList
}

// New returns the Privacy screen of a session.
func New(s *session.Session) *Screen {
	p := &Screen{Session: s, Board: ui.NewBoard(&s.Style, nil), page: panelMeaning, attackView: ui.View{Home: 100 * session.UsualFalseAlarms}, releases: newReleaseList(), history: newHistoryList()}
	p.curves.What = "computing the curves"
	p.Arrange, p.Paged = p.place, true
	p.Actions = ui.Bind(s.Options.Keys, p, keyTable(), ui.ListKeys[*Screen](), ui.ScrollKeys[*Screen](), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return p
}

// Name returns the name of the screen in the header.
func (p *Screen) Name() string { return "Privacy" }

// shownMethod returns the method of the current run, or the chosen one before it runs.
func (p *Screen) shownMethod() *method.Method {
	if r := p.Runs.Current; r != nil {
		return r.Method
	}
	return p.Knobs.Method()
}

// plannedRun returns the run whose plan is shown; nil before it runs.
func (p *Screen) plannedRun() *session.Run {
	if r := p.Runs.Current; r != nil && r.Plan != nil && r.Plan == p.Plan() {
		return r
	}
	return nil
}

// noPlan returns why there is no plan to show.
func (p *Screen) noPlan() string {
	if p.Loaded() {
		return p.NoPlan("computing the plan")
	}
	return p.NoPlan("no ratings loaded yet")
}

// Shown loads what is missing when the screen comes to the front.
func (p *Screen) Shown() tea.Cmd { return p.refresh() }

// Update handles a message that is sent to all screens.
func (p *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		p.releases.showCurrent()
		p.history.clear()
	case session.StartedMsg:
		p.history.stale = true // it may have been refused
	case session.SnapshotMsg:
		for _, e := range msg.Events {
			if _, ended := e.(engine.Ended); ended {
				p.history.stale = true
			}
		}
	}
	next := tea.Batch(p.takeCurves(msg), p.history.take(msg), p.releases.take(msg))
	if p.InFront(p.Name()) {
		return tea.Batch(next, p.refresh())
	}
	return next
}

// refresh updates the list of releases, and returns the commands that load what is missing.
func (p *Screen) refresh() tea.Cmd {
	p.releases.sync(p)
	return tea.Batch(p.computeCurves(), p.readHistory())
}

// Remark returns what the cost means while the panel that explains it is hidden, or an error in a filter.
func (p *Screen) Remark() (string, bool) {
	if text := p.filterError(); text != "" {
		return text, true
	}
	if !p.Rects[panelMeaning].Empty() {
		return "", false
	}
	return p.AttackerSentence(p.Body.W - 1), false
}

// filterError returns what is wrong in the filter that is open; "" for nothing.
func (p *Screen) filterError() string {
	if p.releases.Filter.Open {
		return p.releases.Filter.Reason
	}
	return p.history.Filter.Reason
}

// Typing reports whether a filter is being typed.
func (p *Screen) Typing() bool { return p.releases.Typing() || p.history.Typing() }

// Press handles a key: a filter that is open takes it first.
func (p *Screen) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case p.releases.Typing():
		p.releases.Press(key)
		return nil, true
	case p.history.Typing():
		p.history.Press(key)
		return nil, true
	}
	return p.Actions.Press(key)
}

// Draw returns the panels that have a place.
func (p *Screen) Draw() string {
	blocks := make([]string, panelCount)
	draws := [panelCount]func() string{p.releasesPanel, p.curvePanel, p.meaningPanel, p.proofPanel, p.trustPanel, p.errorsPanel, p.ledgerPanel}
	for i, draw := range draws {
		if !p.Rects[i].Empty() {
			blocks[i] = draw()
		}
	}
	return p.Compose(blocks...)
}
