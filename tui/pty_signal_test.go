//go:build unix

package tui_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"dpals/internal/tuitest/emulator"
)

// A program that is told to terminate ends promptly, whatever it is at, and leaves the terminal as it was.
func TestTerminalAfterTerminate(t *testing.T) {
	for _, c := range []struct {
		name, mode string
		seen       string
		press      string
	}{
		{"while it loads", modeLoading, "loading synth:skewed:small", ""},
		{"while a run trains", modeEverlasting, "training the first iteration", ""},
		{"while it asks", modeEverlasting, "a run is training", "q"},
		{"while nothing runs", modeTrain, "✓ done", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := openTerminal(t, c.mode)
			v.Sees("1 Tune")
			if c.press != "" {
				v.Sees("training the first iteration")
			}
			v.Types(c.press)
			v.Sees(c.seen)
			began := time.Now()
			if err := v.Process().Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			v.Leaves(true)
			if took := time.Since(began); took > emulator.Patience/4 {
				t.Errorf("it took %v", took)
			}
			v.Sees("error: context canceled")
		})
	}
}

// A terminal that cannot move its cursor gets lines.
func TestDumbTerminalGetsLines(t *testing.T) {
	v := openTerminal(t, modeTrain, "TERM=dumb")
	v.Sees("done in", "ended without an error")
	if raw := v.Written(); strings.Contains(raw, "\x1b") {
		t.Errorf("escape sequences in %q", raw)
	}
}
