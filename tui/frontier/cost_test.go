package frontier_test

import (
	"context"
	"math"
	"testing"

	"dpals/engine"
	"dpals/engine/sweep"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// TestLocalRunCostsTheSameOnFrontierAndTune trains a method of local reports once. Its pure ε adds up as it is: converted
// to a μ and back, ε 2 would read as more than 12.
func TestLocalRunCostsTheSameOnFrontierAndTune(t *testing.T) {
	o := driver.Options()
	o.Methods, o.Foresee, o.Launch = nil, nil, nil
	o.Problem = driver.SmallProblem(t)
	o.Config = engine.Config{Method: "ldp-gd", Epsilon: 2}
	tune := driver.New(t, 200, 50, o)
	h, err := engine.Run(t.Context(), o.Problem, tune.Session.Knobs.Config())
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	r := tune.Session.Runs.Current
	tune.Send(session.StartedMsg{Run: r.Number, History: h})
	tune.Send(session.SnapshotMsg{Run: r.Number, Events: h.Events(0)})
	const want = "session: charged ε 2.00, 1 run"
	if got := tune.Session.DataSetShort(200); got != want {
		t.Errorf("Tune says %q, want %q", got, want)
	}

	b := driver.New(t, 200, 50, o)
	b.Begin(b.Session.Runs.Current)
	b.Report(b.Session.Runs.Current, engine.Ended{Outcome: engine.Cancelled}) // before it has cost anything
	spec := plainSpec()
	spec.Data, spec.Methods, spec.Epsilon, spec.Repeats = []string{o.Problem.Name}, []string{"ldp-gd"}, []float64{2}, 1
	before := sweep.Snapshot{Spec: spec, Status: sweep.Running, Total: 1}
	startSweep(b, before)
	after := before
	after.Done, after.Results = 1, []sweep.Result{{Result: *result}}
	reportProgress(b, after, false)
	if got := b.Session.DataSetShort(200); got != want {
		t.Errorf("Frontier says %q, want %q", got, want)
	}

	s, err := sweep.Prepare(t.Context(), spec, sweep.Environment{
		Load: func(context.Context, string) (engine.Problem, error) { return o.Problem, nil }, Jobs: 1, Threads: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	costs, err := s.Costs()
	if err != nil || len(costs) != 1 || math.Abs(costs[0].Epsilon-2) > 1e-9 {
		t.Errorf("the sweep would cost %+v, %v", costs, err)
	}
}
