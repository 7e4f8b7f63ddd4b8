package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
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

// panelNames are what pages of one place are called.
var panelNames = [panelCount]string{"Releases", "Curve", "Meaning", "Proof", "Trust", "Errors", "Ledger"}

// Screen is the screen of what is released and what that costs: of this run, and of all. What takes longer than a
// moment, curves and what the ledger knows, is brought by commands, and only while the screen shows.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	pages []int // the panels that share a place, in their order
	page  int   // which of them shows

	releases releaseList
	curve    session.Task[costKey, costCurves]
	lens     ui.View // on the curves
	odds     ui.View // on the chart of what an attacker finds
	proof    proofText
	trust    ui.TextPanel
	errors   ui.TextPanel
	past     pastRuns
}

// New returns the Privacy screen of a session.
func New(s *session.Session) *Screen {
	p := &Screen{Session: s, Board: ui.NewBoard(&s.Style, nil), page: panelMeaning, odds: ui.View{Home: 100 * session.UsualFalseAlarms}, releases: newReleaseList(), past: newPastRuns()}
	p.curve.What = "working out the curves"
	p.Arrange, p.Paged = p.place, true
	p.Actions = ui.Bind(s.Options.Keys, p, privacyKeys(), ui.ListKeys[*Screen](), ui.ScrollKeys[*Screen](), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return p
}

func (p *Screen) Name() string { return "Privacy" }

// budget is what the screen is about: the plan of the run, or of the knobs before it runs; nil where nothing is
// released.
func (p *Screen) budget() *accounting.Plan { return p.Plan() }

// subject is the method that the screen is about.
func (p *Screen) subject() *method.Method {
	if r := p.Runs.Current; r != nil {
		return r.Method
	}
	return p.Knobs.Method()
}

// payer is the run whose plan the budget is; nil before it runs.
func (p *Screen) payer() *session.Run {
	if r := p.Runs.Current; r != nil && r.Plan != nil && r.Plan == p.budget() {
		return r
	}
	return nil
}

func (p *Screen) Shown() tea.Cmd { return p.refresh() }

func (p *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		p.releases.leave()
		p.past.clear()
	case session.StartedMsg:
		p.past.stale = true // it may have been refused
	case session.SnapshotMsg:
		for _, e := range msg.Events {
			if _, ended := e.(engine.Ended); ended {
				p.past.stale = true
			}
		}
	}
	next := tea.Batch(p.takeCurves(msg), p.past.take(msg), p.releases.take(msg))
	if p.InFront(p.Name()) {
		return tea.Batch(next, p.refresh())
	}
	return next
}

// refresh brings the lists up to date and asks for what is not at hand.
func (p *Screen) refresh() tea.Cmd {
	p.releases.sync(p)
	return tea.Batch(p.plot(), p.readPast())
}

// Remark is what the cost means, while the panel that says it at length does not show.
func (p *Screen) Remark() (string, bool) {
	if problem := p.filterProblem(); problem != "" {
		return problem, true
	}
	if !p.Rects[panelMeaning].Empty() {
		return "", false
	}
	return p.AttackerSentence(p.Body.W - 1), false
}

func (p *Screen) filterProblem() string {
	if p.releases.Filter.Open {
		return p.releases.Filter.Problem
	}
	return p.past.Filter.Problem
}

// Typing reports whether a filter is being typed.
func (p *Screen) Typing() bool { return p.releases.Typing() || p.past.Typing() }

func (p *Screen) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case p.releases.Typing():
		p.releases.Press(key)
		return nil, true
	case p.past.Typing():
		p.past.Press(key)
		return nil, true
	}
	return p.Actions.Press(key)
}

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
