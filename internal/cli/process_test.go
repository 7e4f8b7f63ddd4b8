//go:build unix

package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// process returns dpals with arguments, to be started.
func process(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, exe, "-test.run=^TestProcess$")
	cmd.Env = append(os.Environ(), "DPALS_TEST_ARGUMENTS="+strings.Join(args, "\n"))
	return cmd
}

func TestProcess(t *testing.T) {
	args := os.Getenv("DPALS_TEST_ARGUMENTS")
	if args == "" {
		t.Skip("is the process of other tests")
	}
	os.Exit(Main(strings.Split(args, "\n")))
}

// Help and usage errors send no queries to the terminal, since some never answer. Symbols are those of the papers.
func TestHelpSendsNoEscapeSequences(t *testing.T) {
	for name, c := range map[string]struct {
		args   []string
		status int
		want   []string
	}{
		"help":        {[]string{"train", "--help"}, exitDone, []string{"ε, privacy budget", "σ_G/σ_g, ratio", "λ, weight", "Parameters of the method", "--clip-user N"}},
		"help on":     {[]string{"help", "train"}, exitDone, []string{"ε, privacy budget", "σ_G/σ_g, ratio"}},
		"root":        {[]string{"--help"}, exitDone, []string{"Commands", "train ", "--plain", "--state FOLDER"}},
		"wrong usage": {[]string{"train", "--nope"}, exitUsage, []string{"dpals: --nope: unknown flag of dpals train"}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			cmd := process(ctx, t, c.args...)
			terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 60, Cols: 72})
			if err != nil {
				t.Skipf("no pseudo-terminal here: %v", err)
			}
			defer terminal.Close()
			text, _ := io.ReadAll(terminal) // ends with an error where the process does
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != c.status || ctx.Err() != nil {
				t.Errorf("ended with %d, want %d", got, c.status)
			}
			if bytes.Contains(text, []byte("\x1b")) {
				t.Errorf("sent an escape sequence: %q", text)
			}
			for _, want := range c.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("%q is missing from\n%s", want, text)
				}
			}
			for line := range strings.Lines(string(text)) {
				if n := len([]rune(strings.TrimSpace(line))); c.status == exitDone && n > 72 && !strings.HasPrefix(line, "  dpals") {
					t.Errorf("%d cells on a screen of 72: %s", n, line)
				}
			}
		})
	}
}

// Reading a pipe without a writer can be interrupted.
func TestPipeWithoutWriterIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	// A signal that comes before the program listens for it ends the process by itself: then it gets more time.
	for start := 200 * time.Millisecond; ; start *= 2 {
		cmd := process(ctx, t, "data", "info", path)
		var text strings.Builder
		cmd.Stderr = &text
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(start)
		cmd.Process.Signal(syscall.SIGINT)
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got >= 0 || ctx.Err() != nil {
			if got != exitInterrupted || !strings.Contains(text.String(), "interrupted") {
				t.Errorf("ended with %d: %s", got, text.String())
			}
			return
		}
	}
}
