package runs_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"dpals/engine"
	"dpals/engine/store"
	"dpals/internal/tuitest/driver"
	"dpals/tui/runs"
	"dpals/tui/session"
)

// emptyStore is a store on disk.
func emptyStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// storedRuns waits until a store has n runs and returns them, latest first.
func storedRuns(t *testing.T, s *store.Store, n int) []store.Run {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		all, err := s.List(store.Filter{}, store.Sort{}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) >= n {
			return all
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d runs stored, want %d", len(all), n)
		}
	}
}

// The dashboard stores and lists its first run, the baseline and the reference.
func TestDashboardRunsAreStored(t *testing.T) {
	stored := emptyStore(t)
	o := driver.Options()
	o.Methods, o.Foresee, o.Launch = nil, nil, nil
	o.Problem, o.Config, o.Store = driver.SmallProblem(t), engine.Config{Threads: 1}, stored
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l := driver.NewLoop(ctx, t, o)
	l.Run(l.Model.Init())
	for deadline := time.Now().Add(20 * time.Second); ; {
		l.Drain()
		all, err := stored.List(store.Filter{}, store.Sort{}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := &l.Session.Runs
		if len(all) == 3 && s.Current.Stored != 0 && s.Baseline.Stored != 0 && s.Reference.Stored != 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d runs are stored", len(all))
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, r := range storedRuns(t, stored, 3) {
		compares := r.Method == session.BaselineMethod || r.Method == session.ReferenceMethod
		if r.Origin != session.DashboardOrigin || r.Outcome != "done" || (r.Label == runs.ComparisonLabel) != compares || !r.UsesSplit(o.Problem) {
			t.Errorf("stored as %+v", r)
		}
	}
}

// A run that has finished is stored, and one that was superseded before is not.
func TestWhichRunsAreStored(t *testing.T) {
	problem := driver.SmallProblem(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		stored bool
	}{
		"finished":   {t.Context(), true},
		"superseded": {cancelled, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := driver.Options()
			o.Store, o.Problem = emptyStore(t), problem
			b := driver.New(t, 80, 24, o)
			config := engine.Config{Method: "als", Threads: 1}
			h, err := engine.Run(c.ctx, problem, config)
			if err != nil {
				t.Fatal(err)
			}
			msg := screenOf(b).Record(&session.Run{Number: 1, Config: config, History: h})()
			all, err := o.Store.List(store.Filter{}, store.Sort{}, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			if (len(all) == 1) != c.stored || (msg != nil) != c.stored {
				t.Errorf("%d runs stored, reported as %v", len(all), msg)
			}
		})
	}
}

// Training continues when the store fails.
func TestTrainingContinuesWithBrokenStore(t *testing.T) {
	var warnings []error
	broken, err := store.Open(t.TempDir(), store.Options{Warn: func(err error) { warnings = append(warnings, err) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := broken.Close(); err != nil {
		t.Fatal(err)
	}
	o := driver.Options()
	o.Store, o.Problem = broken, driver.SmallProblem(t)
	b := driver.New(t, 80, 24, o)
	s := screenOf(b)
	for number := range 3 {
		config := engine.Config{Method: "als", Threads: 1}
		h, err := engine.Run(t.Context(), o.Problem, config)
		if err != nil {
			t.Fatal(err)
		}
		if msg := s.Record(&session.Run{Number: number, Config: config, History: h})(); msg != nil {
			t.Errorf("a run that is not stored is reported as %v", msg)
		}
	}
	b.Model.WaitFinished(time.Second)
	if len(warnings) != 1 {
		t.Errorf("the failure is reported %d times: %v", len(warnings), warnings)
	}
	openRuns(b)
	b.Shows("Cannot read the runs")
}

// Watching a run shows it and trains nothing until asked to.
func TestWatchShowsRunAndTrainsNothing(t *testing.T) {
	o := driver.Options()
	o.Archive, o.Watch = smallHistory(), 3
	b := driver.New(t, 120, 36, o)
	screenOf(b).StopReadingPages()
	b.Carry(screenOf(b).Init())
	b.Shows("Run 3")
	session := &b.Session.Runs
	if session.Current != nil || session.Baseline != nil || session.Reference != nil {
		t.Error("a run trains while another is watched")
	}
	b.GoTo("Tune")
	b.Press("space")
	if session.Current == nil || session.Baseline == nil || session.Reference != nil {
		t.Errorf("after Space trains %v beside %v and %v", session.Current, session.Baseline, session.Reference)
	}
}

func TestRunNames(t *testing.T) {
	got := []string{runs.RunNames([]int64{12}), runs.RunNames([]int64{12, 14}), runs.RunNames([]int64{3, 2, 1}), runs.RunNames([]int64{1, 2, 3, 4, 5})}
	if want := []string{"run 12", "runs 12 and 14", "runs 3, 2 and 1", "5 runs"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
