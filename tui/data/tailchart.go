package data

import (
	"fmt"
	"math"

	"dpals/internal/format"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// gridAt is the point of tailGrid nearest to x.
func gridAt(x float64) int {
	step := tailGrid[1] - tailGrid[0]
	return min(max(int(math.Round(x/step)), 0), len(tailGrid)-1)
}

// sampling is how the chosen method chooses what trains, "" where that is none of the curves.
func (d *Screen) sampling() string {
	m, s := d.Knobs.Method(), d.settings()
	if p, ok := m.Parameter("sampling"); ok {
		return p.Format(s[p.Name])
	}
	if _, ok := m.Parameter("weight-exponent"); ok {
		return "weights"
	}
	if _, ok := m.Parameter("k"); ok {
		return "uniform"
	}
	return ""
}

// trains is the curve of what the chosen method trains on.
func (d *Screen) trains() (tailLine, bool) {
	if d.tail == nil {
		return tailLine{}, false
	}
	name := d.sampling()
	for _, l := range d.tail.lines[1:] {
		if l.sampling == name {
			return l, true
		}
	}
	return tailLine{}, false
}

// tailChart is the share of ratings in the share of items, most popular first: of all ratings, and of what each sampling
// trains on. The farther a curve lies below that of all ratings, the more it is the rare items that train.
func (d *Screen) tailChart() chart.Chart {
	c := chart.Chart{
		XLabel: "items", XTick: func(x int) string { return fmt.Sprintf("%d%%", x) }, Whole: true,
		YLabel: "% of ratings in the most popular items", YMin: 0, YMax: 100, Cursor: math.NaN(), Empty: "working it out",
	}
	d.lens.On(&c, 0, 100, 100, tailGrid)
	t := d.tail
	if d.tailErr != nil {
		c.Empty = session.FirstLine(d.tailErr)
	}
	if t == nil {
		return c
	}
	if c.LogY {
		c.YMin = math.NaN()
	}
	if t.cut < 100 {
		c.Marks = []chart.Mark{{X: t.cut, Name: "β keeps " + format.Percent(t.cut/100), Series: -1}}
	}
	line := func(series int, name string, l tailLine) chart.Line {
		x, y := tailGrid, l.upTo
		if c.LogY { // which has no place for nothing
			x, y = x[1:], y[1:]
		}
		return chart.Line{Name: name, X: x, Y: y, Series: series}
	}
	chosen := d.sampling()
	for i, l := range t.lines[1:] {
		name := l.sampling
		switch {
		case t.of.K > 0:
			name += fmt.Sprintf(", k %s", format.Thousands(int(t.of.K)))
		case l.sampling == "weights":
		case l.sampling == chosen: // without k all that β keeps trains alike
			name = "what β keeps"
		default:
			continue
		}
		if l.sampling == chosen {
			name += ", in use"
		}
		c.Lines = append(c.Lines, line(i+1, name, l))
	}
	all := line(0, "all ratings", t.lines[0])
	all.Ghost = true
	c.Lines = append(c.Lines, all)
	return c
}
