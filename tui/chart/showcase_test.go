package chart

import (
	"fmt"
	"math"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Charts in panels at the sizes of the dashboard.
func TestShowcase(t *testing.T) {
	for _, c := range []struct {
		name string
		opts themes.Options
		pal  string
		draw func(th *themes.Theme, w, h int) string
	}{
		{"training", themes.Options{}, "dark", training},
		{"training-light", themes.Options{}, "light", training},
		{"training-mono", themes.Options{NoColor: true}, "dark", training},
		{"training-ascii", themes.Options{NoColor: true, ASCII: true}, "dark", training},
		{"diverged", themes.Options{}, "dark", diverged},
		{"many", themes.Options{}, "dark", many},
		{"crosshair", themes.Options{}, "dark", crosshair},
		{"waiting", themes.Options{}, "dark", waiting},
	} {
		th, err := themes.BuiltIn().Named(c.pal, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range [][2]int{{60, 14}, {82, 22}, {150, 34}} {
			name := fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				golden.RequireEqual(t, c.draw(th, size[0], size[1]))
			})
		}
	}
}

func panel(th *themes.Theme, w, h int, c Chart) string {
	return canvas.Panel(th, w, h, "RMSE per iteration", "validation · not a private number", true, c.Draw(th, w-2, h-2))
}

// rmse is a curve that falls from a towards b over the steps 0…n, with a jitter of known size.
func rmse(n int, a, b, rate, jitter float64) (x, y []float64) {
	for i := range n + 1 {
		f := float64(i)
		x = append(x, f)
		y = append(y, b+(a-b)*math.Exp(-rate*f)+jitter*math.Sin(7*f))
	}
	return x, y
}

func line(name string, series int, ghost bool, x, y []float64) Line {
	return Line{Name: name, Series: series, Ghost: ghost, X: x, Y: y, Value: fmt.Sprintf("%.3f", y[len(y)-1])}
}

func training(th *themes.Theme, w, h int) string {
	x, y := rmse(5, 1.03, 0.962, 0.8, 0)
	gx, gy := rmse(5, 1.034, 0.99, 0.9, 0)
	tx, ty := rmse(5, 1.01, 0.93, 0.7, 0)
	train := line("ε 1.0 train", 0, false, tx[:5], ty[:5])
	train.Dashed = true
	return panel(th, w, h, Chart{
		Lines: []Line{line("ε 1.0 this run", 0, false, x[:5], y[:5]), train, line("ε 0.5 pinned", 1, true, gx, gy)},
		Thresholds: []Threshold{
			{Name: "user mean", Y: 1.035, Series: -1, Value: "1.035"}, {Name: "als", Y: 0.86, Series: 2, Value: "0.860"},
		},
		XLabel: "iteration", XMin: 0, XMax: 6, Cursor: math.NaN(),
	})
}

func diverged(th *themes.Theme, w, h int) string {
	x, y := rmse(8, 1.03, 0.95, 0.4, 0)
	y[4], y[7], y[8] = math.NaN(), 1e9, math.Inf(1)
	return panel(th, w, h, Chart{
		Lines:      []Line{{Name: "ε 0.1 this run", X: x, Y: y, Value: "diverged"}},
		Thresholds: []Threshold{{Name: "user mean", Y: 1.035, Series: -1, Value: "1.035"}},
		XLabel:     "step", XMin: 0, XMax: 10, Cursor: math.NaN(),
	})
}

func many(th *themes.Theme, w, h int) string {
	c := Chart{XLabel: "iteration", XMin: 0, XMax: 15, Cursor: math.NaN()}
	for i := range 5 {
		x, y := rmse(15-2*i, 1.06, 0.88+0.03*float64(i), 0.2+0.05*float64(i), 0.003)
		c.Lines = append(c.Lines, line(fmt.Sprintf("ε %d", 20/(i+1)), i, i == 4, x, y))
	}
	return panel(th, w, h, c)
}

func crosshair(th *themes.Theme, w, h int) string {
	x, y := rmse(400, 1.2, 0.9, 0.02, 0.02)
	gx, gy := rmse(400, 1.3, 0.95, 0.01, 0)
	return panel(th, w, h, Chart{
		Lines:  []Line{line("gd", 3, false, x, y), line("gd before", 4, true, gx, gy)},
		XLabel: "iteration", XMin: 0, XMax: 400, Cursor: 120,
	})
}

func waiting(th *themes.Theme, w, h int) string {
	return panel(th, w, h, Chart{
		Thresholds: []Threshold{{Name: "user mean", Y: 1.035, Series: -1, Value: "1.035"}},
		XLabel:     "step", XMin: 0, XMax: 3, Cursor: math.NaN(), Empty: "waiting for the first step",
	})
}
