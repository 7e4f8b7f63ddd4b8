// Package chart draws curves of a training run in a rectangle of terminal cells.
//
// Chart always returns exactly the size it is asked for, whatever the numbers: no points, one point, constants, NaN,
// infinities. The lines themselves are drawn by asciigraph; the gutter, the axes, baselines, legend and crosshair are
// composed around them here. It knows nothing of runs or methods.
package chart

import (
	"math"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Line is one curve.
type Line struct {
	Name string

	// X and Y are the measured points, X ascending. A Y that is not finite is a value that diverged: a gap in the
	// line and a warning on the step axis. What was not measured is left out.
	X, Y []float64

	// Band, where it is as long as Y, is how far noise may have moved each Y: one s.d., in Y's unit.
	Band []float64

	Series int    // the run's number: its colour and marker
	Ghost  bool   // an earlier run: faint and dotted, behind the others
	Dashed bool   // a second measure of the same run, such as its training error
	Value  string // the latest value, for the legend
}

// Threshold is a baseline: a dashed horizontal line with a name.
type Threshold struct {
	Name   string
	Y      float64
	Series int    // its colour; negative for a neutral one
	Value  string // for the legend
}

// Chart is what to draw. It keeps nothing between draws; it is not safe for concurrent use while it is changed.
type Chart struct {
	Lines      []Line
	Thresholds []Threshold
	Marks      []Mark

	XLabel string             // of the step axis: "step"
	YLabel string             // on a line of its own above the value axis; "" where the panel's title says it
	XTick  func(x int) string // names a step; nil writes its number
	Whole  bool               // there is nothing between whole steps, so no ticks either
	LogX   bool               // equal distances are equal factors; points at x ≤ 0 have no place

	// XMin and XMax are the domain, fixed so that the axis stands still while points arrive; where XMin ≥ XMax the
	// points give it. A zoom is a narrower domain.
	XMin, XMax float64

	// YMin and YMax are the range; where YMin ≥ YMax, or either is NaN, lines and thresholds give it: rounded outward
	// so that it changes seldom, and without values so far off that they would flatten everything else.
	YMin, YMax float64
	LogY       bool // values that are not positive count as diverged

	Cursor float64 // x of the crosshair; NaN for none
	Exact  bool    // only points at x are read there; else of each line the nearest
	Empty  string  // what to say while there is nothing to draw
}

// short is the height up to which the legend stands beside the plot, since rows are worth more than columns there.
const short = 12

// Draw is the chart in exactly w×h cells.
func (c *Chart) Draw(th *themes.Theme, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	s, beside := c.sheet(th, w, h)
	if s == nil {
		return canvas.Centre(th, clean(c.Empty), w, h)
	}
	s.draw()
	if beside {
		s.beside(s.entries(), h)
		return s.string()
	}
	all := s.entries()
	b := newBlock(all)
	if len(all) > 0 && !(b.fits(s.w, s.rows) && s.inside(b)) {
		// No corner is free: keep room under the axis and draw again.
		if below := min(2, (h-6)/3); below > 0 {
			s = newSheet(c, th, w, h, margin{below: below})
			s.draw()
			s.under(s.entries(), h-below, below)
		}
	}
	return s.string()
}

// sheet lays the chart out, with room at the right for the legend where it stands beside the plot; nil where there is
// nothing to draw.
func (c *Chart) sheet(th *themes.Theme, w, h int) (s *sheet, beside bool) {
	if s = newSheet(c, th, w, h, margin{}); s == nil || h > short {
		return s, false
	}
	all := s.entries()
	least := w * 2 / 5
	if h < 10 { // nor would there be more than a line of it under the plot
		least = w * 3 / 8
	}
	if right := newBlock(all).w + 2; len(all) > 0 && s.w-right >= max(leastPlot, least) {
		return newSheet(c, th, w, h, margin{right: right}), true
	}
	return s, false
}

// Locate is the x under a column of the chart drawn in w×h cells, for the mouse; ok is false outside the plot.
func (c *Chart) Locate(th *themes.Theme, w, h, column int) (x float64, ok bool) {
	if w <= 0 || h <= 0 {
		return 0, false
	}
	s, _ := c.sheet(th, w, h)
	if s == nil || s.w < 2 || column < s.left || column >= s.left+s.w {
		return 0, false
	}
	part := float64(column-s.left) / float64(s.w-1)
	if c.LogX {
		return math.Pow(10, math.Log10(s.xmin)*(1-part)+math.Log10(s.xmax)*part), true
	}
	return s.xmin*(1-part) + s.xmax*part, true
}

// leastPlot is the width that a plot keeps when the legend stands beside it.
const leastPlot = 20

func (s *sheet) string() string {
	out := s.grid.String()
	if s.th.ASCII {
		out = canvas.ASCII(out)
	}
	return out
}

// draw is all but the legend.
func (s *sheet) draw() {
	s.axes()
	s.bands()
	s.thresholds()
	s.marks()
	s.cursor()
	if s.lines() == 0 {
		s.remark(s.chart.Empty)
	}
}

// Reading is the value of one line at a measured point.
type Reading struct {
	Name   string
	Series int
	Ghost  bool
	X, Y   float64 // Y is not finite where the value diverged
}

// At reads every line at x, in the order of Lines; lines that have nothing to read there are left out.
func (c *Chart) At(x float64) []Reading {
	var all []Reading
	for _, l := range c.Lines {
		if i := c.reading(l, x); i >= 0 {
			all = append(all, Reading{l.Name, l.Series, l.Ghost, l.X[i], l.Y[i]})
		}
	}
	return all
}

// reading is the index of the point that is read of a line at x, -1 without one.
func (c *Chart) reading(l Line, x float64) int {
	i := l.nearest(x)
	if i >= 0 && c.Exact && math.Abs(l.X[i]-x) > 1e-9*math.Abs(x) {
		return -1
	}
	return i
}

// nearest is the index of the measured point nearest to x, -1 without points.
func (l Line) nearest(x float64) int {
	best := -1
	for i := range l.points() {
		if d := math.Abs(l.X[i] - x); !math.IsNaN(d) && (best < 0 || d < math.Abs(l.X[best]-x)) {
			best = i
		}
	}
	return best
}

// Layers, in the order in which they are drawn: history, second measures of a run, the runs.
const (
	history = iota
	second
	front
	layers
)

func (l Line) layer() int {
	switch {
	case l.Ghost:
		return history
	case l.Dashed:
		return second
	}
	return front
}

// points is the number of points that have both coordinates.
func (l Line) points() int { return min(len(l.X), len(l.Y)) }
