package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// floors are the packages from the top of the house to the ground, as docs/architecture.md draws them. A package
// imports only what stands on a lower floor.
var floors = [][]string{
	{"."},
	{"internal/cli", "internal/tuitest/driver"},
	{"internal/cli/report"},
	{"tui"},
	{"tui/tune", "tui/frontier", "tui/data", "tui/privacy", "tui/people", "tui/runs"},
	{"tui/session"},
	{"tui/ui"},
	{"tui/chart", "internal/tuitest", "internal/tuitest/picture"},
	{"tui/canvas"},
	{"themes"},
	{"engine/audit"},
	{"engine/figures"},
	{"engine/sweep"},
	{"engine/export", "engine/people", "engine/store"},
	{"engine/internal/enginetest"},
	{"engine"},
	{"engine/internal/probe"},
	{"engine/frankwolfe", "engine/spectral", "engine/als", "engine/alseb", "engine/gradient", "engine/baseline"},
	{"engine/alseb/internal/posterior"},
	{"engine/release"},
	{"engine/promise"},
	{"engine/scope", "engine/symmetric"},
	{"engine/estimate"},
	{"engine/method", "engine/kernel", "engine/kernel/asm"},
	{"accounting/ledger"},
	{"internal/format"},
	{"accounting"},
	{"accounting/noise"},
	{"loaders/sources"},
	{"loaders/cache", "loaders/synthetic", "loaders/writers"},
	{"loaders/readers", "internal/ratingstest"},
	{"loaders"},
	{"internal/atomicfile", "internal/tuitest/emulator", "internal/mutation", "internal/parallel", "internal/splitmix", "internal/sqlitedb", "internal/tomlfile", "docs"},
}

func TestImportsPointDown(t *testing.T) {
	floor := make(map[string]int)
	for i, packages := range floors {
		for _, p := range packages {
			floor[p] = i
		}
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata" || path == "scratch") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		at, known := floor[dir]
		if !known {
			t.Errorf("%s: package %s has no floor", path, dir)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			below, ours := strings.CutPrefix(name, "dpals/")
			if ours && floor[below] <= at {
				t.Errorf("%s: %s imports %s, which is not below it", path, dir, below)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDashboardImportsNoMethod checks that the dashboard knows methods by the registry alone, so that a method is added
// in one folder and one line.
func TestDashboardImportsNoMethod(t *testing.T) {
	methods := []string{"als", "alseb", "frankwolfe", "spectral", "gradient", "baseline", "symmetric"}
	err := filepath.WalkDir("tui", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			for _, m := range methods {
				if spec.Path.Value == strconv.Quote("dpals/engine/"+m) {
					t.Errorf("%s imports the method package %s", path, m)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
