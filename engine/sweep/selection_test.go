package sweep

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/engine"
	"dpals/engine/store"
)

func choices() Spec {
	s := grid()
	s.Data, s.Methods, s.Epsilon, s.Seed = []string{"100"}, []string{"dpals-eb"}, []float64{2}, nil
	return s
}

// The ledger holds one charge, of the whole selection, however many runs were made; the store holds the best alone.
func TestSelectionShowsTheBestAlone(t *testing.T) {
	e := world(t)
	s, err := PrepareSelection(context.Background(), choices(), accounting.Geometric, 4, e)
	if err != nil {
		t.Fatal(err)
	}
	if s.Choices != 2 || !(s.Epsilon <= 2*(1+1e-9) && s.Epsilon > 1.99) || !(s.RunEpsilon < s.Epsilon) || !(s.Cost.Epsilon >= s.Epsilon) || s.Cost.Mu <= s.mu {
		t.Errorf("%d choices, ε %g of runs of %g, charged as %+v", s.Choices, s.Epsilon, s.RunEpsilon, s.Cost)
	}
	best, err := s.Run(context.Background())
	if err != nil || best == nil {
		t.Fatalf("%+v: %v", best, err)
	}
	if !best.Result.MetricsPrivate || best.Result.Simulation || best.Result.Epsilon != s.Epsilon || best.Result.Elapsed != 0 || !math.IsNaN(best.Result.TestRMSE) ||
		best.Result.Settings["rank"] != best.Settings["rank"] {
		t.Errorf("publishes %+v", best)
	}
	p, err := load(context.Background(), "100")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := e.Ledger.Runs(p.Fingerprint)
	if err != nil || len(runs) != 1 || math.Abs(runs[0].SpentMu/s.Cost.Mu-1) > 1e-12 || runs[0].Charges != 1 || runs[0].Method != "selection" || runs[0].Simulation {
		t.Fatalf("the ledger has %+v: %v", runs, err)
	}
	if err := e.Ledger.Verify(); err != nil {
		t.Error(err)
	}
	kept, err := e.Store.List(store.Filter{}, store.Sort{}, 0, 0)
	if err != nil || len(kept) != 1 || kept[0].ID != best.Run || kept[0].Ledger != runs[0].ID || kept[0].Elapsed != 0 || kept[0].Epsilon != s.Epsilon {
		t.Fatalf("the store has %+v: %v", kept, err)
	}
	// The duration of the runs reveals their number: nothing is dated after the charge.
	if charged := runs[0].Ended.Add(time.Millisecond); kept[0].Started.After(charged) || !kept[0].Ended.Equal(kept[0].Started) {
		t.Errorf("charged until %v, and the store has it from %v to %v", runs[0].Ended, kept[0].Started, kept[0].Ended)
	}
	if d, err := e.Store.Get(best.Run); err != nil || len(d.Releases) != 1 || d.Releases[0].Name != "selection" {
		t.Errorf("its releases are %+v: %v", d.Releases, err)
	}
}

// A limit that the selection does not fit in refuses it before anything is trained.
func TestSelectionIsRefused(t *testing.T) {
	e := world(t)
	p, err := load(context.Background(), "100")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Ledger.SetLimit(p.Fingerprint, "100", &ledger.Limit{Epsilon: 2, Delta: 1e-5}); err != nil {
		t.Fatal(err)
	}
	s, err := PrepareSelection(context.Background(), choices(), accounting.Logarithmic, 10, e)
	if err != nil {
		t.Fatal(err)
	}
	if s.Cost.Fits || s.Cost.Limit == nil {
		t.Errorf("the cost is %+v", s.Cost)
	}
	if best, err := s.Run(context.Background()); best != nil || !errors.Is(err, engine.ErrRefused) {
		t.Errorf("publishes %+v: %v", best, err)
	}
	if runs, err := e.Store.List(store.Filter{}, store.Sort{}, 0, 0); err != nil || len(runs) != 0 {
		t.Errorf("the store has %+v: %v", runs, err)
	}
}

// Where the law draws no run nothing is published, and the charge stays.
func TestSelectionOfNothing(t *testing.T) {
	e := world(t)
	s, err := PrepareSelection(context.Background(), choices(), accounting.Poisson, 1e-4, e)
	if err != nil {
		t.Fatal(err)
	}
	if best, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	} else if best != nil {
		t.Skip("drew a run, as it does once in 10,000 times")
	}
	p, err := load(context.Background(), "100")
	if err != nil {
		t.Fatal(err)
	}
	if status, err := e.Ledger.Status(p.Fingerprint); err != nil || math.Abs(status.SpentMu/s.Cost.Mu-1) > 1e-12 {
		t.Errorf("the ledger has μ %g: %v", status.SpentMu, err)
	}
}

func TestWrongSelections(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Spec)
		mean   float64
		want   string
	}{
		"two data sets": {func(s *Spec) { s.Data = []string{"100", "120"} }, 4, "one --data"},
		"two ε":         {func(s *Spec) { s.Epsilon = []float64{1, 2} }, 4, "one --epsilon"},
		"a seed":        {func(s *Spec) { seed := uint64(1); s.Seed = &seed }, 4, "--seed"},
		"not private":   {func(s *Spec) { s.Methods, s.Parameters = []string{"als"}, nil }, 4, "als"},
		"no run":        {func(*Spec) {}, 0.5, "--runs-mean"},
		"no privacy":    {func(s *Spec) { s.Epsilon = []float64{math.Inf(1)} }, 4, "epsilon"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := choices()
			c.change(&spec)
			_, err := PrepareSelection(context.Background(), spec, accounting.Geometric, c.mean, Environment{Load: load})
			if !errors.Is(err, engine.ErrConfig) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("says %v", err)
			}
		})
	}
}

// A selection claims what its proof states.
func TestSelectionClaimsWhatIsProved(t *testing.T) {
	text, ok := docs.Proof(selectionClaim.Proof)
	for _, row := range []string{
		"| domain | " + string(selectionClaim.Domain) + " |",
		"| neighbours | " + string(selectionClaim.Neighbours) + " |",
		"| norm | " + string(selectionClaim.Norm) + " |",
	} {
		if !ok || !strings.Contains(text, "\n"+row+"\n") {
			t.Errorf("%s lacks the row %q", selectionClaim.Proof, row)
		}
	}
}
