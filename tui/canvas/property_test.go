package canvas

import (
	"math"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"dpals/themes"
)

// hostile is text as it comes from files: wide, combining, joined, broken, and with escape sequences.
var hostile = rapid.Custom(func(t *rapid.T) string {
	pieces := []string{
		"a", "Z", "9", " ", "ε", "é", "e\u0301", "\u0301", "日", "本", "한", "ｗ", "😀", "👩\u200d🚀", "\u200d", "🇩🇪", "🇩", "❤\ufe0f", "\ufe0f",
		"\t", "\r", "\n", "\x00", "\x07", "\x1b", "\x1b[31m", "\x1b[0m", "\x1b]0;title\x07", "\x1b[2J", "\x1b[999C", "\u009b31m", "\u202e", "\u200b",
		"\u0600", "\u0d4e", "\ufeff", "\xff", "\xc3", "│", "─", "█", "\U000e0041", "\u2028",
	}
	var b strings.Builder
	for range rapid.IntRange(0, 40).Draw(t, "length") {
		b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
	}
	return b.String()
})

// styled is text of this program: lines, some with styles, some of the text made safe.
var styled = rapid.Custom(func(t *rapid.T) string {
	th := anyTheme(t)
	var lines []string
	for range rapid.IntRange(0, 6).Draw(t, "lines") {
		line := ""
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			line += Paint(th.Series(rapid.IntRange(0, 7).Draw(t, "series")), Text(hostile.Draw(t, "run")))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
})

func anyTheme(t *rapid.T) *themes.Theme {
	th, err := themes.BuiltIn().Named(rapid.SampledFrom(themes.Names()).Draw(t, "theme"),
		themes.Options{NoColor: rapid.Bool().Draw(t, "no colour"), ASCII: rapid.Bool().Draw(t, "ascii")})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

var (
	anyW = rapid.OneOf(rapid.IntRange(-1, 12), rapid.IntRange(0, 300))
	anyH = rapid.OneOf(rapid.IntRange(-1, 6), rapid.IntRange(0, 100))
	anyF = rapid.OneOf(rapid.Float64(), rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1}))
)

// exact fails unless s is a block of exactly w×h cells.
func exact(t *rapid.T, what, s string, w, h int) {
	t.Helper()
	if w <= 0 || h <= 0 {
		if s != "" {
			t.Fatalf("%s at %d×%d is %q, want nothing", what, w, h, s)
		}
		return
	}
	lines := strings.Split(s, "\n")
	if len(lines) != h {
		t.Fatalf("%s at %d×%d has %d lines", what, w, h, len(lines))
	}
	for i, line := range lines {
		if n := ansi.StringWidth(line); n != w {
			t.Fatalf("%s at %d×%d: line %d is %d cells wide: %q", what, w, h, i, n, line)
		}
	}
}

// drawable fails where a component of a theme breaks the theme's promises.
func drawable(t *rapid.T, th *themes.Theme, what, s string) {
	t.Helper()
	if th.ASCII && !is7bit(s) {
		t.Fatalf("%s in ASCII mode is not 7-bit: %q", what, s)
	}
	if strings.Contains(s, "\x1b[m") || strings.Contains(s, "\x1b[0m") {
		t.Fatalf("%s resets everything: %q", what, s)
	}
	for _, sgr := range strings.Split(s, "\x1b[")[1:] {
		attributes, _, ok := strings.Cut(sgr, "m")
		if !ok || strings.Trim(attributes, "0123456789;") != "" {
			t.Fatalf("%s has a sequence that is no style: %q", what, sgr)
		}
		if th.NoColor && strings.HasPrefix(attributes, "3") && attributes != "3" || strings.HasPrefix(attributes, "48") && th.NoColor {
			t.Fatalf("%s has a colour without colours: %q", what, sgr)
		}
	}
}

func TestFitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := anyW.Draw(t, "w"), anyH.Draw(t, "h")
		exact(t, "Fit of hostile text", Fit(Text(hostile.Draw(t, "text")), w, h), w, h)
		exact(t, "Fit of styled text", Fit(styled.Draw(t, "styled"), w, h), w, h)
		exact(t, "Fit of raw text", Fit(hostile.Draw(t, "raw"), w, h), w, h)
	})
}

func TestTextIsInert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := hostile.Draw(t, "text")
		out := Text(s)
		for _, r := range out {
			if unicode.IsControl(r) || r == '\u202e' || r == unicode.ReplacementChar {
				t.Fatalf("Text(%q) = %q keeps %U", s, out, r)
			}
		}
		if Text(out) != out {
			t.Fatalf("Text(%q) is not stable", s)
		}
	})
}

func TestPanelIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, w, h := anyTheme(t), anyW.Draw(t, "w"), anyH.Draw(t, "h")
		p := Panel(th, w, h, Text(hostile.Draw(t, "title")), Text(hostile.Draw(t, "note")), rapid.Bool().Draw(t, "focused"), Text(hostile.Draw(t, "body")))
		exact(t, "Panel", p, w, h)
		drawable(t, th, "Panel", p)
		c := Centre(th, Text(hostile.Draw(t, "message")), w, h)
		exact(t, "Centre", c, w, h)
		drawable(t, th, "Centre", c)
	})
}

func TestComponentsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, w, h := anyTheme(t), anyW.Draw(t, "w"), anyH.Draw(t, "h")
		word := rapid.Map(hostile, Text)
		s := Slider{
			Symbol: word.Draw(t, "symbol"), Label: word.Draw(t, "label"), Value: word.Draw(t, "value"),
			Low: word.Draw(t, "low"), High: word.Draw(t, "high"), Reason: word.Draw(t, "reason"),
			Position: anyF.Draw(t, "position"), Choices: rapid.SliceOfN(word, 0, 4).Draw(t, "choices"), Choice: rapid.IntRange(-1, 5).Draw(t, "choice"),
			Focused: rapid.Bool().Draw(t, "focused"), Changed: rapid.Bool().Draw(t, "changed"), Disabled: rapid.Bool().Draw(t, "disabled"),
			LabelWidth: rapid.IntRange(-1, 30).Draw(t, "label width"), ValueWidth: rapid.IntRange(-1, 30).Draw(t, "value width"),
		}
		g := Gauge{Text: word.Draw(t, "text")}
		for range rapid.IntRange(0, 40).Draw(t, "segments") {
			g.Segments = append(g.Segments, Segment{Label: word.Draw(t, "name"), Kind: rapid.SampledFrom([]string{"gram", "rhs", "x", "y"}).Draw(t, "kind"),
				Fraction: anyF.Draw(t, "fraction"), Spent: anyF.Draw(t, "spent"), Current: rapid.Bool().Draw(t, "current")})
		}
		for what, block := range map[string]string{
			"Slider": s.Draw(th, w), "Bar": Bar(th, w, anyF.Draw(t, "done")),
		} {
			exact(t, what, block, w, 1)
			drawable(t, th, what, block)
		}
		if words := s.Words(th, w); s.Low != "" || s.High != "" {
			exact(t, "Words", words, w, 1)
			drawable(t, th, "Words", words)
		}
		exact(t, "Gauge", g.Draw(th, w, h), w, h)
		drawable(t, th, "Gauge", g.Draw(th, w, h))
		if p, ok := s.At(w, rapid.IntRange(-5, 310).Draw(t, "x")); ok && !(p >= 0 && p <= 1) {
			t.Fatalf("At = %g", p)
		}
	})
}

func TestOverlayKeepsTheSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 60).Draw(t, "w"), rapid.IntRange(1, 20).Draw(t, "h")
		base := Fit(styled.Draw(t, "base"), w, h)
		box := Fit(styled.Draw(t, "box"), rapid.IntRange(0, 70).Draw(t, "bw"), rapid.IntRange(0, 25).Draw(t, "bh"))
		exact(t, "Overlay", Overlay(base, box, rapid.IntRange(-70, 70).Draw(t, "x"), rapid.IntRange(-25, 25).Draw(t, "y")), w, h)
	})
}

func TestGridIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, w, h := anyTheme(t), rapid.IntRange(-1, 40).Draw(t, "w"), rapid.IntRange(-1, 12).Draw(t, "h")
		g := NewGrid(w, h)
		for range rapid.IntRange(0, 30).Draw(t, "writes") {
			ink := g.Ink(th.Series(rapid.IntRange(0, 7).Draw(t, "series")))
			x, y := rapid.IntRange(-5, 45).Draw(t, "x"), rapid.IntRange(-2, 14).Draw(t, "y")
			if rapid.Bool().Draw(t, "set") {
				g.Set(x, y, ink, "─")
			} else {
				g.Write(x, y, ink, rapid.StringMatching("[a-c日本😀é\u0301]{0,8}").Draw(t, "text"))
			}
		}
		exact(t, "Grid", g.String(), w, h)
	})
}

func TestASCIIKeepsWidths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Fit(styled.Draw(t, "text"), rapid.IntRange(1, 80).Draw(t, "w"), 3)
		out := ASCII(s)
		if !is7bit(out) {
			t.Fatalf("ASCII(%q) = %q", s, out)
		}
		exact(t, "ASCII", out, Width(s), 3)
	})
}
