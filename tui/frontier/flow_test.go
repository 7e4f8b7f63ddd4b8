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

// house is a dashboard on the real engine with a state folder.
type house struct {
	*driver.Loop
	t      *testing.T
	ledger *ledger.Ledger
	store  *store.Store
	leave  context.CancelFunc
}

// sweepMethods are few, and quick.
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

// openHouse opens a dashboard in a state folder, on the Frontier screen with Tune at rest.
func openHouse(t *testing.T, dir string) *house {
	t.Helper()
	h := &house{t: t}
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
	h.leave = func() {
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
	h.until("Tune rests and the sweep is priced", func() bool {
		f := h.frontier()
		return !h.Session.Runs.Current.Training() && f.Known() && !f.Kept().Running() && !f.Cost().Running()
	})
	return h
}

func (h *house) frontier() *frontier.Screen { return h.Screen("Frontier").(*frontier.Screen) }

func (h *house) press(keys ...string) {
	for _, name := range keys {
		key, ok := tuitest.Keys[name]
		if !ok {
			key = tea.Key{Code: []rune(name)[0], Text: name}
		}
		h.Take(tea.KeyPressMsg(key))
	}
}

// until takes what comes until something holds.
func (h *house) until(what string, holds func() bool) {
	h.t.Helper()
	late := time.After(30 * time.Second)
	for !holds() {
		select {
		case msg := <-h.Messages:
			h.Take(msg)
		case <-late:
			h.t.Fatalf("it does not come to this: %s\n%s", what, tuitest.Plain(h.Model.View().Content))
		}
	}
}

// small makes the sweep a grid of 2 methods × 2 ε × 2 repeats beside the one without ε.
func (h *house) small() {
	f := h.frontier()
	f.Form().SetEpsilon([]float64{1, 5})
	f.Form().SetRepeats(2)
	f.Form().Changed()
	h.Run(f.RefreshCost())
	h.until("the small sweep is priced", func() bool { return f.Known() && !f.Cost().Running() })
}

// agrees checks that each point is kept once, and charged once.
func (h *house) agrees(s *sweep.Snapshot) {
	h.t.Helper()
	runs, err := h.store.Points(s.ID)
	if err != nil || len(runs) != s.Total {
		h.t.Fatalf("%d of %d points are kept: %v", len(runs), s.Total, err)
	}
	charged := make(map[int64]bool)
	for i, r := range runs {
		if r.Point != i {
			h.t.Errorf("point %d is kept as %d", i, r.Point)
		}
		if r.Ledger != 0 && charged[r.Ledger] {
			h.t.Errorf("point %d was charged with another", i)
		}
		charged[r.Ledger] = true
	}
}

func TestSweepIsTrainedAndFoundAgain(t *testing.T) {
	dir := t.TempDir()
	h := openHouse(t, dir)
	f := h.frontier()
	h.small()
	if f.Cost().Value().Left != 10 || len(f.Cost().Value().Costs) != 1 || f.Cost().Value().Costs[0].Runs != 8 || !(f.Cost().Value().Costs[0].Spent > 0) {
		t.Fatalf("foreseen: %+v", f.Cost().Value())
	}
	foretold := f.Cost().Value().Costs[0].Together
	h.press("enter")
	h.until("the sweep is done", func() bool { return !f.Sweeping() && f.Shot() != nil && f.Shot().Done == f.Shot().Total })
	h.agrees(f.Shot())
	status, err := h.ledger.Status("a fingerprint")
	if err != nil || math.Abs(status.SpentEpsilon-foretold) > 1e-9*foretold {
		t.Errorf("spent ε %v, foretold %v: %v", status.SpentEpsilon, foretold, err)
	}
	if got := h.Session.Runs.Private; got != 9 { // with Tune's first
		t.Errorf("the session counts %d private runs", got)
	}
	c := f.Chart()
	if len(c.Lines) != 2 || len(c.Lines[0].X) != 2 || len(c.Thresholds) != 1 || !(c.Lines[0].Band[0] > 0) {
		t.Errorf("draws %d lines, %d levels", len(c.Lines), len(c.Thresholds))
	}
	h.until("it is seen that nothing is left", func() bool { return f.Known() && !f.Cost().Running() && f.Cost().Value().Left == 0 })
	h.press("enter")
	if f.Sweeping() {
		t.Error("a sweep that is done is trained again")
	}
	shown := *f.Shot()
	h.leave()

	h = openHouse(t, dir)
	defer h.leave()
	f = h.frontier()
	h.until("the sweep is found again", func() bool { return f.Shot() != nil })
	if f.Shot().ID != shown.ID || f.Shot().Done != shown.Total || !slices.Equal(f.Form().Epsilon(), []float64{1, 5}) {
		t.Errorf("found again: sweep %d, %d done, ε %v", f.Shot().ID, f.Shot().Done, f.Form().Epsilon())
	}
	if a, b := f.Shot().Cells[0], shown.Cells[0]; a.Mean != b.Mean || a.Deviation != b.Deviation {
		t.Errorf("found again: %v ± %v, was %v ± %v", a.Mean, a.Deviation, b.Mean, b.Deviation)
	}
}

func TestTuneAndSweepBothFinish(t *testing.T) {
	h := openHouse(t, t.TempDir())
	defer h.leave()
	f := h.frontier()
	h.small()
	h.press("enter")
	h.until("the sweep trains", func() bool { return f.Shot() != nil })
	h.press("1")
	for range 3 {
		h.press("enter")
		h.until("Tune has trained", func() bool { return !h.Session.Runs.Current.Training() })
		if end := h.Session.Runs.Current.End; end.Outcome != engine.Done {
			t.Fatalf("Tune's run is %v: %v", end.Outcome, end.Err)
		}
	}
	h.until("the sweep is done", func() bool { return !f.Sweeping() && f.Shot().Done == f.Shot().Total })
	h.agrees(f.Shot())
}

func TestStoppedSweepIsResumedAfterRestart(t *testing.T) {
	dir := t.TempDir()
	h := openHouse(t, dir)
	f := h.frontier()
	h.small()
	h.press("enter")
	h.until("a point is done", func() bool { return f.Shot() != nil && f.Shot().Done > 0 })
	h.press("space") // nothing new begins
	h.press("X")
	h.until("the sweep has stopped", func() bool { return !f.Sweeping() })
	before := f.Shot().Done
	if before == f.Shot().Total {
		t.Skip("it was too quick to be stopped")
	}
	if f.Shot().Status != sweep.Cancelled {
		t.Errorf("it is %s", f.Shot().Status)
	}
	h.leave()

	h = openHouse(t, dir)
	defer h.leave()
	f = h.frontier()
	h.until("the sweep is offered", func() bool { return len(f.Unfinished()) == 1 && f.Shot() != nil })
	if f.Shot().Done != before {
		t.Errorf("%d points are done, %d were", f.Shot().Done, before)
	}
	f.Form().To(0)
	h.Run(f.RefreshCost())
	h.until("what is left is priced", func() bool {
		return f.Known() && !f.Cost().Running() && f.Cost().Value().Left == f.Cost().Value().Of-before
	})
	h.press("enter")
	h.until("the sweep is done", func() bool { return !f.Sweeping() && f.Shot().Done == f.Shot().Total })
	h.agrees(f.Shot())
	h.until("nothing is offered any more", func() bool { return len(f.Unfinished()) == 0 })
}

func TestQuitLeavesSweepResumable(t *testing.T) {
	dir := t.TempDir()
	h := openHouse(t, dir)
	f := h.frontier()
	h.small()
	h.press("enter")
	h.until("a point is done", func() bool { return f.Shot() != nil && f.Shot().Done > 0 })
	h.press("q")
	if f.Sweeping() && !h.Model.Asking {
		t.Error("quitting does not ask while a sweep trains")
	}
	h.leave() // as if the answer were yes
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
		t.Errorf("kept are %+v, %v", all, err)
	}
}

// An older sweep is found by the palette and shown.
func TestPaletteShowsKeptSweeps(t *testing.T) {
	h := openHouse(t, t.TempDir())
	defer h.leave()
	f := h.frontier()
	for _, repeats := range []int{1, 2} {
		f.Form().SetEpsilon([]float64{5})
		f.Form().SetRepeats(repeats)
		f.Form().Changed()
		h.Run(f.RefreshCost())
		h.until("the sweep is priced", func() bool { return f.Known() && !f.Cost().Running() })
		h.press("enter")
		h.until("the sweep is done", func() bool {
			return !f.Sweeping() && f.Shot() != nil && f.Shot().Done == f.Shot().Total && !f.Kept().Running()
		})
	}
	h.until("both are known", func() bool { return len(f.Choices()) == 2 })
	old := f.Choices()[1]
	if !strings.HasPrefix(old.Title, "sweep 1: dpals, item-mean, user-mean × ε 5 × 1") {
		t.Errorf("the palette says %q", old.Title)
	}
	h.Run(old.Do())
	h.until("the older is shown", func() bool { return f.Shot().ID == 1 })
	if f.Form().Repeats() != 1 {
		t.Errorf("the form has %d repeats", f.Form().Repeats())
	}
}
