package data

import (
	"fmt"
	"math"

	"dpals/internal/format"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// computing stands in place of curves that are not known yet.
const computing = "computing"

// nearestGridPoint returns the index of the point of tailGrid that is nearest to x.
func nearestGridPoint(x float64) int {
	step := tailGrid[1] - tailGrid[0]
	return min(max(int(math.Round(x/step)), 0), len(tailGrid)-1)
}

// chosenSampling returns the sampling of the chosen method; "" where it is none of the curves.
func (d *Screen) chosenSampling() string {
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

// trainingCurve returns the curve of the ratings that the chosen method trains on; ok is false where there is none.
func (d *Screen) trainingCurve() (curve tailCurve, ok bool) {
	if d.tail.Value() == nil {
		return tailCurve{}, false
	}
	name := d.chosenSampling()
	for _, c := range d.tail.Value().curves[1:] {
		if c.sampling == name {
			return c, true
		}
	}
	return tailCurve{}, false
}

// tailChart returns the chart of ratings held by the most popular items: of all ratings, and of the training weight of
// each sampling. The farther a curve lies below that of all ratings, the more weight rare items have.
func (d *Screen) tailChart() chart.Chart {
	c := chart.Chart{
		XLabel: "items", XTick: func(x int) string { return fmt.Sprintf("%d%%", x) }, Whole: true,
		YLabel: "% held by the most popular items", YMin: 0, YMax: 100, Cursor: math.NaN(), Empty: computing,
	}
	d.tailView.On(&c, 0, 100, 100, tailGrid)
	t := d.tail.Value()
	if d.tail.Err() != nil {
		c.Empty = session.FirstLine(d.tail.Err())
	}
	if t == nil {
		return c
	}
	if c.LogY {
		c.YMin = math.NaN()
	}
	if t.kept < 100 {
		c.Marks = []chart.Mark{{X: t.kept, Name: "β keeps " + format.Percent(t.kept/100), Series: -1}}
	}
	line := func(series int, name string, curve tailCurve) chart.Line {
		x, y := tailGrid, curve.cumulative
		if c.LogY { // a logarithmic axis has no 0
			x, y = x[1:], y[1:]
		}
		return chart.Line{Name: name, X: x, Y: y, Series: series}
	}
	chosen := d.chosenSampling()
	for i, curve := range t.curves[1:] {
		name := curve.sampling
		switch {
		case t.key.k > 0:
			name += fmt.Sprintf(", k %s", format.Thousands(int(t.key.k)))
		case curve.sampling == "weights":
		case curve.sampling == chosen: // without k every rating of the items that β keeps has the same weight
			name = "items kept by β"
		default:
			continue
		}
		if curve.sampling == chosen {
			name += ", in use"
		}
		c.Lines = append(c.Lines, line(i+1, name, curve))
	}
	all := line(0, "all ratings", t.curves[0])
	all.Ghost = true
	c.Lines = append(c.Lines, all)
	return c
}
