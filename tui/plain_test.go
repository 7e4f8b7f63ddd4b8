package tui_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/session"
)

// endedRun returns a run that has ended with these events.
func endedRun(events ...engine.Event) *driver.Run {
	f := driver.NewRun()
	f.Sent = events
	close(f.Finished)
	return f
}

func TestPlain(t *testing.T) {
	o := driver.Options()
	o.Config = engine.Config{Method: "dpals", Epsilon: 1, Delta: 1e-5, Accountant: "exact"}
	preview, err := driver.Foresee(o.Problem, o.Config)
	if err != nil {
		t.Fatal(err)
	}
	plan := preview.Plan
	release := plan.Releases[0]
	o.Launch = func(context.Context, engine.Problem, engine.Config) (session.Follower, error) {
		return endedRun(engine.Started{Method: "dpals", Plan: plan},
			engine.Released{Charge: accounting.Charge{Release: release, SpentMu: release.Mu, SpentEpsilon: 0.3}},
			engine.Iterated{T: 1, Of: 2, TrainRMSE: 0.98, ValidRMSE: 1.01, Epsilon: 0.3, Elapsed: 1500 * time.Millisecond},
			engine.Iterated{T: 2, Of: 2, TrainRMSE: 0.95, ValidRMSE: math.NaN(), Epsilon: 1, Elapsed: 3 * time.Second},
			engine.Ended{Result: &engine.Result{Method: "dpals", Private: true, Accountant: "exact", Epsilon: 1, Delta: 1e-5,
				TrainRMSE: 0.95, ValidRMSE: 0.987, TestRMSE: 0.992, Iterations: 2, Elapsed: 3 * time.Second}}), nil
	}
	var out bytes.Buffer
	if err := tui.Plain(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	golden.RequireEqual(t, out.String())
}

func TestPlainReportsErrors(t *testing.T) {
	crash := func(ctx context.Context, p engine.Problem, c engine.Config) (session.Follower, error) {
		m := *driver.PrivateMethod
		m.Fit = func(context.Context, *method.Task) (method.Model, error) { panic("out of luck") }
		return engine.RunMethod(ctx, &m, p, c)
	}
	for name, test := range map[string]struct {
		change func(*session.Options)
		want   string // the error
		line   string // among the lines
		log    string
	}{
		"no ratings":  {func(o *session.Options) { o.Problem.Split = nil }, "no ratings to train on", "", ""},
		"not loaded":  {func(o *session.Options) { o.Problem.Split = nil; o.Load = notLoaded }, "not found", "loading ml-1m", ""},
		"wrong knob":  {func(o *session.Options) { o.Config.Settings = method.Settings{"k": -3} }, "k -3: out of range", "", ""},
		"crash":       {func(o *session.Options) { o.Launch = crash }, "the trainer crashed: out of luck", "failed: the trainer crashed", "plain_test.go"},
		"interrupted": {func(o *session.Options) { o.Launch = interrupted }, "context canceled", "stopped: context canceled", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out, log bytes.Buffer
			o := driver.Options()
			o.Config = engine.Config{Method: "dpals", Epsilon: 1, Delta: 1e-5, Accountant: "exact"}
			o.Log = slog.New(slog.NewTextHandler(&log, nil))
			test.change(&o)
			err := tui.Plain(t.Context(), &out, o)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, test.want)
			}
			if !strings.Contains(out.String(), test.line) {
				t.Errorf("no line says %q:\n%s", test.line, out.String())
			}
			if !strings.Contains(log.String(), test.log) || test.log == "" && log.Len() > 0 {
				t.Errorf("the log is %q, want %q in it", log.String(), test.log)
			}
		})
	}
}

func notLoaded(context.Context) (engine.Problem, error) {
	return engine.Problem{}, errors.New("ml-1m: not found; fetch it first")
}

func interrupted(context.Context, engine.Problem, engine.Config) (session.Follower, error) {
	return endedRun(engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}), nil
}

// A closed output, such as a pager that has ended, cancels the run.
func TestPlainStopsWhenItsOutputIsClosed(t *testing.T) {
	o := driver.Options()
	o.Config = engine.Config{Method: "dpals", Epsilon: 1, Delta: 1e-5, Accountant: "exact"}
	f := endedRun(engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	o.Launch = func(context.Context, engine.Problem, engine.Config) (session.Follower, error) { return f, nil }
	if err := tui.Plain(t.Context(), brokenPipe{}, o); err == nil || !f.Cancelled {
		t.Errorf("error %v, cancelled %v", err, f.Cancelled)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// Where errors are releases, the lines do not depend on earlier charges: that the ledger has an entry for these ratings
// reveals that none has changed. Where errors are not releases, the lines show the ledger.
func TestPublishableLinesDoNotDependOnTheLedger(t *testing.T) {
	lines := func(charged, metrics float64) string {
		o := driver.Options()
		o.Config = engine.Config{Method: "dpals", Epsilon: 1, Delta: 1e-5, Accountant: "exact", PrivateMetrics: metrics}
		status := driver.Standing(t, charged, 20)
		o.Status = func(string) (ledger.Status, error) { return status, nil }
		preview, err := driver.Foresee(o.Problem, o.Config)
		if err != nil {
			t.Fatal(err)
		}
		o.Launch = func(context.Context, engine.Problem, engine.Config) (session.Follower, error) {
			return endedRun(engine.Started{Method: "dpals", Plan: preview.Plan},
				engine.Ended{Result: &engine.Result{Method: "dpals", Private: true, Accountant: "exact", Epsilon: 1, Delta: 1e-5, ValidRMSE: 0.9, MetricsPrivate: metrics > 0}}), nil
		}
		var out bytes.Buffer
		if err := tui.Plain(t.Context(), &out, o); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if known, unknown := lines(8, 0.1), lines(0, 0.1); known != unknown {
		t.Errorf("of ratings with ε 8 charged\n%s\nand of others\n%s", known, unknown)
	}
	if known, unknown := lines(8, 0), lines(0, 0); known == unknown {
		t.Errorf("the comparison detects nothing: both are\n%s", known)
	}
}
