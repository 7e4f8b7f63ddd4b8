package people

import (
	"fmt"
	"math"

	"charm.land/lipgloss/v2"

	"dpals/engine/people"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func (p *Screen) removalNote() string {
	if p.isGuest() || p.removalRun() == nil {
		return ""
	}
	return session.NotPrivate
}

// drawRemoval draws the effect and the bound, the latter in one line where there is little room.
func (p *Screen) drawRemoval(w, h int) string {
	lines := p.removalLines(w-2, true)
	if len(lines) > h && !p.Zoomed {
		lines = p.removalLines(w-2, false)
	}
	return p.effect.Draw(lines, w, h)
}

// removalLines returns what others learn about the person, in lines of w cells: the measured effect, then the bound.
func (p *Screen) removalLines(w int, full bool) (lines []string) {
	th := p.Theme
	add := func(style lipgloss.Style, text string) { lines = append(lines, ui.PaintWrapped(text, w, style)...) }
	gap := func() { lines = append(lines, "") }
	r := p.removalRun()
	switch {
	case p.isGuest():
		add(th.Strong, "No effect on others: the model was trained without you.")
		if full {
			add(th.Text, "Your recommendations are computed from releases and your own ratings. Your ratings are not shared.")
		}
	case r == nil:
		add(th.Muted, "Starts after the first finished run.")
		return lines
	default:
		lines = append(lines, p.effectRows(w)...)
	}
	switch {
	case r == nil:
		return lines
	case !full:
		text, style := p.boundInOneLine(r, w)
		add(style, text)
		return lines
	}
	gap()
	text, style := p.bound(r)
	add(style, text)
	if !p.isGuest() && p.removal.effect != nil {
		gap()
		about := "Mean and max: absolute change of a prediction, in rating units. Top 10 changed: fraction of other users whose " +
			"recommendations changed."
		if hasBound(r) {
			about += " Computed for one draw of simulated noise (not private); the bound holds for every draw."
		}
		add(th.Muted, about)
	}
	return lines
}

// effectRows returns the measured effect, and how far measuring is.
func (p *Screen) effectRows(w int) (rows []string) {
	th, l := p.Theme, &p.removal
	if l.effect != nil {
		rows = append(rows, p.effectTable(w)...)
	}
	switch status := p.removalStatus(); {
	case l.err != nil:
		rows = append(rows, ui.PaintWrapped(th.Glyphs.Cross+" "+status, w, th.Bad)...)
	case l.work.Running():
		const most = 24
		room := min(w-canvas.Width(status)-2, most)
		text := canvas.Paint(th.Text, status)
		if room >= 4 {
			text += "  " + canvas.Bar(th, room, (float64(l.stage)+0.5)/float64(p.stages()))
		}
		rows = append(rows, text)
	case status != "":
		rows = append(rows, ui.PaintWrapped(status, w, th.Muted)...)
	}
	return rows
}

// removalStatus returns why the effect is not measured yet, or not completely; "" once it is.
func (p *Screen) removalStatus() string {
	l := &p.removal
	switch {
	case p.isGuest() || p.removalDone():
		return ""
	case l.err != nil:
		return "removal failed: " + session.FirstLine(l.err) + ". x: try again"
	case l.work.Running():
		return fmt.Sprintf("training without this user, %d of %d", l.stage+1, p.stages())
	case p.removalRun() == nil:
		return ""
	case p.isTraining() && (p.startsByItself() || l.asked):
		return "starts when training finishes"
	case p.startsByItself() || l.asked:
		return "training without this user"
	}
	if p.OnlyReleases() {
		return "hidden with --private-metrics: not a release"
	}
	return fmt.Sprintf("x: train without this user (%s ratings)", format.Count(p.Session.Ratings()))
}

// effectTable returns the effect on others by the run's method and, where both are compared, by the reference.
func (p *Screen) effectTable(w int) []string {
	th, l, r := p.Theme, &p.removal, p.removalRun()
	type line struct {
		name string
		*people.RemovalEffect
	}
	all := []line{{runName(r), l.effect}}
	if l.referenceEffect != nil && p.comparing {
		all = append(all, line{session.ReferenceMethod + ", not private", l.referenceEffect})
	}
	if l.effect.Others == 0 {
		return ui.PaintWrapped("no other user has ratings", w, th.Text)
	}
	largest := 0.0
	for _, e := range all {
		largest = max(largest, e.Mean)
	}
	const name, numbers, least, most = 18, 33, 6, 28
	bar := min(w-name-numbers-2, most)
	if bar < least {
		bar = 0
	}
	left := name + bar
	if bar > 0 {
		left += 2
	}
	row := func(label, mean, largest, lists string) string {
		return canvas.Line(ui.Pad(label, left, false)+ui.Pad(mean, 8, true)+ui.Pad(largest, 9, true)+ui.Pad(lists, 16, true), w)
	}
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	others := format.ShortPlural(l.effect.Others, "other user")
	label := ui.Longest(left, "change of predictions for "+others, "for "+others, others)
	rows := []string{canvas.Paint(th.Muted, row(label, "mean", "max", "top 10 changed"))}
	for _, e := range all {
		label := canvas.Paint(th.Text, ui.Pad(e.name, name, false))
		if bar > 0 && len(all) > 1 { // a single bar compares nothing
			label += canvas.Bar(th, bar, e.Mean/max(largest, math.SmallestNonzeroFloat64))
		}
		rows = append(rows, row(label, strong(formatChange(e.Mean)), strong(formatChange(e.Largest)), strong(format.Percent(e.Lists))))
	}
	return rows
}

// formatChange writes a change of a prediction, in rating units.
func formatChange(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v < 0.00005:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", v)
}
