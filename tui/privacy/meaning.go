package privacy

import (
	"fmt"
	"slices"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// falseAlarms are the rates of false positives that the table has.
var falseAlarms = []float64{0.001, session.UsualFalseAlarms, 0.05, 0.1}

// Widths of the table's columns, in cells.
const (
	alarmsWidth = 12
	rateWidth   = 10
	leastRate   = 9 // where there is little room
)

// stake is what somebody stands to lose by: what was released, under a name.
type stake struct {
	name   string
	total  accounting.TotalCost
	series int
}

// The stakes of all runs on the data set.
const (
	stakeLimit   = "limit"   // a guarantee of all runs
	stakeCharged = "charged" // a sum, where no limit guarantees anything
)

// stakes are what the screen tells the meaning of: the plan of the run, and all runs. What was charged so far is none
// of a run: it is no guarantee at a moment that somebody chooses.
func (p *Screen) stakes() (all []stake) {
	if plan, r := p.budget(), p.payer(); plan != nil {
		one := stake{"planned", session.KnownToAttacker(plan, r), 0}
		if r != nil {
			one.name, one.series = "this run", r.Series
		}
		all = append(all, one)
	}
	status := p.Ledger.Value()
	if !p.Ledger.Known() {
		return all
	}
	if g := promise.OfAllRuns(status); g != nil {
		failure := status.Limit.FailureProbability
		if mu, err := accounting.Exact.Mu(g.Epsilon, accounting.RemainingDelta(g.Delta, failure)); err == nil && mu > 0 {
			all = append(all, stake{stakeLimit, accounting.TotalCost{Mu: mu, GaussianMu: mu, FailureProbability: failure}, len(all) + 2})
		}
	} else if status.Total.Mu > 0 {
		all = append(all, stake{stakeCharged, status.Total, len(all) + 2})
	}
	return all
}

// explained says in a sentence what the last of the stakes is; "" where it explains itself.
func explained(all []stake, s ledger.Status) string {
	if len(all) == 0 {
		return ""
	}
	switch all[len(all)-1].name {
	case stakeLimit:
		return stakeLimit + ": guarantee of all runs, if set before the first and never changed"
	case stakeCharged:
		if promise.HasPassed(s) {
			return stakeCharged + ": a sum over all runs; " + promise.PassedShort + ", no guarantee"
		}
		return stakeCharged + ": a sum over all runs; " + promise.NoLimitShort
	}
	return ""
}

// meaningText says what an attacker can find out, and how often.
func (p *Screen) meaningText(w int) (rows []string) {
	th := p.Theme
	say := func(text string) { rows = append(rows, ui.PaintWrapped(text, w, th.Muted)...) }
	warn := func(text string) { rows = append(rows, ui.PaintWrapped(th.Glyphs.Alert+" "+text, w, th.Warning)...) }
	m := p.subject()
	who := "An attacker"
	if r := p.payer(); r != nil && r.Simulation {
		warn("simulation: whoever knows the seed takes the noise off, so this run protects nobody")
		who = "Without the seed, an attacker"
	}
	plan := p.budget()
	all := p.stakes()
	if plan == nil {
		if !m.Private() {
			warn(m.Name + " is not private: nothing bounds what an attacker finds")
		} else {
			say(p.NoPlan("What an attacker could find out is told here once the ratings are loaded."))
		}
		if len(all) == 0 {
			return rows
		}
	}
	secret := "whether one user is among them"
	if plan != nil && plan.Pure {
		secret = "what one user has rated"
	}
	say(session.WithCondition(p.Problem, p.Knobs.Config(), who+" who knows all other ratings, and sees all that is released, tests "+secret+". The most that any test can find") + ":")
	rows = append(rows, "")
	each := min(max((w-alarmsWidth)/(len(all)+1), leastRate), rateWidth)
	cell := func(text string) string { return fmt.Sprintf("%*s", each, text) }
	head := canvas.Line("false alarms", alarmsWidth) + cell("chance")
	for _, s := range all {
		head += cell(s.name)
	}
	rows = append(rows, canvas.Paint(th.Muted, head))
	for _, alpha := range falseAlarms {
		row, style := canvas.Line(format.Percent(alpha), alarmsWidth), th.Text
		if alpha == session.UsualFalseAlarms {
			style = th.Strong
		}
		row = canvas.Paint(style, row) + canvas.Paint(th.Muted, cell(format.Percent(alpha)))
		for _, s := range all {
			row += canvas.Paint(style, cell(format.Percent(s.total.TruePositiveRate(alpha))))
		}
		rows = append(rows, row)
	}
	if text := explained(all, p.Ledger.Value()); text != "" {
		say(text)
	}
	return rows
}

// The least room that the chart of what is found is drawn in.
const (
	leastOddsWidth  = 40
	leastOddsHeight = 6
)

// oddsRoom is where the chart stands inside the panel, beside the text or below it; ok is false where there is no room
// for it, or nothing to draw.
func (p *Screen) oddsRoom(in ui.Rect) (text, room ui.Rect, ok bool) {
	all := p.stakes()
	if len(all) == 0 {
		return in, room, false
	}
	table := rateWidth*(len(all)+1) + alarmsWidth + 2
	if text, room = in.Left(max(table, in.W*2/5)); room.W >= leastOddsWidth && len(p.meaningText(text.W-2)) <= in.H {
		return text, room, room.H >= leastOddsHeight
	}
	text, room = in.Top(len(p.meaningText(in.W-2)) + 1)
	return text, room, room.H >= leastOddsHeight
}

// oddsChart is the share that is found against the share of false alarms, both in per cent.
func (p *Screen) oddsChart() chart.Chart {
	g := chart.Chart{XLabel: "false", YLabel: "found, in % · by false alarms, in %", Whole: true, YMin: 0, YMax: 100}
	stops := []float64{0, 0.1}
	for x := 1.0; x <= 100; x++ {
		stops = append(stops, x)
	}
	p.odds.On(&g, 0, 100, 100, stops)
	g.LogY = false
	line := func(name string, series int, most func(alpha float64) float64) chart.Line {
		l := chart.Line{Name: name, X: stops, Y: make([]float64, len(stops)), Series: series}
		for i, x := range stops {
			l.Y[i] = 100 * most(x/100)
		}
		l.Value = format.Percent(most(session.UsualFalseAlarms))
		return l
	}
	all := p.stakes()
	for _, s := range all {
		g.Lines = append(g.Lines, line(s.name, s.series, s.total.TruePositiveRate))
	}
	chance := line("chance", len(all)+4, func(alpha float64) float64 { return alpha })
	chance.Ghost = true
	g.Lines = append(g.Lines, chance)
	return g
}

// squeezed is a text without its blank lines where it has more than h of all.
func squeezed(lines []string, h int) []string {
	if len(lines) <= h {
		return lines
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

func (p *Screen) meaningPanel() string {
	note := ""
	if p.odds.Zoomed() {
		note = "part, 0 shows all"
	}
	return p.Panel(panelMeaning, p.heading(panelMeaning, "What ε means"), note, func(w, h int) string {
		text, room, ok := p.oddsRoom(ui.Rect{X: 0, Y: 0, W: w, H: h})
		if !ok {
			return ui.Inset(squeezed(p.meaningText(w-2), h), w, h)
		}
		c := p.oddsChart()
		words, curve := ui.Inset(squeezed(p.meaningText(text.W-2), text.H), text.W, text.H), c.Draw(p.Theme, room.W, room.H)
		if room.X > 0 {
			return canvas.Beside(words, curve)
		}
		return canvas.Stack(words, curve)
	})
}
