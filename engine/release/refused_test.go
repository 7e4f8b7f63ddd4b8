package release

import (
	"errors"
	"testing"

	"dpals/accounting"
	"dpals/accounting/noise"
	"dpals/engine/method"
	"dpals/loaders/synthetic"
)

// Sums that were not released are not returned: they hold no noise.
func TestRefusedReleaseReturnsNoSums(t *testing.T) {
	r, err := synthetic.Generate(t.Context(), "synth:skewed:n=40,m=30,per=10", 1)
	if err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	task := func(q accounting.Request) *method.Task {
		plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{q})
		if err != nil {
			t.Fatal(err)
		}
		meter := accounting.NewMeter(plan, noise.Seeded(1), func(accounting.Charge) error { return refused })
		return &method.Task{Train: r, Public: method.Public{Low: 1, High: 5}, Threads: 2, Meter: meter, Progress: silent{}}
	}
	level := func([]uint32, []float32) float64 { return 3 }
	for name, release := range map[string]func() ([]float64, error){
		"counts":         func() ([]float64, error) { return Counts(t.Context(), task(CountsRequest(r.Items, 1))) },
		"floored counts": func() ([]float64, error) { return FlooredCounts(t.Context(), task(CountsRequest(r.Items, 1))) },
		"item counts":    func() ([]float64, error) { return ItemCounts(t.Context(), task(ItemCountsRequest(r.Items, 1))) },
		"item sums": func() ([]float64, error) {
			return ItemSums(t.Context(), task(ItemSumsRequest(r.Items, 1, 1)), 1, level)
		},
	} {
		if sums, err := release(); !errors.Is(err, refused) || sums != nil {
			t.Errorf("%s: %d sums and error %v, want no sums and %v", name, len(sums), err, refused)
		}
	}
}
