package ui

import (
	"math"
	"testing"

	"dpals/tui/chart"
)

// looking is a lens on a chart of steps 1 to 20.
func looking() (*View, *chart.Chart) {
	l, c := new(View), new(chart.Chart)
	var stops []float64
	for x := range 20 {
		stops = append(stops, float64(x+1))
	}
	l.On(c, 1, 20, 20, stops)
	return l, c
}

func TestLensZoomsAboutAPointAndBack(t *testing.T) {
	l, c := looking()
	l.zoom(0.5, 5)
	l.On(c, 1, 20, 20, l.stops)
	if w := c.XMax - c.XMin; math.Abs(w-9.5) > 1e-9 || (5-c.XMin)/w-(5-1)/19.0 > 1e-9 {
		t.Errorf("shows %v to %v", c.XMin, c.XMax)
	}
	for range 40 {
		l.zoom(0.5, 5)
	}
	if w := l.High - l.Low; math.Abs(w-1) > 1e-9 {
		t.Errorf("zooms to a width of %v", w)
	}
	for range 100 {
		l.pan(-1)
	}
	if l.Low != 1 {
		t.Errorf("pans to %v", l.Low)
	}
	for range 100 {
		l.pan(+1)
	}
	if math.Abs(l.High-20) > 1e-9 {
		t.Errorf("pans to %v", l.High)
	}
	for range 40 {
		l.zoom(2, math.NaN())
	}
	if l.Zoomed() {
		t.Error("zooming out does not show everything")
	}
}

func TestLensFollowsTheNewestPoint(t *testing.T) {
	l, c := looking()
	l.show(1, 6)
	l.Follow = true
	l.On(c, 1, 20, 9, l.stops)
	if c.XMin != 4 || c.XMax != 9 {
		t.Errorf("shows %v to %v", c.XMin, c.XMax)
	}
	l.Follow = false
	if l.On(c, 1, 20, 15, l.stops); c.XMax != 9 {
		t.Error("it follows although it was told to stay")
	}
	if l.On(c, 30, 40, 30, nil); l.Zoomed() || c.XMin != 30 {
		t.Error("it looks where the chart is not any more")
	}
}

func TestCrosshairStandsOnStops(t *testing.T) {
	l, _ := looking()
	l.StepTo(-1)
	if !l.Reading || l.Cursor != 20 {
		t.Fatalf("begins at %v", l.Cursor)
	}
	l.StepTo(-1)
	l.StepTo(-1)
	if l.Cursor != 18 {
		t.Errorf("stands at %v", l.Cursor)
	}
	l.show(1, 4)
	l.StepTo(-1)
	if l.Cursor < l.Low || l.Cursor > l.High {
		t.Errorf("the crosshair at %v is not among %v to %v", l.Cursor, l.Low, l.High)
	}
	l.aim(2.4)
	if l.Cursor != 2 {
		t.Errorf("aims at %v", l.Cursor)
	}
	for range 30 {
		l.StepTo(+1)
	}
	if l.Cursor != 20 {
		t.Errorf("goes to %v", l.Cursor)
	}
	empty := new(View)
	empty.StepTo(+1)
	empty.StepTo(+1)
	empty.aim(3)
	empty.zoom(0.5, math.NaN())
	if empty.Zoomed() {
		t.Error("zooms into nothing")
	}
}

func TestLensOnLogarithmicAxisZoomsByFactors(t *testing.T) {
	l, c := new(View), &chart.Chart{LogX: true}
	stops := []float64{0.5, 1, 2, 5, 10, 50}
	l.On(c, 0.5, 50, 50, stops)
	l.zoom(0.5, 5)
	l.On(c, 0.5, 50, 50, stops)
	if math.Abs(c.XMax/c.XMin-10) > 1e-9 || math.Abs(5/c.XMin-math.Sqrt(10)) > 1e-9 {
		t.Errorf("half the axis about 5 is %v to %v, want a factor of 10 with 5 in its middle", c.XMin, c.XMax)
	}
	l.pan(0.25)
	if want := 5 / math.Sqrt(10) * math.Pow(10, 0.25); math.Abs(l.Low-want) > 1e-9 || math.Abs(l.High/l.Low-10) > 1e-9 {
		t.Errorf("pans to %v to %v, want %v on", l.Low, l.High, want)
	}
	l.aim(3.3) // nearer to 5 than to 2 by factors
	if l.Cursor != 5 {
		t.Errorf("the crosshair stands on %v", l.Cursor)
	}
	for range 40 {
		l.zoom(2, math.NaN())
	}
	if l.Zoomed() {
		t.Error("zooming out does not show everything")
	}
}
