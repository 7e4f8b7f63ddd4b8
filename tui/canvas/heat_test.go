package canvas

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"dpals/themes"
)

func anyHeat(t *rapid.T) Heat {
	edges := func(name string) []float64 {
		at, all := 1.0, []float64{1}
		for range rapid.IntRange(0, 30).Draw(t, name) {
			at += float64(rapid.IntRange(1, 1000).Draw(t, "bin"))
			all = append(all, at)
		}
		return all
	}
	m := Heat{X: edges("columns"), Y: edges("rows"), XLabel: "item's ratings", YLabel: "user's ratings", Unit: "ratings"}
	m.Mass = make([]float64, (len(m.X)-1)*(len(m.Y)-1))
	for i := range m.Mass {
		if rapid.Bool().Draw(t, "some") {
			m.Mass[i] = float64(rapid.IntRange(0, 1e7).Draw(t, "mass"))
		}
	}
	return m
}

func TestHeatIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, w, h, m := anyTheme(t), anyW.Draw(t, "w"), anyH.Draw(t, "h"), anyHeat(t)
		out := m.Draw(th, w, h)
		exact(t, "Heat", out, w, h)
		drawable(t, th, "Heat", out)
		if len(m.X) < 2 || len(m.Y) < 2 || w <= 0 || h <= 0 {
			return
		}
		was, is := 0.0, 0.0
		for _, v := range m.Mass {
			was += v
		}
		for _, v := range m.cells(w, h) {
			is += v
		}
		if math.Abs(is-was) > 1e-6*was {
			t.Fatalf("%g of %g arrive on the map", is, was)
		}
	})
}

// Denser cells have denser glyphs, without colour as with it.
func TestHeatShowsWhereMostIs(t *testing.T) {
	m := Heat{X: []float64{1, 10, 100, 1000}, Y: []float64{1, 10}, Mass: []float64{1000, 50_000, 1_000_000}, XLabel: "x", YLabel: "y", Unit: "ratings"}
	for name, c := range map[string]struct {
		opts   themes.Options
		glyphs string // from the sparsest third to the densest
		legend string
	}{
		"unicode": {themes.Options{NoColor: true}, "·▒█", "· 1  ░ 100  ▒ 400  ▓ 1k  █ 3k+ ratings"},
		"ascii":   {themes.Options{NoColor: true, ASCII: true}, ".+@", ". 1  : 100  + 400  % 1k  @ 3k+ ratings"},
	} {
		t.Run(name, func(t *testing.T) {
			th, err := themes.BuiltIn().Named("dark", c.opts)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(ansi.Strip(m.Draw(th, 66, 8)), "\n")
			if !strings.HasSuffix(lines[0], c.legend) || !strings.HasPrefix(lines[0], "y ") {
				t.Errorf("the legend is %q", lines[0])
			}
			glyphs := []rune(c.glyphs)
			row := []rune(lines[3])[6:]
			for i, want := range glyphs {
				if got := row[i*20+10]; got != want {
					t.Errorf("third %d has %c, want %c: %s", i, got, want, string(row))
				}
			}
		})
	}
}
