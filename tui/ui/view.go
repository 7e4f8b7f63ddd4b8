package ui

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/chart"
)

// View is the state of a chart on the screen: the part that is shown, the scale, and the crosshair. The zero view shows
// everything without a crosshair.
type View struct {
	Reading bool    // the crosshair is shown
	Cursor  float64 // x under it
	Home    float64 // x where the crosshair appears first, one of the stops; 0 for the last stop

	Low, High float64 // the part of the domain that is shown; all of it where Low ≥ High
	Follow    bool    // that part moves with the newest point
	Log       bool    // the y axis is logarithmic

	// Of the chart as it was drawn last.
	first, last float64   // its whole domain
	stops       []float64 // where the crosshair can be, ascending
	logX        bool      // the x axis is logarithmic
}

// axis returns the position of x along the axis; along is its inverse.
func (v *View) axis(x float64) float64 {
	if v.logX {
		return math.Log10(x)
	}
	return x
}

func (v *View) along(u float64) float64 {
	if v.logX {
		return math.Pow(10, u)
	}
	return u
}

// On applies the view to a chart before it is drawn. First and last are its whole domain, stops the x where the crosshair
// can be, ascending, and newest the x of the latest point.
func (v *View) On(c *chart.Chart, first, last, newest float64, stops []float64) {
	v.first, v.last, v.stops, v.logX = first, last, stops, c.LogX
	c.XMin, c.XMax = first, last
	if v.Zoomed() {
		if w := v.axis(v.High) - v.axis(v.Low); v.Follow && newest > v.High {
			v.Low, v.High = v.along(v.axis(newest)-w), newest
		}
		c.XMin, c.XMax = max(v.Low, first), min(v.High, last)
		if c.XMin >= c.XMax { // the domain has moved away
			v.Low, v.High = 0, 0
			c.XMin, c.XMax = first, last
		}
	}
	c.LogY = v.Log
	c.Cursor = math.NaN()
	if v.Reading {
		c.Cursor = v.Cursor
	}
}

// Zoomed reports whether only a part of the domain is shown.
func (v *View) Zoomed() bool { return v.Low < v.High }

// narrowest returns the smallest part of the axis that can be shown.
func (v *View) narrowest() float64 {
	whole := v.axis(v.last) - v.axis(v.first)
	least := whole / 1000
	for i := 1; i < len(v.stops); i++ {
		if d := v.axis(v.stops[i]) - v.axis(v.stops[i-1]); d > 0 {
			return max(min(d, whole), least)
		}
	}
	return least
}

// zoom shows a part of the axis that is smaller (factor < 1) or larger, around x; NaN stands for the crosshair or the
// middle.
func (v *View) zoom(factor, x float64) {
	low, high := v.Low, v.High
	if !v.Zoomed() {
		low, high = v.first, v.last
	}
	if v.Reading && math.IsNaN(x) && v.Cursor >= low && v.Cursor <= high {
		x = v.Cursor
	}
	low, high, x = v.axis(low), v.axis(high), v.axis(x)
	if math.IsNaN(x) {
		x = (low + high) / 2
	}
	least := v.narrowest()
	if !(v.first < v.last) || !(least > 0) {
		return
	}
	w := max((high-low)*factor, least)
	part := min(max((x-low)/(high-low), 0), 1)
	v.show(x-part*w, x-part*w+w)
}

// pan moves the part that is shown by a fraction of its width.
func (v *View) pan(part float64) {
	if v.Zoomed() {
		low, high := v.axis(v.Low), v.axis(v.High)
		d := part * (high - low)
		v.show(low+d, high+d)
	}
}

// show shows [low, high] of the axis, moved into the domain; the whole domain where that is narrower.
func (v *View) show(low, high float64) {
	first, last := v.axis(v.first), v.axis(v.last)
	w := high - low
	if w >= (last-first)*(1-1e-9) {
		v.Low, v.High = 0, 0
		return
	}
	low = min(max(low, first), last-w)
	v.Low, v.High = v.along(low), v.along(low+w)
}

// toggleCrosshair hides the crosshair, or shows it at Home or the last stop.
func (v *View) toggleCrosshair() {
	v.Reading = !v.Reading
	switch n := len(v.stops); {
	case n == 0:
		v.Cursor = v.first
	case v.Home != 0:
		v.Cursor = v.Home
	default:
		v.Cursor = v.stops[n-1]
	}
}

// aim moves the crosshair to the stop nearest to x.
func (v *View) aim(x float64) {
	if len(v.stops) == 0 {
		return
	}
	v.Reading = true
	best := v.stops[0]
	for _, s := range v.stops {
		if math.Abs(v.axis(s)-v.axis(x)) < math.Abs(v.axis(best)-v.axis(x)) {
			best = s
		}
	}
	v.Cursor = best
	if v.Zoomed() && (best < v.Low || best > v.High) {
		w, at := v.axis(v.High)-v.axis(v.Low), v.axis(best)
		v.show(at-w/2, at+w/2)
	}
}

// StepTo moves the crosshair to the next (+1) or previous (-1) stop, or shows it.
func (v *View) StepTo(by int) {
	if !v.Reading {
		v.toggleCrosshair()
		return
	}
	at := 0
	for i, s := range v.stops {
		if math.Abs(s-v.Cursor) < math.Abs(v.stops[at]-v.Cursor) {
			at = i
		}
	}
	if at += by; at >= 0 && at < len(v.stops) {
		v.aim(v.stops[at])
	}
}

// Mouse zooms with the wheel and moves the crosshair to where the chart, drawn in a rectangle, is clicked or dragged.
func (v *View) Mouse(msg tea.MouseMsg, c *chart.Chart, th *themes.Theme, in Rect) {
	m := msg.Mouse()
	x, ok := c.Locate(th, in.W, in.H, m.X-in.X)
	if !ok {
		return
	}
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch m.Button {
		case tea.MouseWheelUp:
			v.zoom(1/zoomStep, x)
		case tea.MouseWheelDown:
			v.zoom(zoomStep, x)
		}
	case tea.MouseClickMsg, tea.MouseMotionMsg:
		if m.Button == tea.MouseLeft {
			v.aim(x)
		}
	}
}

// zoomStep is the factor of one zoom.
const zoomStep = 1.5

// ChartScreen is a screen with a chart.
type ChartScreen interface {
	Charting() *View // of the chart that the keys act on; nil while they have another meaning
	Aiming() bool    // the arrow keys move the crosshair
}

// WithCharts is the place of keys that work anywhere on a screen with a chart.
const WithCharts = "with charts"

// ViewKeys returns the keys of a chart.
func ViewKeys[T ChartScreen]() []Binding[T] {
	key := func(action, where string, keys []string, when func(T) bool, meaning, footer string, rank int, do func(*View)) Binding[T] {
		on := func(t T) bool { return t.Charting() != nil && (when == nil || when(t)) }
		return Binding[T]{Key{action, where, "Charts", keys, meaning, footer, rank}, on, func(t T) tea.Cmd {
			do(t.Charting())
			return nil
		}}
	}
	arrows := func(t T) bool { return t.Aiming() }
	zoomed := func(t T) bool { return t.Charting().Zoomed() }
	const onChart, always = "on charts", WithCharts
	return []Binding[T]{
		key("chart.back", onChart, []string{"left", "h"}, arrows, "crosshair to the previous point", "read", 1, func(v *View) { v.StepTo(-1) }),
		key("chart.on", onChart, []string{"right", "l"}, arrows, "crosshair to the next point", "read", 1, func(v *View) { v.StepTo(+1) }),
		key("chart.crosshair", always, []string{"c"}, nil, "show or hide the crosshair (exact values)", "", 0, (*View).toggleCrosshair),
		key("chart.in", always, []string{"+"}, nil, "zoom in", "zoom in", 25, func(v *View) { v.zoom(1/zoomStep, math.NaN()) }),
		key("chart.out", always, []string{"-"}, nil, "zoom out", "", 0, func(v *View) { v.zoom(zoomStep, math.NaN()) }),
		key("chart.all", always, []string{"0"}, nil, "show the whole chart", "", 0, func(v *View) { v.Low, v.High = 0, 0 }),
		key("chart.pan-left", onChart, []string{"shift+left", "H"}, arrows, "pan left", "", 0, func(v *View) { v.pan(-0.25) }),
		key("chart.pan-right", onChart, []string{"shift+right", "L"}, arrows, "pan right", "", 0, func(v *View) { v.pan(+0.25) }),
		key("chart.follow", always, []string{"a"}, zoomed, "follow the newest point, or stop following", "", 0, func(v *View) { v.Follow = !v.Follow }),
		key("chart.log", always, []string{"o"}, nil, "logarithmic or linear scale", "", 0, func(v *View) { v.Log = !v.Log }),
		key("chart.leave", always, []string{"esc"}, func(t T) bool { return t.Charting().Reading }, "hide the crosshair", "", 0, func(v *View) { v.Reading = false }),
	}
}
