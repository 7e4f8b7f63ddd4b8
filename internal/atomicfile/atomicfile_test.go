package atomicfile

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWriteReplacesTheFileOrLeavesItAlone(t *testing.T) {
	broken := errors.New("broken")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx     context.Context
		fails   error
		content string
	}{
		"written":   {context.Background(), nil, "new"},
		"failed":    {context.Background(), broken, "old"},
		"cancelled": {cancelled, nil, "old"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x")
			if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			err := Write(c.ctx, path, 0o600, func(w io.Writer) error {
				_, err := w.Write([]byte("new"))
				return errors.Join(err, c.fails)
			})
			if (err == nil) != (c.content == "new") || c.fails != nil && !errors.Is(err, c.fails) || c.ctx.Err() != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
			if content, err := os.ReadFile(path); err != nil || string(content) != c.content {
				t.Errorf("the file holds %q, error %v; want %q", content, err, c.content)
			}
			if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
				t.Errorf("files %v, error %v", files, err)
			}
		})
	}
}

func TestErrorsNameNoPath(t *testing.T) {
	folder := t.TempDir()
	err := Write(context.Background(), filepath.Join(folder, "none", "x"), 0o600, func(io.Writer) error { return nil })
	if !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), folder) || strings.Contains(err.Error(), TempPrefix) {
		t.Errorf("error %v", err)
	}
}
