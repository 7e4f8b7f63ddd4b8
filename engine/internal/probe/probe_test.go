package probe

import (
	"context"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestProbeTravelsInTheContext(t *testing.T) {
	p := new(Probe)
	ctx, cancel := context.WithCancel(With(t.Context(), p))
	defer cancel()
	if Of(ctx) != p || Of(t.Context()) != nil {
		t.Error("the probe of a context is not the one that it was given")
	}
}

// Only the audit makes probes, and only what starts runs reads them.
func TestImporters(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	var importers []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			if i.Path.Value == `"dpals/engine/internal/probe"` {
				dir, err := filepath.Rel(root, filepath.Dir(path))
				if err != nil {
					return err
				}
				importers = append(importers, filepath.ToSlash(dir))
			}
		}
		return nil
	})
	slices.Sort(importers)
	if importers = slices.Compact(importers); err != nil || !slices.Equal(importers, []string{"engine", "engine/audit", "engine/sweep"}) {
		t.Errorf("imported by %v: %v", importers, err)
	}
}
