package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a private run is made of reads ratings, settings, releases and its own coins, and nothing else: no clock, no
// environment, and no generator but those that a run's key or seed feeds. What a clock decides is decided by how long
// the ratings take; and noise from another generator than that of package noise can be foreseen.
//
// These files may import what is listed. Whoever adds one says why it tells nothing.
var outlets = map[string][]string{
	"accounting/noise/source.go":    {"crypto/rand", "math/rand/v2"}, // the only source of noise: ChaCha8, keyed by the system
	"engine/run.go":                 {"crypto/rand", "time"},         // the seed of what is not secret; how long a run took, which no promise covers
	"engine/event.go":               {"time"},
	"engine/history.go":             {"time"},
	"engine/timing.go":              {"time"}, // times phases of simulations
	"engine/kernel/choice.go":       {"os"},   // which kernel: before a rating is read
	"engine/kernel/peak.go":         {"time"}, // how fast the machine is, for benchmarks
	"engine/gradient/descent.go":    {"math/rand/v2"},
	"engine/gradient/local.go":      {"math/rand/v2"},
	"engine/gradient/projection.go": {"math/rand/v2"},
	"engine/method/user.go":         {"math/rand/v2"},
	"engine/release/factors.go":     {"math/rand/v2"},
	"engine/symmetric/subspace.go":  {"math/rand/v2"},
	"engine/symmetric/top.go":       {"math/rand/v2"},
}

// watched are the imports that need a reason.
var watched = []string{"crypto/rand", "math/rand", "math/rand/v2", "hash/maphash", "net", "os", "os/exec", "syscall", "time"}

// fed are what math/rand/v2 offers that a seed feeds; its functions of the package draw from a generator of the process.
var fed = []string{"New", "NewPCG", "NewChaCha8", "Rand", "PCG", "ChaCha8", "Source"}

func TestPrivateRunsReadNoClockAndNoOtherCoins(t *testing.T) {
	used := make(map[string]bool)
	for _, dir := range []string{"accounting", "accounting/noise", "engine", "engine/als", "engine/alseb", "engine/alseb/internal/posterior", "engine/baseline", "engine/estimate", "engine/frankwolfe", "engine/gradient",
		"engine/kernel", "engine/method", "internal/parallel", "engine/release", "engine/spectral", "engine/symmetric"} {
		paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(paths), err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.ToSlash(path)
			random := "" // the name that the file knows math/rand/v2 by
			for _, spec := range file.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(watched, imported) {
					continue
				}
				used[name+" "+imported] = true
				if !slices.Contains(outlets[name], imported) {
					t.Errorf("%s imports %s, which no file of a private run reads without a reason", name, imported)
				}
				if imported == "math/rand/v2" {
					if random = "rand"; spec.Name != nil {
						random = spec.Name.Name
					}
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && random != "" {
					if x, ok := s.X.(*ast.Ident); ok && x.Name == random && !slices.Contains(fed, s.Sel.Name) {
						t.Errorf("%s draws from %s.%s, a generator that neither a key nor a seed feeds", name, random, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
	for name, list := range outlets {
		for _, imported := range list {
			if !used[name+" "+imported] {
				t.Errorf("%s does not import %s any more: take it off the list", name, imported)
			}
		}
	}
}
