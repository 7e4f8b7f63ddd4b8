package data

import (
	"fmt"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// tailLayout is where the parts of the long tail's panel are, in cells of the screen.
type tailLayout struct {
	knobs   []ui.Rect // by knob; empty for one that does not fit
	summary ui.Rect   // one line
	chart   ui.Rect
}

// tailLayout lays the panel out: one or two knobs a line, the summary, and the rest for the curves.
func (d *Screen) tailLayout() tailLayout {
	in := d.Rects[panelTail].Inside()
	all := d.samplingKnobs()
	layout := tailLayout{knobs: make([]ui.Rect, len(all))}
	if in.H < 3 {
		layout.summary = in
		return layout
	}
	const minChart, minSlider = 6, 34
	perLine := max(min(in.W/minSlider, 2), 1)
	lines := min((len(all)+perLine-1)/perLine, max(in.H-1-minChart, 1))
	first := 0 // line of knobs that shows
	if at := min(d.selectedKnob, max(len(all)-1, 0)) / perLine; at >= lines {
		first = at - lines + 1
	}
	var knobs ui.Rect
	knobs, in = in.Top(lines)
	w := knobs.W / perLine
	for i := range all {
		if line := i/perLine - first; line >= 0 && line < lines {
			layout.knobs[i] = ui.Rect{X: knobs.X + i%perLine*w, Y: knobs.Y + line, W: w - 1, H: 1}
		}
	}
	layout.summary, layout.chart = in.Top(1)
	return layout
}

func (d *Screen) drawTail(w, h int) string {
	layout := d.tailLayout()
	var lines []string
	for i, at := range layout.knobs {
		if at.Empty() {
			continue
		}
		s := d.slider(i, at.W).Draw(d.Theme, at.W)
		if n, before := len(lines), at.X-d.Rects[panelTail].Inside().X; n > 0 && before > 0 {
			lines[n-1] = canvas.Line(lines[n-1], before) + s
		} else {
			lines = append(lines, s)
		}
	}
	for i := range lines {
		lines[i] = canvas.Line(lines[i], w)
	}
	summary := ui.Inset([]string{d.tailSummary(layout.summary.W - 2)}, w, layout.summary.H)
	curves := ""
	if c := d.tailChart(); !layout.chart.Empty() {
		curves = c.Draw(d.Theme, layout.chart.W, layout.chart.H)
	}
	return canvas.Fit(canvas.Stack(append(lines, summary, curves)...), w, h)
}

// slider returns knob i of the panel in w cells.
func (d *Screen) slider(i, w int) canvas.Slider {
	all := d.samplingKnobs()
	c := session.SliderColumns{Symbol: 2, Label: 15, Value: 6}
	narrow := w < 48
	if narrow {
		c.Label = 8
	}
	s := d.Session.Slider(all[i], false, c)
	if narrow {
		s.Label = all[i].ShortLabel()
	}
	s.Focused = i == min(d.selectedKnob, len(all)-1) && d.knobsHaveArrows()
	return s
}

// tailNote returns which users the curves are computed from, and whether the chart shows a part only.
func (d *Screen) tailNote() string {
	note := session.NotPrivate
	if step := d.description.Value().sampleStep; step > 1 {
		note = fmt.Sprintf("from every %s user · %s", ordinal(step), note)
	}
	if d.tailView.Zoomed() {
		note = "zoomed (0: all) · " + note
	}
	return note
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100/10 == 1:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return format.Thousands(n) + suffix
}

// summaryPercent is the percentage of the items that the summary is about while there is no crosshair.
const summaryPercent = 10

// tailSummary returns in w cells what the most popular items hold: the first summaryPercent of them, or those up to the
// crosshair.
func (d *Screen) tailSummary(w int) string {
	th := d.Theme
	if d.tail.Value() == nil {
		return canvas.Paint(th.Muted, computing)
	}
	x := float64(summaryPercent)
	if d.tailView.Reading {
		x = d.tailView.Cursor
	}
	at := nearestGridPoint(x)
	strong := func(percent float64) string { return canvas.Paint(th.Strong, format.Percent(percent/100)) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	short := muted("top ") + strong(tailGrid[at]) + muted(" of items: ") + strong(d.tail.Value().curves[0].cumulative[at]) + muted(" of ratings")
	curve, ok := d.trainingCurve()
	if !ok {
		return short
	}
	short += muted(", ") + strong(curve.cumulative[at]) + muted(" of training weight")
	long := short + muted(" · ratings used: ") + strong(100*curve.used)
	return ui.Longest(w, long, short)
}
