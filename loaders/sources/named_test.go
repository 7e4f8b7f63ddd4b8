package sources

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestNamedSetsAreFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	own := t.TempDir()
	t.Setenv(FolderVariable, own)
	for _, dir := range []string{filepath.Join(own, "b"), filepath.Join(own, ".hidden"), filepath.Join("data", "a"), filepath.Join("data", "b")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(own, "file.csv"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := NamedSets(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("named sets are %q", got)
	}
}
