package privacy

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// releaseRow is a row of the list of releases.
type releaseRow struct {
	accounting.Release
	number       int     // in the plan, from 1
	budgetWeight float64 // fraction of the budget
	state        string
}

// The states of a release.
const (
	releaseCharged = "charged"
	releaseCurrent = "current" // computed now
	releasePlanned = "planned"
	releaseNotMade = "not made" // the run ended before
)

// releaseList lists the releases of a plan, of the current run, or of a run in the ledger. Not safe for concurrent use.
type releaseList struct {
	ui.List[releaseRow]
	local bool // the columns are those of local reports

	// What the rows were made from.
	plan    *accounting.Plan
	charged int
	ended   bool
	trains  bool

	past    *ledger.HistoryEntry // the run of the ledger whose releases these are; nil for the current one
	wanted  int64                // its number, while its releases are on their way
	problem error                // why they do not come
}

func newReleaseList() releaseList { return releaseList{List: ui.NewList(releaseColumns(false)...)} }

// fill replaces the rows, and the columns where releases change to local reports or back.
func (l *releaseList) fill(rows []releaseRow, local bool) {
	if l.local != local {
		l.local, l.Columns, l.By = local, releaseColumns(local), -1
	}
	l.Mark = kindMark
	l.Set(rows, func(a, b releaseRow) bool { return a.Name == b.Name })
}

// sync rebuilds the rows of the current run if anything of it has changed.
func (l *releaseList) sync(p *Screen) {
	if l.past != nil || l.wanted != 0 {
		return
	}
	plan, r := p.Plan(), p.plannedRun()
	charged, ended := 0, false
	if r != nil {
		charged, ended = len(r.Charges), !r.Training()
	}
	if l.plan == plan && l.charged == charged && l.ended == ended && l.trains == (r != nil) {
		return
	}
	l.plan, l.charged, l.ended, l.trains = plan, charged, ended, r != nil
	if plan == nil {
		l.fill(nil, l.local)
		return
	}
	rows := make([]releaseRow, len(plan.Releases))
	for i, release := range plan.Releases {
		rows[i] = releaseRow{release, i + 1, roundToWhole(release.BudgetWeight(plan)), releasePlanned}
		switch {
		case i < charged:
			rows[i].state = releaseCharged
		case ended:
			rows[i].state = releaseNotMade
		case r != nil && i == charged:
			rows[i].state = releaseCurrent
		}
	}
	l.fill(rows, plan.Pure)
}

// roundToWhole returns 1 for a budget weight that differs from 1 by rounding alone.
func roundToWhole(weight float64) float64 {
	if math.Abs(weight-1) < 1e-9 {
		return 1
	}
	return weight
}

// showCurrent lists the releases of the current run again.
func (l *releaseList) showCurrent() {
	l.past, l.wanted, l.problem, l.plan = nil, 0, nil, nil
	l.charged, l.trains = -1, false // differs from every run, so that sync rebuilds the rows
}

// chargedMsg brings what a run of the ledger was charged.
type chargedMsg struct {
	run      ledger.HistoryEntry
	releases []ledger.Release
	err      error
}

// recallReleases is the command that reads what a run of the ledger was charged.
func (p *Screen) recallReleases(run ledger.HistoryEntry) tea.Cmd {
	charged := p.Options.Charged
	if charged == nil {
		return nil
	}
	p.releases.wanted = run.ID
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = chargedMsg{run: run, err: session.PanicError("reading the ledger", v)}
			}
		}()
		releases, err := charged(run.ID)
		return chargedMsg{run, releases, err}
	}
}

func (l *releaseList) take(m chargedMsg) {
	if l.wanted != m.run.ID {
		return
	}
	l.wanted, l.past, l.problem = 0, &m.run, m.err
	rows := make([]releaseRow, len(m.releases))
	for i, r := range m.releases {
		weight := r.Mu * r.Mu / (m.run.Mu * m.run.Mu)
		if m.run.PureEpsilon > 0 {
			weight = r.Epsilon / m.run.PureEpsilon
		}
		rows[i] = releaseRow{r.Release, i + 1, roundToWhole(weight), releaseCharged}
	}
	l.fill(rows, m.run.PureEpsilon > 0)
}
