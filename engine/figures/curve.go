package figures

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"dpals/engine/method"
	"dpals/engine/sweep"
)

// curve is one method with one choice of parameters, on one data set.
type curve struct {
	name   string
	trust  method.Trust
	points []sweep.Cell // by ε
	style  curveStyle
}

// isLevel tells whether the method has no ε: its error is the same everywhere.
func (c curve) isLevel() bool { return c.points[0].Epsilon == 0 }

// curvesOf returns the curves of a data set in the order of the grid, without points that have no place in a chart.
func curvesOf(cells []sweep.Cell, data string) (all []curve) {
	for _, c := range cells {
		if c.Data != data || c.N == 0 || !isFinite(c.Mean) || !isFinite(c.Epsilon) || c.Epsilon < 0 {
			continue
		}
		if !isFinite(c.Deviation) {
			c.Deviation = 0
		}
		name := printable(c.Name())
		if i := slices.IndexFunc(all, func(other curve) bool { return other.name == name }); i >= 0 {
			all[i].points = append(all[i].points, c)
		} else {
			all = append(all, curve{name: name, trust: c.Trust, points: []sweep.Cell{c}})
		}
	}
	for i := range all {
		slices.SortFunc(all[i].points, func(a, b sweep.Cell) int { return cmp.Compare(a.Epsilon, b.Epsilon) })
		all[i].style = styleOf(i, all[i].isLevel())
	}
	return all
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// plot draws axes, bands and curves.
func (p panel) plot(area draw.Canvas) error {
	chart := newPlot()
	chart.X.Label.Text, chart.Y.Label.Text = "privacy budget ε of a run (log scale)", p.measure
	low, high, ticks := p.epsilonAxis()
	chart.X.Scale, chart.X.Min, chart.X.Max, chart.X.Tick.Marker = plot.LogScale{}, low, high, ticks
	chart.Y.Min, chart.Y.Max = p.errorRange()
	chart.Y.Tick.Marker = plot.TickerFunc(roundTicks)
	for _, c := range p.curves {
		band, err := plotter.NewPolygon(c.band(low, high))
		if err != nil {
			return err
		}
		band.Color, band.LineStyle.Width = c.style.band, 0
		chart.Add(band)
	}
	for _, c := range p.curves {
		line, err := plotter.NewLine(c.middle(low, high))
		if err != nil {
			return err
		}
		line.LineStyle = c.style.line
		chart.Add(line)
		if c.isLevel() {
			continue
		}
		points, err := plotter.NewScatter(c.middle(low, high))
		if err != nil {
			return err
		}
		points.GlyphStyle = c.style.marker
		chart.Add(points)
	}
	chart.Draw(area)
	return nil
}

// middle returns the means; those of a level from edge to edge of the axis.
func (c curve) middle(low, high float64) (points plotter.XYs) {
	if c.isLevel() {
		return plotter.XYs{{X: low, Y: c.points[0].Mean}, {X: high, Y: c.points[0].Mean}}
	}
	for _, cell := range c.points {
		points = append(points, plotter.XY{X: cell.Epsilon, Y: cell.Mean})
	}
	return points
}

// band returns the corners of the area of one standard deviation to either side of the means.
func (c curve) band(low, high float64) plotter.XYs {
	upper, lower := c.middle(low, high), c.middle(low, high)
	for i := range upper {
		deviation := c.points[min(i, len(c.points)-1)].Deviation
		upper[i].Y += deviation
		lower[i].Y -= deviation
	}
	slices.Reverse(lower)
	return append(upper, lower...)
}

// thumbnail draws the sample of a curve in the legend.
func (c curve) thumbnail(area *draw.Canvas) {
	(&plotter.Line{LineStyle: c.style.line}).Thumbnail(area)
	if !c.isLevel() {
		(&plotter.Scatter{GlyphStyle: c.style.marker}).Thumbnail(area)
	}
}

// errorRange returns the range of the error axis, with some room above and below.
func (p panel) errorRange() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, c := range p.curves {
		for _, cell := range c.points {
			low, high = min(low, cell.Mean-cell.Deviation), max(high, cell.Mean+cell.Deviation)
		}
	}
	room := 0.06 * (high - low)
	if room == 0 {
		room = max(0.05*math.Abs(high), 1e-3)
	}
	return low - room, high + room
}

// tickDistance is the least distance between two labelled ε, as a fraction of the axis.
const tickDistance = 0.07

// epsilonAxis returns the range of the logarithmic axis, and ticks at the ε of the sweep.
func (p panel) epsilonAxis() (low, high float64, ticks plot.ConstantTicks) {
	var values []float64
	for _, c := range p.curves {
		for _, cell := range c.points {
			if cell.Epsilon > 0 {
				values = append(values, cell.Epsilon)
			}
		}
	}
	if len(values) == 0 {
		values = slices.Clone(p.epsilon)
	}
	values = slices.DeleteFunc(values, func(v float64) bool { return !(v > 0) || !isFinite(v) })
	if len(values) == 0 {
		values = []float64{1}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	low, high = values[0], values[len(values)-1]
	room := math.Pow(high/low, 0.04)
	if low == high {
		room = 2
	}
	low, high = low/room, high*room
	last := math.Inf(-1)
	for _, v := range values {
		tick, at := plot.Tick{Value: v}, math.Log(v/low)/math.Log(high/low)
		if at-last >= tickDistance {
			tick.Label, last = number(v), at
		}
		ticks = append(ticks, tick)
	}
	return low, high, ticks
}

// roundTicks returns three to seven round numbers in a range.
func roundTicks(low, high float64) (ticks []plot.Tick) {
	unit := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	if !(unit > 0) {
		return nil
	}
	for _, f := range []float64{1, 2, 5, 10} {
		if (high-low)/(f*unit) <= 6 {
			unit *= f
			break
		}
	}
	for k := math.Ceil(low / unit); k*unit <= high && len(ticks) < 8; k++ {
		ticks = append(ticks, plot.Tick{Value: k * unit, Label: decimals(k*unit, unit)})
	}
	return ticks
}

// decimals writes a multiple of a unit with the decimals of the unit, so that all labels of an axis have equally many.
func decimals(v, unit float64) string {
	digits := -int(math.Floor(math.Log10(unit) + 1e-9))
	if digits > 6 || math.Abs(v) >= 1e6 {
		return number(v)
	}
	return strconv.FormatFloat(v, 'f', max(digits, 0), 64)
}
