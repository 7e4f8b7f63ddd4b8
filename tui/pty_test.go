//go:build unix

package tui

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// asProgram, when set, makes the test binary be the dashboard in one of the modes below.
const asProgram = "DPALS_TUI_PROGRAM"

// asSession names the file of its session.
const asSession = "DPALS_TUI_SESSION"

const (
	modeTrain       = "train"
	modePanicFit    = "panic in the trainer"
	modePanicRun    = "panic before the trainer"
	modePanicView   = "panic in View"
	modeEverlasting = "never ends by itself"
	modeLoading     = "never loads"
	modeBusy        = "trains for minutes on every core"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(asProgram); mode != "" {
		program(mode)
		return
	}
	os.Exit(m.Run())
}

// program is what runs inside the pseudo-terminal: the dashboard on generated ratings.
func program(mode string) {
	o := Options{Problem: engine.Problem{Name: "synth:skewed:small"}, Config: engine.Config{Method: "dpals"}, Theme: "dark", Mouse: true}
	o.Load = func(ctx context.Context) (engine.Problem, error) {
		r, err := loaders.Open(ctx, "synth:lowrank:n=400,m=60", loaders.Options{})
		if err != nil {
			return engine.Problem{}, err
		}
		split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
		return engine.Problem{Split: split}, err
	}
	run := func(fit func(context.Context, *method.Task) (method.Model, error)) {
		o.Run = func(ctx context.Context, p engine.Problem, c engine.Config) (*engine.History, error) {
			m, err := engine.Lookup(c.Method)
			if err != nil || c.Method != o.Config.Method {
				return engine.Run(ctx, p, c)
			}
			other := *m
			other.Fit = fit
			return engine.RunMethod(ctx, &other, p, c)
		}
	}
	if path := os.Getenv(asSession); path != "" {
		s, err := ReadSession(path)
		if err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		if o.SessionFile, o.Session = path, s; s != nil {
			o.Theme, o.Problem.Name = s.Theme, s.Data
			o.Config = engine.Config{Method: s.Method, Epsilon: s.Epsilon, Delta: s.Delta, Settings: s.Settings[s.Method]}
		}
	}
	switch mode {
	case modeBusy:
		o.Problem.Name = "ml-1m, or as large"
		o.Config = engine.Config{Method: "als", Settings: method.Settings{"rank": 256, "iterations": 100}}
		o.Load = largeProblem
	case modePanicFit:
		run(func(context.Context, *method.Task) (method.Model, error) { panic("the trainer met its match") })
	case modePanicRun:
		o.Run = func(context.Context, engine.Problem, engine.Config) (*engine.History, error) {
			panic("no trainer at all")
		}
	case modePanicView:
		o.foresee = func(p engine.Problem, c engine.Config) (*engine.Preview, error) { return &engine.Preview{}, nil }
	case modeLoading:
		o.Load = func(ctx context.Context) (engine.Problem, error) {
			<-ctx.Done()
			return engine.Problem{}, ctx.Err()
		}
	case modeEverlasting:
		run(func(ctx context.Context, _ *method.Task) (method.Model, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
	}
	o.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	if err := Run(context.Background(), o); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println("left in peace")
}

// terminal is the dashboard in a pseudo-terminal with an emulator that shows what a person would see.
type terminal struct {
	t        testing.TB
	file     *os.File // the program's end is its other side
	slave    *os.File
	before   *term.State
	emulator vt10x.Terminal
	cmd      *exec.Cmd
	exited   chan error

	mu  sync.Mutex
	raw strings.Builder
}

const patience = 20 * time.Second

func openTerminal(t testing.TB, mode string, environment ...string) *terminal {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a program in a pseudo-terminal")
	}
	file, slave, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	v := &terminal{t: t, file: file, slave: slave, exited: make(chan error, 1)}
	v.emulator = vt10x.New(vt10x.WithSize(120, 36), vt10x.WithWriter(io.Discard))
	v.size(120, 36)
	if v.before, err = term.GetState(slave.Fd()); err != nil {
		t.Fatal(err)
	}
	v.cmd = exec.Command(os.Args[0])
	v.cmd.Env = append(os.Environ(), asProgram+"="+mode, "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=")
	v.cmd.Env = append(v.cmd.Env, environment...)
	v.cmd.Stdin, v.cmd.Stdout, v.cmd.Stderr = slave, slave, slave
	// The terminal must be the program's own, or it hears nothing of a new size.
	v.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go v.read()
	go func() { v.exited <- v.cmd.Wait() }()
	t.Cleanup(func() {
		_ = v.cmd.Process.Kill()
		_ = slave.Close()
		_ = file.Close()
	})
	return v
}

func (v *terminal) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := v.file.Read(buf)
		if n > 0 {
			v.mu.Lock()
			v.raw.Write(buf[:n])
			_, _ = v.emulator.Write(buf[:n])
			v.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

func (v *terminal) size(w, h int) {
	if err := pty.Setsize(v.file, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		v.t.Fatal(err)
	}
	v.mu.Lock()
	v.emulator.Resize(w, h)
	v.mu.Unlock()
}

func (v *terminal) screen() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.emulator.String()
}

func (v *terminal) types(keys string) {
	v.t.Helper()
	if _, err := v.file.WriteString(keys); err != nil {
		v.t.Fatal(err)
	}
}

// until waits for a screen that satisfies ok.
func (v *terminal) until(what string, ok func(screen string) bool) string {
	v.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		s := v.screen()
		if ok(s) {
			return s
		}
		if time.Now().After(deadline) {
			v.t.Fatalf("never saw %s; the screen is\n%s", what, s)
		}
	}
}

func (v *terminal) sees(texts ...string) string {
	v.t.Helper()
	return v.until(fmt.Sprintf("%q", texts), func(s string) bool {
		for _, text := range texts {
			if !strings.Contains(s, text) {
				return false
			}
		}
		return true
	})
}

// leaves waits for the end and checks that the terminal is as it was.
func (v *terminal) leaves(wantError bool) {
	v.t.Helper()
	select {
	case err := <-v.exited:
		if (err != nil) != wantError {
			v.t.Errorf("exit: %v", err)
		}
	case <-time.After(patience):
		v.t.Fatalf("the program does not end; the screen is\n%s", v.screen())
	}
	after, err := term.GetState(v.slave.Fd())
	if err != nil {
		v.t.Fatal(err)
	}
	if fmt.Sprint(*after) != fmt.Sprint(*v.before) {
		v.t.Errorf("the terminal's settings are %v and were %v", *after, *v.before)
	}
	v.until("the shell's screen with its cursor", func(string) bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.emulator.Mode()&vt10x.ModeAltScreen == 0 && v.emulator.CursorVisible() &&
			v.emulator.Mode()&vt10x.ModeMouseMask == 0
	})
	v.mu.Lock()
	defer v.mu.Unlock()
	raw := v.raw.String()
	for on, off := range map[string]string{"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h", "\x1b[?2004h": "\x1b[?2004l", "\x1b[?1002h": "\x1b[?1002l"} {
		if i, j := strings.LastIndex(raw, on), strings.LastIndex(raw, off); i >= 0 && j < i {
			v.t.Errorf("%q is not undone", on)
		}
	}
	if strings.Contains(raw, "\x1b]11;#") && !strings.Contains(raw[strings.LastIndex(raw, "\x1b]11;#"):], "\x1b]111") {
		v.t.Error("the background colour is not given back")
	}
}

func TestTerminal(t *testing.T) {
	v := openTerminal(t, modeTrain)
	v.sees("dpals", "1 Tune")
	v.sees("✓ done", "ε 1.0 this run")
	v.types("\x1b[C") // right: ε up
	v.sees("✓ done", "ε 1.5 this run", "ε 1.0 last run")
	v.size(80, 24)
	v.until("a narrow screen", func(s string) bool {
		return strings.Contains(s, "✓ done") && !strings.Contains(s, "This session") && strings.Contains(s, "session: ε")
	})
	v.size(50, 10)
	v.sees("needs 60×24")
	v.size(120, 36)
	v.sees("This session", "over 2 runs")
	v.types("q")
	v.leaves(false)
	v.sees("left in peace")
}

// What was left is found again: the knobs, the pin, the theme, the screen.
func TestTerminalRestores(t *testing.T) {
	session := asSession + "=" + t.TempDir() + "/session.json"
	v := openTerminal(t, modeTrain, session)
	v.sees("✓ done", "ε 1.0 this run")
	v.types("p\x1b[C")
	v.sees("✓ done", "ε 1.5 this run", "ε 1.0 pinned")
	v.types(":light\r")
	v.sees("theme: light")
	v.types("z")
	v.types("4")
	v.sees("Releases")
	v.types("q")
	v.leaves(false)
	v = openTerminal(t, modeTrain, session)
	v.sees("Releases", "4 Privacy")
	v.types("1")
	v.sees("✓ done", "ε 1.5 this run", "ε 1.0 pinned")
	v.types("q")
	v.leaves(false)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !strings.Contains(v.raw.String(), "\x1b]11;#fbfaf7") { // the light theme's background
		t.Error("the theme is another one")
	}
}

func TestTerminalCancel(t *testing.T) {
	v := openTerminal(t, modeEverlasting)
	v.sees("starting", "being trained")
	v.types("q")
	v.sees("a run is training")
	v.types("n\x03")
	v.sees("stopped before the first step")
	v.types("\r")
	v.until("a run again", func(s string) bool { return !strings.Contains(s, "stopped before") })
	v.types("\x03")
	v.types("\x03")
	v.leaves(false)
}

func TestTerminalAfterPanic(t *testing.T) {
	for _, mode := range []string{modePanicFit, modePanicRun} {
		t.Run(mode, func(t *testing.T) {
			v := openTerminal(t, mode)
			v.sees("failed: the trainer crashed: ")
			v.types("\x1b[C\x1b[B") // it goes on working
			v.sees("1.5*")
			v.types("q")
			v.leaves(false)
			v.until("the stack, after the screen is gone", func(string) bool {
				v.mu.Lock()
				defer v.mu.Unlock()
				_, after, left := strings.Cut(v.raw.String(), "\x1b[?1049l")
				return left && strings.Contains(after, "a run failed") && strings.Contains(after, "pty_test.go")
			})
			if before, _, _ := strings.Cut(v.raw.String(), "\x1b[?1049l"); strings.Contains(before, "pty_test.go") {
				t.Error("the stack was written over the screen")
			}
		})
	}
	t.Run(modePanicView, func(t *testing.T) {
		v := openTerminal(t, modePanicView)
		v.leaves(true)
	})
}
