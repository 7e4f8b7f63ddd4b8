package frontier

import (
	"fmt"
	"slices"
	"strings"

	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Draw returns the screen.
func (f *Screen) Draw() string {
	curves := f.Panel(panelCurves, "RMSE against ε", f.curvesNote(), f.drawCurves)
	sweep := f.Panel(panelSweep, "Sweep", f.sweepNote(), f.drawSweep)
	points := f.Panel(panelPoints, "Points", f.pointsNote(), f.drawPoints)
	return f.Compose(curves, sweep, points)
}

// drawCurves draws the chart with the meaning of its ends below it, or what to do first.
func (f *Screen) drawCurves(w, h int) string {
	if f.snapshot == nil {
		return canvas.Centre(f.Theme, f.invitation(), w, h)
	}
	c := f.chart()
	room := f.chartRoom(h)
	out := c.Draw(f.Theme, w, room)
	if room == h {
		return out
	}
	g := f.Theme.Glyphs
	return canvas.Stack(out, canvas.Paint(f.Theme.Muted, ui.AtEnds("  "+g.Left+" more private", "more accurate "+g.Right+"  ", w)))
}

// chartRoom returns the height of the chart in a panel with h lines inside.
func (f *Screen) chartRoom(h int) int {
	if h < 12 {
		return h
	}
	return h - 1
}

// Texts that stand in more than one panel.
const (
	sweepPurpose  = "A sweep measures the error of several methods at several ε."
	sweepStarting = "starting the sweep"
)

// invitation returns the text of an empty chart: what a sweep is and what Enter starts.
func (f *Screen) invitation() string {
	switch {
	case f.LoadError != nil:
		return "no ratings loaded"
	case !f.Loaded():
		return sweepPurpose + " It can start when the ratings are loaded."
	case f.startErr != nil:
		return "The sweep did not start: " + session.FirstLine(f.startErr)
	case f.Sweeping():
		return sweepStarting
	}
	text := "No sweep of these ratings yet. " + sweepPurpose + "\n\n"
	s := f.nextSpec()
	if len(s.Methods) == 0 {
		return text + "Select at least one method (Space)."
	}
	text += fmt.Sprintf("Enter starts a sweep of %s at ε %s with %s each", strings.Join(s.Methods, ", "), formatNumbers(s.Epsilon), format.ShortPlural(s.Repeats, "run"))
	if summary := f.costSummary(); summary != "" {
		text += ": " + summary
	}
	return text + "."
}

// curvesNote returns what kind of errors the chart shows.
func (f *Screen) curvesNote() string {
	note := session.ErrorLabel("test", false)
	if f.snapshot != nil && f.snapshot.Spec.MetricsShare != 0 {
		note = session.ErrorLabel("validation", true)
	}
	switch {
	case f.snapshot != nil && f.snapshot.Spec.Seed != nil:
		note = "simulations · " + note
	}
	if f.lens.Zoomed() {
		note = "zoomed (0: all) · " + note
	}
	return note
}

func (f *Screen) pointsNote() string { return f.points.Position() }

func (f *Screen) drawPoints(w, h int) string {
	if n := len(f.points.Rows); h == 1 && n > 0 {
		return ui.Inset([]string{canvas.Paint(f.Theme.Muted, format.ShortPlural(n, "point")+", mean ± s.d. · select the panel to sort, filter")}, w, h)
	}
	empty := "one row per method and ε, filled as runs finish"
	if f.snapshot == nil && f.Sweeping() {
		empty = sweepStarting
	}
	return f.points.Draw(f.Theme, w, h, f.Focus == panelPoints, empty)
}

// sweepNote returns the number of the running sweep, or the key that answers the question.
func (f *Screen) sweepNote() string {
	switch {
	case f.asking != startNothing:
		return "y: charge"
	case f.Sweeping() && f.snapshot != nil && f.snapshot.ID != 0:
		return fmt.Sprintf("number %d", f.snapshot.ID)
	case f.Sweeping():
		return ""
	}
	if released := promise.Released(f.Knobs.Fixed.Scope); released != "" {
		return "releases " + released
	}
	return "next"
}

// drawSweep draws the progress of the running sweep, or the outcome of the last sweep above the form and its cost.
func (f *Screen) drawSweep(w, h int) string {
	switch {
	case f.Sweeping():
		return ui.Inset(f.progress(w-2, h), w, h)
	case h == 1:
		return ui.Inset([]string{f.inOneLine(w - 2)}, w, h)
	}
	head, foot := f.outcomeLines(w-2), f.costLines(w-2)
	switch room := max(h/3, 1); {
	case f.asking != startNothing:
		foot = ui.PaintWrapped(f.Theme.Glyphs.Alert+" "+f.question(), w-2, f.Theme.Warning)
	case room == 1:
		foot = []string{f.inOneLine(w - 2)}
	default:
		foot = foot[:min(len(foot), room)]
	}
	const leastForm = 3 // lines: it scrolls
	head = head[:min(len(head), max(h-len(foot)-leastForm, 0), h/3)]
	n := h - len(head) - len(foot)
	if n > len(f.form.rows())+6 {
		n--
		foot = append([]string{f.rule(w - 2)}, foot...)
	}
	f.form.above = len(head)
	return ui.Inset(slices.Concat(head, f.drawForm(w-2, n), foot), w, h)
}

func (f *Screen) rule(w int) string {
	return canvas.Paint(f.Theme.Faint, strings.Repeat(f.Theme.Glyphs.Horizontal, w))
}

// inOneLine returns the question or the cost of the sweep in one line.
func (f *Screen) inOneLine(w int) string {
	if f.asking != startNothing {
		return canvas.Paint(f.Theme.Warning, f.Theme.Glyphs.Alert+" "+f.question())
	}
	if summary := f.costSummary(); summary != "" && f.cost.Value().left > 0 {
		return canvas.Paint(f.Theme.Strong, "Enter trains ") + canvas.Paint(f.Theme.Text, summary)
	}
	return f.costLines(w)[0]
}
