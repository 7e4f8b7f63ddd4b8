package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every document about privacy is embedded, unchanged.
func TestEveryDocumentIsEmbedded(t *testing.T) {
	files, err := filepath.Glob("privacy/*.md")
	embedded, _ := privacy.ReadDir("privacy")
	if err != nil || len(files) == 0 || len(files) != len(embedded) {
		t.Fatalf("%d files, %d are embedded; error %v", len(files), len(embedded), err)
	}
	for _, file := range files {
		cited := "docs/" + filepath.ToSlash(file)
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := Proof(cited); !ok || text != string(want) {
			t.Errorf("the text of %s is not the file's", cited)
		}
	}
}

func TestProofIsFoundByPathAndByName(t *testing.T) {
	for _, cited := range []string{"docs/privacy/counts.md", "counts"} {
		if text, ok := Proof(cited); !ok || !strings.Contains(text, "**Sensitivity 1.**") {
			t.Errorf("%s is %q", cited, text)
		}
		if ProofPath(cited) != "docs/privacy/counts.md" || ProofName(cited) != "counts" {
			t.Errorf("%s is %s in %s", cited, ProofName(cited), ProofPath(cited))
		}
	}
	for _, cited := range []string{"", "count", "docs/privacy/count.md", "docs/docs.go", "../docs/privacy/counts.md", "docs/privacy/../docs.go", "/"} {
		if text, ok := Proof(cited); ok {
			t.Errorf("%q has the proof %q", cited, text)
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	mark    = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are the names under which a document's headings can be linked.
func anchors(text string) map[string]bool {
	found := make(map[string]bool)
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		found["#"+strings.ReplaceAll(mark.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	return found
}

// Every link from a document leads to a file, and to a heading of it.
func TestLinksLeadSomewhere(t *testing.T) {
	for _, pattern := range []string{"../README.md", "*.md", "privacy/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range link.FindAllStringSubmatch(string(text), -1) {
				target, fragment := l[1], l[2]
				if strings.Contains(target, "://") {
					continue
				}
				to := file
				if target != "" {
					to = filepath.Join(filepath.Dir(file), target)
				}
				content, err := os.ReadFile(to)
				if err != nil {
					if info, statErr := os.Stat(to); statErr != nil || !info.IsDir() || fragment != "" {
						t.Errorf("%s links to %s, which is not there", file, l[0])
					}
					continue
				}
				if fragment != "" && !anchors(string(content))[fragment] {
					t.Errorf("%s links to %s, a heading that is not there", file, l[0])
				}
			}
		}
	}
}
