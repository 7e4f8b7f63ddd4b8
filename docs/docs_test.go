package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// privacyFiles returns the paths of all documents about privacy, as Proof takes them.
func privacyFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("privacy/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no documents about privacy", err)
	}
	for i, f := range files {
		files[i] = "docs/" + filepath.ToSlash(f)
	}
	return files
}

// The embedded text is that of the files, for all of them.
func TestPrivacyIsTheFiles(t *testing.T) {
	for _, cited := range privacyFiles(t) {
		want, err := os.ReadFile(filepath.Join("..", cited))
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
	code    = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
)

// anchors are the names under which a document's headings can be linked.
func anchors(text string) map[string]bool {
	found := make(map[string]bool)
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		found["#"+strings.ReplaceAll(mark.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	return found
}

// documents are all Markdown files of the repository but those of tests.
func documents(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".md"):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Every relative link of a document leads to a file, and to a heading of it.
func TestLinksResolve(t *testing.T) {
	links := 0
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range link.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
			target, fragment := l[1], l[2]
			if strings.Contains(target, "://") {
				continue
			}
			links++
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
	if links < 100 {
		t.Errorf("only %d links were found", links)
	}
}

// The glossary is in alphabetical order, Greek letters by their names, and says each term once.
func TestGlossaryIsInOrder(t *testing.T) {
	text, err := os.ReadFile("glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	letter := regexp.MustCompile(`^\S \((\w+)\)$`)
	other := regexp.MustCompile(`[^a-z ]`)
	var terms []string
	for _, h := range regexp.MustCompile(`(?m)^### (.*)$`).FindAllStringSubmatch(string(text), -1) {
		term := h[1]
		if m := letter.FindStringSubmatch(term); m != nil {
			term = m[1]
		}
		terms = append(terms, other.ReplaceAllString(strings.ToLower(term), ""))
	}
	if len(terms) == 0 || !slices.IsSorted(terms) || len(slices.Compact(slices.Clone(terms))) != len(terms) {
		t.Errorf("the terms are %q", terms)
	}
}

// Every document that the code names, in texts or comments, is there.
func TestCodeNamesDocumentsThatExist(t *testing.T) {
	named := regexp.MustCompile(`docs/[A-Za-z0-9_/-]+\.md`)
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || filepath.Base(path) == "docs_test.go":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, document := range named.FindAllString(string(text), -1) {
			found++
			if _, err := os.Stat(filepath.Join("..", document)); err != nil {
				t.Errorf("%s names %s, which is not there", path, document)
			}
		}
		return nil
	})
	if err != nil || found < 50 {
		t.Errorf("%d documents are named; error %v", found, err)
	}
}
