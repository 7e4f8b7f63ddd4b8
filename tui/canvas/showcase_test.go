package canvas

import (
	"fmt"
	"math"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"dpals/themes"
)

// The components as they stand together on a screen.
func TestShowcase(t *testing.T) {
	for _, c := range []struct {
		name, palette string
		opts          themes.Options
	}{
		{"dark", "dark", themes.Options{}},
		{"light", "light", themes.Options{}},
		{"mono", "dark", themes.Options{NoColor: true}},
		{"ascii", "light", themes.Options{NoColor: true, ASCII: true}},
	} {
		th, err := themes.BuiltIn().Named(c.palette, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []int{60, 80, 120} {
			t.Run(fmt.Sprintf("%s-%d", c.name, w), func(t *testing.T) {
				golden.RequireEqual(t, specimen(th, w))
			})
		}
	}
}

func specimen(th *themes.Theme, w int) string {
	left := w * 2 / 5
	right := w - left
	return Stack(
		Beside(
			Panel(th, left, 14, "dpals-eb", "", true, knobs(th, left-2)),
			Panel(th, right, 14, "Words", "at the right", false, words(th, right-2)),
		),
		Beside(
			Panel(th, right, 5, "Budget ε at δ 1e-5", "", false, budget(0.55).Draw(th, right-2, 3)),
			Panel(th, left, 5, "This data set, all runs", "", false, ledger().Draw(th, left-2, 3)),
		),
	)
}

func knobs(th *themes.Theme, w int) string {
	list := []Slider{
		{Symbol: "ε", Label: "privacy", Value: "1.0", Position: 0.3, Low: "more private", High: "more accurate", Focused: true},
		{Symbol: "k", Label: "ratings/user", Value: "all", Position: 1, Changed: true},
		{Symbol: "T", Label: "iterations", Value: "3", Position: 0.2},
		{Symbol: "β", Label: "items", Value: "100 %", Position: 1, Disabled: true, Reason: "als keeps every item"},
		{Label: "sampling", Position: math.NaN(), Choices: []string{"uniform", "adaptive", "weights"}, Choice: 2},
		{Label: "start", Position: math.NaN(), Choices: []string{"random", "power"}, Choice: 0, Focused: true},
	}
	var lines []string
	for _, s := range list {
		lines = append(lines, s.Draw(th, w), s.Words(th, w))
	}
	return Stack(lines...)
}

func words(th *themes.Theme, w int) string {
	styles := Stack(
		Paint(th.Text, "text")+" "+Paint(th.Strong, "strong")+" "+Paint(th.Muted, "muted")+" "+Paint(th.Faint, "faint")+" "+
			Paint(th.Accent, "accent")+" "+Paint(th.Focus, "focus")+" "+Paint(th.Key, "key")+" "+Paint(th.Selected, " selected "),
		Paint(th.Good, th.Glyphs.Check+" good")+" "+Paint(th.Warning, th.Glyphs.Alert+" warning")+" "+Paint(th.Bad, th.Glyphs.Cross+" bad"),
	)
	series := ""
	for i := range 8 {
		series += Paint(th.Series(i), th.Glyphs.Strokes[i%4].Horizontal+th.Marker(i)+th.Glyphs.Strokes[i%4].Horizontal) + " "
	}
	ghosts := ""
	for i := range 8 {
		ghosts += Paint(th.Ghost(i), th.Glyphs.Ghost.Horizontal+th.Marker(i)+th.Glyphs.Ghost.Horizontal) + " "
	}
	return Stack(styles, "", series, ghosts, "",
		Bar(th, w/2, 0.62)+" 62 %", Bar(th, w/2, 0.03), "",
		Text("日本語 😀 \x1b[31mred\x1b[0m \u202eright"))
}

func budget(spent float64) Gauge {
	g := Gauge{Text: "0.78 / 1.00"}
	for _, s := range []Segment{
		{Label: "scalars", Kind: "scalars", Fraction: 0.02}, {Label: "counts", Kind: "counts", Fraction: 0.04},
		{Label: "weights", Kind: "weights", Fraction: 0.04}, {Label: "items", Kind: "items", Fraction: 0.40},
		{Label: "curvature 1", Kind: "curvature", Fraction: 0.01}, {Label: "rhs 1", Kind: "rhs", Fraction: 0.12},
		{Label: "curvature 2", Kind: "curvature", Fraction: 0.01}, {Label: "rhs 2", Kind: "rhs", Fraction: 0.15},
		{Label: "curvature 3", Kind: "curvature", Fraction: 0.01}, {Label: "rhs 3", Kind: "rhs", Fraction: 0.20},
	} {
		if spent >= s.Fraction {
			s.Spent = 1
		} else {
			s.Current = spent > 0
		}
		spent -= s.Fraction * math.Ceil(s.Spent)
		if s.Current {
			spent = 0
		}
		g.Segments = append(g.Segments, s)
	}
	return g
}

func ledger() Gauge {
	return Gauge{Text: "1.62 / 4.00", Segments: []Segment{{Label: "spent", Kind: "items", Fraction: 0.4, Spent: 1}, {Label: "left", Kind: "left", Fraction: 0.6}}}
}
