//go:build unix

package tui_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/tuitest/emulator"
	"dpals/loaders"
	"dpals/loaders/sources"
	"dpals/tui"
	"dpals/tui/session"
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
	modeMeasured    = "says what runs cost"
	modeHeadless    = "trains once without a screen"
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
	if mode == modeHeadless {
		headless()
		return
	}
	o := session.Options{Problem: engine.Problem{Name: "synth:skewed:small"}, Config: engine.Config{Method: "dpals"}, Theme: "dark", Mouse: true}
	o.Load = func(ctx context.Context) (engine.Problem, error) {
		r, err := sources.Open(ctx, "synth:lowrank:n=400,m=60", sources.Options{})
		if err != nil {
			return engine.Problem{}, err
		}
		split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
		return engine.Problem{Split: split}, err
	}
	run := func(fit func(context.Context, *method.Task) (method.Model, error)) {
		o.Launch = func(ctx context.Context, p engine.Problem, c engine.Config) (session.Follower, error) {
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
		s, err := session.ReadSaved(path)
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
	case modeMeasured:
		o.Problem.Name = "ml-1m, or as large"
		o.Config, o.Load = measuredConfig, largeProblem
		o.Launch = func(ctx context.Context, p engine.Problem, c engine.Config) (session.Follower, error) {
			return measured(ctx, p, c)
		}
	case modePanicFit:
		run(func(context.Context, *method.Task) (method.Model, error) { panic("a failure in the trainer") })
	case modePanicRun:
		o.Launch = func(context.Context, engine.Problem, engine.Config) (session.Follower, error) {
			panic("a failure before the trainer")
		}
	case modePanicView:
		o.Foresee = func(p engine.Problem, c engine.Config) (*engine.Preview, error) { return &engine.Preview{}, nil }
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
	if err := tui.Run(context.Background(), o); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println("ended without an error")
}

// openTerminal runs this test binary as the dashboard in one of the modes.
func openTerminal(t testing.TB, mode string, environment ...string) *emulator.Terminal {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append([]string{asProgram + "=" + mode}, environment...)
	return emulator.Start(t, cmd)
}

func TestTerminal(t *testing.T) {
	v := openTerminal(t, modeTrain)
	v.Sees("dpals", "1 Tune")
	v.Sees("✓ done", "ε 1.0 this run")
	v.Types("\x1b[C") // right: ε up
	v.Sees("✓ done", "ε 1.5 this run", "ε 1.0 last run")
	v.Resize(80, 24)
	v.Until("a narrow screen", func(s string) bool {
		return strings.Contains(s, "✓ done") && !strings.Contains(s, "This session") && strings.Contains(s, "session: charged ε")
	})
	v.Resize(50, 10)
	v.Sees("needs 60×24")
	v.Resize(120, 36)
	v.Sees("This session", "over 2 runs")
	v.Types("q")
	v.Leaves(false)
	v.Sees("ended without an error")
}

// What was left is found again: the knobs, the pin, the theme, the screen.
func TestTerminalRestores(t *testing.T) {
	session := asSession + "=" + t.TempDir() + "/session.json"
	v := openTerminal(t, modeTrain, session)
	v.Sees("✓ done", "ε 1.0 this run")
	v.Types("p\x1b[C")
	v.Sees("✓ done", "ε 1.5 this run", "ε 1.0 pinned")
	v.Types(":light\r")
	v.Sees("theme: light")
	v.Types("z")
	v.Types("4")
	v.Sees("Releases")
	v.Types("q")
	v.Leaves(false)
	v = openTerminal(t, modeTrain, session)
	v.Sees("Releases", "4 Privacy")
	v.Types("1")
	v.Sees("✓ done", "ε 1.5 this run", "ε 1.0 pinned")
	v.Types("q")
	v.Leaves(false)
	if !strings.Contains(v.Written(), "\x1b]11;#fbfaf7") { // the light theme's background
		t.Error("the theme is another one")
	}
}

func TestTerminalCancel(t *testing.T) {
	v := openTerminal(t, modeEverlasting)
	v.Sees("starting", "training the first iteration")
	v.Types("q")
	v.Sees("a run is training")
	v.Types("n\x03")
	v.Sees("stopped before the first iteration")
	v.Types("\r")
	v.Until("a run again", func(s string) bool { return !strings.Contains(s, "stopped before") })
	v.Types("\x03")
	v.Types("\x03")
	v.Leaves(false)
}

func TestTerminalAfterPanic(t *testing.T) {
	for _, mode := range []string{modePanicFit, modePanicRun} {
		t.Run(mode, func(t *testing.T) {
			v := openTerminal(t, mode)
			v.Sees("failed: the trainer crashed: ")
			v.Types("\x1b[C\x1b[B") // it goes on working
			v.Sees("1.5*")
			v.Types("q")
			v.Leaves(false)
			v.Until("the stack, after the screen is gone", func(string) bool {
				_, after, left := strings.Cut(v.Written(), "\x1b[?1049l")
				return left && strings.Contains(after, "a run failed") && strings.Contains(after, "pty_test.go")
			})
			if before, _, _ := strings.Cut(v.Written(), "\x1b[?1049l"); strings.Contains(before, "pty_test.go") {
				t.Error("the stack was written over the screen")
			}
		})
	}
	t.Run(modePanicView, func(t *testing.T) {
		v := openTerminal(t, modePanicView)
		v.Leaves(true)
	})
}
