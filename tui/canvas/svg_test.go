package canvas

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/themes"
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

func TestSVGIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := anyTheme(t)
		raw := rapid.Bool().Draw(t, "raw")
		s := hostile.Draw(t, "text")
		if !raw {
			s = Panel(th, 40, 6, "title", "note", true, Text(s))
		}
		if err := wellFormed(SVG(s, th)); err != nil {
			t.Fatalf("SVG of %q: %v", s, err)
		}
	})
}
