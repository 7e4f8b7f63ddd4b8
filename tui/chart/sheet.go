package chart

import (
	"math"
	"strings"

	"dpals/themes"
	"dpals/tui/canvas"
)

// sheet is one drawing of a chart: a grid, and where the plot lies in it.
type sheet struct {
	chart *Chart
	th    *themes.Theme
	grid  *canvas.Grid

	left, top         int // of the plot
	w, rows           int // of the plot
	axisRow, labelRow bool
	labelsOnAxis      bool // in a low chart, which has no row for them
	y                 scale
	xmin, xmax        float64 // of the first and the last column

	dots  bool   // every measured point is marked
	taken []bool // cells of the plot that a curve crosses, row by row upward; the legend avoids them

	axis, label, text, strong canvas.Ink
}

// margin is room kept free for the legend.
type margin struct{ below, right int }

// newSheet returns the layout of the chart inside a margin, nil where there is nothing to draw or too little space.
func newSheet(c *Chart, th *themes.Theme, w, h int, free margin) *sheet {
	s := &sheet{chart: c, th: th}
	s.xmin, s.xmax = c.domain()
	low, high, ok := c.extent(s.xmin, s.xmax)
	if !ok || w < 3 || h < 2 {
		return nil
	}
	s.rows = h - free.below
	s.labelsOnAxis = s.rows >= 4 && s.rows <= 7 && w >= 24
	if s.rows >= 3 {
		s.axisRow, s.rows = true, s.rows-1
	}
	if s.rows >= 4 && !s.labelsOnAxis {
		s.labelRow, s.rows = true, s.rows-1
	}
	if c.YLabel != "" && s.rows >= 8 {
		s.top, s.rows = 1, s.rows-1
	}
	s.y = newScale(low, high, s.rows, c.LogY)
	if w >= 24 {
		s.left = s.gutter() + 2
	}
	s.w = w - s.left - free.right
	s.taken = make([]bool, s.w*s.rows)
	s.dots = s.roomForDots()
	s.grid = canvas.NewGrid(w, h)
	s.axis, s.label = s.grid.Ink(th.Border), s.grid.Ink(th.Muted)
	s.text, s.strong = s.grid.Ink(th.Text), s.grid.Ink(th.Strong)
	return s
}

// gutter returns the width of the labels of the y axis: at least that of the usual labels, so that the plot does not move
// when the range changes.
func (s *sheet) gutter() int {
	n := 5
	for _, t := range s.y.ticks {
		n = max(n, len(t.label))
	}
	return n
}

// domain returns the range of x.
func (c *Chart) domain() (low, high float64) {
	if c.XMin < c.XMax && !math.IsInf(c.XMin, 0) && !math.IsInf(c.XMax, 0) && c.usableX(c.XMin) {
		return c.XMin, c.XMax
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, l := range c.Lines {
		for _, x := range l.X[:l.points()] {
			if c.usableX(x) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	switch {
	case low > high && c.LogX:
		return 1, 10
	case low > high:
		return 0, 1
	case low == high && c.LogX:
		return low / 2, min(low*2, math.MaxFloat64)
	case low == high:
		return low, low + math.Max(1, math.Abs(low)*1e-9)
	}
	return low, high
}

// extent returns the range of y inside the domain; ok is false where there is nothing to show.
func (c *Chart) extent(xmin, xmax float64) (low, high float64, ok bool) {
	usable := func(v float64) bool { return finite(v) && (!c.LogY || v > 0) }
	var values []float64
	for _, l := range c.Lines {
		for i, y := range l.Y[:l.points()] {
			if l.X[i] < xmin || l.X[i] > xmax || !usable(y) {
				continue
			}
			values = append(values, y)
			if d := l.deviation(i); d > 0 && usable(y-d) && usable(y+d) {
				values = append(values, y-d, y+d)
			}
		}
	}
	for _, t := range c.Thresholds {
		if usable(t.Y) {
			values = append(values, t.Y)
		}
	}
	low, high, ok = span(values)
	if c.YMin < c.YMax && usable(c.YMin) && usable(c.YMax) {
		low, high = c.YMin, c.YMax
	}
	return low, high, ok
}

// usableX reports whether x is on the x axis.
func (c *Chart) usableX(x float64) bool { return finite(x) && (!c.LogX || x > 0) }

// column returns the plot's column of x, limited far outside the plot.
func (s *sheet) column(x float64) int {
	f := (x/2 - s.xmin/2) / (s.xmax/2 - s.xmin/2)
	if s.chart.LogX {
		f = math.Inf(-1)
		if x > 0 {
			f = math.Log(x/s.xmin) / math.Log(s.xmax/s.xmin)
		}
	}
	return int(math.Round(min(max(f, -1e4), 1e4) * float64(s.w-1)))
}

// set draws one cell of the plot; row counts upward.
func (s *sheet) set(col, row int, ink canvas.Ink, glyph string) {
	if col >= 0 && col < s.w && row >= 0 && row < s.rows {
		s.grid.Set(s.left+col, s.top+s.rows-1-row, ink, glyph)
	}
}

// thresholds draws the horizontal lines.
func (s *sheet) thresholds() {
	for i, t := range s.chart.Thresholds {
		r := s.y.row(t.Y)
		if !s.visible(r) {
			continue
		}
		ink := s.thresholdInk(t)
		for col := range s.w {
			s.set(col, int(math.Round(r)), ink, s.dash(i))
		}
	}
}

// dash returns the glyph of threshold i; they differ, so that thresholds can be told apart without colour.
func (s *sheet) dash(i int) string { return s.th.Glyphs.Thresholds[i%len(s.th.Glyphs.Thresholds)] }

func (s *sheet) thresholdInk(t Threshold) canvas.Ink {
	if t.Series < 0 {
		return s.label
	}
	return s.grid.Ink(s.th.Series(t.Series))
}

// cursor draws the crosshair, behind the lines.
func (s *sheet) cursor() {
	if !finite(s.chart.Cursor) {
		return
	}
	ink := s.grid.Ink(s.th.Focus)
	for row := range s.rows {
		s.set(s.column(s.chart.Cursor), row, ink, s.th.Glyphs.Cursor)
	}
}

// lines draws the curves layer by layer and returns the number of visible points.
func (s *sheet) lines() int {
	n := 0
	for layer := range layers {
		for i := len(s.chart.Lines) - 1; i >= 0; i-- {
			if l := s.chart.Lines[i]; l.layer() == layer {
				n += s.line(l)
			}
		}
	}
	return n
}

// remark draws a message in the middle of the plot, and keeps the legend away from it.
func (s *sheet) remark(message string) {
	message = clean(message)
	n := min(canvas.Width(message), s.w)
	col, row := (s.w-n)/2, s.rows/2
	s.grid.Write(s.left+col, s.top+row, s.label, canvas.Line(message, n))
	for c := range n {
		s.taken[(s.rows-1-row)*s.w+col+c] = true
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// clean returns a name as one line that is safe to draw.
func clean(s string) string { return canvas.Text(strings.ReplaceAll(s, "\n", " ")) }
