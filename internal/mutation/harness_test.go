package mutation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// mistake is one deliberate mistake.
type mistake struct {
	name  string // what is wrong
	leaks string // its consequence
	file  string // from the root of the module
	edits []edit
	tests []named    // each of them fails
	audit [][]string // arguments of dpals audit: each audit finds something
}

// edit replaces a text that occurs exactly once in its file.
type edit struct{ from, to string }

// named is a test that catches a mistake: a package, and what go test -run is given, which begins with the whole name
// of a test.
type named struct{ pkg, run string }

// function returns the name of the test.
func (n named) function() string {
	name, _, _ := strings.Cut(n.run, "/")
	return strings.Trim(name, "^$")
}

const (
	root = "../.." // of the module

	// timeout is how long one command may take: a build, a test or an audit.
	timeout = 3 * time.Minute

	// variable enables the expensive test.
	variable = "DPALS_MUTATIONS"
)

// mistakes returns those of all files of this package.
func mistakes() (all []mistake) {
	for _, list := range [][]mistake{releases, rows, accounts, outside, runs, scopes} {
		all = append(all, list...)
	}
	return all
}

// apply returns the file with the mistake in it.
func (m mistake) apply(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range m.edits {
		if n := bytes.Count(text, []byte(e.from)); n != 1 {
			t.Fatalf("%s holds the text that the mistake replaces %d times, want once: update the entry\n%s", m.file, n, e.from)
		}
		text = bytes.Replace(text, []byte(e.from), []byte(e.to), 1)
	}
	return text
}

// Every mistake still applies: the text that it replaces exists, the changed file parses, and its tests exist.
func TestMistakesStillApply(t *testing.T) {
	seen := make(map[string]bool)
	for _, m := range mistakes() {
		t.Run(m.name, func(t *testing.T) {
			if seen[m.name] || m.leaks == "" || len(m.edits) == 0 || len(m.tests)+len(m.audit) == 0 {
				t.Errorf("a mistake needs a name of its own, what it leaks, an edit, and a test or an audit: %+v", m)
			}
			seen[m.name] = true
			if _, err := parser.ParseFile(token.NewFileSet(), m.file, m.apply(t), parser.SkipObjectResolution); err != nil {
				t.Error(err)
			}
			for _, n := range m.tests {
				if !testsOf(t, n.pkg)[n.function()] {
					t.Errorf("%s has no test %s", n.pkg, n.function())
				}
			}
		})
	}
}

var tests = struct {
	sync.Mutex
	of map[string]map[string]bool
}{of: make(map[string]map[string]bool)}

// testsOf returns the names of the functions in a package's test files.
func testsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	tests.Lock()
	defer tests.Unlock()
	if tests.of[pkg] != nil {
		return tests.of[pkg]
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				names[f.Name.Name] = true
			}
		}
	}
	tests.of[pkg] = names
	return names
}

// The named tests fail with the mistake, by what they assert, and pass without it.
func TestMistakesAreCaught(t *testing.T) {
	if os.Getenv(variable) == "" || testing.Short() {
		t.Skipf("builds the program once for every mistake, which takes minutes: set %s=1", variable)
	}
	correct := overlay{dir: t.TempDir()}
	for _, m := range mistakes() {
		t.Run(m.name, func(t *testing.T) {
			mistaken := overlay{dir: t.TempDir()}
			mistaken.replace(t, m)
			for _, n := range m.tests {
				if out, err := correct.test(t, n); err != nil || !bytes.Contains(out, []byte("--- PASS: "+n.function())) {
					t.Fatalf("without the mistake, %s of %s: %v\n%s", n.run, n.pkg, err, out)
				}
				out, err := mistaken.test(t, n)
				switch {
				case err == nil:
					t.Errorf("not caught by %s of %s", n.run, n.pkg)
				case !bytes.Contains(out, []byte("--- FAIL: "+n.function())) || bytes.Contains(out, []byte("panic: ")):
					t.Errorf("%s of %s does not fail by what it asserts: %v\n%s", n.run, n.pkg, err, out)
				}
			}
			for _, arguments := range m.audit {
				out, err := mistaken.audit(t, arguments)
				if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 1 || !bytes.Contains(out, []byte("wrong: ")) {
					t.Errorf("not found by dpals audit %s: %v\n%s", strings.Join(arguments, " "), err, out)
				}
			}
		})
	}
}

// overlay is the program with a mistake, or with none, and the binaries built of it.
type overlay struct {
	dir   string
	flags []string
}

// replace applies the mistake.
func (o *overlay) replace(t *testing.T, m mistake) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(m.file)))
	if err != nil {
		t.Fatal(err)
	}
	changed, list := filepath.Join(o.dir, filepath.Base(m.file)), filepath.Join(o.dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err == nil {
		err = errors.Join(os.WriteFile(changed, m.apply(t), 0o600), os.WriteFile(list, text, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	o.flags = []string{"-overlay", list}
}

// test builds a package's tests, unless they are built, and runs some of them.
func (o *overlay) test(t *testing.T, n named) ([]byte, error) {
	t.Helper()
	path := o.build(t, strings.ReplaceAll(n.pkg, "/", "-")+".test", "test", "-c", "-vet=off", "./"+n.pkg)
	dir := filepath.Join(root, filepath.FromSlash(n.pkg))
	arguments := []string{"-test.v", "-test.run", n.run}
	if usesRapid(t, dir) { // rapid must not write a failing case into the tree
		arguments = append(arguments, "-rapid.nofailfile")
	}
	return command(dir, path, arguments...)
}

// usesRapid tells whether tests of a package use rapid, which keeps failing cases in files.
func usesRapid(t *testing.T, dir string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && bytes.Contains(text, []byte(`"pgregory.net/rapid"`))
	})
}

// audit builds the program, unless it is built, and runs an audit.
func (o *overlay) audit(t *testing.T, arguments []string) ([]byte, error) {
	t.Helper()
	return command(root, o.build(t, "dpals", "build", "."), append([]string{"audit"}, arguments...)...)
}

// build builds a program with a go command, unless it is built, and returns its path.
func (o *overlay) build(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	path := filepath.Join(o.dir, name)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	last := len(arguments) - 1
	// Without symbols for debuggers, linking takes a third less.
	all := append(append(arguments[:last:last], "-buildvcs=false", "-ldflags=-s -w", "-o", path), o.flags...)
	if out, err := command(root, "go", append(all, arguments[last])...); err != nil {
		t.Fatalf("the mistake does not build: %v\n%s", err, out)
	}
	return path
}

// command runs a program in a folder and returns its output.
func command(dir, name string, arguments ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	c := exec.CommandContext(ctx, name, arguments...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	return out, errors.Join(err, ctx.Err())
}
