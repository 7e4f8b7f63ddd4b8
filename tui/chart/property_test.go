package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"dpals/themes"
)

var (
	size = rapid.OneOf(rapid.IntRange(-1, 30), rapid.IntRange(0, 300))
	tall = rapid.OneOf(rapid.IntRange(-1, 12), rapid.IntRange(0, 100))

	// A number of any magnitude, or none at all.
	number = rapid.OneOf(rapid.Float64(), rapid.Float64Range(0.5, 1.5), rapid.SampledFrom([]float64{
		0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e300, 1e-300,
	}))
	name = rapid.SampledFrom([]string{"", "this run", "日本語 データ", "😀 run", "\x1b[31mred\x1b[0m", "a\nb", "e\u0301\u202e\u200d", strings.Repeat("long ", 30), "\xff\x00\t"})
)

func anyTheme(t *rapid.T) *themes.Theme {
	th, err := themes.BuiltIn().Named(rapid.SampledFrom(themes.Names()).Draw(t, "theme"),
		themes.Options{NoColor: rapid.Bool().Draw(t, "no colour"), ASCII: rapid.Bool().Draw(t, "ascii")})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func anyLine(t *rapid.T) Line {
	n := rapid.OneOf(rapid.IntRange(0, 6), rapid.IntRange(0, 400)).Draw(t, "points")
	l := Line{Name: name.Draw(t, "name"), Value: name.Draw(t, "value"), Series: rapid.IntRange(-3, 20).Draw(t, "series"),
		Ghost: rapid.Bool().Draw(t, "ghost"), Dashed: rapid.Bool().Draw(t, "dashed")}
	constant, steps := rapid.Bool().Draw(t, "constant"), rapid.Bool().Draw(t, "steps")
	first := number.Draw(t, "first")
	for i := range n {
		y := first
		if !constant {
			y = number.Draw(t, "y")
		}
		x := float64(i)
		if !steps {
			x = number.Draw(t, "x")
		}
		l.X, l.Y = append(l.X, x), append(l.Y, y)
	}
	if rapid.Bool().Draw(t, "noisy") {
		for range l.Y {
			l.Band = append(l.Band, number.Draw(t, "s.d."))
		}
	}
	if n > 0 && rapid.Bool().Draw(t, "shorter") {
		l.X = l.X[:n-1]
	}
	return l
}

func anyChart(t *rapid.T) Chart {
	c := Chart{
		XLabel: name.Draw(t, "x label"), YLabel: name.Draw(t, "y label"), Empty: name.Draw(t, "empty"),
		XMin: number.Draw(t, "xmin"), XMax: number.Draw(t, "xmax"), YMin: number.Draw(t, "ymin"), YMax: number.Draw(t, "ymax"),
		LogY: rapid.Bool().Draw(t, "log"), LogX: rapid.Bool().Draw(t, "log x"), Whole: rapid.Bool().Draw(t, "whole"), Cursor: number.Draw(t, "cursor"),
	}
	for range rapid.IntRange(0, 4).Draw(t, "lines") {
		c.Lines = append(c.Lines, anyLine(t))
	}
	for range rapid.IntRange(0, 3).Draw(t, "thresholds") {
		c.Thresholds = append(c.Thresholds, Threshold{name.Draw(t, "threshold"), number.Draw(t, "at"), rapid.IntRange(-1, 9).Draw(t, "series"), name.Draw(t, "value")})
	}
	if rapid.Bool().Draw(t, "named steps") {
		c.XTick = func(x int) string { return fmt.Sprint("step\n", x) }
	}
	return c
}

func TestDrawIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, th, w, h := anyChart(t), anyTheme(t), size.Draw(t, "w"), tall.Draw(t, "h")
		out := c.Draw(th, w, h)
		if w <= 0 || h <= 0 {
			if out != "" {
				t.Fatalf("%d×%d gave %q", w, h, out)
			}
			return
		}
		lines := strings.Split(out, "\n")
		if len(lines) != h {
			t.Fatalf("%d×%d has %d lines", w, h, len(lines))
		}
		for i, line := range lines {
			if ansi.StringWidth(line) != w {
				t.Fatalf("%d×%d: line %d is %d cells wide: %q", w, h, i, ansi.StringWidth(line), line)
			}
		}
		if strings.Contains(out, "\x1b[0m") || strings.Contains(out, "\x1b[m") {
			t.Fatal("a full reset punches holes into the background")
		}
		if th.NoColor && (strings.Contains(out, "\x1b[38") || strings.Contains(out, "\x1b[48") || strings.Contains(out, ";38;") || strings.Contains(out, ";48;")) {
			t.Fatalf("a colour without colours: %q", out)
		}
		if th.ASCII {
			for _, r := range out {
				if r >= 0x80 {
					t.Fatalf("%q in ASCII mode", r)
				}
			}
		}
	})
}

// A value whose row would overflow must not make rows to count through.
func TestBandOfAnOverflowingValueEnds(t *testing.T) {
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	far := math.MaxFloat64 / 2
	c := Chart{YMin: 1, YMax: 1 + 1e-9, Lines: []Line{{X: []float64{0, 1, 2}, Y: []float64{far, 1, -far}, Band: []float64{far, 1, far}}}}
	if out := c.Draw(th, 60, 20); strings.Count(out, "\n") != 19 {
		t.Fatalf("%q", out)
	}
}

// A scale covers its range, rises, and has its ticks where they belong.
func TestScaleCoversTheRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e9, 1e9).Draw(t, "low")
		high := low + rapid.Float64Range(0, 1e9).Draw(t, "more")
		rows := rapid.IntRange(1, 90).Draw(t, "rows")
		s := newScale(low, high, rows, false)
		if a, b := s.row(low), s.row(high); a < -0.5 || b >= float64(rows)-0.5+1e-6 || a > b || rows > 1 && b > float64(rows-1)+1e-6 {
			t.Fatalf("[%g, %g] on %d rows lies on rows %g to %g", low, high, rows, a, b)
		}
		for i, k := range s.ticks {
			if k.at < 0 || k.at >= rows || i > 0 && k.at-s.ticks[i-1].at != s.ticks[1].at-s.ticks[0].at {
				t.Fatalf("ticks %v on %d rows", s.ticks, rows)
			}
		}
	})
}

// Whatever is decimated, the highest and the lowest point of a line are seen.
func TestNoSpikeIsLost(t *testing.T) {
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(300, 2000).Draw(t, "points")
		y := rapid.SliceOfN(rapid.Float64Range(1, 1.2), n, n).Draw(t, "y")
		for range rapid.IntRange(0, 3).Draw(t, "spikes") {
			y[rapid.IntRange(0, n-1).Draw(t, "where")] = rapid.Float64Range(0.5, 2).Draw(t, "spike")
		}
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i)
		}
		c := Chart{Lines: []Line{{X: x, Y: y}}, Cursor: math.NaN()}
		s := newSheet(&c, th, 80, 24, margin{})
		s.draw()
		for _, v := range []float64{slices.Max(y), slices.Min(y)} {
			col, row := s.column(float64(slices.Index(y, v))), int(math.Round(s.y.row(v)))
			// A neighbour that reaches the same row shows it as well.
			seen := false
			for c := max(col-1, 0); c <= min(col+1, s.w-1); c++ {
				seen = seen || s.taken[row*s.w+c]
			}
			if !seen {
				t.Fatalf("the point %g is not drawn at column %d, row %d", v, col, row)
			}
		}
	})
}
