//go:build unix

// Package emulator runs a program in a pseudo-terminal for tests: they type, and look at what a person would see.
package emulator

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// Patience is how long a terminal waits for what it is to show, before the test fails with the screen as it is.
const Patience = 20 * time.Second

// The size a terminal has first, in cells.
const (
	width  = 120
	height = 36
)

// Terminal is a pseudo-terminal with a program in it. Its methods are for the goroutine of the test.
type Terminal struct {
	t      testing.TB
	file   *os.File // the program's end is its other side
	slave  *os.File
	before *term.State
	cmd    *exec.Cmd
	exited chan error
	fresh  chan struct{} // filled when the program has written

	mu       sync.Mutex // what follows is filled while the program writes
	emulator vt10x.Terminal
	raw      strings.Builder
}

// Start runs a command in a terminal of 120×36 cells, until it ends or the test does. It adds to the command's
// environment what a terminal with all colours has; where that has been set, it stays. Short tests are skipped, and
// those where there is no pseudo-terminal.
func Start(t testing.TB, cmd *exec.Cmd) *Terminal {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a program in a pseudo-terminal")
	}
	file, slave, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	v := &Terminal{t: t, file: file, slave: slave, cmd: cmd, exited: make(chan error, 1), fresh: make(chan struct{}, 1)}
	v.emulator = vt10x.New(vt10x.WithSize(width, height), vt10x.WithWriter(io.Discard))
	v.Resize(width, height)
	if v.before, err = term.GetState(slave.Fd()); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR="), cmd.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	// The terminal must be the program's own, or it hears nothing of a new size.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go v.read()
	go func() { v.exited <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = slave.Close()
		_ = file.Close()
	})
	return v
}

// read gives the emulator what the program writes, in whole characters: it loses those that come in two parts.
func (v *Terminal) read() {
	buf, kept := make([]byte, 1<<16), 0
	for {
		n, err := v.file.Read(buf[kept:])
		v.mu.Lock()
		v.raw.Write(buf[kept : kept+n])
		n += kept
		whole := n - partial(buf[:n])
		_, _ = v.emulator.Write(buf[:whole])
		v.mu.Unlock()
		kept = copy(buf, buf[whole:n])
		select {
		case v.fresh <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// partial is the number of bytes at the end of p that begin a character of UTF-8 and do not complete it.
func partial(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if tail := p[len(p)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Resize makes the terminal w×h cells.
func (v *Terminal) Resize(w, h int) {
	v.t.Helper()
	if err := pty.Setsize(v.file, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		v.t.Fatal(err)
	}
	v.mu.Lock()
	v.emulator.Resize(w, h)
	v.mu.Unlock()
}

// Process is the program's.
func (v *Terminal) Process() *os.Process { return v.cmd.Process }

// Screen is what is seen: the lines without their colours.
func (v *Terminal) Screen() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.emulator.String()
}

// Written is every byte that the program has written so far.
func (v *Terminal) Written() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.raw.String()
}

// Types sends keys as a terminal does.
func (v *Terminal) Types(keys string) {
	v.t.Helper()
	if _, err := v.file.WriteString(keys); err != nil {
		v.t.Fatal(err)
	}
}

// Until waits for a screen that satisfies ok, and returns it.
func (v *Terminal) Until(what string, ok func(screen string) bool) string {
	v.t.Helper()
	late := time.NewTimer(Patience)
	defer late.Stop()
	for {
		s := v.Screen()
		if ok(s) {
			return s
		}
		select {
		case <-v.fresh:
		case <-late.C:
			v.t.Fatalf("never saw %s; the screen is\n%s%s", what, s, v.lastWords())
		}
	}
}

// lastWords are what the program has written since it left the screen, such as why it crashed; "" while it has not.
func (v *Terminal) lastWords() string {
	written := v.Written()
	const leave = "\x1b[?1049l"
	i := strings.LastIndex(written, leave)
	if i < 0 {
		return ""
	}
	return "and after the program left it\n" + written[i+len(leave):]
}

// Sees waits for a screen with all the texts, and returns it.
func (v *Terminal) Sees(texts ...string) string {
	v.t.Helper()
	return v.Until(fmt.Sprintf("%q", texts), func(s string) bool {
		for _, text := range texts {
			if !strings.Contains(s, text) {
				return false
			}
		}
		return true
	})
}

// Leaves waits for the program's end and checks that the terminal is as it was.
func (v *Terminal) Leaves(wantError bool) {
	v.t.Helper()
	select {
	case err := <-v.exited:
		if (err != nil) != wantError {
			v.t.Errorf("exit: %v", err)
		}
	case <-time.After(Patience):
		v.t.Fatalf("the program does not end; the screen is\n%s", v.Screen())
	}
	after, err := term.GetState(v.slave.Fd())
	if err != nil {
		v.t.Fatal(err)
	}
	if fmt.Sprint(*after) != fmt.Sprint(*v.before) {
		v.t.Errorf("the terminal's settings are %v and were %v", *after, *v.before)
	}
	v.Until("the shell's screen with its cursor", func(string) bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.emulator.Mode()&vt10x.ModeAltScreen == 0 && v.emulator.CursorVisible() &&
			v.emulator.Mode()&vt10x.ModeMouseMask == 0
	})
	raw := v.Written()
	for on, off := range map[string]string{"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h", "\x1b[?2004h": "\x1b[?2004l", "\x1b[?1002h": "\x1b[?1002l"} {
		if i, j := strings.LastIndex(raw, on), strings.LastIndex(raw, off); i >= 0 && j < i {
			v.t.Errorf("%q is not undone", on)
		}
	}
	if strings.Contains(raw, "\x1b]11;#") && !strings.Contains(raw[strings.LastIndex(raw, "\x1b]11;#"):], "\x1b]111") {
		v.t.Error("the background colour is not given back")
	}
}
