package canvas

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"dpals/themes"
)

func plainTheme(t testing.TB) *themes.Theme {
	t.Helper()
	th, err := themes.BuiltIn().Named("dark", themes.Options{NoColor: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text is unchanged", "Amélie (2001) 日本 👩‍🚀", "Amélie (2001) 日本 👩‍🚀"},
		{"escape", "\x1b[31mred", "^[[31mred"},
		{"tab and newline", "a\tb\n", "a^Ib^J"},
		{"delete", "\x7f", "^?"},
		{"8-bit control", "\u009b2J", `\u009b2J`},
		{"reading direction", "abc\u202edef", `abc\u202edef`},
		{"zero width", "a\u200bb\ufeff", `a\u200bb\ufeff`},
		{"broken UTF-8", "a\xffb\xc3", `a\xffb\xc3`},
		{"line separator", "a\u2028b", `a\u2028b`},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		name, in string
		w, h     int
		want     string
	}{
		{"padding", "ab", 4, 2, "ab  \n    "},
		{"an ellipsis", "abcdef", 4, 1, "abc…"},
		{"lines beyond the height", "a\nb\nc", 1, 2, "a\nb"},
		{"a wide character at the edge", "a日本", 4, 1, "a日…"},
		{"a wide character does not fit", "ab日本", 4, 1, "ab… "},
		{"styles are kept and closed", "\x1b[1mabcdef\x1b[22m", 4, 1, "\x1b[1mabc…\x1b[22m"},
		{"tabs and controls", "a\tb\r\x07", 4, 1, "a b "},
		{"sequences that are no style", "\x1b[2Ja\x1b]0;t\x07b", 3, 1, "ab "},
		{"an accent of its own", "Ame\u0301lie", 7, 1, "Ame\u0301lie "},
		{"no room", "abc", 0, 5, ""},
	} {
		if got := Fit(c.in, c.w, c.h); got != c.want {
			t.Errorf("%s: Fit(%q, %d, %d) = %q, want %q", c.name, c.in, c.w, c.h, got, c.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{-1, "–"}, {0, "0 ms"}, {840 * time.Millisecond, "840 ms"}, {999900 * time.Microsecond, "999 ms"}, {3240 * time.Millisecond, "3.2 s"},
		{9940 * time.Millisecond, "9.9 s"}, {9960 * time.Millisecond, "10 s"}, {59600 * time.Millisecond, "1m 00s"},
		{125 * time.Second, "2m 05s"}, {72 * time.Minute, "1h 12m"}, {99*time.Hour + 59*time.Minute, "99h 59m"}, {240 * time.Hour, "10 d"},
	} {
		got := Duration(c.d)
		if got != c.want || ansi.StringWidth(got) > 7 {
			t.Errorf("Duration(%v) = %q, want %q", c.d, got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	th := plainTheme(t)
	for _, c := range []struct {
		done float64
		want string
	}{
		{0, "░░░░"}, {1, "████"}, {0.5, "██░░"}, {0.28125, "█▏░░"}, {2, "████"}, {-1, "░░░░"}, {math.NaN(), "░░░░"},
	} {
		if got := ansi.Strip(Bar(th, 4, c.done)); got != c.want {
			t.Errorf("Bar(%g) = %q, want %q", c.done, got, c.want)
		}
	}
}

func TestSlider(t *testing.T) {
	th := plainTheme(t)
	base := Slider{Symbol: "ε", Label: "privacy", Value: "1.0", Position: 0.5, LabelWidth: 8, ValueWidth: 4}
	with := func(change func(*Slider)) Slider { s := base; change(&s); return s }
	for _, c := range []struct {
		name string
		s    Slider
		want string
	}{
		{"at rest", base, " ε  privacy  ━━━━━●─────  1.0 "},
		{"at the low end", with(func(s *Slider) { s.Position = -3 }), " ε  privacy  ●──────────  1.0 "},
		{"focused", with(func(s *Slider) { s.Focused = true }), "▸ε  privacy  ━━━━━◉─────  1.0 "},
		{"changed", with(func(s *Slider) { s.Changed = true }), " ε  privacy  ━━━━━●─────  1.0*"},
		{"no position", with(func(s *Slider) { s.Position = math.NaN() }), " ε  privacy               1.0 "},
		{"disabled says why", with(func(s *Slider) { s.Disabled, s.Reason = true, "not used" }), " ε  privacy  not used     1.0 "},
		{"choices", with(func(s *Slider) { s.Choices, s.Value = []string{"all", "some"}, "" }), " ε  privacy  all some         "},
		{"too many choices", with(func(s *Slider) { s.Choices, s.Choice, s.Value = []string{"uniform", "adaptive"}, 1, "" }), " ε  privacy  ← adapti… →      "},
	} {
		if got := ansi.Strip(c.s.Draw(th, 30)); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestSliderWords(t *testing.T) {
	th := plainTheme(t)
	s := Slider{Low: "low", High: "high", LabelWidth: 8, ValueWidth: 4}
	for _, c := range []struct {
		name string
		w    int
		want string
	}{
		{"under the track", 30, "             low    high      "},
		{"wider than the track", 22, "    low          high "},
		{"no room", 10, "          "},
	} {
		if got := ansi.Strip(s.Words(th, c.w)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := (Slider{}).Words(th, 30); got != "" {
		t.Errorf("no words gave %q", got)
	}
}

func TestSliderAt(t *testing.T) {
	s := Slider{LabelWidth: 8, ValueWidth: 4}
	for x, want := range map[int]float64{13: 0, 18: 0.5, 23: 1} {
		if got, ok := s.At(30, x); !ok || got != want {
			t.Errorf("At(30, %d) = %g, %v; want %g", x, got, ok, want)
		}
	}
	for _, x := range []int{-1, 0, 12, 24, 29, 99} {
		if got, ok := s.At(30, x); ok {
			t.Errorf("At(30, %d) = %g outside the track", x, got)
		}
	}
	if s.Disabled = true; func() bool { _, ok := s.At(30, 15); return ok }() {
		t.Error("a disabled slider was moved")
	}
}

func TestGauge(t *testing.T) {
	th := plainTheme(t)
	g := Gauge{Text: "0.5", Segments: []Segment{
		{Label: "counts", Kind: "counts", Fraction: 0.25, Spent: 1},
		{Label: "gram 1", Kind: "gram", Fraction: 0.25, Spent: 0.5, Current: true},
		{Label: "rhs 1", Kind: "rhs", Fraction: 0.2}, {Label: "rhs 2", Kind: "rhs", Fraction: 0.3},
	}}
	got := strings.Split(ansi.Strip(g.Draw(th, 25, 3)), "\n")
	want := []string{"░░░░░▓▓▓············  0.5", "░ counts 25%", "▓ ▸gram 1 25%  █ rhs 50%"}
	for i := range want {
		if strings.TrimRight(got[i], " ") != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
	// Where there is one line for them, what is smallest and not at work goes first.
	if short := strings.Split(ansi.Strip(g.Draw(th, 25, 2)), "\n"); strings.TrimRight(short[1], " ") != want[2] {
		t.Errorf("a short legend is %q, want %q", short[1], want[2])
	}
	if short := strings.Split(ansi.Strip(g.Draw(th, 14, 2)), "\n"); strings.TrimRight(short[1], " ") != "▓ ▸gram 1 25%" {
		t.Errorf("the shortest legend is %q", short[1])
	}
}

func TestJoins(t *testing.T) {
	if got := Beside("ab\ncd", "", "x\ny"); got != "abx\ncdy" {
		t.Errorf("Beside = %q", got)
	}
	if got := Beside("ab", "x\ny"); got != "abx\n  y" {
		t.Errorf("Beside of unequal heights = %q", got)
	}
	if got := Stack("ab", "", "cd"); got != "ab\ncd" {
		t.Errorf("Stack = %q", got)
	}
	for _, c := range []struct {
		name string
		x, y int
		want string
	}{
		{"inside", 1, 1, "....\n.##.\n.##."},
		{"cut at the right", 3, 0, "...#\n...#\n...."},
		{"cut at the left", -1, -1, "#...\n....\n...."},
		{"outside", 9, 0, "....\n....\n...."},
	} {
		if got := Overlay("....\n....\n....", "##\n##", c.x, c.y); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := Overlay("日本", "x", 1, 0); got != " x本" {
		t.Errorf("a covered half of a wide character left %q", got)
	}
}

func TestASCII(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "ε 1.0 · β": "e 1.0 . b", "╭─╮": "+-+", "日本": "????",
		"\x1b[1m●\x1b[22m": "\x1b[1mo\x1b[22m",
	} {
		if got := ASCII(in); got != want {
			t.Errorf("ASCII(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLikenessesAreUnique(t *testing.T) {
	seen := make(map[rune]byte)
	for ascii, same := range likenesses {
		for _, r := range same {
			if other, ok := seen[r]; ok {
				t.Errorf("%q stands for both %q and %q", r, ascii, other)
			}
			if seen[r] = ascii; ansi.StringWidth(string(r)) != 1 {
				t.Errorf("%q is not one cell wide", r)
			}
		}
	}
}

func BenchmarkPanel(b *testing.B) {
	th := plainTheme(b)
	body := specimen(th, 118)
	b.ReportAllocs()
	for b.Loop() {
		Panel(th, 120, 36, "title", "note", true, body)
	}
}
