//go:build unix

package tui

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// A program that is told to terminate ends promptly, whatever it is at, and leaves the terminal as it was.
func TestTerminalAfterTerminate(t *testing.T) {
	for _, c := range []struct {
		name, mode string
		seen       string
		press      string
	}{
		{"while it loads", modeLoading, "loading synth:skewed:small", ""},
		{"while a run trains", modeEverlasting, "being trained", ""},
		{"while it asks", modeEverlasting, "a run is training", "q"},
		{"while nothing runs", modeTrain, "✓ done", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := openTerminal(t, c.mode)
			v.sees("1 Tune")
			if c.press != "" {
				v.sees("being trained")
			}
			v.types(c.press)
			v.sees(c.seen)
			began := time.Now()
			if err := v.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			v.leaves(true)
			if took := time.Since(began); took > patience/4 {
				t.Errorf("it took %v", took)
			}
			v.sees("error: context canceled")
		})
	}
}

// A terminal that cannot move its cursor gets lines.
func TestDumbTerminalGetsLines(t *testing.T) {
	v := openTerminal(t, modeTrain, "TERM=dumb")
	v.sees("done in", "left in peace")
	v.mu.Lock()
	defer v.mu.Unlock()
	if raw := v.raw.String(); strings.Contains(raw, "\x1b") {
		t.Errorf("escape sequences in %q", raw)
	}
}
