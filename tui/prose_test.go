package tui

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/docs"
	"dpals/tui/canvas"
)

func TestProse(t *testing.T) {
	const text = "<a id=\"x\"></a>\n## A heading\n\nA **bold word**, one of `co de`, *slanted* and a [link](#there) [0, 1] 2*3.\nIt goes on.\n\n\n" +
		"- first\n  and more\n- second\n\n    x = y + z\n\n| a | b |\n|---|---|\n| 1 | `two` |\n1. last"
	want := "A heading\n\nA bold word, one of co de,\nslanted and a link [0, 1]\n2*3. It goes on.\n\n- first and more\n- second\n\n  x = y + z\n\na  b\n1  two\n1. last"
	if got := plainText(strings.Join(prose(theme(t), text, 26), "\n")); got != want {
		t.Errorf("%s\n\nwant\n\n%s", got, want)
	}
	narrow := plainText(strings.Join(prose(theme(t), "| a long cell of words | another one |\n", 16), "\n"))
	if narrow != "a long cell of\n  words ·\n  another one" {
		t.Errorf("a table without room:\n%s", narrow)
	}
}

// The documents themselves fit any width a panel may have, and no mark of the notation is left over.
func TestProseOfTheProofsFits(t *testing.T) {
	th := theme(t)
	files, err := filepath.Glob("../docs/privacy/*.md")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(40, 200).Draw(t, "w")
		document, _ := docs.Proof("docs/privacy/" + filepath.Base(rapid.SampledFrom(files).Draw(t, "document")))
		for _, line := range prose(th, document, w) {
			text := plainText(line)
			if n := canvas.Width(text); n > w && strings.Contains(strings.TrimSpace(text), " ") {
				t.Fatalf("%d of %d cells: %q", n, w, text)
			}
			if strings.Contains(text, "**") || strings.Contains(text, "](") {
				t.Fatalf("notation in %q", text)
			}
		}
	})
}
