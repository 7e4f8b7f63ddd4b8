package frontier

import (
	"fmt"
	"math"

	"charm.land/lipgloss/v2"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// costSummary returns the runs and the charge of the sweep that Enter starts; "" while they are not known.
func (f *Screen) costSummary() string {
	switch s := f.cost.Value(); {
	case !f.costKnown() || f.cost.Err() != nil:
		return ""
	case s.left == 0:
		return format.ShortPlural(s.total, "run") + " finished"
	default:
		text := format.ShortPlural(s.left, "run")
		if s.left < s.total {
			text = fmt.Sprintf("%s of %s left", format.Thousands(s.left), format.ShortPlural(s.total, "run"))
		}
		if c := onlyCost(s.costs); c != nil {
			return text + ", " + totalCost(c)
		}
		return text + ", no charge"
	}
}

// costLines returns the cost of the sweep in lines of w cells, most important first.
func (f *Screen) costLines(w int) []string {
	th, s := f.Theme, f.cost.Value()
	say := func(style lipgloss.Style, format string, args ...any) []string {
		return ui.PaintWrapped(fmt.Sprintf(format, args...), w, style)
	}
	switch {
	case f.LoadError != nil:
		return say(th.Bad, "%s no ratings loaded", th.Glyphs.Cross)
	case !f.Loaded():
		return say(th.Muted, "waiting for the ratings")
	case !f.cost.Known() && !f.costKnown():
		return say(th.Muted, "computing the cost")
	case f.cost.Err() != nil:
		return say(th.Bad, "%s %s", th.Glyphs.Cross, session.FirstLine(f.cost.Err()))
	}
	rows := say(th.Strong, "%s", f.runsText())
	c := onlyCost(s.costs)
	if s.left == 0 {
		c = onlyCost(s.fullCosts)
	}
	if c == nil {
		return append(rows, say(th.Muted, "no releases, no charge")...)
	}
	rows = append(rows, say(th.Text, "cost of %s: %s", format.ShortPlural(c.Runs, "run"), totalCost(c))...)
	if released := promise.Released(s.spec.Released()); released != "" {
		rows = append(rows, say(th.Muted, "each run with a trusted curator also releases %s", released)...)
	}
	if c.Spent > 0 {
		rows = append(rows, say(th.Muted, "charged before: %s; after: %s", promise.Epsilon(c.Spent, c.Delta), promise.Epsilon(c.Together, c.Delta))...)
	}
	switch {
	case c.Limit != nil && !c.Fits:
		rows = append(rows, say(th.Warning, "%s limit ε %s: some runs will be refused", th.Glyphs.Alert, session.ShortEpsilon(c.Limit.Epsilon))...)
	case promise.HasPassed(c.Before):
		rows = append(rows, say(th.Warning, "%s %s", th.Glyphs.Alert, promise.Passed)...)
	case c.Limit != nil:
		rows = append(rows, say(th.Muted, "limit ε %s, the guarantee of all runs", session.ShortEpsilon(c.Limit.Epsilon))...)
	default:
		rows = append(rows, say(th.Muted, "all runs together: %s", promise.NoLimitShort)...)
	}
	if c.Simulation {
		rows = append(rows, say(th.Warning, "%s simulations: no privacy, still charged", th.Glyphs.Alert)...)
	}
	return rows
}

// totalCost returns the charge of all runs of a cost.
func totalCost(c *sweep.Cost) string {
	if math.IsInf(c.Epsilon, 1) {
		return promise.NoEpsilon(c.Delta)
	}
	return fmt.Sprintf("total ε %s at δ %s", ledger.FormatEpsilon(c.Epsilon), format.Number(c.Delta))
}

// runsText returns how many runs Enter trains.
func (f *Screen) runsText() string {
	switch s := f.cost.Value(); {
	case s.left == 0:
		return fmt.Sprintf("%s finished. n: run again", format.ShortPlural(s.total, "run"))
	case s.left < s.total:
		return fmt.Sprintf("Enter trains %s of %s (%s finished)", format.Thousands(s.left), format.ShortPlural(s.total, "run"), format.Thousands(s.total-s.left))
	default:
		return fmt.Sprintf("Enter trains %s", format.ShortPlural(s.total, "run"))
	}
}

// question asks whether to start a sweep that is charged to a limit; "" if nothing is asked.
func (f *Screen) question() string {
	c := f.limitedCost(f.asking)
	if c == nil {
		return ""
	}
	what := format.ShortPlural(c.Runs, "run")
	if c.Simulation {
		what = format.ShortPlural(c.Runs, "simulation")
	}
	switch {
	case !c.Fits && c.Mu <= c.Before.LeftMu:
		return fmt.Sprintf("%s need more δ for items than the limit leaves. Start? y: yes, any other key: no", what)
	case !c.Fits:
		return fmt.Sprintf("%s need %s, more than the limit ε %s leaves. Start? y: yes, any other key: no", what, promise.Epsilon(c.Epsilon, c.Delta), session.ShortEpsilon(c.Limit.Epsilon))
	}
	return fmt.Sprintf("charge ε %s of the limit ε %s for %s? y: yes, any other key: no", ledger.FormatEpsilon(c.Epsilon), session.ShortEpsilon(c.Limit.Epsilon), what)
}

// chargeText returns what a running sweep is charged in all.
func chargeText(costs []sweep.Cost) string {
	c := onlyCost(costs)
	if c == nil {
		return "no releases, no charge"
	}
	text := "charged by the sweep: " + totalCost(c)
	if c.Simulation {
		text += " (simulations)"
	}
	return canvas.Text(text)
}

// onlyCost returns the cost of the only data set of a sweep; nil if nothing is charged.
func onlyCost(costs []sweep.Cost) *sweep.Cost {
	if len(costs) == 0 {
		return nil
	}
	return &costs[0]
}
