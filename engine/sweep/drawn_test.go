package sweep

import (
	"context"
	"fmt"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/engine"
)

// The number of runs of a selection is revealed nowhere: what it publishes, and what the ledger and the store
// keep of it, follow from the best run and from public facts. So with runs that all come to the same, all of that is
// the same whatever was drawn.
func TestNumberOfRunsOfASelectionIsNotTold(t *testing.T) {
	const selections = 40
	e := world(t)
	spec := choices()
	spec.Parameters = nil
	s, err := PrepareSelection(context.Background(), spec, accounting.Geometric, 6, e)
	if err != nil {
		t.Fatal(err)
	}
	drawn, made := make(map[int]bool), 0
	s.train = func(_ context.Context, _ engine.Problem, c engine.Config) (*engine.Result, error) {
		made++
		return &engine.Result{Method: c.Method, Private: true, ValidRMSE: 1.5, MetricsPrivate: true, Iterations: 2,
			Elapsed: 7 * time.Millisecond, Settings: map[string]string{"rank": "2"}}, nil
	}
	tell := func() string {
		best, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		kept, err := e.Store.Get(best.Run)
		if err != nil {
			t.Fatal(err)
		}
		charged, err := e.Ledger.Runs(s.problem.Fingerprint)
		if err != nil {
			t.Fatal(err)
		}
		account := charged[len(charged)-1]
		releases, err := e.Ledger.Releases(account.ID)
		if err != nil {
			t.Fatal(err)
		}
		// Numbers count selections, and clocks say when they were; but not for how long.
		if took := kept.Ended.Sub(kept.Started); took != 0 {
			t.Errorf("kept as having taken %v", took)
		}
		never := time.Time{}
		best.Run, kept.ID, kept.Ledger, account.ID = 0, 0, 0, 0
		kept.Started, kept.Ended, account.Started, account.Ended = never, never, never, never
		kept.Releases = nil // those of the ledger
		for i := range releases {
			releases[i].Charged = never
		}
		return fmt.Sprintf("%+v\n%+v\n%+v\n%+v", *best, kept, account, releases)
	}
	want := ""
	for range selections {
		made = 0
		got := tell()
		drawn[made] = true
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("a selection of %d runs reveals\n%s\nand others reveal\n%s", made, got, want)
		}
	}
	if len(drawn) < 3 {
		t.Errorf("%d different numbers of runs were drawn: this shows nothing", len(drawn))
	}
}

// The best run is the one of the least released error, and nothing that was not released has a say.
func TestSelectionGoesByReleasedErrors(t *testing.T) {
	s, err := PrepareSelection(context.Background(), choices(), accounting.Fixed, 5, Environment{Load: load, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	released, made := []float64{1.5, 0, 1.2, 1.3, 1.4}, 0 // 0: noise has left nothing of it
	s.train = func(context.Context, engine.Problem, engine.Config) (*engine.Result, error) {
		place := made % len(released)
		made++
		other := []float64{0.9, 0.1, 3, 0.2, 1}[place]
		return &engine.Result{ValidRMSE: released[place], TrainRMSE: other, TestRMSE: other, Mu: other, Iterations: place}, nil
	}
	best, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if best.Result.ValidRMSE != 1.2 {
		t.Errorf("of the released errors %v it publishes the run of %g", released, best.Result.ValidRMSE)
	}
}
