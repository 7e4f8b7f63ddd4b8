package frontier_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/frontier"
)

// realDashboard is a dashboard with the real engine and a state folder.
type realDashboard struct {
	*driver.Loop
	t      *testing.T
	ledger *ledger.Ledger
	store  *store.Store
	close  context.CancelFunc
}

// sweepMethods are a few fast methods.
func sweepMethods(t testing.TB) (all []*method.Method) {
	for _, name := range []string{"dpals", "item-mean", "user-mean"} {
		m, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// openReal opens a dashboard in a state folder and waits on Frontier until Tune has trained.
func openReal(t *testing.T, dir string) *realDashboard {
	t.Helper()
	h := &realDashboard{t: t}
	var err error
	if h.ledger, err = ledger.Open(dir); err != nil {
		t.Fatal(err)
	}
	if h.store, err = store.Open(dir, store.Options{Ledger: h.ledger}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	problem := driver.SmallProblem(t)
	problem.Fingerprint = "a fingerprint"
	o := driver.Options()
	o.Foresee, o.Launch = nil, nil
	o.Methods, o.Problem, o.Store = sweepMethods(t), problem, h.store
	o.Config = engine.Config{Method: "dpals", Threads: 2, Ledger: h.ledger}
	h.Loop = driver.NewLoop(ctx, t, o)
	m := h.Loop.Model
	h.close = func() {
		cancel()
		h.Session.Lanes.Wait(10 * time.Second)
		m.WaitFinished(10 * time.Second)
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
		if err := h.ledger.Close(); err != nil {
			t.Error(err)
		}
	}
	h.Run(m.Init())
	h.Take(tea.WindowSizeMsg{Width: 120, Height: 36})
	h.press("2")
	h.until("Tune has trained and the cost is known", func() bool {
		f := h.frontier()
		return !h.Session.Runs.Current.Training() && f.CostKnown() && !f.Stored().Running() && !f.Cost().Running()
	})
	return h
}

func (h *realDashboard) frontier() *frontier.Screen { return h.Screen("Frontier").(*frontier.Screen) }

func (h *realDashboard) press(keys ...string) {
	for _, name := range keys {
		key, ok := tuitest.Keys[name]
		if !ok {
			key = tea.Key{Code: []rune(name)[0], Text: name}
		}
		h.Take(tea.KeyPressMsg(key))
	}
}

// until handles messages until a condition holds.
func (h *realDashboard) until(what string, holds func() bool) {
	h.t.Helper()
	late := time.After(30 * time.Second)
	for !holds() {
		select {
		case msg := <-h.Messages:
			h.Take(msg)
		case <-late:
			h.t.Fatalf("timeout: %s\n%s", what, tuitest.Plain(h.Model.View().Content))
		}
	}
}

// setSmallGrid sets 2 ε and 2 repeats.
func (h *realDashboard) setSmallGrid() {
	f := h.frontier()
	f.Form().SetEpsilon([]float64{1, 5})
	f.Form().SetRepeats(2)
	f.Form().SpecChanged()
	h.Run(f.RefreshCost())
	h.until("the cost is known", func() bool { return f.CostKnown() && !f.Cost().Running() })
}

// requireStoredOnce checks that each run is stored once and charged once.
func (h *realDashboard) requireStoredOnce(s *sweep.Snapshot) {
	h.t.Helper()
	runs, err := h.store.Points(s.ID)
	if err != nil || len(runs) != s.Total {
		h.t.Fatalf("%d of %d points stored: %v", len(runs), s.Total, err)
	}
	charged := make(map[int64]bool)
	for i, r := range runs {
		if r.Point != i {
			h.t.Errorf("point %d is stored as %d", i, r.Point)
		}
		if r.Ledger != 0 && charged[r.Ledger] {
			h.t.Errorf("point %d shares a ledger entry", i)
		}
		charged[r.Ledger] = true
	}
}

func TestFinishedSweepIsShownAfterRestart(t *testing.T) {
	dir := t.TempDir()
	h := openReal(t, dir)
	f := h.frontier()
	h.setSmallGrid()
	if f.Cost().Value().Left() != 10 || len(f.Cost().Value().Costs()) != 1 || f.Cost().Value().Costs()[0].Runs != 8 || !(f.Cost().Value().Costs()[0].Spent > 0) {
		t.Fatalf("cost: %+v", f.Cost().Value())
	}
	expected := f.Cost().Value().Costs()[0].Together
	h.press("enter")
	h.until("the sweep has finished", func() bool { return !f.Sweeping() && f.Snapshot() != nil && f.Snapshot().Done == f.Snapshot().Total })
	h.requireStoredOnce(f.Snapshot())
	status, err := h.ledger.Status("a fingerprint")
	if err != nil || math.Abs(status.SpentEpsilon-expected) > 1e-9*expected {
		t.Errorf("charged ε %v, expected %v: %v", status.SpentEpsilon, expected, err)
	}
	if got := h.Session.Runs.Private; got != 9 { // and the first run of Tune
		t.Errorf("the session counts %d private runs", got)
	}
	c := f.Chart()
	if len(c.Lines) != 2 || len(c.Lines[0].X) != 2 || len(c.Thresholds) != 1 || !(c.Lines[0].Band[0] > 0) {
		t.Errorf("draws %d lines, %d levels", len(c.Lines), len(c.Thresholds))
	}
	h.until("no run is left", func() bool { return f.CostKnown() && !f.Cost().Running() && f.Cost().Value().Left() == 0 })
	h.press("enter")
	if f.Sweeping() {
		t.Error("a finished sweep is trained again")
	}
	shown := *f.Snapshot()
	h.close()

	h = openReal(t, dir)
	defer h.close()
	f = h.frontier()
	h.until("the stored sweep is shown", func() bool { return f.Snapshot() != nil })
	if f.Snapshot().ID != shown.ID || f.Snapshot().Done != shown.Total || !slices.Equal(f.Form().Epsilon(), []float64{1, 5}) {
		t.Errorf("after the restart: sweep %d, %d done, ε %v", f.Snapshot().ID, f.Snapshot().Done, f.Form().Epsilon())
	}
	if a, b := f.Snapshot().Cells[0], shown.Cells[0]; a.Mean != b.Mean || a.Deviation != b.Deviation {
		t.Errorf("after the restart %v ± %v, before %v ± %v", a.Mean, a.Deviation, b.Mean, b.Deviation)
	}
}

func TestTuneAndSweepBothFinish(t *testing.T) {
	h := openReal(t, t.TempDir())
	defer h.close()
	f := h.frontier()
	h.setSmallGrid()
	h.press("enter")
	h.until("the sweep runs", func() bool { return f.Snapshot() != nil })
	h.press("1")
	for range 3 {
		h.press("enter")
		h.until("Tune has trained", func() bool { return !h.Session.Runs.Current.Training() })
		if end := h.Session.Runs.Current.End; end.Outcome != engine.Done {
			t.Fatalf("Tune's run is %v: %v", end.Outcome, end.Err)
		}
	}
	h.until("the sweep has finished", func() bool { return !f.Sweeping() && f.Snapshot().Done == f.Snapshot().Total })
	h.requireStoredOnce(f.Snapshot())
}

func TestStoppedSweepIsResumedAfterRestart(t *testing.T) {
	dir := t.TempDir()
	h := openReal(t, dir)
	f := h.frontier()
	h.setSmallGrid()
	h.press("enter")
	h.until("a run has finished", func() bool { return f.Snapshot() != nil && f.Snapshot().Done > 0 })
	h.press("space") // no further run starts
	h.press("X")
	h.until("the sweep has stopped", func() bool { return !f.Sweeping() })
	before := f.Snapshot().Done
	if before == f.Snapshot().Total {
		t.Skip("the sweep finished before it was stopped")
	}
	if f.Snapshot().Status != sweep.Cancelled {
		t.Errorf("status %s", f.Snapshot().Status)
	}
	h.close()

	h = openReal(t, dir)
	defer h.close()
	f = h.frontier()
	h.until("the unfinished sweep is listed", func() bool { return len(f.Unfinished()) == 1 && f.Snapshot() != nil })
	if f.Snapshot().Done != before {
		t.Errorf("%d runs finished, want %d", f.Snapshot().Done, before)
	}
	f.Form().FocusOn(0)
	h.Run(f.RefreshCost())
	h.until("the remaining cost is known", func() bool {
		return f.CostKnown() && !f.Cost().Running() && f.Cost().Value().Left() == f.Cost().Value().Total()-before
	})
	h.press("enter")
	h.until("the sweep has finished", func() bool { return !f.Sweeping() && f.Snapshot().Done == f.Snapshot().Total })
	h.requireStoredOnce(f.Snapshot())
	h.until("no unfinished sweep is listed", func() bool { return len(f.Unfinished()) == 0 })
}

func TestQuitLeavesSweepResumable(t *testing.T) {
	dir := t.TempDir()
	h := openReal(t, dir)
	f := h.frontier()
	h.setSmallGrid()
	h.press("enter")
	h.until("a run has finished", func() bool { return f.Snapshot() != nil && f.Snapshot().Done > 0 })
	h.press("q")
	if f.Sweeping() && !h.Model.Asking {
		t.Error("quitting does not ask while a sweep trains")
	}
	h.close() // as after yes
	l, err := ledger.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s, err := store.Open(filepath.Clean(dir), store.Options{Ledger: l})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Sweeps(false)
	if err != nil || len(all) != 1 || all[0].Busy {
		t.Errorf("stored: %+v, %v", all, err)
	}
}

// The palette lists stored sweeps and shows them.
func TestPaletteShowsStoredSweeps(t *testing.T) {
	h := openReal(t, t.TempDir())
	defer h.close()
	f := h.frontier()
	for _, repeats := range []int{1, 2} {
		f.Form().SetEpsilon([]float64{5})
		f.Form().SetRepeats(repeats)
		f.Form().SpecChanged()
		h.Run(f.RefreshCost())
		h.until("the cost is known", func() bool { return f.CostKnown() && !f.Cost().Running() })
		h.press("enter")
		h.until("the sweep has finished", func() bool {
			return !f.Sweeping() && f.Snapshot() != nil && f.Snapshot().Done == f.Snapshot().Total && !f.Stored().Running()
		})
	}
	h.until("both are listed", func() bool { return len(f.Choices()) == 2 })
	old := f.Choices()[1]
	if !strings.HasPrefix(old.Title, "sweep 1: dpals, item-mean, user-mean × ε 5 × 1") {
		t.Errorf("the palette lists %q", old.Title)
	}
	h.Run(old.Do())
	h.until("the older sweep is shown", func() bool { return f.Snapshot().ID == 1 })
	if f.Form().Repeats() != 1 {
		t.Errorf("the form has %d repeats", f.Form().Repeats())
	}
}
