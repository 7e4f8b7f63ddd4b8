package tui

import (
	"cmp"
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/themes"
	"dpals/tui/canvas"
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
	list[releaseRow]
	local bool // its columns are those of local reports

	// What the rows were made of.
	plan    *accounting.Plan
	charged int
	ended   bool
	trains  bool

	past    *ledger.HistoryEntry // the run of the ledger whose releases these are; nil for the current one
	wanted  int64                // its number, while its releases are on their way
	problem error                // why they do not come
}

func newReleaseList() releaseList { return releaseList{list: newList(releaseColumns(false)...)} }

func releaseColumns(local bool) []column[releaseRow] {
	number := func(title string, w, priority int, of func(releaseRow) float64) column[releaseRow] {
		return column[releaseRow]{Title: title, Width: w, Right: true, Priority: priority,
			Text:  func(r releaseRow) string { return r.figure(of(r)) },
			Order: func(a, b releaseRow) int { return cmp.Compare(of(a), of(b)) }}
	}
	share := number("share", 6, 2, func(r releaseRow) float64 { return r.share })
	share.Text = func(r releaseRow) string { return percent(r.share) }
	numbers := number("numbers", 8, 4, func(r releaseRow) float64 { return float64(r.Dimension) })
	numbers.Text = func(r releaseRow) string {
		if r.Deferred {
			return "–"
		}
		return count(r.Dimension)
	}
	columns := []column[releaseRow]{
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
		column[releaseRow]{Title: "state", Width: 7, Priority: 1, Text: func(r releaseRow) string { return r.state },
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
		column[releaseRow]{Title: "proof", Width: 11, Grow: true, Priority: 5, Text: func(r releaseRow) string { return docs.ProofName(r.Proof) },
			Style: func(th *themes.Theme, _ releaseRow) lipgloss.Style { return th.Muted },
			Order: func(a, b releaseRow) int { return cmp.Compare(a.Proof, b.Proof) }})
}

// restPlanned says what is not known yet of a plan whose scope is to be released first.
const restPlanned = "planned once the scope is known"

// figure writes a number of the row; of what is not planned yet there is none.
func (r releaseRow) figure(v float64) string {
	if r.Deferred {
		return "–"
	}
	return figure(v)
}

func kindMark(th *themes.Theme, r releaseRow) string {
	style, glyph := th.Kind(r.Kind)
	return canvas.Paint(style, glyph)
}

// fill replaces the rows, and the columns where the kind of promise is another one.
func (l *releaseList) fill(rows []releaseRow, local bool) {
	if l.local != local {
		l.local, l.columns, l.by = local, releaseColumns(local), -1
	}
	l.mark = kindMark
	l.set(rows, func(a, b releaseRow) bool { return a.Name == b.Name })
}

// sync makes the rows of the current run, if anything of it has changed.
func (l *releaseList) sync(p *privacy) {
	if l.past != nil || l.wanted != 0 {
		return
	}
	plan, r := p.budget(), p.payer()
	charged, ended := 0, false
	if r != nil {
		charged, ended = len(r.charges), !r.training()
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
	l.past, l.wanted, l.problem, l.plan = nil, 0, nil, nil
	l.charged, l.trains = -1, false // nothing that a run has
}

// chargedMsg brings what a run of the ledger was charged.
type chargedMsg struct {
	run      ledger.HistoryEntry
	releases []ledger.Release
	err      error
}

// recallReleases is the command that reads what a run of the ledger was charged.
func (p *privacy) recallReleases(run ledger.HistoryEntry) tea.Cmd {
	charged := p.options.charged
	if charged == nil {
		return nil
	}
	p.releases.wanted = run.ID
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = chargedMsg{run: run, err: panicError("reading the ledger", v)}
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
		share := r.Mu * r.Mu / (m.run.Mu * m.run.Mu)
		if m.run.PureEpsilon > 0 {
			share = r.Epsilon / m.run.PureEpsilon
		}
		rows[i] = releaseRow{r.Release, i + 1, shareOf(share), releaseCharged}
	}
	l.fill(rows, m.run.PureEpsilon > 0)
}

// releasesPanel is the list above a line of what all of it costs.
func (p *privacy) releasesPanel() string {
	l := &p.releases
	title, note := "Releases", p.releasesNote()
	focused := p.focus == privacyReleases
	return p.panel(privacyReleases, title, note, func(w, h int) string {
		sum := p.releasesSum(w - 2)
		if sum == "" || h < 4 {
			return l.draw(p.theme, w, h, focused, p.noReleases())
		}
		return canvas.Stack(l.draw(p.theme, w, h-1, focused, p.noReleases()), canvas.Line(" "+sum, w))
	}, l.version, l.past, p.budget(), p.emptiness(), p.tune.previews, p.tune.knobs.chosen)
}

// releasesNote says whose releases are listed, and how far they have come.
func (p *privacy) releasesNote() string {
	l := &p.releases
	if l.past != nil {
		return fmt.Sprintf("of run %d, from the ledger · Esc leaves", l.past.ID)
	}
	if l.needle != "" {
		return l.position()
	}
	plan, r := p.budget(), p.payer()
	switch {
	case plan == nil:
		return ""
	case r == nil:
		return "planned, nothing is charged yet"
	case r.simulation:
		return fmt.Sprintf("%d of %d charged · simulation", len(r.charges), len(plan.Releases))
	}
	note := fmt.Sprintf("%d of %d charged", len(r.charges), len(plan.Releases))
	if scope := r.scopeText(); scope != "" {
		note += partsApart + scope
	}
	return note
}

// releasesSum is what all releases of the list cost, in at most w cells.
func (p *privacy) releasesSum(w int) string {
	th, plan := p.theme, p.budget()
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	if past := p.releases.past; past != nil {
		text := muted("planned ε ") + strong(figure(past.Epsilon)) + muted(" · charged μ ") + strong(figure(past.SpentMu)) + muted(" · "+canvas.Text(pastOutcome(*past)))
		if past.PureEpsilon > 0 {
			text = muted("planned pure ε ") + strong(figure(past.PureEpsilon)) + muted(" · "+canvas.Text(pastOutcome(*past)))
		}
		return text
	}
	if plan == nil {
		return ""
	}
	text := muted("together μ ") + strong(figure(plan.Mu)) + muted("  ε ") + strong(figure(plan.Epsilon)) + muted(" at δ "+figure(plan.EffectiveDelta())+", "+plan.AccountantName())
	if plan.Pure {
		text = muted("together ε ") + strong(figure(plan.Epsilon)) + muted(" at δ 0: pure ε adds up")
	}
	if plan.Deferred().Deferred {
		rest := "the rest is " + restPlanned
		cost := "ε " + figure(plan.Epsilon) + " at δ " + figure(plan.EffectiveDelta())
		return muted(longest(w, "together μ "+figure(plan.Mu)+"  "+cost+partsApart+rest, cost+partsApart+rest, rest))
	}
	if row, ok := p.releases.current(); ok {
		if hint := muted("  ·  Enter: proof of ") + canvas.Paint(th.Text, canvas.Text(row.Name)); canvas.Width(text+hint) <= w {
			text += hint
		}
	}
	return text
}

// noReleases says why the list is empty.
func (p *privacy) noReleases() string {
	switch {
	case p.releases.problem != nil:
		return firstLine(p.releases.problem)
	case p.releases.past != nil:
		return "This run was charged nothing."
	}
	return p.tune.noPlan("Every release of the run is listed here once the ratings are loaded.")
}

// emptiness changes with what empty panels say.
func (p *privacy) emptiness() int { return p.tune.emptiness() }
