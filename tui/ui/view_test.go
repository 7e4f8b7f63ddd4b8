package ui

import (
	"math"
	"testing"

	"dpals/tui/chart"
)

// newView returns the view of a chart of iterations 1 to 20.
func newView() (*View, *chart.Chart) {
	v, c := new(View), new(chart.Chart)
	var stops []float64
	for x := range 20 {
		stops = append(stops, float64(x+1))
	}
	v.On(c, 1, 20, 20, stops)
	return v, c
}

func TestViewZoomsAboutAPointAndBack(t *testing.T) {
	v, c := newView()
	v.zoom(0.5, 5)
	v.On(c, 1, 20, 20, v.stops)
	if w := c.XMax - c.XMin; math.Abs(w-9.5) > 1e-9 || (5-c.XMin)/w-(5-1)/19.0 > 1e-9 {
		t.Errorf("shows %v to %v", c.XMin, c.XMax)
	}
	for range 40 {
		v.zoom(0.5, 5)
	}
	if w := v.High - v.Low; math.Abs(w-1) > 1e-9 {
		t.Errorf("zooms to a width of %v", w)
	}
	for range 100 {
		v.pan(-1)
	}
	if v.Low != 1 {
		t.Errorf("pans to %v", v.Low)
	}
	for range 100 {
		v.pan(+1)
	}
	if math.Abs(v.High-20) > 1e-9 {
		t.Errorf("pans to %v", v.High)
	}
	for range 40 {
		v.zoom(2, math.NaN())
	}
	if v.Zoomed() {
		t.Error("zooming out does not show everything")
	}
}

func TestViewFollowsTheNewestPoint(t *testing.T) {
	v, c := newView()
	v.show(1, 6)
	v.Follow = true
	v.On(c, 1, 20, 9, v.stops)
	if c.XMin != 4 || c.XMax != 9 {
		t.Errorf("shows %v to %v", c.XMin, c.XMax)
	}
	v.Follow = false
	if v.On(c, 1, 20, 15, v.stops); c.XMax != 9 {
		t.Error("it follows although Follow is off")
	}
	if v.On(c, 30, 40, 30, nil); v.Zoomed() || c.XMin != 30 {
		t.Error("it shows a part outside the domain")
	}
}

func TestCrosshairIsOnStops(t *testing.T) {
	v, _ := newView()
	v.StepTo(-1)
	if !v.Reading || v.Cursor != 20 {
		t.Fatalf("begins at %v", v.Cursor)
	}
	v.StepTo(-1)
	v.StepTo(-1)
	if v.Cursor != 18 {
		t.Errorf("stands at %v", v.Cursor)
	}
	v.show(1, 4)
	v.StepTo(-1)
	if v.Cursor < v.Low || v.Cursor > v.High {
		t.Errorf("the crosshair at %v is not among %v to %v", v.Cursor, v.Low, v.High)
	}
	v.aim(2.4)
	if v.Cursor != 2 {
		t.Errorf("aims at %v", v.Cursor)
	}
	for range 30 {
		v.StepTo(+1)
	}
	if v.Cursor != 20 {
		t.Errorf("goes to %v", v.Cursor)
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

func TestViewOnLogarithmicAxisZoomsByFactors(t *testing.T) {
	v, c := new(View), &chart.Chart{LogX: true}
	stops := []float64{0.5, 1, 2, 5, 10, 50}
	v.On(c, 0.5, 50, 50, stops)
	v.zoom(0.5, 5)
	v.On(c, 0.5, 50, 50, stops)
	if math.Abs(c.XMax/c.XMin-10) > 1e-9 || math.Abs(5/c.XMin-math.Sqrt(10)) > 1e-9 {
		t.Errorf("half the axis about 5 is %v to %v, want a factor of 10 with 5 in its middle", c.XMin, c.XMax)
	}
	v.pan(0.25)
	if want := 5 / math.Sqrt(10) * math.Pow(10, 0.25); math.Abs(v.Low-want) > 1e-9 || math.Abs(v.High/v.Low-10) > 1e-9 {
		t.Errorf("pans to %v to %v, want %v on", v.Low, v.High, want)
	}
	v.aim(3.3) // nearer to 5 than to 2 by factors
	if v.Cursor != 5 {
		t.Errorf("the crosshair stands on %v", v.Cursor)
	}
	for range 40 {
		v.zoom(2, math.NaN())
	}
	if v.Zoomed() {
		t.Error("zooming out does not show everything")
	}
}
