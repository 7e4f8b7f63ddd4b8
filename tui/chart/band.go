package chart

import "math"

// deviation returns the standard deviation of the noise in point i, 0 where there is none or it is not known.
func (l Line) deviation(i int) float64 {
	if i >= len(l.Band) || !finite(l.Band[i]) {
		return 0
	}
	return max(l.Band[i], 0)
}

// bands draws one standard deviation of the noise on both sides of each line, behind everything else.
func (s *sheet) bands() {
	for _, l := range s.chart.Lines {
		if l.Ghost || len(l.Band) == 0 {
			continue
		}
		for i := range l.points() {
			if i > 0 && s.placed(l, i-1) && s.placed(l, i) {
				s.band(l, i-1, i)
			} else if s.placed(l, i) {
				s.band(l, i, i)
			}
		}
	}
}

// placed reports whether point i has a column and a row, in or outside the plot.
func (s *sheet) placed(l Line, i int) bool { return finite(l.X[i]) && !math.IsNaN(s.y.row(l.Y[i])) }

// band fills the columns from point i to point j between their bounds; a bound without a row is the line itself. A band
// thinner than a cell is not drawn, since rounding would leave single cells of it.
func (s *sheet) band(l Line, i, j int) {
	bound := func(i int, side float64) float64 {
		if row := s.y.row(l.Y[i] + side*l.deviation(i)); !math.IsNaN(row) {
			return row
		}
		return s.y.row(l.Y[i])
	}
	cell := func(row float64) int { return int(math.Round(row)) }
	inside := func(row float64) float64 { return min(max(row, -1), float64(s.rows)) }
	from, to := s.column(l.X[i]), s.column(l.X[j])
	ink := s.grid.Ink(s.th.Ghost(l.Series))
	for col := max(from, 0); col <= min(to, s.w-1); col++ {
		part := 1.0
		if to > from {
			part = float64(col-from) / float64(to-from)
		}
		low := inside(bound(i, -1)*(1-part) + bound(j, -1)*part)
		high := inside(bound(i, +1)*(1-part) + bound(j, +1)*part)
		for row := cell(low); row <= cell(high) && high-low >= 1; row++ {
			s.set(col, row, ink, s.th.Glyphs.Band)
		}
	}
}
