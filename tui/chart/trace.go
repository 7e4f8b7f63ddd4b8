package chart

import "math"

// trace is a line in the columns of the plot, with rows counted upward from 0.
type trace struct {
	at        []float64 // the row in every column, and once more at the end; NaN is a gap
	low, high []float64 // the extremes of each column's points; NaN without points
	points    []point   // the measured points inside the plot, in order
	diverged  []int     // columns of the points that are not finite
	beyond    []point   // points above or below the plot, at its edge
}

type point struct{ col, row int }

// trace interpolates between the points of a line, column by column. Where several points share a column, the line goes to
// the extreme farther from the column before, and both extremes are recorded, so that no spike is lost. The line always
// ends at the latest point.
func (s *sheet) trace(l Line) trace {
	t := trace{at: gaps(s.w + 1), low: gaps(s.w), high: gaps(s.w)}
	prevCol, prevRow := 0, math.NaN()
	for i := range l.points() {
		if !finite(l.X[i]) {
			continue
		}
		col, row := s.column(l.X[i]), s.y.row(l.Y[i])
		inside := col >= 0 && col < s.w
		if math.IsNaN(row) {
			if inside {
				t.diverged = append(t.diverged, col)
			}
			prevRow = row
			continue
		}
		if inside {
			t.add(col, row)
			switch {
			case s.visible(row):
				t.points = append(t.points, point{col, int(math.Round(row))})
			case row > 0:
				t.beyond = append(t.beyond, point{col, s.rows - 1})
			default:
				t.beyond = append(t.beyond, point{col, 0})
			}
		}
		if !math.IsNaN(prevRow) {
			for c := max(prevCol+1, 0); c < min(col, s.w); c++ {
				part := float64(c-prevCol) / float64(col-prevCol)
				t.at[c] = prevRow*(1-part) + row*part
			}
		}
		prevCol, prevRow = col, row
	}
	if n := len(t.points); n > 0 {
		t.at[t.points[n-1].col] = float64(t.points[n-1].row)
	}
	t.at[s.w] = t.at[s.w-1]
	s.clip(t.at)
	return t
}

// add adds one point to its column.
func (t *trace) add(col int, row float64) {
	if math.IsNaN(t.low[col]) {
		t.at[col], t.low[col], t.high[col] = row, row, row
		return
	}
	t.low[col], t.high[col] = min(t.low[col], row), max(t.high[col], row)
	from := t.at[max(col-1, 0)]
	if col == 0 || math.IsNaN(from) {
		t.at[col] = row
	} else if t.at[col] = t.low[col]; t.high[col]-from > from-t.low[col] {
		t.at[col] = t.high[col]
	}
}

// clip turns rows outside the plot into gaps. One beside a row inside is moved to the edge, so that the line visibly leaves
// the plot.
func (s *sheet) clip(at []float64) {
	before := false
	for c, v := range at {
		in := s.visible(v)
		if !in {
			if !before && !(c+1 < len(at) && s.visible(at[c+1])) {
				v = math.NaN()
			}
			at[c] = min(max(v, 0), float64(s.rows-1)) // NaN stays NaN
		}
		before = in
	}
}

// visible reports whether a row, rounded, is in the plot.
func (s *sheet) visible(row float64) bool { return row > -0.5 && row < float64(s.rows)-0.5 }

func gaps(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = math.NaN()
	}
	return v
}
