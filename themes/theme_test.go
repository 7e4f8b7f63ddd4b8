package themes

import (
	"reflect"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// The ratios are those of WCAG 2.2: 4.5:1 for text (1.4.3), 3:1 for what must be seen but not read (1.4.11).
func TestContrast(t *testing.T) {
	for _, p := range builtin {
		if !isFixed(p.Background) {
			continue // the terminal's own colours are its owner's
		}
		text := 4.5
		if p.Name == HighContrast.Name {
			text = 7
		}
		type pair struct {
			name, fore, back string
			least            float64
		}
		pairs := []pair{
			{"text", p.Text, p.Background, 7},
			{"muted", p.Muted, p.Background, text},
			{"accent", p.Accent, p.Background, text},
			{"focus", p.Focus, p.Background, text},
			{"good", p.Good, p.Background, text},
			{"warning", p.Warning, p.Background, text},
			{"bad", p.Bad, p.Background, text},
			{"faint", p.Faint, p.Background, 3},
			{"focused border", p.BorderFocus, p.Background, 3},
			{"text on surface", p.Text, p.Surface, 4.5},
			{"accent on surface", p.Accent, p.Surface, 4.5},
			{"focus reversed", p.Background, p.Focus, 4.5},
		}
		for i, hex := range p.Series {
			pairs = append(pairs, pair{"series " + string(rune('1'+i)), hex, p.Background, text})
			pairs = append(pairs, pair{"ghost " + string(rune('1'+i)), blend(hex, p.Background, ghostFade), p.Background, 1.8})
		}
		for _, c := range pairs {
			got, err := Contrast(c.fore, c.back)
			if err != nil {
				t.Fatal(err)
			}
			if got < c.least {
				t.Errorf("%s: %s %s on %s has contrast %.2f, want at least %.1f", p.Name, c.name, c.fore, c.back, got, c.least)
			}
		}
	}
}

func TestContrastKnownValues(t *testing.T) {
	// Black on white is 21:1; #777777 on white is the textbook near miss of 4.48:1.
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#abcdef", "#abcdef", 1}} {
		got, err := Contrast(c.a, c.b)
		if err != nil || got < c.want-0.005 || got > c.want+0.005 {
			t.Errorf("Contrast(%s, %s) = %.3f, %v; want %.2f", c.a, c.b, got, err, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, name := range Names() {
		th, err := BuiltIn().Named(name, Options{})
		if err != nil || th.Name != name {
			t.Errorf("Named(%q) = %v, %v", name, th, err)
		}
	}
	if _, err := BuiltIn().Named("mauve", Options{}); err == nil || !strings.Contains(err.Error(), "dark, light") {
		t.Errorf("an unknown name gave %v, want the known ones", err)
	}
}

func TestNewNamesTheRoleOfABadColour(t *testing.T) {
	for name, spoil := range map[string]func(*Palette){
		"muted":      func(p *Palette) { p.Muted = "grey" },
		"series 3":   func(p *Palette) { p.Series[2] = "#12345" },
		"background": func(p *Palette) { p.Background = "#gggggg" },
		"text":       func(p *Palette) { p.Text = "" },
	} {
		p := Dark
		spoil(&p)
		if _, err := New(p, Options{}); err == nil || !strings.Contains(err.Error(), name+":") {
			t.Errorf("a bad %s gave %v", name, err)
		}
	}
}

func TestWithoutBackgroundNothingIsPaintedBehind(t *testing.T) {
	p := Dark
	p.Background = ""
	th, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if th.Background != nil || !th.Ghost(0).GetFaint() {
		t.Errorf("background %v, ghost %v: want none, and faint ghosts", th.Background, th.Ghost(0))
	}
}

// every collects all styles of a theme.
func every(th *Theme) map[string]lipgloss.Style {
	all := make(map[string]lipgloss.Style)
	v := reflect.ValueOf(*th)
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Type == reflect.TypeFor[lipgloss.Style]() {
			all[f.Name] = v.Field(i).Interface().(lipgloss.Style)
		}
	}
	for i := range 8 {
		all["series"+string(rune('0'+i))] = th.Series(i)
		all["ghost"+string(rune('0'+i))] = th.Ghost(i)
	}
	return all
}

func TestNoColor(t *testing.T) {
	for _, p := range builtin {
		th, err := New(p, Options{NoColor: true})
		if err != nil {
			t.Fatal(err)
		}
		if th.Background != nil || th.Foreground != nil {
			t.Error("the screen has a colour")
		}
		for name, s := range every(th) {
			for _, c := range []any{s.GetForeground(), s.GetBackground()} {
				if c != (lipgloss.NoColor{}) {
					t.Errorf("%s has the colour %v", name, c)
				}
			}
		}
		if th.Selected.Render("x") == "x" || th.Focus.Render("x") == "x" || th.Bad.Render("x") == th.Good.Render("x") {
			t.Error("selection, focus or failure cannot be seen without colour")
		}
	}
}

// glyphsOf collects every string of a Glyphs with its path.
func glyphsOf(v reflect.Value, path string, add func(path, glyph string)) {
	switch v.Kind() {
	case reflect.String:
		add(path, v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			glyphsOf(v.Field(i), path+"."+v.Type().Field(i).Name, add)
		}
	case reflect.Array:
		for i := range v.Len() {
			glyphsOf(v.Index(i), path+"["+string(rune('0'+i))+"]", add)
		}
	}
}

func TestGlyphsFillOneCell(t *testing.T) {
	for name, g := range map[string]Glyphs{"unicode": unicodeGlyphs, "ascii": asciiGlyphs} {
		glyphsOf(reflect.ValueOf(g), name, func(path, glyph string) {
			if ansi.StringWidth(glyph) != 1 {
				t.Errorf("%s = %q is %d cells wide", path, glyph, ansi.StringWidth(glyph))
			}
			if name == "ascii" && (len(glyph) != 1 || glyph[0] < 0x21 || glyph[0] > 0x7e) {
				t.Errorf("%s = %q is not a 7-bit character", path, glyph)
			}
		})
	}
}

func TestMarkersFillsAndStrokesDiffer(t *testing.T) {
	for name, g := range map[string]Glyphs{"unicode": unicodeGlyphs, "ascii": asciiGlyphs} {
		for what, glyphs := range map[string][]string{
			"markers": g.Markers[:], "fills": g.Fills[:], "thresholds": g.Thresholds[:],
			"lines": {g.Strokes[0].Horizontal, g.Strokes[1].Horizontal, g.Strokes[2].Horizontal, g.Strokes[3].Horizontal,
				g.Ghost.Horizontal, g.Dashed.Horizontal},
		} {
			seen := make(map[string]bool)
			for _, s := range glyphs {
				if seen[s] {
					t.Errorf("%s %s: %q stands for two", name, what, s)
				}
				seen[s] = true
			}
			if seen[g.Planned] && what == "fills" {
				t.Errorf("%s: planned budget looks like spent budget", name)
			}
		}
	}
}

func TestKindsAreStable(t *testing.T) {
	th, err := BuiltIn().Named("dark", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, together := range map[string][]string{
		"dpals with λ₀ > 0":      {"rhs", "gram", "counts", "scalars", "global-gram", "error"},
		"dpals-eb":               {"counts", "scalars", "clipping", "item-sums", "curvature", "moments", "residual", "weights", "error"},
		"sums and counts":        {"scalars", "item-sums", "item-counts", "error"},
		"mean and counts, apart": {"mean", "counts", "gram", "rhs", "error"},
	} {
		seen := make(map[string]string)
		for _, kind := range together {
			_, fill := th.Kind(kind)
			if seen[fill] != "" {
				t.Errorf("%s: %s and %s have the same fill %s", name, kind, seen[fill], fill)
			}
			seen[fill] = kind
		}
	}
	a, fill := th.Kind("an unknown kind")
	b, again := th.Kind("an unknown kind")
	if a.Render("x") != b.Render("x") || fill != again {
		t.Error("an unknown kind changed its look")
	}
}

func TestSeriesRepeat(t *testing.T) {
	th, err := BuiltIn().Named("light", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 3, 7} {
		if th.Series(i).Render("x") != th.Series(i+8).Render("x") || th.Marker(i) != th.Marker(i-8) {
			t.Errorf("run %d and its double look different", i)
		}
	}
}
