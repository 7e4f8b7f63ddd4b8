package chart

import (
	"math"
	"strings"
	"testing"

	"dpals/themes"
	"dpals/tui/canvas"
)

func dark(t *testing.T) *themes.Theme {
	t.Helper()
	th, err := themes.BuiltIn().Named("dark", themes.Options{NoColor: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// Every column of the plot stands for the x that is drawn there.
func TestLocateFindsWhatIsDrawn(t *testing.T) {
	for name, logX := range map[string]bool{"linear": false, "logarithmic": true} {
		t.Run(name, func(t *testing.T) {
			for _, size := range [][2]int{{80, 20}, {80, 10}, {30, 8}} {
				c := Chart{LogX: logX, XMin: 0.5, XMax: 20, Cursor: math.NaN(), Lines: []Line{
					{Name: "dpals", X: []float64{0.5, 1, 2, 5, 10, 20}, Y: []float64{1, 0.95, 0.93, 0.9, 0.88, 0.87}},
				}}
				s, _ := c.sheet(dark(t), size[0], size[1])
				for _, x := range c.Lines[0].X {
					got, ok := c.Locate(dark(t), size[0], size[1], s.left+s.column(x))
					if next, _ := c.Locate(dark(t), size[0], size[1], s.left+s.column(x)+1); !ok || x < 20 && math.Abs(got-x) > math.Abs(next-got) {
						t.Errorf("%v: %v is found as %v", size, x, got)
					}
				}
				if _, ok := c.Locate(dark(t), size[0], size[1], s.left-1); ok {
					t.Error("the gutter is a place")
				}
			}
		})
	}
	if _, ok := (&Chart{}).Locate(dark(t), 80, 20, 40); ok {
		t.Error("an empty chart has a place")
	}
}

func TestLogarithmicStepAxis(t *testing.T) {
	c := Chart{LogX: true, XLabel: "ε", Cursor: math.NaN(), Lines: []Line{
		{X: []float64{-1, 0, 0.5, 1, 5, 20}, Y: []float64{3, 3, 1, 0.95, 0.9, 0.87}},
	}}
	lines := strings.Split(c.Draw(dark(t), 80, 16), "\n")
	axis := lines[len(lines)-1]
	for _, want := range []string{"0.5", " 1 ", " 2 ", " 5 ", " 10 "} {
		if !strings.Contains(axis, want) {
			t.Errorf("no %q on the axis %q", want, axis)
		}
	}
	// Factors of two are equally far apart: from 0.5 to 1, from 1 to 2, and from 5 to 10.
	at := func(label string) int { return canvas.Width(axis[:strings.Index(axis, label)]) }
	if a, b := at(" 2 ")-at(" 1 "), at(" 10 ")-at(" 5 "); a-b > 1 || b-a > 1 {
		t.Errorf("distances %d and %d", a, b)
	}
}
