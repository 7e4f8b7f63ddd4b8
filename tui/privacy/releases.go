package privacy

import (
	"cmp"
	"context"
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// releaseRow is a line of the list of releases.
type releaseRow struct {
	accounting.Release
	number int // in the plan, from 1
	share  float64
	state  string
}

// What has become of a release.
const (
	releaseCharged = "charged"
	releaseNow     = "now"
	releasePlanned = "planned"
	releaseNever   = "never" // the run ended before
)

// releaseList is every release of the plan, of the run, or of a run in the ledger.
type releaseList struct {
	ui.List[releaseRow]
	local bool // its columns are those of local reports

	// What the rows were made of.
	plan    *accounting.Plan
	charged int
	ended   bool
	trains  bool

	past  *ledger.HistoryEntry // the run of the ledger whose releases these are; nil for the current one
	asked ledger.HistoryEntry  // the run whose releases were asked for last
	read  session.Task[int64, []ledger.Release]
}

func newReleaseList() releaseList {
	return releaseList{List: ui.NewList(releaseColumns(false)...), read: session.Task[int64, []ledger.Release]{What: "reading the ledger"}}
}

func releaseColumns(local bool) []ui.Column[releaseRow] {
	number := func(title string, w, priority int, of func(releaseRow) float64) ui.Column[releaseRow] {
		return ui.Column[releaseRow]{Title: title, Width: w, Right: true, Priority: priority,
			Text:  func(r releaseRow) string { return r.figure(of(r)) },
			Order: func(a, b releaseRow) int { return cmp.Compare(of(a), of(b)) }}
	}
	share := number("share", 6, 2, func(r releaseRow) float64 { return r.share })
	share.Text = func(r releaseRow) string { return format.Percent(r.share) }
	numbers := number("numbers", 8, 4, func(r releaseRow) float64 { return float64(r.Dimension) })
	numbers.Text = func(r releaseRow) string {
		if r.Deferred {
			return "–"
		}
		return format.Count(r.Dimension)
	}
	columns := []ui.Column[releaseRow]{
		{Title: "release", Width: 12, Grow: true, Text: func(r releaseRow) string { return r.Name }},
	}
	if local {
		columns = append(columns,
			numbers,
			number("pure ε", 8, 0, func(r releaseRow) float64 { return r.Epsilon }),
			number("as μ", 7, 3, func(r releaseRow) float64 { return r.Mu }))
	} else {
		columns = append(columns,
			number("sensitivity", 11, 3, func(r releaseRow) float64 { return r.Sensitivity }),
			number("noise σ", 8, 1, func(r releaseRow) float64 { return r.Sigma }),
			number("μ", 7, 0, func(r releaseRow) float64 { return r.Mu }))
	}
	return append(columns, share,
		ui.Column[releaseRow]{Title: "state", Width: 7, Priority: 1, Text: func(r releaseRow) string { return r.state },
			Style: func(th *themes.Theme, r releaseRow) lipgloss.Style {
				switch r.state {
				case releaseCharged:
					return th.Good
				case releaseNow:
					return th.Accent
				}
				return th.Muted
			},
			Order: func(a, b releaseRow) int {
				return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.number, b.number))
			}},
		ui.Column[releaseRow]{Title: "proof", Width: 11, Grow: true, Priority: 5, Text: func(r releaseRow) string { return docs.ProofName(r.Proof) },
			Style: func(th *themes.Theme, _ releaseRow) lipgloss.Style { return th.Muted },
			Order: func(a, b releaseRow) int { return cmp.Compare(a.Proof, b.Proof) }})
}

// figure writes a number of the row; of what is not planned yet there is none.
func (r releaseRow) figure(v float64) string {
	if r.Deferred {
		return "–"
	}
	return format.Number(v)
}

func kindMark(th *themes.Theme, r releaseRow) string {
	style, glyph := th.Kind(r.Kind)
	return canvas.Paint(style, glyph)
}

// fill replaces the rows, and the columns where the kind of promise is another one.
func (l *releaseList) fill(rows []releaseRow, local bool) {
	if l.local != local {
		l.local, l.Columns, l.By = local, releaseColumns(local), -1
	}
	l.Mark = kindMark
	l.Set(rows, func(a, b releaseRow) bool { return a.Name == b.Name })
}

// sync makes the rows of the current run, if anything of it has changed.
func (l *releaseList) sync(p *Screen) {
	if l.past != nil || l.read.Running() {
		return
	}
	plan, r := p.budget(), p.payer()
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
		rows[i] = releaseRow{release, i + 1, shareOf(release.BudgetWeight(plan)), releasePlanned}
		switch {
		case i < charged:
			rows[i].state = releaseCharged
		case ended:
			rows[i].state = releaseNever
		case r != nil && i == charged:
			rows[i].state = releaseNow
		}
	}
	l.fill(rows, plan.Pure)
}

// shareOf is a share without what sums that are rounded up leave of the whole.
func shareOf(share float64) float64 {
	if math.Abs(share-1) < 1e-9 {
		return 1
	}
	return share
}

// leave goes back to the current run.
func (l *releaseList) leave() {
	l.read.Reset()
	l.past, l.plan = nil, nil
	l.charged, l.trains = -1, false // nothing that a run has
}

// readReleases is the command that reads what a run of the ledger was charged.
func (p *Screen) readReleases(run ledger.HistoryEntry) tea.Cmd {
	charged := p.Options.Charged
	if charged == nil {
		return nil
	}
	p.releases.asked = run
	return p.releases.read.Refresh(p.Ctx, run.ID, func(context.Context) ([]ledger.Release, error) { return charged(run.ID) })
}

// take lists what the run that was asked for was charged.
func (l *releaseList) take(msg tea.Msg) tea.Cmd {
	next, changed := l.read.Receive(msg)
	if !changed || l.read.Key() != l.asked.ID {
		return next
	}
	run := l.asked
	l.past = &run
	rows := make([]releaseRow, len(l.read.Value()))
	for i, r := range l.read.Value() {
		share := r.Mu * r.Mu / (run.Mu * run.Mu)
		if run.PureEpsilon > 0 {
			share = r.Epsilon / run.PureEpsilon
		}
		rows[i] = releaseRow{r.Release, i + 1, shareOf(share), releaseCharged}
	}
	l.fill(rows, run.PureEpsilon > 0)
	return next
}

// releasesPanel is the list above a line of what all of it costs.
func (p *Screen) releasesPanel() string {
	l := &p.releases
	title, note := "Releases", p.releasesNote()
	focused := p.Focus == panelReleases
	return p.Panel(panelReleases, title, note, func(w, h int) string {
		sum := p.releasesSum(w - 2)
		if sum == "" || h < 4 {
			return l.Draw(p.Theme, w, h, focused, p.noReleases())
		}
		return canvas.Stack(l.Draw(p.Theme, w, h-1, focused, p.noReleases()), canvas.Line(" "+sum, w))
	})
}

// releasesNote says whose releases are listed, and how far they have come.
func (p *Screen) releasesNote() string {
	l := &p.releases
	if l.past != nil {
		return fmt.Sprintf("of run %d, from the ledger · Esc leaves", l.past.ID)
	}
	if l.Needle != "" {
		return l.Position()
	}
	plan, r := p.budget(), p.payer()
	switch {
	case plan == nil:
		return ""
	case r == nil:
		return "planned, nothing is charged yet"
	case r.Simulation:
		return fmt.Sprintf("%d of %d charged · simulation", len(r.Charges), len(plan.Releases))
	}
	note := fmt.Sprintf("%d of %d charged", len(r.Charges), len(plan.Releases))
	if scope := r.ScopeText(); scope != "" {
		note += ui.Separator + scope
	}
	return note
}

// releasesSum is what all releases of the list cost, in at most w cells.
func (p *Screen) releasesSum(w int) string {
	th, plan := p.Theme, p.budget()
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	if past := p.releases.past; past != nil {
		text := muted("planned ε ") + strong(format.Number(past.Epsilon)) + muted(" · charged μ ") + strong(format.Number(past.SpentMu)) + muted(" · "+canvas.Text(pastOutcome(*past)))
		if past.PureEpsilon > 0 {
			text = muted("planned pure ε ") + strong(format.Number(past.PureEpsilon)) + muted(" · "+canvas.Text(pastOutcome(*past)))
		}
		return text
	}
	if plan == nil {
		return ""
	}
	text := muted("together μ ") + strong(format.Number(plan.Mu)) + muted("  ε ") + strong(format.Number(plan.Epsilon)) + muted(" at δ "+format.Number(plan.EffectiveDelta())+", "+plan.AccountantName())
	if plan.Pure {
		text = muted("together ε ") + strong(format.Number(plan.Epsilon)) + muted(" at δ 0: pure ε adds up")
	}
	if plan.Deferred().Deferred {
		rest := "the rest is " + session.RestPlanned
		cost := "ε " + format.Number(plan.Epsilon) + " at δ " + format.Number(plan.EffectiveDelta())
		return muted(ui.Longest(w, "together μ "+format.Number(plan.Mu)+"  "+cost+ui.Separator+rest, cost+ui.Separator+rest, rest))
	}
	if row, ok := p.releases.Current(); ok {
		if hint := muted("  ·  Enter: proof of ") + canvas.Paint(th.Text, canvas.Text(row.Name)); canvas.Width(text+hint) <= w {
			text += hint
		}
	}
	return text
}

// noReleases says why the list is empty.
func (p *Screen) noReleases() string {
	switch {
	case p.releases.read.Err() != nil:
		return session.FirstLine(p.releases.read.Err())
	case p.releases.past != nil:
		return "This run was charged nothing."
	}
	return p.NoPlan("Every release of the run is listed here once the ratings are loaded.")
}
