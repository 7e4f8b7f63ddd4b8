package chart

import (
	"math"

	"dpals/themes"
	"dpals/tui/canvas"
)

// line draws one curve with its markers.
func (s *sheet) line(l Line) {
	t := s.trace(l)
	ink, stroke := s.lineInk(l), s.stroke(l)
	plot(t.at, stroke, func(col, row int, glyph string) { s.take(col, row, ink, glyph) })
	for col := range s.w {
		s.extremes(t, col, ink, stroke)
	}
	s.mark(l, t, ink)
}

// extremes draws what the points of one column reach beyond the line itself.
func (s *sheet) extremes(t trace, col int, ink canvas.Ink, stroke themes.Stroke) {
	if !(t.low[col] < t.high[col]) {
		return
	}
	from, to := math.Inf(1), math.Inf(-1) // rows that the line covers in this column
	for _, r := range t.at[col : col+2] {
		if finite(r) {
			from, to = min(from, math.Round(r)), max(to, math.Round(r))
		}
	}
	top := float64(s.rows - 1)
	for r := math.Round(max(t.low[col], 0)); r <= math.Round(min(t.high[col], top)); r++ {
		if r < from || r > to {
			s.take(col, int(r), ink, stroke.Vertical)
		}
	}
}

// mark puts the run's marker on the latest point, on the others where there is room to tell them apart, and a warning
// on the step axis under every value that diverged.
func (s *sheet) mark(l Line, t trace, ink canvas.Ink) {
	marker := s.th.Marker(l.Series)
	const apart = 6 // columns between markers that still look like one line
	if n := len(t.points); n > 0 && !l.Ghost && !l.Dashed && (n-1)*apart < s.w {
		for _, p := range t.points[:n-1] {
			s.take(p.col, p.row, ink, s.th.Glyphs.Point)
		}
	}
	if n := len(t.points); n > 0 {
		s.take(t.points[n-1].col, t.points[n-1].row, ink, marker)
	}
	if l.Ghost {
		return
	}
	for _, col := range t.diverged {
		s.warn(col)
	}
}

func (s *sheet) lineInk(l Line) canvas.Ink {
	if l.Ghost {
		return s.grid.Ink(s.th.Ghost(l.Series))
	}
	return s.grid.Ink(s.th.Series(l.Series))
}

// stroke is the line style: one for all runs where colours tell them apart, one for each where they do not.
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

// take draws a cell of a line and notes that it is taken.
func (s *sheet) take(col, row int, ink canvas.Ink, glyph string) {
	if col < 0 || col >= s.w || row < 0 || row >= s.rows {
		return
	}
	s.set(col, row, ink, glyph)
	s.taken[row*s.w+col] = true
}
