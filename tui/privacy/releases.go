package privacy

import (
	"context"
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

	entry *ledger.HistoryEntry // the run of the ledger whose releases are listed; nil for the current run
	asked ledger.HistoryEntry  // the run whose releases are being read
	read  session.Task[int64, []ledger.Release]
}

func newReleaseList() releaseList {
	return releaseList{List: ui.NewList(releaseColumns(false)...), read: session.Task[int64, []ledger.Release]{What: "reading the ledger"}}
}

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
	if l.entry != nil || l.read.Running() {
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
	l.read.Reset()
	l.entry, l.plan = nil, nil
	l.charged, l.trains = -1, false // differs from every run, so that sync rebuilds the rows
}

// readReleases returns the command that reads the releases of a run of the ledger.
func (p *Screen) readReleases(run ledger.HistoryEntry) tea.Cmd {
	charged := p.Options.Charged
	if charged == nil {
		return nil
	}
	p.releases.asked = run
	return p.releases.read.Refresh(p.Ctx, run.ID, func(context.Context) ([]ledger.Release, error) { return charged(run.ID) })
}

// take handles the result of readReleases.
func (l *releaseList) take(msg tea.Msg) tea.Cmd {
	next, changed := l.read.Receive(msg)
	if !changed || l.read.Key() != l.asked.ID {
		return next
	}
	run := l.asked
	l.entry = &run
	rows := make([]releaseRow, len(l.read.Value()))
	for i, r := range l.read.Value() {
		weight := r.Mu * r.Mu / (run.Mu * run.Mu)
		if run.PureEpsilon > 0 {
			weight = r.Epsilon / run.PureEpsilon
		}
		rows[i] = releaseRow{r.Release, i + 1, roundToWhole(weight), releaseCharged}
	}
	l.fill(rows, run.PureEpsilon > 0)
	return next
}
