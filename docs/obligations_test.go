package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// obligation is a step of a proof's algebra in SMT-LIB, stated as its negation; or a control, a step that is wrong.
type obligation struct {
	name    string
	control bool
}

var (
	obligationLine = regexp.MustCompile(`(?m)^; (obligation|control) ([a-z0-9-]+): .+$`)
	checkedLine    = regexp.MustCompile(`(?m)^\| checked by z3 \| (.+) \|$`)
)

// obligationsOf lists what a file states, in order.
func obligationsOf(t *testing.T, file string) (all []obligation) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := obligationLine.FindAllSubmatchIndex(text, -1)
	for i, p := range parts {
		end := len(text)
		if i+1 < len(parts) {
			end = parts[i+1][0]
		}
		if n := bytes.Count(text[p[1]:end], []byte("(check-sat)")); n != 1 {
			t.Errorf("%s: %s is checked %d times", file, text[p[4]:p[5]], n)
		}
		all = append(all, obligation{name: string(text[p[4]:p[5]]), control: string(text[p[2]:p[3]]) == "control"})
	}
	return all
}

// A proof names the obligations of the file beside it, all of them and no others.
func TestProofsNameTheirObligations(t *testing.T) {
	named := 0
	files, err := filepath.Glob("privacy/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		cited := "docs/" + filepath.ToSlash(file)
		text, _ := Proof(cited)
		beside := filepath.Join("privacy", ProofName(cited)+".smt2")
		checked := checkedLine.FindStringSubmatch(text)
		if checked == nil {
			if _, err := os.Stat(beside); err == nil {
				t.Errorf("%s names none of the obligations in %s", cited, beside)
			}
			if strings.Contains(text, "**Sensitivity") {
				t.Errorf("%s bounds a sensitivity, and nothing of it is checked", cited)
			}
			continue
		}
		var have []string
		controls := 0
		for _, o := range obligationsOf(t, beside) {
			if o.control {
				controls++
			} else {
				have = append(have, o.name)
			}
		}
		if want := strings.Split(checked[1], ", "); !slices.Equal(have, want) {
			t.Errorf("%s names %q, %s has %q", cited, want, beside, have)
		}
		if controls == 0 {
			t.Errorf("%s has no control", beside)
		}
		named++
	}
	if files, err := filepath.Glob("privacy/*.smt2"); err != nil || len(files) != named {
		t.Errorf("%d files of obligations, %d are named; error %v", len(files), named, err)
	}
}

// z3 finds the negation of every obligation unsatisfiable, and every control satisfiable.
func TestObligationsHold(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed (Debian: apt-get install z3), so the algebra of the proofs is not checked")
	}
	files, err := filepath.Glob("privacy/*.smt2")
	if err != nil || len(files) == 0 {
		t.Fatal("no obligations", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".smt2"), func(t *testing.T) {
			out, err := exec.Command(z3, "-smt2", "-T:120", file).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			all, answers := obligationsOf(t, file), strings.Fields(string(out))
			if len(answers) != len(all) {
				t.Fatalf("%d answers to %d questions: %s", len(answers), len(all), out)
			}
			for i, o := range all {
				want := "unsat"
				if o.control {
					want = "sat"
				}
				if answers[i] != want {
					t.Errorf("%s is %s, want %s", o.name, answers[i], want)
				}
			}
		})
	}
}
