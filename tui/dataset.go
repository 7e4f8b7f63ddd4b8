package tui

import (
	"fmt"
	"math"
	"strconv"

	"charm.land/lipgloss/v2"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/tui/canvas"
)

// drawDataSet is what is guaranteed of all runs on the data set and what they were charged; without a ledger, what the
// session was.
func (t *tune) drawDataSet(w, h int) string { return inset(t.dataSetText(w-2, h), w, h) }

// dataSetTitle is the title and the note of the panel.
func (t *tune) dataSetTitle() (title, note string) {
	if t.options.status == nil {
		return "This session", ""
	}
	if a := t.account; a.known {
		note = "at δ " + figure(a.status.Delta)
	}
	return "This data set, all runs", note
}

// dataSetText is the ledger's word and the session's in lines of w cells, most important first, for h lines.
func (t *tune) dataSetText(w, h int) []string {
	if t.options.status == nil {
		return t.sessionText(w)
	}
	th, a := t.theme, t.account
	switch {
	case a.err != nil:
		return paintAll(th.Glyphs.Alert+" "+firstLine(a.err), w, th.Bad)
	case !a.known:
		return paintAll("The ledger knows it once the ratings are loaded.", w, th.Muted)
	}
	rows := t.guaranteeRows(w)
	rows = append(append(rows, t.chargedRow(w)), t.leftRows(w)...)
	rows = append(rows, t.catalogueRows(w)...)
	if s := a.status; s.Limit != nil && stated(s) < s.SpentEpsilon {
		text := "that counts local reports through μ; with their pure ε added up it is " + ledger.FormatEpsilon(stated(s))
		rows = append(rows, paintAll(text, w, th.Muted)...)
	}
	// say adds the first of the texts that fits and leaves so many lines to others.
	say := func(style lipgloss.Style, others int, texts ...string) {
		for _, text := range texts {
			if lines := paintAll(text, w, style); len(rows)+len(lines) <= h-others && canvas.Width(lines[0]) <= w {
				rows = append(rows, lines...)
				return
			}
		}
	}
	if t.session.simulations > 0 {
		alert := th.Glyphs.Alert + " "
		say(th.Warning, 1, alert+"simulation: its noise protects nobody, and is charged all the same", alert+"seed known: no protection")
	}
	if n := t.session.private; n > 0 {
		_, epsilon := t.sessionCharged()
		sum := fmt.Sprintf("session: charged ε %s over %s", figure(epsilon), plural(n, "run"))
		say(th.Muted, 1, "this "+sum, sum)
	}
	say(th.Muted, 0, "Overlapping data sets, the same people in another file, cannot be detected.",
		"Overlapping data sets cannot be detected.", "overlap goes undetected")
	return rows
}

// guaranteeRows say what is guaranteed of all runs together: the limit, in as many words as fit, or that nothing is.
func (t *tune) guaranteeRows(w int) []string {
	th, s := t.theme, t.account.status
	g := promise.OfAllRuns(s)
	switch {
	case s.Limit == nil:
		return nil // the row of what was charged says so
	case g == nil:
		text := longest(w-2, "no guarantee of the runs so far: "+promise.PassedShort, "no guarantee: "+promise.PassedShort)
		return paintAll(th.Glyphs.Alert+" "+text, w, th.Warning)
	}
	row := canvas.Paint(th.Muted, "guarantee: the limit, ε ") + canvas.Paint(th.Strong, brief(g.Epsilon))
	if text := ", if set before all runs"; canvas.Width(row+text) <= w {
		row += canvas.Paint(th.Muted, text)
	}
	return []string{row}
}

// stated is the least ε that can be said of what was charged to a data set.
func stated(s ledger.Status) float64 {
	if s.Total.Mu > 0 {
		return s.TotalEpsilon
	}
	return s.SpentEpsilon
}

// chargedRow is the sum of what all runs were charged; under a limit as that counts it, with a bar where there is room.
func (t *tune) chargedRow(w int) string {
	th, s := t.theme, t.account.status
	if math.IsInf(s.SpentEpsilon, 1) {
		return canvas.Paint(th.Warning, longest(w, promise.NoEpsilon(s.Delta), "no ε: catalogues took all of δ"))
	}
	row := canvas.Paint(th.Muted, "charged ε ")
	if s.Limit == nil {
		return row + canvas.Paint(th.Strong, ledger.FormatEpsilon(stated(s))) + canvas.Paint(th.Muted, " over ") + canvas.Paint(th.Strong, plural(s.Runs, "run"))
	}
	row += canvas.Paint(th.Strong, ledger.FormatEpsilon(s.SpentEpsilon)) + canvas.Paint(th.Muted, " of ") + canvas.Paint(th.Strong, brief(s.Limit.Epsilon))
	const leastBar, mostBar = 4, 24
	if room := w - canvas.Width(row) - 2; room >= leastBar {
		row += "  " + canvas.Bar(th, min(room, mostBar), s.SpentEpsilon/s.Limit.Epsilon)
	}
	return row
}

// catalogueRows say how much private catalogues took of δ, where any did or may.
func (t *tune) catalogueRows(w int) []string {
	part := promise.CatalogueDelta(t.account.status)
	if part == "" {
		return nil
	}
	const head = "δ of private catalogues: "
	text := longest(w, head+part, "catalogues' δ: "+part, "δ "+part)
	return []string{canvas.Paint(t.theme.Muted, text)}
}

// leftRows say what the limit leaves.
func (t *tune) leftRows(w int) []string {
	th, s := t.theme, t.account.status
	switch {
	case s.Limit == nil:
		for _, text := range []string{"a sum; " + promise.NoLimitShort + ": dpals ledger limit", promise.NoLimitShort} {
			if canvas.Width(text) <= w {
				return []string{canvas.Paint(th.Muted, text)}
			}
		}
		return nil
	case s.LargestEpsilon == 0:
		return paintAll(th.Glyphs.Alert+" nothing is left: every private run is refused", w, th.Warning)
	}
	head := "left for: one more run at ε "
	value := brief(s.LargestEpsilon)
	if canvas.Width(head+value) > w {
		head = "left: one run at ε "
	}
	row := canvas.Paint(th.Muted, head) + canvas.Paint(th.Strong, value)
	if text := fmt.Sprintf(" beside %d under way", s.Running); s.Running > 0 && canvas.Width(row+text) <= w {
		row += canvas.Paint(th.Muted, text)
	}
	return []string{row}
}

// brief writes an ε as the ledger does.
func brief(epsilon float64) string { return strconv.FormatFloat(epsilon, 'g', 4, 64) }

// dataSetShort is the same for the edge of a panel.
func (t *tune) dataSetShort() string {
	if a := t.account; t.options.status != nil && a.known {
		const allRuns, wide = "all runs: ", 72
		short := "charged " + promise.Epsilon(stated(a.status), a.status.Delta) + partsApart + promise.NoLimitShort
		if math.IsInf(stated(a.status), 1) {
			short = promise.NoEpsilon(a.status.Delta)
		}
		if g := promise.OfAllRuns(a.status); a.status.Limit != nil && g == nil {
			short = promise.PassedShort + ": no guarantee"
		} else if g != nil {
			short = "limit ε " + brief(g.Epsilon) + ", the guarantee" + partsApart + "charged ε " + ledger.FormatEpsilon(a.status.SpentEpsilon)
		}
		if t.body.W < wide {
			return short
		}
		return allRuns + short
	}
	if t.session.private == 0 {
		return t.budgetNote()
	}
	_, epsilon := t.sessionCharged()
	return fmt.Sprintf("session: charged ε %s, %s", figure(epsilon), plural(t.session.private, "run"))
}

// sessionText says what the private runs of the session cost together.
func (t *tune) sessionText(w int) []string {
	th, s := t.theme, &t.session
	if s.private == 0 {
		return paintAll("Nothing private has been released yet.", w, th.Muted)
	}
	mu, epsilon := t.sessionCharged()
	rows := []string{
		canvas.Paint(th.Muted, "charged ε ") + canvas.Paint(th.Strong, figure(epsilon)) +
			canvas.Paint(th.Muted, " over ") + canvas.Paint(th.Strong, plural(s.private, "run")),
		canvas.Paint(th.Muted, "no ledger, no guarantee"),
		canvas.Paint(th.Muted, fmt.Sprintf("μ %s at δ %s, exact", figure(mu), figure(t.knobs.delta))),
	}
	if s.simulations > 0 {
		text := fmt.Sprintf("%s %s with a known seed: a simulation protects nobody", th.Glyphs.Alert, plural(s.simulations, "run"))
		rows = append(rows, paintAll(text, w, th.Warning)...)
	}
	return rows
}

func (t *tune) sessionCharged() (mu, epsilon float64) {
	mu, epsilon = t.session.charged(t.knobs.delta)
	if math.IsNaN(epsilon) {
		epsilon = math.Inf(1)
	}
	return mu, epsilon
}

// overLimit says that a run with the knobs as they stand would pass the data set's limit, and what would not; "" where
// it fits. Runs of this session that train would stop first, so what they have reserved counts as left.
func (t *tune) overLimit() string {
	a, p := t.account, t.preview
	if p == nil || p.Plan == nil || !a.known || a.status.Limit == nil {
		return ""
	}
	left := math.Hypot(a.status.LeftMu, t.session.reserved())
	const over = "would pass this data set's limit: "
	if need := p.Plan.FailureProbability; need > 0 && need+a.status.Total.FailureProbability > a.status.Limit.FailureProbability*(1+0x1p-40) {
		return over + "its items need " + fmt.Sprintf("%.4g of δ, %.4g is left for catalogues", need, promise.CatalogueLeft(a.status))
	}
	if p.Plan.Mu <= left {
		return ""
	}
	if typed(p.Plan) {
		return over + "more noise fits"
	}
	if p.Plan.Pure { // what fits depends on the rounds, and the refusal works it out
		return over + "a smaller ε may fit"
	}
	epsilon, err := p.Plan.Accountant.Epsilon(left, p.Plan.Delta)
	if epsilon = floorTo(epsilon, 3); err != nil || !(epsilon > 0) {
		return over + "nothing is left of it"
	}
	return over + "ε " + figure(epsilon) + " fits"
}
