package sweep

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
)

// scoped is a small sweep whose runs release their scope, where they can.
func scoped() Spec {
	seed := uint64(3)
	return Spec{Data: []string{"400"}, Split: "80-10-10", SplitSeed: 1, Methods: []string{"dpals", "local-tree", "als"}, Epsilon: []float64{20},
		Repeats: 1, Seed: &seed, PrivateRange: true, PrivateCatalogue: true, Parameters: []Parameter{{"iterations", []string{"1"}}}}
}

// Every run of a method with a curator releases its scope; a method without privacy, and a local one, runs without.
func TestRunsReleaseTheScopeWhereTheyCan(t *testing.T) {
	spec := scoped()
	spec.Methods = nil
	for _, m := range engine.Methods() {
		spec.Methods = append(spec.Methods, m.Name)
	}
	s, err := Prepare(context.Background(), spec, Environment{Load: load})
	if err != nil {
		t.Fatal(err)
	}
	with, without := 0, 0
	for _, p := range s.points {
		m, err := engine.Lookup(p.config.Method)
		if err != nil {
			t.Fatal(err)
		}
		joint := m.Trust == "joint"
		if p.config.Scope.Range != joint || p.config.Scope.Catalogue != joint || (p.cost.FailureProbability > 0) != joint {
			t.Errorf("%s, %s: runs with %+v, failure %g", m.Name, m.Trust, p.config.Scope, p.cost.FailureProbability)
		}
		if joint {
			with++
		} else {
			without++
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d with and %d without", with, without)
	}
}

// A scope is a part of what a sweep is known by, and of what it was before there were any it is no part.
func TestScopeIsPartOfTheDefinition(t *testing.T) {
	spec := scoped()
	with, err := spec.definition()
	if err != nil {
		t.Fatal(err)
	}
	spec.PrivateRange, spec.PrivateCatalogue = false, false
	without, err := spec.definition()
	if err != nil || with == without || strings.Contains(without, "private") {
		t.Errorf("%q and %q: %v", with, without, err)
	}
	back, err := ParseSpec(with)
	if err != nil || !back.PrivateRange || !back.PrivateCatalogue {
		t.Errorf("%+v: %v", back, err)
	}
}

// What a sweep costs holds the chances that its catalogues fail; the ledger has the same, and a limit without room for
// them refuses.
func TestCostCountsFailures(t *testing.T) {
	spec := scoped()
	spec.Methods, spec.Repeats = []string{"dpals"}, 2
	e := world(t)
	p, err := load(context.Background(), spec.Data[0])
	if err != nil {
		t.Fatal(err)
	}
	costOf := func() Cost {
		t.Helper()
		s, err := Prepare(context.Background(), spec, e)
		if err != nil {
			t.Fatal(err)
		}
		costs, err := s.Costs()
		if err := s.Close(); err != nil || len(costs) != 1 {
			t.Fatal(costs, err)
		}
		if err != nil {
			t.Fatal(err)
		}
		return costs[0]
	}
	c := costOf()
	plain, err := accounting.Exact.Epsilon(c.Mu, c.Delta)
	if err != nil || math.Abs(c.Failure/2e-6-1) > 1e-9 || !(c.Epsilon > plain) {
		t.Errorf("failure %g, ε %g and without it %g: %v", c.Failure, c.Epsilon, plain, err)
	}
	for _, failure := range []float64{0, 1e-6, 2e-6} { // the last limit stays, and has room
		if err := e.Ledger.SetLimit(p.Fingerprint, "x", &ledger.Limit{Epsilon: 100, Delta: 1e-5, FailureProbability: failure}); err != nil {
			t.Fatal(err)
		}
		if c := costOf(); c.Fits != (failure == 2e-6) {
			t.Errorf("with %g of δ for catalogues: fits %v", failure, c.Fits)
		}
	}
	s := finished(t, spec, e)
	status, err := e.Ledger.Status(p.Fingerprint)
	if err != nil || math.Abs(status.Total.FailureProbability/c.Failure-1) > 1e-9 || math.Abs(status.SpentMu/c.Mu-1) > 1e-9 {
		t.Errorf("foreseen %g, %g; charged %g, %g: %v", c.Mu, c.Failure, status.SpentMu, status.Total.FailureProbability, err)
	}
	// What is kept and written says so too.
	again, err := Prepare(context.Background(), spec, e)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for _, shot := range []Snapshot{s, again.Snapshot()} {
		var table bytes.Buffer
		if err := shot.WriteCSV(&table); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil || len(rows) != 3 {
			t.Fatal(rows, err)
		}
		for _, name := range []string{"range_released", "catalogue_released"} {
			if at := slices.Index(rows[0], name); at < 0 || rows[1][at] != "true" {
				t.Errorf("%s is missing: %v", name, rows[:2])
			}
		}
	}
}

// A selection is charged by μ alone, so that a scope has no place in it.
func TestSelectionRefusesAScope(t *testing.T) {
	spec := choices()
	spec.PrivateCatalogue = true
	if _, err := PrepareSelection(context.Background(), spec, accounting.Geometric, 4, world(t)); err == nil || !strings.Contains(err.Error(), "charged by μ alone") {
		t.Errorf("%v", err)
	}
}
