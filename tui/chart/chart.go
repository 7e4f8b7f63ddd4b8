package chart

import (
	"math"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Line is one curve.
type Line struct {
	Name string

	// X and Y are the measured points, with ascending X. A Y that is not finite has diverged: it is a gap in the line and a
	// warning on the x axis.
	X, Y []float64

	// Band is the standard deviation of the noise in each Y, in the unit of Y; nil for none.
	Band []float64

	Series int    // number that selects colour and marker
	Ghost  bool   // an earlier run: faint and dotted, behind the others
	Dashed bool   // a second measure of the same run, such as its training error
	Value  string // the latest value, for the legend
}

// Threshold is a dashed horizontal line with a name, such as a baseline.
type Threshold struct {
	Name   string
	Y      float64
	Series int    // its colour; negative for a neutral one
	Value  string // for the legend
}

// Chart is the content of a drawing. Drawing does not change it.
type Chart struct {
	Lines      []Line
	Thresholds []Threshold
	Marks      []Mark

	XLabel string             // of the x axis: "iteration"
	YLabel string             // on a line of its own above the y axis; "" for none
	XTick  func(x int) string // label of a whole x; nil for its number
	Whole  bool               // ticks are at whole x only
	LogX   bool               // the x axis is logarithmic; points at x ≤ 0 are not drawn

	// XMin and XMax are the domain. A fixed domain keeps the axis still while points arrive, and a narrower one is a zoom.
	// Where XMin ≥ XMax, the domain is that of the points.
	XMin, XMax float64

	// YMin and YMax are the range. Where YMin ≥ YMax, or one is NaN, it is that of lines and thresholds, rounded outward so
	// that it rarely changes, and without extreme values that would flatten all others.
	YMin, YMax float64
	LogY       bool // the y axis is logarithmic; values that are not positive count as diverged

	Cursor float64 // x of the crosshair; NaN for none
	Exact  bool    // the crosshair reads only points at its x; otherwise the nearest point of each line
	Empty  string  // text of a chart without points
}

// short is the height up to which the legend is beside the plot: a low chart has few rows to spare.
const short = 12

// Draw returns the chart in exactly w×h cells.
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

// sheet returns the layout of the chart, and whether the legend is beside the plot; nil where there is nothing to draw.
func (c *Chart) sheet(th *themes.Theme, w, h int) (s *sheet, beside bool) {
	if s = newSheet(c, th, w, h, margin{}); s == nil || h > short {
		return s, false
	}
	all := s.entries()
	least := w * 2 / 5
	if h < 10 { // below the plot there would be only one line of it
		least = w * 3 / 8
	}
	if right := newBlock(all).w + 2; len(all) > 0 && s.w-right >= max(leastPlot, least) {
		return newSheet(c, th, w, h, margin{right: right}), true
	}
	return s, false
}

// Locate returns the x of a column of the chart drawn in w×h cells, for the mouse; ok is false outside the plot.
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

// leastPlot is the smallest width of a plot with the legend beside it.
const leastPlot = 20

func (s *sheet) string() string {
	out := s.grid.String()
	if s.th.ASCII {
		out = canvas.ASCII(out)
	}
	return out
}

// draw draws everything but the legend.
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

// At returns the values at x, in the order of Lines; lines without a value there are left out.
func (c *Chart) At(x float64) []Reading {
	var all []Reading
	for _, l := range c.Lines {
		if i := c.reading(l, x); i >= 0 {
			all = append(all, Reading{l.Name, l.Series, l.Ghost, l.X[i], l.Y[i]})
		}
	}
	return all
}

// reading returns the index of the point that is read of a line at x, -1 without one.
func (c *Chart) reading(l Line, x float64) int {
	i := l.nearest(x)
	if i >= 0 && c.Exact && math.Abs(l.X[i]-x) > 1e-9*math.Abs(x) {
		return -1
	}
	return i
}

// nearest returns the index of the measured point nearest to x, -1 without points.
func (l Line) nearest(x float64) int {
	best := -1
	for i := range l.points() {
		if d := math.Abs(l.X[i] - x); !math.IsNaN(d) && (best < 0 || d < math.Abs(l.X[best]-x)) {
			best = i
		}
	}
	return best
}

// Layers in the order in which they are drawn: earlier runs, second measures of a run, the runs.
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

// points returns the number of points that have both coordinates.
func (l Line) points() int { return min(len(l.X), len(l.Y)) }
