package chart

import "dpals/tui/canvas"

// Mark is a vertical line with a name at an x, behind the curves.
type Mark struct {
	X      float64
	Name   string // beside the line, at its top; "" for none
	Series int    // its colour; negative for a neutral one
}

// marks draws the vertical lines, and their names on the side where they fit.
func (s *sheet) marks() {
	for i, m := range s.chart.Marks {
		if !s.chart.usableX(m.X) || m.X < s.xmin || m.X > s.xmax {
			continue
		}
		ink := s.label
		if m.Series >= 0 {
			ink = s.grid.Ink(s.th.Series(m.Series))
		}
		col := s.column(m.X)
		for row := range s.rows {
			s.set(col, row, ink, s.th.Glyphs.Dashed.Vertical)
		}
		name := clean(m.Name)
		n := canvas.Width(name)
		at := col + 2
		if at+n > s.w {
			at = col - 1 - n
		}
		if row := s.rows - 1 - i; n > 0 && at >= 0 && row > 0 {
			s.grid.Write(s.left+at, s.top+s.rows-1-row, ink, name)
			for c := range n {
				s.taken[row*s.w+at+c] = true
			}
		}
	}
}
