//go:build unix

package writers

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/readers"
	"dpals/loaders/synthetic"
)

// some returns the ratings in someText.
func some(t *testing.T) *loaders.Ratings {
	t.Helper()
	return read(t, ratingstest.WriteFile(t, "r.csv", someText))
}

const someText = "user,item,rating\na,x,1\nb,y,2\n"

// read returns the ratings in a file.
func read(t *testing.T, path string) *loaders.Ratings {
	t.Helper()
	r, err := readers.Read(context.Background(), path, readers.Options{})
	return ratingstest.Loaded(t, r, err)
}

func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	return path
}

func TestSave(t *testing.T) {
	always := context.Background()
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	ratingstest.WriteFileAt(t, in("old.csv"), "old")
	if err := os.Chmod(in("old.csv"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"link.csv": "old.csv", "dangling.csv": "sub/made.csv"} {
		if err := os.Symlink(target, in(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(in("sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := some(t)
	for name, end := range map[string]string{"new.csv": "new.csv", "link.csv": "old.csv", "dangling.csv": "sub/made.csv"} {
		if err := Save(always, in(name), r, "csv"); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text, err := os.ReadFile(in(end)); err != nil || string(text) != someText {
			t.Errorf("%s holds %q, %v", end, text, err)
		}
		if info, err := os.Lstat(in(name)); err != nil || info.Mode().IsRegular() != (name == end) {
			t.Errorf("%s became %v, %v", name, info.Mode(), err)
		}
	}
	if info, err := os.Stat(in("old.csv")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("old.csv became readable by others: %v, %v", info.Mode(), err)
	}
	for _, name := range []string{"x.csv.gz", "x.csv.zst"} {
		if err := Save(always, in(name), r, "csv"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := ratingstest.Listing(read(t, in(name))); len(got) != 2 {
			t.Errorf("%s reads back as %q", name, got)
		}
	}
	if err := Save(always, os.DevNull, r, "csv"); err != nil {
		t.Errorf("%s: %v", os.DevNull, err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s was replaced: %v, %v", os.DevNull, info.Mode(), err)
	}
	left, err := filepath.Glob(in(".dpals-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestSaveWritesToAPipe(t *testing.T) {
	path := pipe(t)
	text := make(chan string)
	go func() {
		f, err := os.Open(path)
		if err != nil {
			text <- err.Error()
			return
		}
		defer f.Close()
		all, _ := io.ReadAll(f)
		text <- string(all)
	}()
	if err := Save(context.Background(), path, some(t), "csv"); err != nil {
		t.Fatal(err)
	}
	if got := <-text; got != someText {
		t.Errorf("the reader got %q", got)
	}
}

func TestSaveErrorsNameTheReasonAndNoPath(t *testing.T) {
	folder := t.TempDir()
	if err := os.Symlink("loop", filepath.Join(folder, "loop")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		folder:                                 "it is a folder",
		filepath.Join(folder, "no", "such"):    "no such file or directory",
		filepath.Join(folder, "loop"):          "too many",
		filepath.Join(folder, "sub", "x", "y"): "no such file or directory",
	} {
		err := Save(context.Background(), path, some(t), "csv")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), folder) || strings.Contains(err.Error(), ".dpals") {
			t.Errorf("%s: %v, want %q and no path", path, err, want)
		}
	}
	err := Save(context.Background(), filepath.Join(folder, "x"), some(t), "xls")
	var bad *loaders.InputError
	if !errors.As(err, &bad) {
		t.Errorf("an unknown format gives %v", err)
	}
}

// Both ends of a pipe wait for each other when they are opened, and again when they are read and written.
func TestWaitingForAPipeCanBeCancelled(t *testing.T) {
	r := some(t)
	more, err := synthetic.Generate(context.Background(), "synth:skewed:n=200,m=200,per=50", 0) // than a pipe holds
	if err != nil {
		t.Fatal(err)
	}
	source := ratingstest.WriteFile(t, "r.csv", someText)
	for name, c := range map[string]struct {
		other int // how another process has opened the pipe; 0: not at all
		wait  func(ctx context.Context, path string) error
	}{
		"no writer": {0, func(ctx context.Context, path string) error {
			_, err := readers.Read(ctx, path, readers.Options{})
			return err
		}},
		"silent writer": {syscall.O_RDWR, func(ctx context.Context, path string) error {
			_, err := readers.Read(ctx, path, readers.Options{})
			return err
		}},
		"no reader":   {0, func(ctx context.Context, path string) error { return Save(ctx, path, r, "csv") }},
		"idle reader": {syscall.O_RDWR, func(ctx context.Context, path string) error { return Save(ctx, path, more, "csv") }},
		"catalogue": {0, func(ctx context.Context, path string) error {
			_, err := readers.Read(ctx, source, readers.Options{Catalogue: path})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			path := pipe(t)
			if c.other != 0 {
				f, err := os.OpenFile(path, c.other, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
			}
			ctx, cancel := context.WithCancel(context.Background())
			ended := make(chan error, 1)
			go func() { ended <- c.wait(ctx, path) }()
			select {
			case err := <-ended:
				t.Fatalf("did not wait: %v", err)
			case <-time.After(20 * time.Millisecond):
			}
			cancel()
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("ended with %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("did not stop waiting")
			}
		})
	}
}
