package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/tui/canvas"
)

func (p *peopleScreen) leavingNote() string {
	if p.guest() || p.leaving() == nil {
		return ""
	}
	return notPrivate
}

func (p *peopleScreen) drawLeaving(w, h int) string {
	return p.farewell.draw(p.leavingText(w-2), w, h)
}

// leavingText says what the others learn of the person, in lines of w cells: what was measured, then what is promised.
func (p *peopleScreen) leavingText(w int) (lines []string) {
	th := p.theme
	say := func(style lipgloss.Style, text string) { lines = append(lines, paintAll(text, w, style)...) }
	gap := func() { lines = append(lines, "") }
	r := p.leaving()
	switch {
	case p.guest():
		say(th.Strong, "For others nothing changes: the model was trained without you.")
		say(th.Text, "Your favourites are worked out from what it released and from your own ratings, which go nowhere.")
	case r == nil:
		say(th.Muted, "What changes for others is worked out once a run is done.")
		return lines
	default:
		lines = append(lines, p.departureRows(w)...)
	}
	if r == nil {
		return lines
	}
	gap()
	text, style := p.bound(r)
	say(style, text)
	if !p.guest() && p.leave.mine != nil {
		gap()
		say(th.Muted, "Measured on one draw of known noise, for you who hold the ratings. What holds for every draw is the promise.")
	}
	return lines
}

// departureRows are what was measured, and how far measuring is.
func (p *peopleScreen) departureRows(w int) (rows []string) {
	th, l := p.theme, &p.leave
	if l.mine != nil {
		rows = append(rows, p.departureTable(w)...)
	}
	switch why := p.undeparted(); {
	case l.err != nil:
		rows = append(rows, paintAll(th.Glyphs.Cross+" "+why, w, th.Bad)...)
	case l.running:
		const most = 24
		room := min(w-canvas.Width(why)-2, most)
		text := canvas.Paint(th.Text, why)
		if room >= 4 {
			text += "  " + canvas.Bar(th, room, (float64(l.stage)+0.5)/float64(p.stages()))
		}
		rows = append(rows, text)
	case why != "":
		rows = append(rows, paintAll(why, w, th.Muted)...)
	}
	return rows
}

// stages is how many trainings the experiment takes.
func (p *peopleScreen) stages() int {
	if p.leave.method == ceilingMethod {
		return gatherPlain
	}
	return departed
}

// undeparted says why there is nothing measured yet, or not all; "" once there is.
func (p *peopleScreen) undeparted() string {
	l := &p.leave
	switch {
	case p.guest() || l.stage == departed:
		return ""
	case l.err != nil:
		return "she cannot leave: " + firstLine(l.err) + "; x tries again"
	case l.running:
		return fmt.Sprintf("training again without her, %d of %d", l.stage+1, p.stages())
	case p.leaving() == nil:
		return ""
	case p.occupied() && (p.byItself() || l.asked):
		return "She leaves when the training under way has ended."
	case p.byItself() || l.asked:
		return "training again without her"
	}
	return fmt.Sprintf("Press x to train again without her, on %s ratings.", count(p.bench.ratings()))
}

// departureTable is the change for others by both methods.
func (p *peopleScreen) departureTable(w int) []string {
	th, l, r := p.theme, &p.leave, p.leaving()
	type line struct {
		name string
		*people.Departure
	}
	all := []line{{runName(r), l.mine}}
	if l.plain != nil {
		all = append(all, line{ceilingMethod, l.plain})
	}
	if l.mine.Others == 0 {
		return paintAll("Nobody else has rated anything.", w, th.Text)
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
	row := func(name_, bar_, mean, most, lists string) string {
		if bar > 0 {
			bar_ += "  "
		}
		return canvas.Line(cell(name_, name, false)+bar_+cell(mean, 8, true)+cell(most, 9, true)+cell(lists, 13, true), w)
	}
	head := strings.Repeat(" ", bar)
	rows := []string{
		canvas.Paint(th.Text, canvas.Line(fmt.Sprintf("What %s are predicted changes by", plural(l.mine.Others, "other")), w)),
		canvas.Paint(th.Muted, row("", head, "mean", "at most", "new lists")),
	}
	for _, d := range all {
		drawn := ""
		if bar > 0 {
			share := 0.0
			if largest > 0 {
				share = d.Mean / largest
			}
			drawn = canvas.Bar(th, bar, share)
		}
		rows = append(rows, row(canvas.Paint(th.Text, d.name), drawn, canvas.Paint(th.Strong, figure(d.Mean)),
			canvas.Paint(th.Strong, figure(d.Largest)), canvas.Paint(th.Strong, percent(d.Lists))))
	}
	return rows
}

// bound says in words what the others can learn at most, and of whom.
func (p *peopleScreen) bound(r *run) (text string, style lipgloss.Style) {
	th := p.theme
	her := p.call("her", "any of those who trained it")
	name := r.method.Name
	switch {
	case !r.method.Private():
		return th.Glyphs.Alert + " " + name + " promises nothing: whatever others are shown may give the ratings of " + her + " away.", th.Warning
	case r.simulation:
		return th.Glyphs.Alert + " A simulation: its noise is known from the seed and hides nothing of " + her + ".", th.Warning
	case r.plan == nil:
		return "Nothing leaves a user with " + name + ": others learn nothing of " + her + ".", th.Good
	}
	epsilon := "ε " + figure(r.plan.Epsilon)
	if d := r.plan.Holds(); d > 0 {
		epsilon += " at δ " + figure(d)
	}
	rate := fmt.Sprintf("an attacker who accuses 1 %% by mistake is right %s of the time.", percent(r.plan.Total().TruePositives(0.01)))
	if r.method.Trust == method.TrustLocal {
		if p.guest() {
			return "Nobody saw anybody's ratings: all sent reports that they had randomised themselves. Of what one of them rated, whoever reads every report learns no more than pure " + epsilon + " allows: " + rate, th.Text
		}
		return "Nobody saw her ratings: she sent reports that she had randomised herself. Whoever reads them learns of what she rated no more than pure " + epsilon + " allows: " + rate, th.Text
	}
	return "All that the rest of the world learns of " + her + ", whatever it knows besides, is bounded by " + epsilon + ": " + rate, th.Text
}
