package session

import (
	"fmt"
	"math"

	"charm.land/lipgloss/v2"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// DataSetTitle returns the title and the note of the ledger view.
func (s *Session) DataSetTitle() (title, note string) {
	if s.Options.Status == nil {
		return "This session", ""
	}
	if s.Ledger.Known() {
		note = "at δ " + format.Number(s.Ledger.Value().Delta)
	}
	return "This data set, all runs", note
}

// DataSetText returns the ledger view in lines of w cells: what was charged, what is left, and what the session was charged,
// the most important first, for h lines.
func (s *Session) DataSetText(w, h int) []string {
	if s.Options.Status == nil {
		return s.sessionText(w)
	}
	th, a := s.Theme, &s.Ledger
	switch {
	case a.Err() != nil:
		return ui.PaintWrapped(th.Glyphs.Alert+" "+FirstLine(a.Err()), w, th.Bad)
	case !a.Known():
		return ui.PaintWrapped("no ratings loaded yet", w, th.Muted)
	}
	rows := s.guaranteeRows(w)
	rows = append(append(rows, s.chargedRow(w)), s.leftRows(w)...)
	rows = append(rows, s.catalogueRows(w)...)
	if status := a.Value(); status.Limit != nil && StatedEpsilon(status) < status.SpentEpsilon {
		text := "local reports counted through μ; by their pure ε: " + ledger.FormatEpsilon(StatedEpsilon(status))
		rows = append(rows, ui.PaintWrapped(text, w, th.Muted)...)
	}
	// say adds the first of the texts that fits and leaves that many lines free.
	say := func(style lipgloss.Style, others int, texts ...string) {
		for _, text := range texts {
			if lines := ui.PaintWrapped(text, w, style); len(rows)+len(lines) <= h-others && canvas.Width(lines[0]) <= w {
				rows = append(rows, lines...)
				return
			}
		}
	}
	if s.Runs.simulations > 0 {
		alert := th.Glyphs.Alert + " "
		say(th.Warning, 1, alert+"simulation: no privacy, but charged like any run", alert+"seed known: no privacy")
	}
	if n := s.Runs.Private; n > 0 {
		_, epsilon := s.sessionCharged()
		sum := fmt.Sprintf("session: charged ε %s over %s", format.Number(epsilon), format.ShortPlural(n, "run"))
		say(th.Muted, 1, "this "+sum, sum)
	}
	say(th.Muted, 0, "The same people in another file are not detected.", "overlap is not detected")
	return rows
}

// guaranteeRows return the guarantee for all runs together: the limit, or that there is none.
func (s *Session) guaranteeRows(w int) []string {
	th, status := s.Theme, s.Ledger.Value()
	g := promise.OfAllRuns(status)
	switch {
	case status.Limit == nil:
		return nil // chargedRow says so
	case g == nil:
		text := ui.Longest(w-2, "no guarantee of the runs so far: "+promise.PassedShort, "no guarantee: "+promise.PassedShort)
		return ui.PaintWrapped(th.Glyphs.Alert+" "+text, w, th.Warning)
	}
	row := canvas.Paint(th.Muted, "guarantee: the limit, ε ") + canvas.Paint(th.Strong, ShortEpsilon(g.Epsilon))
	if text := ", if set before all runs"; canvas.Width(row+text) <= w {
		row += canvas.Paint(th.Muted, text)
	}
	return []string{row}
}

// StatedEpsilon returns the smallest proved ε of what was charged to a data set.
func StatedEpsilon(s ledger.Status) float64 {
	if s.Total.Mu > 0 {
		return s.TotalEpsilon
	}
	return s.SpentEpsilon
}

// chargedRow returns what all runs were charged; under a limit as that counts it, with a bar where there is room.
func (s *Session) chargedRow(w int) string {
	th, status := s.Theme, s.Ledger.Value()
	if math.IsInf(status.SpentEpsilon, 1) {
		return canvas.Paint(th.Warning, ui.Longest(w, promise.NoEpsilon(status.Delta), "no ε: catalogues used all of δ"))
	}
	row := canvas.Paint(th.Muted, "charged ε ")
	if status.Limit == nil {
		return row + canvas.Paint(th.Strong, ledger.FormatEpsilon(StatedEpsilon(status))) + canvas.Paint(th.Muted, " over ") + canvas.Paint(th.Strong, format.ShortPlural(status.Runs, "run"))
	}
	row += canvas.Paint(th.Strong, ledger.FormatEpsilon(status.SpentEpsilon)) + canvas.Paint(th.Muted, " of ") + canvas.Paint(th.Strong, ShortEpsilon(status.Limit.Epsilon))
	const leastBar, mostBar = 4, 24
	if room := w - canvas.Width(row) - 2; room >= leastBar {
		row += "  " + canvas.Bar(th, min(room, mostBar), status.SpentEpsilon/status.Limit.Epsilon)
	}
	return row
}

// catalogueRows return the part of δ that private catalogues have used, where any did or may.
func (s *Session) catalogueRows(w int) []string {
	part := promise.CatalogueDelta(s.Ledger.Value())
	if part == "" {
		return nil
	}
	const head = "δ of private catalogues: "
	text := ui.Longest(w, head+part, "catalogues' δ: "+part, "δ "+part)
	return []string{canvas.Paint(s.Theme.Muted, text)}
}

// leftRows return what is left of the limit.
func (s *Session) leftRows(w int) []string {
	th, status := s.Theme, s.Ledger.Value()
	switch {
	case status.Limit == nil:
		for _, text := range []string{"a sum; " + promise.NoLimitShort + ": dpals ledger limit", promise.NoLimitShort} {
			if canvas.Width(text) <= w {
				return []string{canvas.Paint(th.Muted, text)}
			}
		}
		return nil
	case status.LargestEpsilon == 0:
		return ui.PaintWrapped(th.Glyphs.Alert+" nothing is left: every private run is refused", w, th.Warning)
	}
	head := "left for: one more run at ε "
	value := ShortEpsilon(status.LargestEpsilon)
	if canvas.Width(head+value) > w {
		head = "left: one run at ε "
	}
	row := canvas.Paint(th.Muted, head) + canvas.Paint(th.Strong, value)
	if text := fmt.Sprintf(" besides %d running", status.Running); status.Running > 0 && canvas.Width(row+text) <= w {
		row += canvas.Paint(th.Muted, text)
	}
	return []string{row}
}

// DataSetShort returns the ledger view in one line, on a screen of w cells.
func (s *Session) DataSetShort(w int) string {
	if status := s.Ledger.Value(); s.Options.Status != nil && s.Ledger.Known() {
		const allRuns, wide = "all runs: ", 72
		short := "charged " + promise.Epsilon(StatedEpsilon(status), status.Delta) + ui.Separator + promise.NoLimitShort
		if math.IsInf(StatedEpsilon(status), 1) {
			short = promise.NoEpsilon(status.Delta)
		}
		if g := promise.OfAllRuns(status); status.Limit != nil && g == nil {
			short = promise.PassedShort + ": no guarantee"
		} else if g != nil {
			short = "limit ε " + ShortEpsilon(g.Epsilon) + ", the guarantee" + ui.Separator + "charged ε " + ledger.FormatEpsilon(status.SpentEpsilon)
		}
		if w < wide {
			return short
		}
		return allRuns + short
	}
	if s.Runs.Private == 0 {
		return s.BudgetNote()
	}
	_, epsilon := s.sessionCharged()
	return fmt.Sprintf("session: charged ε %s, %s", format.Number(epsilon), format.ShortPlural(s.Runs.Private, "run"))
}

// sessionText returns what the private runs of the session were charged together.
func (s *Session) sessionText(w int) []string {
	th, runs := s.Theme, &s.Runs
	if runs.Private == 0 {
		return ui.PaintWrapped("Nothing private has been released yet.", w, th.Muted)
	}
	mu, epsilon := s.sessionCharged()
	rows := []string{
		canvas.Paint(th.Muted, "charged ε ") + canvas.Paint(th.Strong, format.Number(epsilon)) +
			canvas.Paint(th.Muted, " over ") + canvas.Paint(th.Strong, format.ShortPlural(runs.Private, "run")),
		canvas.Paint(th.Muted, "no ledger, no guarantee"),
		canvas.Paint(th.Muted, fmt.Sprintf("μ %s at δ %s, exact", format.Number(mu), format.Number(s.Knobs.Delta))),
	}
	if runs.simulations > 0 {
		text := fmt.Sprintf("%s %s with a known seed: simulation, no privacy", th.Glyphs.Alert, format.ShortPlural(runs.simulations, "run"))
		rows = append(rows, ui.PaintWrapped(text, w, th.Warning)...)
	}
	return rows
}

func (s *Session) sessionCharged() (mu, epsilon float64) {
	mu, epsilon = s.Runs.charged(s.Knobs.Delta)
	if math.IsNaN(epsilon) {
		epsilon = math.Inf(1)
	}
	return mu, epsilon
}

// OverLimit returns that a run with the present settings would pass the data set's limit, and what would fit; "" where it
// fits. Runs of this session that train would stop first, so what they have reserved counts as left.
func (s *Session) OverLimit() string {
	status, p := s.Ledger.Value(), s.Preview.Value()
	if p == nil || p.Plan == nil || !s.Ledger.Known() || status.Limit == nil {
		return ""
	}
	left := math.Hypot(status.LeftMu, s.Runs.reserved())
	const over = "over this data set's limit: "
	if need := p.Plan.FailureProbability; need > 0 && need+status.Total.FailureProbability > status.Limit.FailureProbability*(1+0x1p-40) {
		return over + fmt.Sprintf("its private catalogue needs %.4g of δ, %.4g is left", need, promise.CatalogueLeft(status))
	}
	if p.Plan.Mu <= left {
		return ""
	}
	if p.Plan.HasFixedNoise() {
		return over + "more noise fits"
	}
	if p.Plan.Pure { // what fits depends on the rounds: the refusal tells it
		return over + "a smaller ε may fit"
	}
	epsilon, err := p.Plan.Accountant.Epsilon(left, p.Plan.Delta)
	if epsilon = format.RoundDown(epsilon, 3); err != nil || !(epsilon > 0) {
		return over + "nothing is left"
	}
	return over + "ε " + format.Number(epsilon) + " fits"
}
