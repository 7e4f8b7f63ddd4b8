package tui

import (
	"context"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
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

// keptRuns waits until a store has so many runs, and returns them, the latest first.
func keptRuns(t *testing.T, s *store.Store, n int) []store.Run {
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
			t.Fatalf("%d runs are kept, and not %d", len(all), n)
		}
	}
}

// The dashboard keeps the run it begins with and its comparisons, and shows them.
func TestWhatTheDashboardTrainsIsKept(t *testing.T) {
	kept := emptyStore(t)
	o := fakeOptions()
	o.methods, o.foresee, o.launch = nil, nil, nil
	o.Problem, o.Config, o.Store = smallProblem(t), engine.Config{Threads: 1}, kept
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m, err := newModel(ctx, o.fill())
	if err != nil {
		t.Fatal(err)
	}
	l := &eventLoop{m: m, come: make(chan tea.Msg, 1000), ctx: ctx}
	l.run(m.Init())
	for deadline := time.Now().Add(20 * time.Second); ; {
		l.drain()
		all, err := kept.List(store.Filter{}, store.Sort{}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := &m.bench.session
		if len(all) == 3 && s.current.stored != 0 && s.floor.stored != 0 && s.ceiling.stored != 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d runs are kept", len(all))
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, r := range keptRuns(t, kept, 3) {
		compares := r.Method == floorMethod || r.Method == ceilingMethod
		if r.Origin != dashboardOrigin || r.Outcome != "done" || (r.Label == comparisonLabel) != compares || !r.UsesSplit(o.Problem) {
			t.Errorf("kept as %+v", r)
		}
	}
}

// A run that has finished is kept, and one that was superseded before is not.
func TestWhatIsKept(t *testing.T) {
	problem := smallProblem(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		kept bool
	}{
		"finished":   {t.Context(), true},
		"superseded": {gone, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions()
			o.Store, o.Problem = emptyStore(t), problem
			b := newBed(t, 80, 24, o)
			config := engine.Config{Method: "als", Threads: 1}
			h, err := engine.Run(c.ctx, problem, config)
			if err != nil {
				t.Fatal(err)
			}
			msg := b.runs().record(&run{number: 1, config: config, history: h})()
			all, err := o.Store.List(store.Filter{}, store.Sort{}, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			if (len(all) == 1) != c.kept || (msg != nil) != c.kept {
				t.Errorf("%d runs are kept, and told of as %v", len(all), msg)
			}
		})
	}
}

// A store that breaks stops nothing: the run goes on and nobody waits for it.
func TestABrokenStoreStopsNothing(t *testing.T) {
	var told []error
	broken, err := store.Open(t.TempDir(), store.Options{Warn: func(err error) { told = append(told, err) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := broken.Close(); err != nil {
		t.Fatal(err)
	}
	o := fakeOptions()
	o.Store, o.Problem = broken, smallProblem(t)
	b := newBed(t, 80, 24, o)
	s := b.runs()
	for number := range 3 {
		config := engine.Config{Method: "als", Threads: 1}
		h, err := engine.Run(t.Context(), o.Problem, config)
		if err != nil {
			t.Fatal(err)
		}
		if msg := s.record(&run{number: number, config: config, history: h})(); msg != nil {
			t.Errorf("a run that is not kept is told of as %v", msg)
		}
	}
	b.m.waitKept(time.Second)
	if len(told) != 1 {
		t.Errorf("it is said %d times that runs are not kept: %v", len(told), told)
	}
	b.openRuns()
	b.shows("cannot be read")
}

// Watching a run opens on it and trains nothing until somebody asks for it.
func TestWatching(t *testing.T) {
	o := fakeOptions()
	o.archive, o.Watch = smallHistory(), 3
	b := newBed(t, 120, 36, o)
	b.runs().reading = false
	b.carry(b.runs().init())
	b.shows("Run 3")
	session := &b.m.bench.session
	if session.current != nil || session.floor != nil || session.ceiling != nil {
		t.Error("something trains beside the run that is watched")
	}
	b.goTo("Tune")
	b.press("space")
	if session.current == nil || session.floor == nil || session.ceiling != nil {
		t.Errorf("after Space trains %v beside %v and %v", session.current, session.floor, session.ceiling)
	}
}

// The names of runs in a sentence.
func TestNumbers(t *testing.T) {
	got := []string{numbers([]int64{12}), numbers([]int64{12, 14}), numbers([]int64{3, 2, 1}), numbers([]int64{1, 2, 3, 4, 5})}
	if want := []string{"run 12", "runs 12 and 14", "runs 3, 2 and 1", "5 runs"}; !slices.Equal(got, want) {
		t.Errorf("%q, and not %q", got, want)
	}
}
