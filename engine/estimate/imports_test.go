package estimate

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// What computes with released numbers alone imports no package through which ratings can be reached.
func TestImportsReachNoRatings(t *testing.T) {
	files := 0
	for _, dir := range []string{".", filepath.Join("..", "alseb", "internal", "posterior")} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				switch name := strings.Trim(spec.Path.Value, `"`); {
				case !strings.HasPrefix(name, "dpals/"):
				case name == "dpals/engine/kernel", name == "dpals/engine/estimate", strings.HasSuffix(name, "/parallel"):
				default:
					t.Errorf("%s imports %s", path, name)
				}
			}
		}
	}
	if files < 8 {
		t.Errorf("%d files read", files)
	}
}
