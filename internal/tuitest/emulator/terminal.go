//go:build unix

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

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Patience is how long a terminal waits for an expected screen before the test fails and prints the screen.
const Patience = 20 * time.Second

// The first size of a terminal, in cells.
const (
	width  = 120
	height = 36
)

// Terminal is a pseudo-terminal with a program in it. Only the goroutine of the test may call its methods.
type Terminal struct {
	t        testing.TB
	file     *os.File // the test's side
	terminal *os.File // the program's side, kept open to read its settings after the program has exited
	before   *term.State
	cmd      *exec.Cmd
	exited   chan error
	written  chan struct{} // filled when the program has written

	mu       sync.Mutex // guards the fields below, which change while the program writes
	emulator *vt.Emulator
	modes    map[ansi.Mode]bool // the modes that the program has changed
	raw      strings.Builder
}

// Start runs a command in a terminal of 120×36 cells until the command exits or the test ends. It adds the variables of
// a terminal with all colours to the command's environment; variables that the command sets win. Start skips short
// tests, and tests on systems without pseudo-terminals.
func Start(t testing.TB, cmd *exec.Cmd) *Terminal {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a program in a pseudo-terminal")
	}
	file, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	v := &Terminal{t: t, file: file, terminal: terminal, cmd: cmd, exited: make(chan error, 1), written: make(chan struct{}, 1)}
	v.emulator, v.modes = vt.NewEmulator(width, height), map[ansi.Mode]bool{ansi.ModeTextCursorEnable: true}
	v.emulator.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { v.modes[m] = true },
		DisableMode: func(m ansi.Mode) { v.modes[m] = false },
	})
	v.Resize(width, height)
	if v.before, err = term.GetState(terminal.Fd()); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR="), cmd.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	// Without a controlling terminal the program gets no signal when the size changes.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go v.read()
	// The emulator's answers to the program's questions are dropped: a program must work in a terminal that gives none.
	go func() { _, _ = io.Copy(io.Discard, v.emulator) }()
	go func() { v.exited <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = terminal.Close()
		_ = file.Close()
		if answers, ok := v.emulator.InputPipe().(io.Closer); ok {
			_ = answers.Close()
		}
	})
	return v
}

// read passes what the program writes to the emulator.
func (v *Terminal) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := v.file.Read(buf)
		v.mu.Lock()
		v.raw.Write(buf[:n])
		_, _ = v.emulator.Write(buf[:n])
		v.mu.Unlock()
		select {
		case v.written <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// Resize sets the size of the terminal to w×h cells.
func (v *Terminal) Resize(w, h int) {
	v.t.Helper()
	if err := pty.Setsize(v.file, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		v.t.Fatal(err)
	}
	v.mu.Lock()
	v.emulator.Resize(w, h)
	v.mu.Unlock()
}

// Process returns the program's process.
func (v *Terminal) Process() *os.Process { return v.cmd.Process }

// Screen returns the lines on the screen, without colours.
func (v *Terminal) Screen() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.emulator.String()
}

// Written returns every byte that the program has written so far.
func (v *Terminal) Written() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.raw.String()
}

// Types sends keys to the program.
func (v *Terminal) Types(keys string) {
	v.t.Helper()
	if _, err := v.file.WriteString(keys); err != nil {
		v.t.Fatal(err)
	}
}

// Until waits for a screen that satisfies ok and returns it. The test fails if none appears in time.
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
		case <-v.written:
		case <-late.C:
			v.t.Fatalf("no screen with %s within %v; the last screen:\n%s%s", what, Patience, s, v.afterScreen())
		}
	}
}

// afterScreen returns what the program has written since it left the alternate screen, such as the reason of a crash;
// "" if it has not left it.
func (v *Terminal) afterScreen() string {
	written := v.Written()
	const leave = "\x1b[?1049l"
	i := strings.LastIndex(written, leave)
	if i < 0 {
		return ""
	}
	return "written after the program left the alternate screen:\n" + written[i+len(leave):]
}

// Sees waits for a screen that contains all the texts and returns it.
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

// Leaves waits until the program exits, and checks that it restored the terminal.
func (v *Terminal) Leaves(wantError bool) {
	v.t.Helper()
	select {
	case err := <-v.exited:
		if (err != nil) != wantError {
			v.t.Errorf("exit: %v, want an error: %v", err, wantError)
		}
	case <-time.After(Patience):
		v.t.Fatalf("the program did not exit within %v; the last screen:\n%s", Patience, v.Screen())
	}
	after, err := term.GetState(v.terminal.Fd())
	if err != nil {
		v.t.Fatal(err)
	}
	if fmt.Sprint(*after) != fmt.Sprint(*v.before) {
		v.t.Errorf("terminal settings not restored: %v, want %v", *after, *v.before)
	}
	v.Until("the shell's screen, its cursor and no mouse events", func(string) bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return !v.emulator.IsAltScreen() && v.modes[ansi.ModeTextCursorEnable] && !v.tracksMouse()
	})
	raw := v.Written()
	for on, off := range map[string]string{"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h", "\x1b[?2004h": "\x1b[?2004l", "\x1b[?1002h": "\x1b[?1002l"} {
		if i, j := strings.LastIndex(raw, on), strings.LastIndex(raw, off); i >= 0 && j < i {
			v.t.Errorf("%q was not followed by %q", on, off)
		}
	}
	if strings.Contains(raw, "\x1b]11;#") && !strings.Contains(raw[strings.LastIndex(raw, "\x1b]11;#"):], "\x1b]111") {
		v.t.Error("the background colour was not reset")
	}
}

// tracksMouse tells whether the terminal reports mouse events. The caller holds mu.
func (v *Terminal) tracksMouse() bool {
	return v.modes[ansi.ModeMouseX10] || v.modes[ansi.ModeMouseNormal] || v.modes[ansi.ModeMouseHighlight] ||
		v.modes[ansi.ModeMouseButtonEvent] || v.modes[ansi.ModeMouseAnyEvent]
}
