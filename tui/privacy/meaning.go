package privacy

import (
	"fmt"
	"slices"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// falseAlarms are the rates of false positives in the table of the attack.
var falseAlarms = []float64{0.001, session.UsualFalseAlarms, 0.05, 0.1}

// Widths of the columns of the table, in cells.
const (
	alarmsWidth  = 12
	rateWidth    = 10
	minRateWidth = 9
)

// attackTarget is what a membership attack is computed for: a total cost and its name in the table and the chart.
type attackTarget struct {
	name   string
	total  accounting.TotalCost
	series int
}

// Names of the total cost of all runs on the data set.
const (
	targetLimit   = "limit"   // a guarantee for all runs
	targetCharged = "charged" // a sum, where no limit gives a guarantee
)

// attackTargets returns the plan of the run, and the total of all runs. What a run was charged so far is no target: it
// is no guarantee where the moment was chosen by looking at results.
func (p *Screen) attackTargets() (all []attackTarget) {
	if plan, r := p.Plan(), p.plannedRun(); plan != nil {
		one := attackTarget{"planned", session.KnownToAttacker(plan, r), 0}
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
			all = append(all, attackTarget{targetLimit, accounting.TotalCost{Mu: mu, GaussianMu: mu, FailureProbability: failure}, len(all) + 2})
		}
	} else if status.Total.Mu > 0 {
		all = append(all, attackTarget{targetCharged, status.Total, len(all) + 2})
	}
	return all
}

// explainTarget returns what the last target is; "" where its name says so.
func explainTarget(all []attackTarget, s ledger.Status) string {
	if len(all) == 0 {
		return ""
	}
	switch all[len(all)-1].name {
	case targetLimit:
		return targetLimit + ": guarantee for all runs if set before the first run and never changed"
	case targetCharged:
		if promise.HasPassed(s) {
			return targetCharged + ": sum over all runs; " + promise.PassedShort + ", no guarantee"
		}
		return targetCharged + ": sum over all runs; " + promise.NoLimitShort
	}
	return ""
}

// meaningText returns what an attack can find and how often, in lines of w cells.
func (p *Screen) meaningText(w int) (rows []string) {
	th := p.Theme
	say := func(text string) { rows = append(rows, ui.PaintWrapped(text, w, th.Muted)...) }
	warn := func(text string) { rows = append(rows, ui.PaintWrapped(th.Glyphs.Alert+" "+text, w, th.Warning)...) }
	m, seed := p.shownMethod(), ""
	if r := p.plannedRun(); r != nil && r.Simulation {
		warn("simulation: noise from a known seed, no privacy")
		seed = " without the seed"
	}
	plan := p.Plan()
	all := p.attackTargets()
	if plan == nil {
		if !m.Private() {
			warn(m.Name + " is not private: no bound on what an attack finds")
		} else {
			say(p.noPlan())
		}
		if len(all) == 0 {
			return rows
		}
	}
	attack, secret := "Membership attack", "whether one user is in the data"
	if plan != nil && plan.Pure {
		attack, secret = "Attack on a report", "what one user has rated"
	}
	say(session.WithCondition(p.Problem, p.Knobs.Config(), attack+seed+": knows all other ratings, sees every release, tests "+secret+". The table shows the most it can find") + ".")
	rows = append(rows, "")
	each := min(max((w-alarmsWidth)/(len(all)+1), minRateWidth), rateWidth)
	cell := func(text string) string { return fmt.Sprintf("%*s", each, text) }
	head := canvas.Line("false alarms", alarmsWidth) + cell("guessing")
	for _, t := range all {
		head += cell(t.name)
	}
	rows = append(rows, canvas.Paint(th.Muted, head))
	for _, alpha := range falseAlarms {
		row, style := canvas.Line(format.Percent(alpha), alarmsWidth), th.Text
		if alpha == session.UsualFalseAlarms {
			style = th.Strong
		}
		row = canvas.Paint(style, row) + canvas.Paint(th.Muted, cell(format.Percent(alpha)))
		for _, t := range all {
			row += canvas.Paint(style, cell(format.Percent(t.total.TruePositiveRate(alpha))))
		}
		rows = append(rows, row)
	}
	if text := explainTarget(all, p.Ledger.Value()); text != "" {
		say(text)
	}
	return rows
}

// withoutBlankLines removes the blank lines of a text that has more than h lines.
func withoutBlankLines(lines []string, h int) []string {
	if len(lines) <= h {
		return lines
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}
