package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpals/themes"
)

func theme(t *testing.T, opts themes.Options) *themes.Theme {
	t.Helper()
	th, err := themes.BuiltIn().Named("dark", opts)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// rowsOf is a drawing without its styles.
func rowsOf(c Chart, th *themes.Theme, w, h int) []string {
	return strings.Split(ansi.Strip(c.Draw(th, w, h)), "\n")
}

func TestCurveRunsFromPointToPoint(t *testing.T) {
	c := Chart{Lines: []Line{{X: []float64{0, 1, 2}, Y: []float64{2, 1, 0}}}, XMax: 2, YMin: 0, YMax: 2, Cursor: math.NaN()}
	got := rowsOf(c, theme(t, themes.Options{}), 21, 5)
	// 21 columns put the steps at 0, 10 and 20; the rows are 2, 1 and 0.
	want := []string{
		"•────╮               ",
		"     ╰────•────╮     ",
		"               ╰────◉",
		"┬─────────┬─────────┬",
		"0         1         2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestOnePointIsAMarker(t *testing.T) {
	c := Chart{Lines: []Line{{X: []float64{1}, Y: []float64{0.97}}}, XMax: 3, Cursor: math.NaN()}
	drawn := strings.Join(rowsOf(c, theme(t, themes.Options{}), 30, 8), "\n")
	if strings.Count(drawn, "◉") != 1 || strings.ContainsAny(drawn, "╭╮╰╯•") {
		t.Errorf("one point is drawn as\n%s", drawn)
	}
}

func TestDivergedValueIsAGapAndAWarning(t *testing.T) {
	for name, bad := range map[string]float64{"NaN": math.NaN(), "Inf": math.Inf(1)} {
		c := Chart{Lines: []Line{{X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 1, bad, 1, 1}}}, XMax: 4, Cursor: math.NaN()}
		got := rowsOf(c, theme(t, themes.Options{}), 21, 5)
		if got[3] != "┬────┬────×────┬────┬" {
			t.Errorf("%s: the step axis is %q, want a × under step 2", name, got[3])
		}
		if !slices.Contains(got, "─────╴         ─────◉") {
			t.Errorf("%s: no gap in\n%s", name, strings.Join(got, "\n"))
		}
	}
}

func TestValueBeyondThePlotIsAnArrow(t *testing.T) {
	c := Chart{Lines: []Line{{X: []float64{0, 1, 2, 3}, Y: []float64{1, 1.1, 1e12, 1.2}}}, XMax: 3, Cursor: math.NaN()}
	got := rowsOf(c, theme(t, themes.Options{}), 40, 12)
	if !strings.Contains(got[0], "↑") {
		t.Errorf("no arrow in the top row of\n%s", strings.Join(got, "\n"))
	}
	for _, row := range got {
		if strings.Contains(row, "e+") {
			t.Errorf("the outlier stretched the axis: %s", row)
		}
	}
}

func TestZoomCutsTheCurveAtItsEdges(t *testing.T) {
	x, y := []float64{0, 2, 4}, []float64{0, 2, 4}
	for _, c := range []struct {
		name string
		zoom Chart
		want []string // rows of the plot
	}{
		{"in time", Chart{XMin: 1, XMax: 3, YMin: 0, YMax: 4}, []string{
			"                     ",
			"              ╭──────",
			"    ╭─────◉───╯      ",
			"────╯                ",
			"                     ",
		}},
		{"in value", Chart{XMin: 0, XMax: 4, YMin: 1, YMax: 3}, []string{
			"            ╭─────╴ ↑",
			"       ╭──◉─╯        ",
			"↓ ─────╯             ",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.zoom.Lines, c.zoom.Cursor = []Line{{X: x, Y: y}}, math.NaN()
			got := rowsOf(c.zoom, theme(t, themes.Options{}), 21, len(c.want)+2)[:len(c.want)]
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestRunWinsOverGhostOverThreshold(t *testing.T) {
	flat := func(ghost bool, series int) Line {
		return Line{X: []float64{0, 4}, Y: []float64{1, 1}, Ghost: ghost, Series: series}
	}
	c := Chart{
		Lines:      []Line{flat(false, 0), flat(true, 1)},
		Thresholds: []Threshold{{Y: 1, Series: -1}}, XMax: 4, Cursor: math.NaN(),
	}
	if drawn := strings.Join(rowsOf(c, theme(t, themes.Options{}), 20, 5), "\n"); strings.ContainsAny(drawn, "┈┄◆") || !strings.Contains(drawn, "──◉") {
		t.Errorf("the run is not on top:\n%s", drawn)
	}
	c.Lines = c.Lines[1:]
	if drawn := strings.Join(rowsOf(c, theme(t, themes.Options{}), 20, 5), "\n"); strings.Contains(drawn, "┄") || !strings.Contains(drawn, "┈┈◆") {
		t.Errorf("the ghost is not above the baseline:\n%s", drawn)
	}
}

func TestAxisStandsStillWhilePointsArrive(t *testing.T) {
	x, y := rmse(10, 1.03, 0.96, 0.5, 0)
	th := theme(t, themes.Options{})
	var axis string
	for n := 1; n <= len(x); n++ {
		c := Chart{Lines: []Line{{X: x[:n], Y: y[:n]}}, XMax: 10, YMin: 0.9, YMax: 1.1, Cursor: math.NaN(),
			Thresholds: []Threshold{{Y: 1.035, Series: -1}}}
		rows := rowsOf(c, th, 80, 20)
		gutter := rows[19]
		for _, r := range rows {
			gutter += "\n" + string([]rune(r)[:7])
		}
		if axis != "" && gutter != axis {
			t.Fatalf("with %d points the axes became\n%s\nfrom\n%s", n, gutter, axis)
		}
		axis = gutter
	}
}

func TestLegendAvoidsCurves(t *testing.T) {
	x, falling := rmse(20, 1.2, 0.9, 0.2, 0)
	rising := slices.Clone(falling)
	slices.Reverse(rising)
	zigzag := make([]float64, len(x))
	for i := range zigzag {
		zigzag[i] = 0.9 + 0.3*float64(i%2)
	}
	for _, c := range []struct {
		name  string
		y     []float64
		row   int // of the legend
		right bool
	}{
		{"a falling curve leaves the top right", falling, 0, true},
		{"a rising curve leaves the bottom right", rising, 13, true},
		{"a curve everywhere leaves the line below", zigzag, 16, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ch := Chart{Lines: []Line{{Name: "this run", X: x, Y: c.y}}, Cursor: math.NaN()}
			rows := rowsOf(ch, theme(t, themes.Options{}), 60, 18)
			at := slices.IndexFunc(rows, func(r string) bool { return strings.Contains(r, "─◉─ this run") })
			if at < 0 {
				t.Fatalf("no legend in\n%s", strings.Join(rows, "\n"))
			}
			right := strings.Index(rows[at], "this run") > len(rows[at])/2
			if right != c.right || (c.row == 0) != (at == 0) || (c.row == 16) != (at >= 16) {
				t.Errorf("the legend is in row %d:\n%s", at, strings.Join(rows, "\n"))
			}
		})
	}
}

func TestLegendStandsBesideAShortChart(t *testing.T) {
	x, y := []float64{1, 2, 3}, []float64{1.07, 0.99, 0.948}
	c := Chart{
		Lines: []Line{
			{Name: "this run", X: x, Y: y, Value: "0.948"},
			{Name: "not begun", Series: 1, Value: "refused"},
			{Name: "last run", Series: 2, Ghost: true, X: x, Y: []float64{1.09, 1.03, 0.995}, Value: "0.995"},
		},
		Thresholds: []Threshold{{Name: "als", Y: 0.86, Series: -1, Value: "0.860"}, {Name: "user-mean", Y: 1.035, Series: -1, Value: "1.035"}},
		XLabel:     "step", XMin: 1, XMax: 3, Whole: true, Cursor: math.NaN(),
	}
	rows := rowsOf(c, theme(t, themes.Options{}), 78, 7)
	var order []string
	for _, row := range rows {
		for _, name := range []string{"this run", "not begun", "last run", "als", "user-mean"} {
			if strings.Contains(row, name) {
				order = append(order, name)
			}
		}
	}
	// From the highest value to the lowest, and after all what has none.
	if want := []string{"user-mean", "last run", "this run", "als", "not begun"}; !slices.Equal(order, want) {
		t.Errorf("the legend names %q, want %q, in\n%s", order, want, strings.Join(rows, "\n"))
	}
	if !strings.Contains(rows[6], "step └1─") {
		t.Errorf("the steps do not stand on their axis: %q", rows[6])
	}
	for i := range rows {
		if n := len([]rune(rows[i])); n != 78 {
			t.Errorf("row %d has %d cells", i, n)
		}
	}
	if rows = rowsOf(c, theme(t, themes.Options{}), 78, 5); !strings.Contains(strings.Join(rows, ""), "this run") {
		t.Errorf("five rows do not name the run:\n%s", strings.Join(rows, "\n"))
	}
}

// The legend does not cover what an empty chart says.
func TestLegendAvoidsTheRemark(t *testing.T) {
	c := Chart{Lines: []Line{{Name: "ε 1.0 this run"}}, Empty: "no step was finished", Whole: true, Cursor: math.NaN(),
		Thresholds: []Threshold{{Name: "user-mean", Y: 1, Series: -1}, {Name: "als", Y: 0.86, Series: -1}}}
	th := theme(t, themes.Options{})
	for _, w := range []int{40, 60, 80, 120} {
		for h := 5; h < 30; h++ {
			if drawn := strings.Join(rowsOf(c, th, w, h), "\n"); !strings.Contains(drawn, c.Empty) {
				t.Errorf("%d×%d does not say it:\n%s", w, h, drawn)
			}
		}
	}
}

func TestBandIsDrawnAroundTheLine(t *testing.T) {
	c := Chart{Lines: []Line{{X: []float64{0, 1, 2}, Y: []float64{2, 2, 2}, Band: []float64{1, 0, 2}}}, XMax: 2, YMin: 0, YMax: 4, Cursor: math.NaN()}
	got := rowsOf(c, theme(t, themes.Options{}), 21, 7)
	want := []string{
		"                  ░░░",
		"░░░░░░       ░░░░░░░░",
		"•─────────•─────────◉",
		"░░░░░        ░░░░░░░░",
		"                  ░░░",
	}
	if !slices.Equal(got[:5], want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	c.YMax = 0
	if s := newSheet(&c, theme(t, themes.Options{}), 40, 20, margin{}); s.y.row(4) > 17.5 || s.y.row(0) < -0.5 {
		t.Errorf("the range leaves the band out: 0 and 4 lie on rows %g and %g", s.y.row(0), s.y.row(4))
	}
	c.Cursor, c.Lines[0].Name = 0, "noisy"
	if drawn := strings.Join(rowsOf(c, theme(t, themes.Options{}), 60, 20), "\n"); !strings.Contains(drawn, "2 ± 1") {
		t.Errorf("the crosshair does not tell the noise:\n%s", drawn)
	}
}

func TestCrosshairReadsTheNearestPoints(t *testing.T) {
	c := Chart{Lines: []Line{
		{Name: "a", X: []float64{0, 1, 2}, Y: []float64{1.5, 1.25, math.NaN()}, Value: "latest"},
		{Name: "b", Series: 3, Ghost: true, X: []float64{0, 5}, Y: []float64{1, 2}},
		{Name: "empty"},
	}, XMax: 5, Cursor: 1.2}
	got := c.At(1.2)
	want := []Reading{{"a", 0, false, 1, 1.25}, {"b", 3, true, 0, 1}}
	if !slices.Equal(got, want) {
		t.Errorf("At(1.2) = %v, want %v", got, want)
	}
	if r := c.At(9); !math.IsNaN(r[0].Y) || r[0].X != 2 {
		t.Errorf("At(9) = %v, want the diverged point", r)
	}
	drawn := strings.Join(rowsOf(c, theme(t, themes.Options{}), 70, 20), "\n")
	if !strings.Contains(drawn, "1.25") || strings.Contains(drawn, "latest") || !strings.Contains(drawn, "┆") {
		t.Errorf("the crosshair does not show in\n%s", drawn)
	}
}

func TestEmpty(t *testing.T) {
	c := Chart{Empty: "nothing yet", Cursor: math.NaN()}
	th := theme(t, themes.Options{})
	if drawn := strings.Join(rowsOf(c, th, 30, 5), "\n"); !strings.Contains(drawn, "nothing yet") {
		t.Errorf("no message in\n%s", drawn)
	}
	c.Thresholds = []Threshold{{Y: 1, Series: -1}}
	if drawn := strings.Join(rowsOf(c, th, 40, 9), "\n"); !strings.Contains(drawn, "nothing yet") || !strings.Contains(drawn, "┄┄") {
		t.Errorf("want the baseline and the message in\n%s", drawn)
	}
}

func TestStepLabels(t *testing.T) {
	flat := func(n int) Line { return Line{X: []float64{0, float64(n)}, Y: []float64{1, 1}} }
	for _, c := range []struct {
		name  string
		steps int
		w     int
		want  string
	}{
		{"every step where there is room", 4, 33, "0       1       2       3       4"},
		{"thinned by two", 10, 21, "0   2   4   6   8  10"},
		{"thinned by fifty", 200, 21, "0   50   100  150 200"},
		{"finer than one", 1, 21, "0  0.2 0.4 0.6 0.8  1"},
		{"whole steps alone", 1, 21, "0                   1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ch := Chart{Lines: []Line{flat(c.steps)}, XMax: float64(c.steps), Whole: strings.HasPrefix(c.name, "whole"), Cursor: math.NaN()}
			th := theme(t, themes.Options{})
			if c.w >= 24 {
				c.w += 7 // the gutter
			}
			rows := rowsOf(ch, th, c.w, 8)
			if got := strings.TrimLeft(rows[7], " "); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestNamedSteps(t *testing.T) {
	c := Chart{Lines: []Line{{X: []float64{0, 2}, Y: []float64{1, 1}}}, XMax: 2, Cursor: math.NaN(),
		XTick: func(x int) string { return []string{"items", "1", "2"}[x] }}
	if rows := rowsOf(c, theme(t, themes.Options{}), 40, 8); !strings.Contains(rows[7], "items") {
		t.Errorf("step 0 has no name in %q", rows[7])
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
		rows      int
		log       bool
		want      []string // upward
	}{
		{"an RMSE", 0.86, 1.035, 20, false, []string{"0.86", "0.88", "0.90", "0.92", "0.94", "0.96", "0.98", "1.00", "1.02", "1.04"}},
		{"an RMSE on few rows", 0.86, 1.068, 6, false, []string{"0.86", "0.91", "0.96", "1.01", "1.06", "1.11"}},
		{"a unit of two digits", 0.86, 0.92, 5, false, []string{"0.860", "0.875", "0.890", "0.905", "0.920"}},
		{"two rows around zero", -1, 1, 2, false, []string{"-1", "1"}},
		{"zero has no sign", -0.04, 0.04, 9, false, []string{"-0.04", "-0.02", "0.00", "0.02", "0.04"}},
		{"a constant", 1, 1, 9, false, []string{"0.98", "0.99", "1.00", "1.01", "1.02"}},
		{"thousands", 0, 4000, 9, false, []string{"0", "1000", "2000", "3000", "4000"}},
		{"decades", 0.01, 100, 21, true, []string{"0.01", "0.1", "1", "10", "100"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, k := range newScale(c.low, c.high, c.rows, c.log).ticks {
				got = append(got, k.label)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("ticks %q, want %q", got, c.want)
			}
		})
	}
}

func TestExactCrosshairReadsOnlyWhatItStandsOn(t *testing.T) {
	c := Chart{LogX: true, Exact: true, Cursor: 2, Lines: []Line{
		{Name: "both", X: []float64{1, 2, 5}, Y: []float64{0.95, 0.9, 0.85}, Band: []float64{0.02, 0.01, 0}},
		{Name: "other", X: []float64{1, 5}, Y: []float64{0.99, 0.97}, Series: 1},
	}}
	if all := c.At(2); len(all) != 1 || all[0].Name != "both" || all[0].Y != 0.9 {
		t.Errorf("at 2 it reads %v", all)
	}
	got := strings.Join(rowsOf(c, theme(t, themes.Options{}), 70, 16), "\n")
	if !strings.Contains(got, "both  0.90 ± 0.01") || !strings.Contains(got, "other           –") {
		t.Errorf("the legend says\n%s", got)
	}
	c.Exact = false
	if all := c.At(2); len(all) != 2 || all[1].X != 1 {
		t.Errorf("the nearest to 2 are %v", all)
	}
}
