package runs_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	"dpals/tui/runs"
	"dpals/tui/session"
)

// fakeArchive is a store of runs in memory, numbered from 1, the oldest first. It knows the filters that tests need.
type fakeArchive struct {
	mu     sync.Mutex
	runs   []store.Detail
	failed error // what everything fails with
	lists  int   // calls of List
	most   int   // rows of the longest answer
}

func (a *fakeArchive) Record(*engine.History, engine.Problem, engine.Config, store.Origin) *store.Recording {
	return nil
}

func (a *fakeArchive) List(f store.Filter, o store.Sort, limit, offset int) (all []store.Run, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lists++
	for _, d := range slices.Backward(a.runs) {
		if !onlyPinned(f) || d.Pinned {
			all = append(all, d.Run)
		}
	}
	if o.By == "valid" {
		slices.SortStableFunc(all, func(a, b store.Run) int { return cmp.Compare(a.ValidRMSE, b.ValidRMSE) })
	}
	if o.Reverse {
		slices.Reverse(all)
	}
	all = all[min(offset, len(all)):]
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	a.most = max(a.most, len(all))
	return all, a.failed
}

func (a *fakeArchive) Count(f store.Filter) (n int, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, d := range a.runs {
		newer, err := store.ParseFilter(fmt.Sprintf("id>%d", d.ID))
		switch {
		case err == nil && fmt.Sprint(f) == fmt.Sprint(newer):
			return len(a.runs) - int(d.ID), a.failed
		case !onlyPinned(f) || d.Pinned:
			n++
		}
	}
	return n, a.failed
}

func onlyPinned(f store.Filter) bool {
	pinned, _ := store.ParseFilter("pinned")
	running, _ := store.ParseFilter("pinned -running")
	return fmt.Sprint(f) == fmt.Sprint(pinned) || fmt.Sprint(f) == fmt.Sprint(running)
}

func (a *fakeArchive) at(id int64) *store.Detail {
	if i := slices.IndexFunc(a.runs, func(d store.Detail) bool { return d.ID == id }); i >= 0 {
		return &a.runs[i]
	}
	return nil
}

func (a *fakeArchive) Get(id int64) (store.Detail, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if d := a.at(id); d != nil {
		return *d, a.failed
	}
	return store.Detail{}, fmt.Errorf("there is no run %d: %w", id, store.ErrNoRun)
}

func (a *fakeArchive) Delete(ids ...int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.runs = slices.DeleteFunc(a.runs, func(d store.Detail) bool { return slices.Contains(ids, d.ID) })
	return a.failed
}

func (a *fakeArchive) Pin(pinned bool, ids ...int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range ids {
		if d := a.at(id); d != nil {
			d.Pinned = pinned
		}
	}
	return a.failed
}

func (a *fakeArchive) Label(id int64, label string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if d := a.at(id); d != nil {
		d.Label = label
	}
	return a.failed
}

func (a *fakeArchive) ReapDeadRuns() error { return a.failed }

var historyBegan = time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)

// keptRun is a run of a history, with a curve that ends at valid.
func keptRun(id int64, method string, epsilon, valid float64) store.Detail {
	d := store.Detail{Run: store.Run{
		ID: id, Origin: "train", Method: method, Data: "ml-1m", Dataset: 1, Split: loaders.DefaultProtocol, Trust: "joint", Private: true,
		Accountant: "exact", Epsilon: epsilon, Delta: 1e-5, Mu: epsilon * 0.268, Given: map[string]string{"k": "20"},
		Settings:   map[string]string{"k": "20", "iterations": "3", "beta": "1", "rank": "8", "clip-rating": "1"},
		Iterations: 3, TrainRMSE: valid - 0.05, ValidRMSE: valid, TestRMSE: valid + 0.004, Elapsed: time.Duration(id) * 310 * time.Millisecond,
		Ledger: id, Started: historyBegan.Add(time.Duration(id) * 7 * time.Minute), Outcome: "done", Program: "v1.0.0",
	}}
	for t := 1; t <= 3; t++ {
		d.Curve = append(d.Curve, store.Iteration{T: t, Of: 3, TrainRMSE: valid - 0.05 + 0.01*float64(3-t), ValidRMSE: valid + 0.05*float64(3-t),
			Epsilon: epsilon * float64(t) / 3, Elapsed: time.Duration(t) * 100 * time.Millisecond})
	}
	for i, kind := range []string{"counts", "gram", "rhs"} {
		d.Releases = append(d.Releases, store.Release{Name: kind, Kind: kind, Sensitivity: 1, Sigma: 12.5 * float64(i+1), Mu: 0.1, SpentMu: 0.1 * math.Sqrt(float64(i+1))})
	}
	return d
}

// smallHistory is one run of every sort.
func smallHistory() *fakeArchive {
	seed := uint64(7)
	ceiling := keptRun(1, "als", 0, 0.86)
	ceiling.Private, ceiling.Trust, ceiling.Accountant, ceiling.Ledger = false, "none", "", 0
	ceiling.Given, ceiling.Settings, ceiling.Releases, ceiling.Label = nil, map[string]string{"iterations": "10"}, nil, runs.ComparisonLabel
	simulation := keptRun(3, "dpals", 4, 0.931)
	simulation.Simulation, simulation.Seed, simulation.Pinned = true, &seed, true
	other := keptRun(4, "dpals", 1, 1.21)
	other.Data, other.Dataset, other.Split, other.Label = "映画の評価🎬\x1b[31m.csv", 2, "98-1-1", "別の \x1b[2J 名前"
	failed := keptRun(5, "dpals", 1, 0.99)
	failed.Outcome, failed.Error, failed.Curve, failed.Iterations = "failed", driver.ErrSample.Error(), nil, 0
	failed.ValidRMSE, failed.TestRMSE, failed.TrainRMSE = math.NaN(), math.NaN(), math.NaN()
	published := keptRun(6, "dpals", 0.5, 1.06)
	published.MetricsPrivate, published.MetricsWeight, published.TrainRMSE, published.TestRMSE = true, 0.1, math.NaN(), math.NaN()
	for i := range published.Curve {
		published.Curve[i].TrainRMSE, published.Curve[i].Deviation = math.NaN(), 0.04
	}
	wider := keptRun(7, "dpals", 2, 0.962)
	wider.Settings["rank"], wider.Settings["k"], wider.Label = "16", "all", "for the talk"
	wider.Given = map[string]string{"rank": "16"}
	return &fakeArchive{runs: []store.Detail{ceiling, keptRun(2, "dpals", 1, 0.984), simulation, other, failed, published, wider}}
}

// longHistory is n runs.
func longHistory(n int) *fakeArchive {
	a := &fakeArchive{}
	for i := range n {
		a.runs = append(a.runs, keptRun(int64(i+1), "dpals", 1+float64(i%7), 0.9+float64(i*7919%n)/float64(10*n)))
	}
	return a
}

func withRuns(a session.Archive) func(*session.Options) {
	return func(o *session.Options) { o.Archive = a }
}

// onRuns is the dashboard with the Runs screen in front and its rows read.
func onRuns(t testing.TB, w, h int, a session.Archive) (*driver.Dashboard, *runs.Screen) {
	t.Helper()
	o := driver.Options()
	o.Archive = a
	b := driver.New(t, w, h, o)
	return b, openRuns(b)
}

func openRuns(b *driver.Dashboard) *runs.Screen {
	b.T.Helper()
	s := screenOf(b)
	b.GoTo(s.Name())
	s.StopReadingPages() // a test may have dropped the command that reads
	s.StopReadingShown()
	s.Watch().SetTick(func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil })
	b.Carry(s.Shown())
	return s
}

func screenOf(b *driver.Dashboard) *runs.Screen { return b.Screen("Runs").(*runs.Screen) }

var errUnreadable = errors.New("runs.db: the run store is damaged, its version is -1: restore the state folder from a backup, or choose another with --state")
