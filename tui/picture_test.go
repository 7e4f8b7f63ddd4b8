package tui_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// picturesTo, when set, makes the test binary draw the pictures of the README into the folder that it names.
const picturesTo = "DPALS_TUI_PICTURES"

// TestPictures keeps docs/*.svg what the program shows: go generate ./tui draws them anew.
func TestPictures(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("trains on all of synth:skewed")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("processors of another kind round otherwise, so its pictures are others")
	}
	if dir := os.Getenv(picturesTo); dir != "" {
		drawPictures(t, dir)
		return
	}
	// Kernels round differently, so the pictures are drawn by a process that has the one which every machine has.
	cmd := exec.Command(os.Args[0], "-test.run", "^TestPictures$", "-test.count", "1", "-test.timeout", "5m")
	drawn := t.TempDir()
	cmd.Env = append(os.Environ(), "DPALS_KERNEL=portable", picturesTo+"="+drawn)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	update := flag.Lookup("update")
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			file := filepath.Join("..", "docs", p.name+".svg")
			now, err := os.ReadFile(filepath.Join(drawn, p.name+".svg"))
			if err != nil {
				t.Fatal(err)
			}
			if update != nil && update.Value.String() == "true" {
				if err := os.WriteFile(file, now, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			kept, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(kept, now) {
				t.Errorf("%s is not what the program shows any more: draw it with go generate ./tui, and look at it", file)
			}
		})
	}
}
