package privacy

import (
	"fmt"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// releasesPanel draws the list above a line with the total cost.
func (p *Screen) releasesPanel() string {
	l := &p.releases
	title, note := "Releases", p.releasesNote()
	focused := p.Focus == panelReleases
	return p.Panel(panelReleases, title, note, func(w, h int) string {
		total := p.releasesTotal(w - 2)
		if total == "" || h < 4 {
			return l.Draw(p.Theme, w, h, focused, p.noReleases())
		}
		return canvas.Stack(l.Draw(p.Theme, w, h-1, focused, p.noReleases()), canvas.Line(" "+total, w))
	})
}

// releasesNote returns whose releases are listed, and how many are charged.
func (p *Screen) releasesNote() string {
	l := &p.releases
	if l.entry != nil {
		return fmt.Sprintf("run %d of the ledger · Esc: current run", l.entry.ID)
	}
	if l.FilterText != "" {
		return l.Position()
	}
	plan, r := p.Plan(), p.plannedRun()
	switch {
	case plan == nil:
		return ""
	case r == nil:
		return "planned, not charged yet"
	case r.Simulation:
		return fmt.Sprintf("%d of %d charged · simulation", len(r.Charges), len(plan.Releases))
	}
	note := fmt.Sprintf("%d of %d charged", len(r.Charges), len(plan.Releases))
	if scope := r.ScopeText(); scope != "" {
		note += ui.Separator + scope
	}
	return note
}

// releasesTotal returns the total cost of the listed releases in at most w cells.
func (p *Screen) releasesTotal(w int) string {
	th, plan := p.Theme, p.Plan()
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	if entry := p.releases.entry; entry != nil {
		text := muted("planned ε ") + strong(format.Number(entry.Epsilon)) + muted(" · charged μ ") + strong(format.Number(entry.SpentMu)) + muted(" · "+canvas.Text(outcomeText(*entry)))
		if entry.PureEpsilon > 0 {
			text = muted("planned pure ε ") + strong(format.Number(entry.PureEpsilon)) + muted(" · "+canvas.Text(outcomeText(*entry)))
		}
		return text
	}
	if plan == nil {
		return ""
	}
	text := muted("total μ ") + strong(format.Number(plan.Mu)) + muted(", ε ") + strong(format.Number(plan.Epsilon)) + muted(" at δ "+format.Number(plan.EffectiveDelta())+" ("+plan.AccountantName()+")")
	if plan.Pure {
		text = muted("total ε ") + strong(format.Number(plan.Epsilon)) + muted(" at δ 0: sum of pure ε")
	}
	if plan.Deferred().Deferred {
		rest := "the rest is " + session.RestPlanned
		cost := "ε " + format.Number(plan.Epsilon) + " at δ " + format.Number(plan.EffectiveDelta())
		return muted(ui.Longest(w, "total μ "+format.Number(plan.Mu)+", "+cost+ui.Separator+rest, cost+ui.Separator+rest, rest))
	}
	if row, ok := p.releases.Current(); ok {
		if hint := muted("  ·  Enter: proof of ") + canvas.Paint(th.Text, canvas.Text(row.Name)); canvas.Width(text+hint) <= w {
			text += hint
		}
	}
	return text
}

// noReleases returns why the list is empty.
func (p *Screen) noReleases() string {
	switch {
	case p.releases.read.Err() != nil:
		return session.FirstLine(p.releases.read.Err())
	case p.releases.entry != nil:
		return "nothing was charged to this run"
	}
	return p.noPlan()
}
