package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
)

// The panels of the Privacy screen.
const (
	privacyReleases = iota
	privacyCurve
	privacyMeaning
	privacyProof
	privacyTrust
	privacyErrors
	privacyLedger
	privacyPanels
)

// privacyNames are what pages of one place are called.
var privacyNames = [privacyPanels]string{"Releases", "Curve", "Meaning", "Proof", "Trust", "Errors", "Ledger"}

// privacy is the screen of what is released and what that costs: of this run, and of all. What takes longer than a
// moment, curves and what the ledger knows, is brought by commands, and only while the screen shows.
type privacy struct {
	*bench
	board
	actions[*privacy]

	pages []int // the panels that share a place, in their order
	page  int   // which of them shows

	releases releaseList
	curve    privacyCurves
	lens     lens // on the curves
	odds     lens // on the chart of what an attacker finds
	proof    proofText
	trust    textPanel
	errors   textPanel
	past     pastRuns
}

func newPrivacy(b *bench) *privacy {
	p := &privacy{bench: b, board: newBoard(&b.look, nil), page: privacyMeaning, odds: lens{home: 100 * usualFalseAlarms}, releases: newReleaseList(), past: newPastRuns()}
	p.arrange, p.paged = p.place, true
	p.actions = bind(b.options.Keys, p, privacyKeys(), listKeys[*privacy](), scrollKeys[*privacy](), lensKeys[*privacy](), panelKeys[*privacy]())
	return p
}

func (p *privacy) name() string { return "Privacy" }

// budget is what the screen is about: the plan of the run, or of the knobs before it runs; nil where nothing is
// released.
func (p *privacy) budget() *accounting.Plan { return p.plan() }

// subject is the method that the screen is about.
func (p *privacy) subject() *method.Method {
	if r := p.session.current; r != nil {
		return r.method
	}
	return p.knobs.method()
}

// payer is the run whose plan the budget is; nil before it runs.
func (p *privacy) payer() *run {
	if r := p.session.current; r != nil && r.plan != nil && r.plan == p.budget() {
		return r
	}
	return nil
}

func (p *privacy) shown() tea.Cmd { return p.refresh() }

func (p *privacy) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		p.releases.leave()
		p.past.clear()
	case curvesMsg:
		p.plotted(msg)
	case pastMsg:
		p.past.take(msg)
	case chargedMsg:
		p.releases.take(msg)
	case startedMsg:
		p.past.stale = true // it may have been refused
	case snapshotMsg:
		for _, e := range msg.events {
			if _, ended := e.(engine.Ended); ended {
				p.past.stale = true
			}
		}
	}
	if p.inFront(p.name()) {
		return p.refresh()
	}
	return nil
}

// refresh brings the lists up to date and asks for what is not at hand.
func (p *privacy) refresh() tea.Cmd {
	p.releases.sync(p)
	return tea.Batch(p.plot(), p.recall())
}

// remark is what the cost means, while the panel that says it at length does not show.
func (p *privacy) remark() (string, bool) {
	if problem := p.filterProblem(); problem != "" {
		return problem, true
	}
	if !p.at[privacyMeaning].empty() {
		return "", false
	}
	return p.promise(p.body.W - 1), false
}

func (p *privacy) filterProblem() string {
	if p.releases.filter.open {
		return p.releases.filter.problem
	}
	return p.past.filter.problem
}

// typing reports whether a filter is being typed.
func (p *privacy) typing() bool { return p.releases.typing() || p.past.typing() }

func (p *privacy) press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case p.releases.typing():
		p.releases.press(key)
		return nil, true
	case p.past.typing():
		p.past.press(key)
		return nil, true
	}
	return p.actions.press(key)
}

func (p *privacy) draw() string {
	blocks := make([]string, privacyPanels)
	draws := [privacyPanels]func() string{p.releasesPanel, p.curvePanel, p.meaningPanel, p.proofPanel, p.trustPanel, p.errorsPanel, p.ledgerPanel}
	for i, draw := range draws {
		if !p.at[i].empty() {
			blocks[i] = draw()
		}
	}
	return p.compose(blocks...)
}
