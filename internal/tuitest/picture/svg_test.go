package picture

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/themes"
	"dpals/tui/canvas"
)

// wellFormed fails unless s parses as XML.
func wellFormed(s string) error {
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestSVG(t *testing.T) {
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := SVG("a<b \x1b[1;38;2;255;0;0mred\x1b[39;22m\n\x1b[7mback\x1b[27m ───█", th)
	for what, want := range map[string]string{
		"the ground":               `fill="#0f1218"`,
		"escaped text":             "a&lt;b",
		"a colour in bold":         `fill="#ff0000" font-weight="bold">red</text>`,
		"reversed text":            `fill="#0f1218">back</text>`,
		"its own ground":           `fill="#e4e8ee" shape-rendering="crispEdges"/>`,
		"columns of three letters": `textLength="25.2"`,
		"two lines of nine cells":  `width="95.6" height="54.0"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: no %s in\n%s", what, want, got)
		}
	}
	if strings.Count(got, "<path") != 1 {
		t.Errorf("a stretch of line drawing is not one path:\n%s", got)
	}
}

// pieces of text that are difficult to draw: wide, combining and invalid characters, markup and escape sequences.
var pieces = []string{
	"a", " ", "&", "<", "\"", "ε", "e\u0301", "\u0301", "日", "😀", "👩\u200d🚀", "\u200d", "\ufe0f", "│", "─", "█", "░", "╱", "\t", "\r", "\n", "\x00", "\x07",
	"\x1b", "\x1b[31m", "\x1b[7m", "\x1b[38;5;9m", "\x1b[48;2;1;2;3m", "\x1b[0m", "\x1b]0;title\x07", "\x1b[2J", "\u009b31m", "\u202e", "\xff", "\xc3", "\u2028",
}

func TestSVGIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th, err := themes.BuiltIn().Named(rapid.SampledFrom(themes.BuiltIn().Names()).Draw(t, "theme"), themes.Options{NoColor: rapid.Bool().Draw(t, "no colour")})
		if err != nil {
			t.Fatal(err)
		}
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "text"), "")
		if rapid.Bool().Draw(t, "in a panel") {
			s = canvas.Panel(th, 40, 6, "title", "note", true, canvas.Text(s))
		}
		if err := wellFormed(SVG(s, th)); err != nil {
			t.Fatalf("SVG of %q: %v", s, err)
		}
	})
}
