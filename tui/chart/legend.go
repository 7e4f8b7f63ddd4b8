package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpals/tui/canvas"
)

// entry is one line of the legend: a sample of the curve, its name, a value.
type entry struct {
	sample      [3]string
	ink         canvas.Ink
	name, value string
	layer       int     // as of lines; thresholds count as second measures
	at          float64 // the latest value; NaN where there is none
}

// longest is the largest width of a name in the legend, in cells.
const longest = 28

// entries returns the lines and then the thresholds. With a crosshair their values are those at the crosshair.
func (s *sheet) entries() []entry {
	var all []entry
	add := func(e entry) {
		e.name, e.value = clean(e.name), clean(e.value)
		if canvas.Width(e.name) > longest {
			e.name = canvas.Line(e.name, longest)
		}
		all = append(all, e)
	}
	for _, l := range s.chart.Lines {
		if l.Name == "" {
			continue
		}
		h := s.stroke(l).Horizontal
		value, at := l.Value, math.NaN()
		if n := l.points(); n > 0 {
			at = l.Y[n-1]
		}
		if finite(s.chart.Cursor) {
			if i := s.chart.reading(l, s.chart.Cursor); i >= 0 {
				value = s.value(l.Y[i])
				if d := l.deviation(i); d > 0 && finite(l.Y[i]) {
					value = uncertain(l.Y[i], d)
				}
			} else if l.points() > 0 {
				value = "–"
			}
		}
		add(entry{[3]string{h, s.th.Marker(l.Series), h}, s.lineInk(l), l.Name, value, l.layer(), at})
	}
	for i, t := range s.chart.Thresholds {
		if t.Name != "" {
			h := s.dash(i)
			add(entry{[3]string{h, h, h}, s.thresholdInk(t), t.Name, t.Value, second, t.Y})
		}
	}
	return all
}

func (s *sheet) value(v float64) string {
	if !finite(v) {
		return s.th.Glyphs.Diverged
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// uncertain writes a value with its standard deviation to two significant digits, both with the same decimals.
func uncertain(v, d float64) string {
	deviation := strconv.FormatFloat(d, 'g', 2, 64)
	_, decimals, _ := strings.Cut(deviation, ".")
	if strings.Contains(deviation, "e") || math.Abs(v) >= 1e9 {
		return strconv.FormatFloat(v, 'g', 4, 64) + " ± " + deviation
	}
	return strconv.FormatFloat(v, 'f', len(decimals), 64) + " ± " + deviation
}

// block is the legend as a rectangle of w×h cells.
type block struct {
	entries     []entry
	name, value int // widths of the columns
	w, h        int
}

func newBlock(all []entry) block {
	b := block{entries: all, h: len(all)}
	for _, e := range all {
		b.name, b.value = max(b.name, canvas.Width(e.name)), max(b.value, canvas.Width(e.value))
	}
	b.w = 3 + 1 + b.name
	if b.value > 0 {
		b.w += 1 + b.value
	}
	return b
}

// fits reports whether the plot is large enough for the block and curves beside it.
func (b block) fits(w, rows int) bool { return b.h > 0 && b.w+16 <= w && b.h+2 <= rows && 2*b.w <= w+8 }

// inside draws the block in the first corner, clockwise from the top right, that no curve crosses, and reports whether there
// is one.
func (s *sheet) inside(b block) bool {
	right, bottom := s.w-b.w-1, s.rows-b.h
	for _, at := range [][2]int{{right, 0}, {right, bottom}, {1, bottom}, {1, 0}} {
		if !s.crossed(at[0]-1, at[1], b.w+2, b.h) {
			s.drawBlock(b, at[0], at[1])
			return true
		}
	}
	return false
}

// crossed reports whether a curve crosses w×h cells of the plot; row 0 is the top one here.
func (s *sheet) crossed(col, row, w, h int) bool {
	for r := max(row, 0); r < min(row+h, s.rows); r++ {
		for c := max(col, 0); c < min(col+w, s.w); c++ {
			if s.taken[(s.rows-1-r)*s.w+c] {
				return true
			}
		}
	}
	return false
}

func (s *sheet) drawBlock(b block, col, row int) {
	for i, e := range b.entries {
		x, y := s.left+col, s.top+row+i
		for c := -1; c <= b.w; c++ {
			if col+c < s.w && col+c >= 0 {
				s.grid.Set(x+c, y, 0, " ")
			}
		}
		x = s.sample(e, x, y)
		s.grid.Write(x, y, s.nameInk(e), e.name)
		s.grid.Write(x+b.w-4-canvas.Width(e.value), y, s.valueInk(e), e.value)
	}
}

// beside draws the entries at the right of the plot, each as near as possible to the row where its line ends. Entries that
// do not fit are left out, earlier runs first.
func (s *sheet) beside(all []entry, h int) {
	slices.SortStableFunc(all, byWeight)
	all = all[:min(len(all), h)]
	rowOf := func(e entry) int {
		row := s.y.row(e.at)
		if math.IsNaN(row) { // after all others
			return h
		}
		return s.top + s.rows - 1 - int(math.Round(min(max(row, 0), float64(s.rows-1))))
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Or(cmp.Compare(rowOf(a), rowOf(b)), cmp.Compare(b.at, a.at)) })
	rows := make([]int, len(all))
	for i, e := range all {
		rows[i] = rowOf(e)
		if i > 0 {
			rows[i] = max(rows[i], rows[i-1]+1)
		}
	}
	for i, limit := len(all)-1, h-1; i >= 0; i, limit = i-1, rows[i]-1 {
		rows[i] = min(rows[i], limit)
	}
	b := newBlock(all)
	for i, e := range all {
		x := s.sample(e, s.left+s.w+1, rows[i])
		s.grid.Write(x, rows[i], s.nameInk(e), e.name)
		s.grid.Write(x+b.w-4-canvas.Width(e.value), rows[i], s.valueInk(e), e.value)
	}
}

// byWeight sorts the runs first and earlier runs last.
func byWeight(a, b entry) int { return cmp.Compare(min(b.layer, second), min(a.layer, second)) }

// under draws the entries below the axis, in the given number of lines. Entries that do not fit are left out, earlier runs
// first.
func (s *sheet) under(all []entry, y, lines int) {
	slices.SortStableFunc(all, byWeight)
	right := s.left + s.w
	for x := s.left; len(all) > 0 && lines > 0; lines, x, y = lines-1, s.left, y+1 {
		for len(all) > 0 {
			e := all[0]
			n := 4 + canvas.Width(e.name)
			if e.value != "" {
				n += 1 + canvas.Width(e.value)
			}
			if x+n > right {
				break
			}
			at := s.grid.Write(s.sample(e, x, y), y, s.nameInk(e), e.name)
			s.grid.Write(at+1, y, s.valueInk(e), e.value)
			x, all = x+n+3, all[1:]
		}
	}
}

func (s *sheet) sample(e entry, x, y int) int {
	for i, glyph := range e.sample {
		s.grid.Set(x+i, y, e.ink, glyph)
	}
	return x + 4
}

func (s *sheet) nameInk(e entry) canvas.Ink {
	if e.layer == front {
		return s.text
	}
	return s.label
}

func (s *sheet) valueInk(e entry) canvas.Ink {
	if e.layer == front {
		return s.strong
	}
	return s.label
}
