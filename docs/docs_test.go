package docs

import (
	"os"
	"strings"
	"testing"
)

func TestSection(t *testing.T) {
	const document = "# Title\n\nfirst\n\n## One\n\none\n\n### Deeper\n\ndeep\n#no heading\n\n### Other\n\nother\n\n## Two\n\ntwo"
	for name, want := range map[string]string{
		"One":    "## One\n\none\n\n### Deeper\n\ndeep\n#no heading\n\n### Other\n\nother",
		"Deeper": "### Deeper\n\ndeep\n#no heading",
		"Two":    "## Two\n\ntwo",
		"Title":  document,
	} {
		if got, ok := Section(document, name); !ok || got != want {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	if text, ok := Section(document, "Deep"); ok || text != "" {
		t.Errorf("a heading that is not there has %q", text)
	}
}

// What is carried is what is written.
func TestPrivacyIsTheFile(t *testing.T) {
	text, err := os.ReadFile("PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	if Privacy != string(text) {
		t.Error("the embedded text is not the file's")
	}
	if section, ok := Section(Privacy, "counts"); !ok || !strings.Contains(section, "Sensitivity") {
		t.Errorf("the proof of counts is %q", section)
	}
}
