package ui

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/chart"
)

// View is how a person looks at a chart: which part of it, on which scale, and where the crosshair stands. The zero lens
// shows everything. Not safe for concurrent use.
type View struct {
	Reading bool    // the crosshair is shown
	Cursor  float64 // x under it
	Home    float64 // where it is shown first, a stop; 0 for the last one

	Low, High float64 // the part of the domain that shows; everything where low ≥ high
	Follow    bool    // that part moves with the newest point
	Log       bool

	// As the chart was drawn last.
	first, last float64   // its whole domain
	stops       []float64 // where the crosshair can stand, ascending
	logX        bool      // equal distances are equal factors
}

// axis is where x stands along the axis; along is its inverse.
func (l *View) axis(x float64) float64 {
	if l.logX {
		return math.Log10(x)
	}
	return x
}

func (l *View) along(u float64) float64 {
	if l.logX {
		return math.Pow(10, u)
	}
	return u
}

// On sets what of the chart is looked at. First and last are its whole domain, stops the x that have something to read,
// ascending, and newest the x of the latest point.
func (l *View) On(c *chart.Chart, first, last, newest float64, stops []float64) {
	l.first, l.last, l.stops, l.logX = first, last, stops, c.LogX
	c.XMin, c.XMax = first, last
	if l.Zoomed() {
		if w := l.axis(l.High) - l.axis(l.Low); l.Follow && newest > l.High {
			l.Low, l.High = l.along(l.axis(newest)-w), newest
		}
		c.XMin, c.XMax = max(l.Low, first), min(l.High, last)
		if c.XMin >= c.XMax { // the domain has moved away
			l.Low, l.High = 0, 0
			c.XMin, c.XMax = first, last
		}
	}
	c.LogY = l.Log
	c.Cursor = math.NaN()
	if l.Reading {
		c.Cursor = l.Cursor
	}
}

func (l *View) Zoomed() bool { return l.Low < l.High }

// narrowest is the smallest part of the axis that can be looked at.
func (l *View) narrowest() float64 {
	whole := l.axis(l.last) - l.axis(l.first)
	least := whole / 1000
	for i := 1; i < len(l.stops); i++ {
		if d := l.axis(l.stops[i]) - l.axis(l.stops[i-1]); d > 0 {
			return max(min(d, whole), least)
		}
	}
	return least
}

// zoom narrows (factor < 1) or widens what shows, about x; NaN for about the crosshair or the middle.
func (l *View) zoom(factor, x float64) {
	low, high := l.Low, l.High
	if !l.Zoomed() {
		low, high = l.first, l.last
	}
	if l.Reading && math.IsNaN(x) && l.Cursor >= low && l.Cursor <= high {
		x = l.Cursor
	}
	low, high, x = l.axis(low), l.axis(high), l.axis(x)
	if math.IsNaN(x) {
		x = (low + high) / 2
	}
	least := l.narrowest()
	if !(l.first < l.last) || !(least > 0) {
		return
	}
	w := max((high-low)*factor, least)
	part := min(max((x-low)/(high-low), 0), 1)
	l.show(x-part*w, x-part*w+w)
}

// pan moves what shows by a part of its width.
func (l *View) pan(part float64) {
	if l.Zoomed() {
		low, high := l.axis(l.Low), l.axis(l.High)
		d := part * (high - low)
		l.show(low+d, high+d)
	}
}

// show looks at [low, high] of the axis, moved into the domain; all of it where it is wider.
func (l *View) show(low, high float64) {
	first, last := l.axis(l.first), l.axis(l.last)
	w := high - low
	if w >= (last-first)*(1-1e-9) {
		l.Low, l.High = 0, 0
		return
	}
	low = min(max(low, first), last-w)
	l.Low, l.High = l.along(low), l.along(low+w)
}

// toggleCrosshair shows the crosshair at home, or on the last stop, or hides it.
func (l *View) toggleCrosshair() {
	l.Reading = !l.Reading
	switch n := len(l.stops); {
	case n == 0:
		l.Cursor = l.first
	case l.Home != 0:
		l.Cursor = l.Home
	default:
		l.Cursor = l.stops[n-1]
	}
}

// aim puts the crosshair on the stop nearest to x.
func (l *View) aim(x float64) {
	if len(l.stops) == 0 {
		return
	}
	l.Reading = true
	best := l.stops[0]
	for _, s := range l.stops {
		if math.Abs(l.axis(s)-l.axis(x)) < math.Abs(l.axis(best)-l.axis(x)) {
			best = s
		}
	}
	l.Cursor = best
	if l.Zoomed() && (best < l.Low || best > l.High) {
		w, at := l.axis(l.High)-l.axis(l.Low), l.axis(best)
		l.show(at-w/2, at+w/2)
	}
}

// StepTo moves the crosshair to the next (+1) or previous stop.
func (l *View) StepTo(by int) {
	if !l.Reading {
		l.toggleCrosshair()
		return
	}
	at := 0
	for i, s := range l.stops {
		if math.Abs(s-l.Cursor) < math.Abs(l.stops[at]-l.Cursor) {
			at = i
		}
	}
	if at += by; at >= 0 && at < len(l.stops) {
		l.aim(l.stops[at])
	}
}

// Mouse zooms with the wheel and puts the crosshair where a chart drawn in a rectangle is clicked or dragged.
func (l *View) Mouse(msg tea.MouseMsg, c *chart.Chart, th *themes.Theme, in Rect) {
	m := msg.Mouse()
	x, ok := c.Locate(th, in.W, in.H, m.X-in.X)
	if !ok {
		return
	}
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch m.Button {
		case tea.MouseWheelUp:
			l.zoom(1/zoomStep, x)
		case tea.MouseWheelDown:
			l.zoom(zoomStep, x)
		}
	case tea.MouseClickMsg, tea.MouseMotionMsg:
		if m.Button == tea.MouseLeft {
			l.aim(x)
		}
	}
}

// zoomStep is how much more or less one step of zooming shows.
const zoomStep = 1.5

// Charted is a screen with a chart.
type Charted interface {
	Charting() *View // nil while the keys mean something else
	Aiming() bool    // arrows move the crosshair
}

// WithCharts is where a key of a chart works: anywhere on a screen that has one.
const WithCharts = "with charts"

// ViewKeys look at the chart of a screen.
func ViewKeys[T Charted]() []Binding[T] {
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
		key("chart.back", onChart, []string{"left", "h"}, arrows, "crosshair to the point before", "read", 1, func(l *View) { l.StepTo(-1) }),
		key("chart.on", onChart, []string{"right", "l"}, arrows, "crosshair to the next point", "read", 1, func(l *View) { l.StepTo(+1) }),
		key("chart.crosshair", always, []string{"c"}, nil, "crosshair with the exact values", "", 0, (*View).toggleCrosshair),
		key("chart.in", always, []string{"+"}, nil, "zoom in", "zoom in", 25, func(l *View) { l.zoom(1/zoomStep, math.NaN()) }),
		key("chart.out", always, []string{"-"}, nil, "zoom out", "", 0, func(l *View) { l.zoom(zoomStep, math.NaN()) }),
		key("chart.all", always, []string{"0"}, nil, "show everything again", "", 0, func(l *View) { l.Low, l.High = 0, 0 }),
		key("chart.pan-left", onChart, []string{"shift+left", "H"}, arrows, "move to the left what shows", "", 0, func(l *View) { l.pan(-0.25) }),
		key("chart.pan-right", onChart, []string{"shift+right", "L"}, arrows, "move to the right what shows", "", 0, func(l *View) { l.pan(+0.25) }),
		key("chart.follow", always, []string{"a"}, zoomed, "follow the newest point, or stay", "", 0, func(l *View) { l.Follow = !l.Follow }),
		key("chart.log", always, []string{"o"}, nil, "logarithmic scale, and back", "", 0, func(l *View) { l.Log = !l.Log }),
		key("chart.leave", always, []string{"esc"}, func(t T) bool { return t.Charting().Reading }, "leave the crosshair", "", 0, func(l *View) { l.Reading = false }),
	}
}
