package store

import (
	"fmt"
	"testing"

	"dpals/engine"
)

// Whether a run protects anybody is kept with it: a simulation is one in every list, and a real run is none, charged or
// not, with released errors or without; so is what its errors are.
func TestScopeAndSimulationAreStored(t *testing.T) {
	s, l := opened(t, t.TempDir())
	p := problem(t)
	seed := uint64(0) // the zero is a seed like any other
	for _, c := range []engine.Config{
		{Method: "dpals-eb", Ledger: l}, {Method: "dpals-eb", Seed: &seed}, {Method: "item-mean", PrivateMetrics: 0.1},
		{Method: "item-mean", PrivateMetrics: 0.1, Seed: &seed, Ledger: l}, {Method: "user-mean", Seed: &seed}, {Method: "ldp-gd", Seed: &seed},
		{Method: "als", Seed: &seed},
	} {
		t.Run(fmt.Sprintf("%s, seed %v, released errors %g", c.Method, c.Seed != nil, c.PrivateMetrics), func(t *testing.T) {
			id, h := recorded(t, s, p, c, Origin{Command: "train"})
			result, err := h.Wait()
			if err != nil {
				t.Fatal(err)
			}
			other, err := s.AddResult(p, c, *result, 0, Origin{Command: "selection"})
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range []int64{id, other} {
				got, err := s.Get(id)
				if err != nil {
					t.Fatal(err)
				}
				if got.Private != (c.Method != "als") || got.Simulation != (got.Private && c.Seed != nil) || got.Simulation != result.Simulation ||
					got.Trust != string(result.Trust) || got.MetricsPrivate != (c.PrivateMetrics > 0) {
					t.Errorf("kept as private %v, simulation %v, trust %s, released errors %v; it was %+v", got.Private, got.Simulation, got.Trust, got.MetricsPrivate, result)
				}
			}
		})
	}
}
