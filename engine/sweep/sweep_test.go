package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/store"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// world is a state folder and an environment in it.
func world(t testing.TB) Environment {
	t.Helper()
	return reopened(t, t.TempDir())
}

func reopened(t testing.TB, dir string) Environment {
	t.Helper()
	l, err := ledger.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s, err := store.Open(dir, store.Options{Ledger: l, Warn: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return Environment{Load: load, Store: s, Ledger: l, Jobs: 2, Threads: 2}
}

// load makes ratings of a name such as "120", the number of users.
func load(ctx context.Context, data string) (engine.Problem, error) {
	r, err := sources.Open(ctx, "synth:skewed:n="+data+",m=40,per=8", sources.Options{})
	if err != nil {
		return engine.Problem{}, err
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		return engine.Problem{}, err
	}
	print, err := loaders.Fingerprint(ctx, r)
	return engine.Problem{Name: data, Split: split, Fingerprint: print}, err
}

func grid() Spec {
	seed := uint64(7)
	return Spec{Data: []string{"100", "120"}, Split: loaders.DefaultProtocol, SplitSeed: 1, Methods: []string{"dpals-eb", "als", "user-mean"},
		Epsilon: []float64{1, 4}, Repeats: 2, Seed: &seed, Parameters: []Parameter{{"rank", []string{"2", "3"}}, {"iterations", []string{"2"}}}}
}

// start prepares a sweep and trains it in the background.
func start(ctx context.Context, spec Spec, e Environment) (*Run, error) {
	s, err := Prepare(ctx, spec, e)
	if err != nil {
		return nil, err
	}
	return s.Start(ctx), nil
}

// finished runs a sweep to its end.
func finished(t testing.TB, spec Spec, e Environment) Snapshot {
	t.Helper()
	r, err := start(context.Background(), spec, e)
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheGridIsComplete(t *testing.T) {
	e := world(t)
	s := finished(t, grid(), e)
	// On each of two data sets: dpals-eb 2 ranks × 2 ε, als 2 ranks, user-mean 1; each twice.
	if len(s.Cells) != 2*(4+2+1) || s.Total != 28 || s.Done != 28 || s.Failed != 0 || s.Status != Done || len(s.Results) != 28 {
		t.Fatalf("%d cells, %d of %d points, %s", len(s.Cells), s.Done, s.Total, s.Status)
	}
	seen := make(map[string]bool)
	for _, c := range s.Cells {
		name := fmt.Sprint(c.Data, c.Name(), c.Epsilon)
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
		var errs []float64
		for _, r := range s.Results {
			if s.Cells[r.Cell].Data == c.Data && s.Cells[r.Cell].Name() == c.Name() && s.Cells[r.Cell].Epsilon == c.Epsilon {
				errs = append(errs, r.TestRMSE)
				if c.Settings["rank"] != "" && r.Settings["rank"] != c.Settings["rank"] || r.Method != c.Method || *r.Seed != 7+uint64(r.Repeat) {
					t.Errorf("%s was trained as %+v", name, r.Result)
				}
			}
		}
		if c.N != 2 || len(errs) != 2 || math.Abs(c.Mean-(errs[0]+errs[1])/2) > 1e-12 || math.Abs(c.Deviation-math.Abs(errs[0]-errs[1])/math.Sqrt2) > 1e-12 {
			t.Errorf("%s: %d runs, %g ± %g of %v", name, c.N, c.Mean, c.Deviation, errs)
		}
		if (c.Method == "dpals-eb") != (c.Epsilon > 0) || (c.Method == "user-mean") != (c.Settings["rank"] == "") {
			t.Errorf("%s has ε %g", name, c.Epsilon)
		}
	}
	agrees(t, e, s)
}

// agrees checks that store and ledger hold exactly what the sweep says it did.
func agrees(t testing.TB, e Environment, s Snapshot) {
	t.Helper()
	runs, err := e.Store.Points(s.ID)
	if err != nil || len(runs) != s.Total {
		t.Fatalf("%d of %d points are kept: %v", len(runs), s.Total, err)
	}
	charged := make(map[int64]bool)
	for i, r := range runs {
		if r.Point != i || r.Outcome != "done" || r.TestRMSE != s.Results[i].TestRMSE {
			t.Errorf("point %d is kept as %d with %g", i, r.Point, r.TestRMSE)
		}
		if (r.Mu > 0) == (r.Ledger == 0) || r.Ledger != 0 && charged[r.Ledger] {
			t.Errorf("point %d has the ledger's number %d", i, r.Ledger)
		}
		charged[r.Ledger] = true
	}
	delete(charged, 0)
	sets, err := e.Ledger.Datasets()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range sets {
		entries, err := e.Ledger.Runs(d.Dataset)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if !charged[entry.ID] && entry.Outcome == "done" {
				t.Errorf("run %d of the ledger is done and no point", entry.ID)
			}
			delete(charged, entry.ID)
		}
	}
	if len(charged) != 0 {
		t.Errorf("points say that they are charged as %v", charged)
	}
	if err := e.Ledger.Verify(); err != nil {
		t.Error(err)
	}
}

// The same seed gives the same errors, whatever runs at the same time, kept or not.
func TestJobsDoNotMatter(t *testing.T) {
	spec := grid()
	spec.Data = spec.Data[:1]
	alone := world(t)
	alone.Jobs, alone.Threads = 1, 1
	unkept := Environment{Load: load, Jobs: 4, Threads: 2}
	a, b := finished(t, spec, alone), finished(t, spec, unkept)
	for i := range a.Results {
		if a.Results[i].TestRMSE != b.Results[i].TestRMSE {
			t.Errorf("point %d: %g with one at a time, %g with four", i, a.Results[i].TestRMSE, b.Results[i].TestRMSE)
		}
	}
	if b.ID != 0 || len(b.Results) != a.Total {
		t.Errorf("without a store the sweep is %d with %d points", b.ID, len(b.Results))
	}
}

// A sweep that is cancelled goes on where it was; what is done is not trained again.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	e := reopened(t, dir)
	spec := grid()
	r, err := start(context.Background(), spec, e)
	if err != nil {
		t.Fatal(err)
	}
	nudge, release := r.Subscribe()
	for r.Snapshot().Done < 5 {
		<-nudge
	}
	release()
	if _, err := Prepare(context.Background(), spec, e); !errors.Is(err, engine.ErrConfig) || !strings.Contains(err.Error(), "is running") {
		t.Errorf("the same sweep can be taken up while it runs: %v", err)
	}
	r.Cancel()
	half, err := r.Wait()
	if half.Status == Done {
		t.Skip("was done before it could be cancelled")
	}
	if half.Status != Cancelled || !errors.Is(err, context.Canceled) {
		t.Fatalf("a cancelled sweep is %s: %v", half.Status, err)
	}
	unfinished, err := e.Store.Sweeps(true)
	if err != nil || len(unfinished) != 1 || unfinished[0].Busy || unfinished[0].Done != half.Done || unfinished[0].Points != half.Total {
		t.Fatalf("kept as %+v: %v", unfinished, err)
	}
	again, err := ParseSpec(unfinished[0].Definition)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Prepare(context.Background(), again, reopened(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	if left, of := s.Left(); left != of-half.Done || s.ID != half.ID {
		t.Errorf("sweep %d has %d of %d left after %d", s.ID, left, of, half.Done)
	}
	whole, err := s.Start(context.Background()).Wait()
	if err != nil || whole.Done != whole.Total {
		t.Fatalf("%d of %d points: %v", whole.Done, whole.Total, err)
	}
	for i, was := range half.Results {
		at := slices.IndexFunc(whole.Results, func(r Result) bool { return r.Point == was.Point })
		if at < 0 || whole.Results[at].Run != was.Run {
			t.Errorf("point %d, done before as run %d, is another", i, was.Run)
		}
	}
	agrees(t, e, whole)
	if left, err := e.Store.Sweeps(true); err != nil || len(left) != 0 {
		t.Errorf("still unfinished: %+v, %v", left, err)
	}
	// Repeated, the sweep trains nothing; with Fresh it trains everything.
	if third := finished(t, spec, e); third.ID != whole.ID || third.Results[0].Run != whole.Results[0].Run {
		t.Error("a finished sweep is trained again")
	}
	e.Fresh = true
	if fresh := finished(t, spec, e); fresh.ID == whole.ID || fresh.Results[0].Run == whole.Results[0].Run || fresh.Results[0].TestRMSE != whole.Results[0].TestRMSE {
		t.Error("a fresh sweep is the old one")
	}
}

func TestPause(t *testing.T) {
	e := world(t)
	s, err := Prepare(context.Background(), grid(), e)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Start(context.Background())
	r.Pause()
	if got := r.Snapshot().Status; got != Paused && got != Done {
		t.Errorf("paused, it is %s", got)
	}
	for { // what was begun goes on
		running := 0
		for _, c := range r.Snapshot().Cells {
			running += c.Running
		}
		if running == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	before := r.Snapshot()
	time.Sleep(20 * time.Millisecond)
	if after := r.Snapshot(); after.Done != before.Done {
		t.Errorf("paused, it went from %d to %d", before.Done, after.Done)
	}
	r.Resume()
	if s, err := r.Wait(); err != nil || s.Done != s.Total {
		t.Errorf("resumed, it did %d of %d: %v", s.Done, s.Total, err)
	}
	// A paused sweep can be cancelled.
	other := grid()
	other.Repeats = 3
	if r, err = start(context.Background(), other, e); err != nil {
		t.Fatal(err)
	}
	r.Pause()
	r.Cancel()
	if s, _ := r.Wait(); s.Status != Cancelled {
		t.Errorf("cancelled in a pause, it is %s", s.Status)
	}
}

// What a sweep will spend is known before, and the ledger refuses what passes the limit.
func TestCostsAndRefusal(t *testing.T) {
	e := world(t)
	e.Jobs = 2
	spec := grid()
	spec.Data, spec.Methods, spec.Parameters = []string{"100"}, []string{"dpals-eb", "als"}, nil
	p, err := load(context.Background(), "100")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Ledger.SetLimit(p.Fingerprint, "100", &ledger.Limit{Epsilon: 4.5, Delta: 1e-5}); err != nil {
		t.Fatal(err)
	}
	s, err := Prepare(context.Background(), spec, e)
	if err != nil {
		t.Fatal(err)
	}
	costs, err := s.Costs()
	if err != nil || len(costs) != 1 {
		t.Fatalf("%+v: %v", costs, err)
	}
	c := costs[0]
	if c.Runs != 4 || c.Fits || c.Limit == nil || !(c.Epsilon > 4.5) || c.Spent != 0 || math.Abs(c.Together-c.Epsilon) > 1e-12 || !c.Simulation {
		t.Errorf("the cost is %+v", c)
	}
	got, err := s.Start(context.Background()).Wait()
	if got.Status != Refused || !errors.Is(err, engine.ErrRefused) || got.Done == 0 || got.Done >= got.Total {
		t.Fatalf("ended %s after %d of %d: %v", got.Status, got.Done, got.Total, err)
	}
	if err := e.Ledger.SetLimit(p.Fingerprint, "100", nil); err != nil {
		t.Fatal(err)
	}
	s, err = Prepare(context.Background(), spec, e)
	if err != nil {
		t.Fatal(err)
	}
	before, err := e.Ledger.Status(p.Fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	if costs, err = s.Costs(); err != nil || len(costs) != 1 || costs[0].Spent != before.SpentEpsilon {
		t.Errorf("what is left costs %+v: %v", costs, err)
	}
	whole, err := s.Start(context.Background()).Wait()
	if err != nil || whole.Done != whole.Total {
		t.Fatal(err)
	}
	after, err := e.Ledger.Status(p.Fingerprint)
	if err != nil || math.Abs(after.SpentEpsilon-costs[0].Together) > 1e-9*after.SpentEpsilon {
		t.Errorf("foretold ε %g, spent %g: %v", costs[0].Together, after.SpentEpsilon, err)
	}
	agrees(t, e, whole)
}

func TestChangedRatingsAreAnotherSweep(t *testing.T) {
	e := world(t)
	spec := grid()
	spec.Methods = []string{"user-mean"}
	spec.Parameters = nil
	first := finished(t, spec, e)
	e.Load = func(ctx context.Context, data string) (engine.Problem, error) { return load(ctx, "9"+data) }
	if _, err := Prepare(context.Background(), spec, e); !errors.Is(err, engine.ErrConfig) || !strings.Contains(err.Error(), "have changed") {
		t.Errorf("taken up on other ratings: %v", err)
	}
	e.Fresh = true
	if s := finished(t, spec, e); s.ID == first.ID {
		t.Error("a fresh sweep is the old one")
	}
}

func TestWrongSpecs(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Spec)
		want   string
	}{
		"no method":      {func(s *Spec) { s.Methods = nil }, "--methods"},
		"unknown method": {func(s *Spec) { s.Methods = []string{"nope"} }, "nope"},
		"no repeat":      {func(s *Spec) { s.Repeats = 0 }, "--repeats 0"},
		"unknown":        {func(s *Spec) { s.Parameters = []Parameter{{"colour", []string{"red"}}} }, "colour"},
		"out of range":   {func(s *Spec) { s.Parameters = []Parameter{{"rank", []string{"-3"}}} }, "rank"},
		"twice":          {func(s *Spec) { s.Parameters = append(s.Parameters, s.Parameters[0]) }, "twice"},
		"negative ε":     {func(s *Spec) { s.Epsilon = []float64{-1} }, "epsilon"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := grid()
			c.change(&spec)
			if _, err := Prepare(context.Background(), spec, Environment{Load: load}); !errors.Is(err, engine.ErrConfig) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("says %v", err)
			}
		})
	}
	for _, typed := range []string{"", "k", "k=", "=3", "k=,"} {
		if _, err := ParseParameter(typed); err == nil {
			t.Errorf("%q is read as a parameter", typed)
		}
	}
	if p, err := ParseParameter(" k = 20, all,20"); err != nil || p.Name != "k" || !slices.Equal(p.Values, []string{"20", "all"}) {
		t.Errorf("read as %+v: %v", p, err)
	}
}
