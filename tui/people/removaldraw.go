package people

import (
	"fmt"
	"math"

	"charm.land/lipgloss/v2"

	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func (p *Screen) leavingNote() string {
	if p.guest() || p.leaving() == nil {
		return ""
	}
	return session.NotPrivate
}

func (p *Screen) drawLeaving(w, h int) string {
	lines := p.leavingText(w-2, true)
	if len(lines) > h && !p.Zoomed {
		lines = p.leavingText(w-2, false)
	}
	return p.farewell.Draw(lines, w, h)
}

// leavingText says what the others learn of the person, in lines of w cells: what was measured, then what is promised,
// at length or in a word.
func (p *Screen) leavingText(w int, whole bool) (lines []string) {
	th := p.Theme
	say := func(style lipgloss.Style, text string) { lines = append(lines, ui.PaintWrapped(text, w, style)...) }
	gap := func() { lines = append(lines, "") }
	r := p.leaving()
	switch {
	case p.guest():
		say(th.Strong, "For others nothing changes: the model was trained without you.")
		if whole {
			say(th.Text, "Your recommendations are worked out from what it released and from your own ratings, which go nowhere.")
		}
	case r == nil:
		say(th.Muted, "What changes for others is worked out once a run is done.")
		return lines
	default:
		lines = append(lines, p.departureRows(w)...)
	}
	switch {
	case r == nil:
		return lines
	case !whole:
		text, style := p.boundInAWord(r, w)
		say(style, text)
		return lines
	}
	gap()
	text, style := p.bound(r)
	say(style, text)
	if !p.guest() && p.leave.mine != nil {
		gap()
		say(th.Muted, "Mean and at most: how far a prediction moves, in rating units. New lists: share of others whose ten recommendations changed. "+
			"Measured on one draw of known noise, for you who hold the ratings; what holds for every draw is the promise.")
	}
	return lines
}

// departureRows are what was measured, and how far measuring is.
func (p *Screen) departureRows(w int) (rows []string) {
	th, l := p.Theme, &p.leave
	if l.mine != nil {
		rows = append(rows, p.departureTable(w)...)
	}
	switch why := p.undeparted(); {
	case l.err != nil:
		rows = append(rows, ui.PaintWrapped(th.Glyphs.Cross+" "+why, w, th.Bad)...)
	case l.work.Running():
		const most = 24
		room := min(w-canvas.Width(why)-2, most)
		text := canvas.Paint(th.Text, why)
		if room >= 4 {
			text += "  " + canvas.Bar(th, room, (float64(l.stage)+0.5)/float64(p.stages()))
		}
		rows = append(rows, text)
	case why != "":
		rows = append(rows, ui.PaintWrapped(why, w, th.Muted)...)
	}
	return rows
}

// undeparted says why there is nothing measured yet, or not all; "" once there is.
func (p *Screen) undeparted() string {
	l := &p.leave
	switch {
	case p.guest() || p.departed():
		return ""
	case l.err != nil:
		return "the user cannot be removed: " + session.FirstLine(l.err) + "; x tries again"
	case l.work.Running():
		return fmt.Sprintf("training again without the user, %d of %d", l.stage+1, p.stages())
	case p.leaving() == nil:
		return ""
	case p.occupied() && (p.byItself() || l.asked):
		return "Starts when the training under way has ended."
	case p.byItself() || l.asked:
		return "training again without the user"
	}
	if p.OnlyReleases() {
		return "hidden beside released errors: this is no release"
	}
	return fmt.Sprintf("Press x to train again without the user, on %s ratings.", format.Count(p.Session.Ratings()))
}

// departureTable is the change for others by both methods.
func (p *Screen) departureTable(w int) []string {
	th, l, r := p.Theme, &p.leave, p.leaving()
	type line struct {
		name string
		*people.RemovalEffect
	}
	all := []line{{runName(r), l.mine}}
	if l.plain != nil && p.comparing {
		all = append(all, line{session.ReferenceMethod + ", not private", l.plain})
	}
	if l.mine.Others == 0 {
		return ui.PaintWrapped("Nobody else has rated anything.", w, th.Text)
	}
	largest := 0.0
	for _, d := range all {
		largest = max(largest, d.Mean)
	}
	const name, figures, least, most = 18, 30, 6, 28
	bar := min(w-name-figures-2, most)
	if bar < least {
		bar = 0
	}
	left := name + bar
	if bar > 0 {
		left += 2
	}
	row := func(what, mean, largest, lists string) string {
		return canvas.Line(ui.Pad(what, left, false)+ui.Pad(mean, 8, true)+ui.Pad(largest, 9, true)+ui.Pad(lists, 13, true), w)
	}
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	others := format.ShortPlural(l.mine.Others, "other")
	about := "change of predictions for " + others
	if canvas.Width(about) > left {
		about = "for " + others
	}
	rows := []string{canvas.Paint(th.Muted, row(about, "mean", "at most", "new lists"))}
	for _, d := range all {
		what := canvas.Paint(th.Text, ui.Pad(d.name, name, false))
		if bar > 0 && len(all) > 1 { // alone it would say nothing
			what += canvas.Bar(th, bar, d.Mean/max(largest, math.SmallestNonzeroFloat64))
		}
		rows = append(rows, row(what, strong(changed(d.Mean)), strong(changed(d.Largest)), strong(format.Percent(d.Lists))))
	}
	return rows
}

// bound says in words what the others can learn at most, and of whom.
func (p *Screen) bound(r *session.Run) (text string, style lipgloss.Style) {
	th := p.Theme
	whom := p.call("this user", "any of those who trained it")
	name := r.Method.Name
	switch {
	case !r.Method.Private():
		return th.Glyphs.Alert + " " + name + " promises nothing: whatever others are shown may give the ratings of " + whom + " away.", th.Warning
	case r.Simulation:
		return th.Glyphs.Alert + " A simulation: its noise is known from the seed and hides nothing of " + whom + ".", th.Warning
	case r.Plan == nil:
		return "Nothing leaves a user with " + name + ": others learn nothing of " + whom + ".", th.Good
	}
	epsilon, rate := promised(r), fmt.Sprintf("an attacker at 1 %% false alarms is right %s of the time.", attackerRate(r))
	if r.Method.Trust == method.TrustLocal {
		if p.guest() {
			return "Nobody saw anybody's ratings: all sent reports that they had randomised themselves. Of what one of them rated, whoever reads every report learns no more than " + epsilon + " allows: " + rate, th.Text
		}
		return "Nobody saw this user's ratings, only reports that were randomised before. Whoever reads them learns of what was rated no more than " + epsilon + " allows: " + rate, th.Text
	}
	return session.WithCondition(p.Problem, p.Knobs.Config(), "All that the rest of the world learns of "+whom+", whatever it knows besides, is bounded by "+epsilon) + ": " + rate, th.Text
}

// boundInAWord is bound where there is room for one line of w cells.
func (p *Screen) boundInAWord(r *session.Run, w int) (text string, style lipgloss.Style) {
	if !r.Method.Private() || r.Simulation || r.Plan == nil {
		return p.bound(r)
	}
	whom, epsilon, rate := p.call("this user", "those who trained it")+": at most ", promised(r), "attacker right "+attackerRate(r)
	if r.Method.Trust == method.TrustLocal {
		whom = "nobody saw " + p.call("this user's", "any") + " ratings: "
	}
	short := p.ConditionShort() + epsilon + "; " + rate
	return ui.Longest(w, p.ConditionShort()+whom+epsilon+"; "+rate+" at 1 % alarms", short+" at 1 % alarms", short), p.Theme.Text
}

// promised is ε with the δ at which it holds.
func promised(r *session.Run) string {
	if d := r.Plan.EffectiveDelta(); d > 0 {
		return "ε " + format.Number(r.Plan.Epsilon) + " at δ " + format.Number(d)
	}
	return "pure ε " + format.Number(r.Plan.Epsilon)
}

// attackerRate is how often an attacker is right who accuses 1 % of the innocent.
func attackerRate(r *session.Run) string {
	return format.Percent(r.Plan.TotalCost().TruePositiveRate(0.01))
}

// changed writes a change of a prediction, in rating units.
func changed(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v < 0.00005:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", v)
}
