package canvas

import (
	"math"
	"slices"
	"strconv"

	"charm.land/lipgloss/v2"

	"dpals/themes"
)

// Heat is a heat map of counts along two logarithmic axes of positive whole numbers. The count of a bin is spread evenly
// over the bin's part of the axes, so that small numbers, which are far apart on them, leave no gaps.
type Heat struct {
	X, Y []float64 // edges of the bins, positive and ascending: one more than there are bins
	Mass []float64 // count of each bin, by row from the lowest Y up; a row has len(X)-1 bins

	XLabel, YLabel string // of the axes
	Unit           string // of the mass, for the legend: "ratings"
}

// Draw returns the map in exactly w×h cells: legend, plot and axes; a small map has no legend and axes.
func (m Heat) Draw(th *themes.Theme, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	if len(m.X) < 2 || len(m.Y) < 2 {
		return Fit("", w, h)
	}
	const gutter, leastW, leastH = 6, 24, 6
	at := struct{ x, y, w, h int }{0, 0, w, h}
	if w >= leastW && h >= leastH {
		at.x, at.y, at.w, at.h = gutter, 1, w-gutter, h-3
	}
	g := NewGrid(w, h)
	cells := m.cells(at.w, at.h)
	levels := levelsOf(cells, th)
	inks := make([]Ink, len(levels))
	for i, l := range levels {
		inks[i] = g.Ink(l.style)
	}
	for row := range at.h {
		for col := range at.w {
			if l := levels.of(cells[row*at.w+col]); l >= 0 {
				g.Set(at.x+col, at.y+at.h-1-row, inks[l], levels[l].glyph)
			}
		}
	}
	if at.x > 0 {
		m.axes(th, g, at.x, at.y, at.w, at.h)
		g.Write(0, 0, g.Ink(th.Muted), oneLine(m.YLabel))
		levels.legend(th, g, width(oneLine(m.YLabel))+2, w, m.Unit)
	}
	return ascii(th, g.String())
}

// cells distributes the mass over w×h cells, by row from the lowest up.
func (m Heat) cells(w, h int) []float64 {
	across, up := overlaps(m.X, w), overlaps(m.Y, h)
	cells := make([]float64, w*h)
	columns := len(m.X) - 1
	line := make([]float64, w)
	for y, rows := range up {
		clear(line)
		for x, parts := range across {
			if v := m.Mass[y*columns+x]; v > 0 {
				for k, part := range parts.fractions {
					line[parts.from+k] += v * part
				}
			}
		}
		for k, part := range rows.fractions {
			row := cells[(rows.from+k)*w:][:w]
			for col, v := range line {
				row[col] += v * part
			}
		}
	}
	return cells
}

// overlap is the range of cells that a bin covers.
type overlap struct {
	from      int       // the first cell
	fractions []float64 // of the bin, in each cell
}

// overlaps returns the cells that each bin covers on an axis of this length.

func overlaps(edges []float64, cells int) []overlap {
	low, high := math.Log(edges[0]), math.Log(edges[len(edges)-1])
	place := func(v float64) float64 { return (math.Log(v) - low) / (high - low) * float64(cells) }
	all := make([]overlap, len(edges)-1)
	for b := range all {
		from, to := place(edges[b]), place(edges[b+1])
		first := min(max(int(from), 0), cells-1)
		o := overlap{from: first}
		for c := first; c < cells && (c == first || float64(c) < to-1e-9); c++ {
			part := min(to, float64(c+1)) - max(from, float64(c))
			o.fractions = append(o.fractions, max(part, 0)/(to-from))
		}
		all[b] = o
	}
	return all
}

// level is the look of cells with at least this mass.
type level struct {
	least float64
	glyph string
	style lipgloss.Style
}

// levels are from the densest to the sparsest.
type levels []level

// between is the ratio of a level to the next lower one.
const between = 3

func levelsOf(cells []float64, th *themes.Theme) levels {
	most := 0.0
	for _, v := range cells {
		most = max(most, v)
	}
	styles := [...]lipgloss.Style{th.Muted, th.Accent, th.Accent, th.Accent, th.Accent}
	sparsest := min(0.5, most/1000) // less of one is not shown
	var all levels
	at := len(styles) - 1
	for ; at > 0; at-- {
		most /= between
		least := oneDigit(most)
		if !(least > 1) {
			break
		}
		all = append(all, level{least, th.Glyphs.Densities[at], styles[at]})
	}
	return append(all, level{sparsest, th.Glyphs.Densities[at], styles[at]})
}

// oneDigit rounds a positive number to one significant digit.
func oneDigit(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return math.Round(v/unit) * unit
}

// of returns the index of the level of a cell, -1 for an empty cell.
func (l levels) of(v float64) int {
	if !(v > 0) {
		return -1
	}
	return slices.IndexFunc(l, func(one level) bool { return v >= one.least })
}

// legend writes the meaning of the glyphs at the right end of the first row: of all levels where they fit, or of the lowest
// and the highest.
func (l levels) legend(th *themes.Theme, g *Grid, left, right int, unit string) {
	for _, shown := range []levels{l, {l[0], l[len(l)-1]}} {
		texts, total := make([]string, len(shown)), 0
		for i, one := range shown {
			texts[i] = " " + short(max(one.least, 1)) + "  "
			if i == 0 {
				texts[i] = " " + short(max(one.least, 1)) + "+ " + unit
			}
			total += 1 + width(texts[i])
		}
		if x := right - total; x >= left {
			for i := len(shown) - 1; i >= 0; i-- {
				g.Set(x, 0, g.Ink(shown[i].style), shown[i].glyph)
				x = g.Write(x+1, 0, g.Ink(th.Muted), texts[i])
			}
			return
		}
	}
}

// axes draws both axes with ticks at powers of ten, and between them where they fit.
func (m Heat) axes(th *themes.Theme, g *Grid, left, top, w, h int) {
	axis, label := g.Ink(th.Border), g.Ink(th.Muted)
	for row := range h {
		g.Set(left-1, top+row, axis, th.Glyphs.Vertical)
	}
	g.Set(left-1, top+h, axis, th.Glyphs.Corner)
	for col := range w {
		g.Set(left+col, top+h, axis, th.Glyphs.Axis)
	}
	for _, t := range logTicks(m.Y, h, 3) {
		y := top + h - 1 - t.at
		g.Set(left-1, y, axis, th.Glyphs.Tick)
		g.Write(left-2-width(t.label), y, label, t.label)
	}
	name := oneLine(m.XLabel)
	end := left + w - width(name)
	g.Write(end, top+h+1, label, name)
	for _, t := range logTicks(m.X, w, 8) {
		g.Set(left+t.at, top+h, axis, th.Glyphs.TickDown)
		if x := left + t.at - width(t.label)/2; x+width(t.label) < end {
			g.Write(x, top+h+1, label, t.label)
		}
	}
}

type logTick struct {
	at    int
	label string
}

// logTicks places ticks at powers of ten, and at 2 and 5 times them where these are far enough apart.
func logTicks(edges []float64, cells, apart int) []logTick {
	low, high := edges[0], edges[len(edges)-1]
	decades := math.Log10(high / low)
	mantissas := []float64{1, 2, 5}
	if float64(cells)/decades < float64(4*apart) {
		mantissas = mantissas[:1]
	}
	var all []logTick
	free := 0
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for _, k := range mantissas {
			v := k * math.Pow(10, e)
			if v < low*(1-1e-9) || v >= high {
				continue
			}
			at := int(math.Log10(v/low) / decades * float64(cells))
			if len(all) == 0 || at >= free {
				all = append(all, logTick{min(at, cells-1), short(v)})
				free = at + apart/2 + 1
			}
		}
	}
	return all
}

// short writes a whole number in few cells: 500, 20k, 3M.
func short(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v >= unit.size {
			return strconv.FormatFloat(v/unit.size, 'g', 2, 64) + unit.name
		}
	}
	return strconv.FormatFloat(math.Round(v), 'f', -1, 64)
}
