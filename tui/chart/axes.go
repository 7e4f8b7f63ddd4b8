package chart

import (
	"math"
	"strconv"
	"strings"

	"dpals/tui/canvas"
)

// axes draws the y axis in the gutter, and the x axis with its labels.
func (s *sheet) axes() {
	g := s.th.Glyphs
	if s.left > 0 {
		for row := range s.rows {
			s.grid.Set(s.left-1, s.top+row, s.axis, g.Vertical)
		}
		for _, t := range s.y.ticks {
			y := s.top + s.rows - 1 - t.at
			s.grid.Set(s.left-1, y, s.axis, g.Tick)
			s.grid.Write(s.left-2-len(t.label), y, s.label, t.label)
		}
	}
	if s.top > 0 {
		s.grid.Write(0, 0, s.label, canvas.Line(clean(s.chart.YLabel), s.left+s.w))
	}
	if !s.axisRow {
		return
	}
	y := s.top + s.rows
	if s.left > 0 {
		s.grid.Set(s.left-1, y, s.axis, g.Corner)
	}
	for col := range s.w {
		s.grid.Set(s.left+col, y, s.axis, g.Axis)
	}
	ticks := s.xTicks()
	for _, t := range ticks {
		s.grid.Set(s.left+t.at, y, s.axis, g.TickDown)
	}
	switch {
	case s.labelsOnAxis:
		s.xLabels(ticks, y)
	case s.labelRow:
		s.xLabels(ticks, y+1)
	}
}

// xLabels centres the labels under their ticks; one that would touch its neighbour is left out.
func (s *sheet) xLabels(ticks []tick, y int) {
	free := 0
	if name := clean(s.chart.XLabel); name != "" && s.left > 2 {
		name = canvas.Line(name, min(canvas.Width(name), s.left-2))
		free = s.grid.Write(s.left-2-canvas.Width(name), y, s.label, name) + 1
	}
	// The crosshair's label covers those beside it.
	from, to := s.left+s.w, 0
	if c := s.chart.Cursor; finite(c) && c >= s.xmin && c <= s.xmax {
		name := " " + s.xName(c, 2) + " "
		from = s.labelAt(s.column(c), canvas.Width(name))
		to = s.grid.Write(from, y, s.grid.Ink(s.th.Selected), name)
	}
	for _, t := range ticks {
		n := canvas.Width(t.label)
		if x := s.labelAt(t.at, n); x >= free && (x+n <= from || x >= to) {
			free = s.grid.Write(x, y, s.label, t.label) + 1
		}
	}
}

// labelAt returns the first column of a label of n cells that is centred under a column and inside the chart.
func (s *sheet) labelAt(col, n int) int { return max(min(s.left+col-n/2, s.left+s.w-n), 0) }

// xTicks places the ticks of the x axis: at every whole x, or at multiples of 2, 5, 10, 20 and so on where labels would
// touch. A domain shorter than 2 is divided finer, unless Whole is set.
func (s *sheet) xTicks() []tick {
	if s.chart.LogX {
		if ticks := s.powers(); len(ticks) >= 2 {
			return ticks
		}
	}
	span := s.xmax - s.xmin
	step, decimals := 1.0, 0
	for !s.chart.Whole && span/step < 2 && decimals < 9 {
		step /= 10
		decimals++
	}
	// The widest labels are at the ends, unless XTick names them.
	width := max(canvas.Width(s.xName(s.xmin, decimals)), canvas.Width(s.xName(s.xmax, decimals))) + 2
	for k := 0; step/span*float64(s.w-1) < float64(width) && step < span; k++ {
		step *= []float64{2, 2.5, 2}[k%3]
	}
	var ticks []tick
	first := math.Ceil(s.xmin/step - 1e-9)
	for i := range s.w {
		x := (first + float64(i)) * step
		if x > s.xmax+span*1e-9 {
			break
		}
		ticks = append(ticks, tick{s.column(x), s.xName(x, decimals)})
	}
	return ticks
}

// powers places ticks at 1, 2 and 5 times powers of ten, or at powers alone over many of them.
func (s *sheet) powers() []tick {
	var ticks []tick
	low, high := math.Floor(math.Log10(s.xmin)), math.Ceil(math.Log10(s.xmax))
	mantissas, every := []float64{1, 2, 5}, 1.0
	if most := float64(s.w) / 5; math.Log10(s.xmax/s.xmin)*3 > most {
		mantissas, every = mantissas[:1], math.Max(1, math.Ceil((high-low)/most))
	}
	for e := low; e <= high; e += every {
		for _, m := range mantissas {
			if x := m * math.Pow(10, e); x >= s.xmin*(1-1e-9) && x <= s.xmax*(1+1e-9) {
				ticks = append(ticks, tick{s.column(x), power(x)})
			}
		}
	}
	return ticks
}

// power writes a number with at most four digits, one far from 1 with a short exponent: 1e-5.
func power(x float64) string {
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if math.Abs(x) < 1e-3 {
		text = strings.Replace(strconv.FormatFloat(x, 'e', 3, 64), "000e", "e", 1)
		text = strings.Replace(text, ".e", "e", 1)
	}
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(text)
}

// xName returns the label of a tick of the x axis.
func (s *sheet) xName(x float64, decimals int) string {
	if s.chart.XTick != nil && x == math.Trunc(x) && math.Abs(x) < 1<<31 {
		return clean(s.chart.XTick(int(x)))
	}
	if a := math.Abs(x); a >= 1e9 || s.chart.LogX && a < 1 {
		return power(x)
	}
	name := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Contains(name, ".") {
		name = strings.TrimRight(strings.TrimRight(name, "0"), ".")
	}
	return name
}

// warn marks a value that diverged: on the x axis, or on the lowest row where there is none.
func (s *sheet) warn(col int) {
	y := s.top + s.rows
	if !s.axisRow {
		y--
	}
	s.grid.Set(s.left+col, y, s.grid.Ink(s.th.Bad), s.th.Glyphs.Diverged)
}
