package chart

import (
	"math"

	"dpals/themes"
	"dpals/tui/canvas"
)

// line draws one curve with its markers and returns the number of its points that are visible, in the plot or as
// warnings.
func (s *sheet) line(l Line) int {
	t := s.trace(l)
	ink, stroke := s.lineInk(l), s.stroke(l)
	plot(t.at, stroke, func(col, row int, glyph string) { s.take(col, row, ink, glyph) })
	for col := range s.w {
		s.extremes(t, col, ink, stroke)
	}
	s.mark(l, t, ink)
	return len(t.points) + len(t.diverged) + len(t.beyond)
}

// extremes draws how far the points of one column reach beyond the line itself.
func (s *sheet) extremes(t trace, col int, ink canvas.Ink, stroke themes.Stroke) {
	if !(t.low[col] < t.high[col]) || math.IsNaN(t.at[col]) {
		return
	}
	edge := func(row float64) int { return int(math.Round(min(max(row, 0), float64(s.rows-1)))) }
	low, high := edge(t.low[col]), edge(t.high[col])
	// The line's own rows in this column, and those it passed on its way here.
	from := int(math.Round(t.at[col]))
	to, before := from, from
	if next := t.at[col+1]; !math.IsNaN(next) {
		from, to = min(from, int(math.Round(next))), max(to, int(math.Round(next)))
	}
	if col > 0 && !math.IsNaN(t.at[col-1]) {
		before = int(math.Round(t.at[col-1]))
	}
	if high > max(to, before) {
		s.join(col, to, ink, stroke, upward)
		for row := to + 1; row <= high; row++ {
			s.take(col, row, ink, stroke.Vertical)
		}
	}
	if low < min(from, before) {
		s.join(col, from, ink, stroke, downward)
		for row := low; row < from; row++ {
			s.take(col, row, ink, stroke.Vertical)
		}
	}
}

// What a thin line's glyph becomes where a spike leaves it.
var (
	upward   = map[string]string{"─": "┴", "╮": "┤", "╭": "├", "╴": "╯"}
	downward = map[string]string{"─": "┬", "╯": "┤", "╰": "├", "╴": "╮"}
)

func (s *sheet) join(col, row int, ink canvas.Ink, stroke themes.Stroke, joints map[string]string) {
	if stroke.Horizontal != "─" {
		return
	}
	if glyph := joints[s.grid.At(s.left+col, s.top+s.rows-1-row)]; glyph != "" {
		s.take(col, row, ink, glyph)
	}
}

// mark draws the line's marker on its latest point and at the crosshair, dots on the other points where they are far enough
// apart, and warnings where a value diverged or is outside the plot.
func (s *sheet) mark(l Line, t trace, ink canvas.Ink) {
	n := len(t.points)
	if s.dots && l.layer() == front {
		for _, p := range t.points {
			s.take(p.col, p.row, ink, s.th.Glyphs.Point)
		}
	}
	if n > 0 {
		s.take(t.points[n-1].col, t.points[n-1].row, ink, s.th.Marker(l.Series))
	}
	if i := s.chart.reading(l, s.chart.Cursor); i >= 0 && s.visible(s.y.row(l.Y[i])) {
		s.take(s.column(l.X[i]), int(math.Round(s.y.row(l.Y[i]))), ink, s.th.Marker(l.Series))
	}
	if l.Ghost {
		return
	}
	for _, col := range t.diverged {
		s.warn(col)
	}
	for _, p := range t.beyond {
		glyph := s.th.Glyphs.Up
		if p.row == 0 {
			glyph = s.th.Glyphs.Down
		}
		s.take(p.col, p.row, s.grid.Ink(s.th.Warning), glyph)
	}
}

// roomForDots reports whether the points of every run are far enough apart to be marked.
func (s *sheet) roomForDots() bool {
	const apart = 6 // columns
	for _, l := range s.chart.Lines {
		if l.layer() == front && (l.points()-1)*apart > s.w {
			return false
		}
	}
	return true
}

func (s *sheet) lineInk(l Line) canvas.Ink {
	if l.Ghost {
		return s.grid.Ink(s.th.Ghost(l.Series))
	}
	return s.grid.Ink(s.th.Series(l.Series))
}

// stroke returns the line style: the same for all runs where they have colours, and a different one for each where not.
func (s *sheet) stroke(l Line) themes.Stroke {
	g := s.th.Glyphs
	switch {
	case l.Ghost:
		return g.Ghost
	case l.Dashed:
		return g.Dashed
	case s.th.NoColor:
		return g.Strokes[((l.Series%len(g.Strokes))+len(g.Strokes))%len(g.Strokes)]
	}
	return g.Strokes[0]
}

// take draws a cell of a line and records that it is taken.
func (s *sheet) take(col, row int, ink canvas.Ink, glyph string) {
	if col < 0 || col >= s.w || row < 0 || row >= s.rows {
		return
	}
	s.set(col, row, ink, glyph)
	s.taken[row*s.w+col] = true
}
