package store

import (
	"context"
	"testing"
	"time"

	"dpals/engine"
	"dpals/loaders"
)

// A run that is recorded only once it has ended is kept whole, with the time when it began, and is known to be over its
// ratings and no others.
func TestRunRecordedAfterItsStart(t *testing.T) {
	s, _ := opened(t, t.TempDir())
	p := problem(t)
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	c := simulated(nil)
	h, err := engine.Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	id, err := s.Record(h, p, c, Origin{Command: "dashboard", Began: began}).Wait()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Started.Equal(began) || got.Outcome != "done" || len(got.Curve) == 0 || len(got.Releases) == 0 {
		t.Errorf("kept as %+v with %d steps and %d releases", got.Run, len(got.Curve), len(got.Releases))
	}
	other := p
	other.Fingerprint = "of other people"
	again := p
	again.Split = &loaders.Split{Protocol: p.Split.Protocol, Seed: p.Split.Seed + 1}
	if !got.UsesSplit(p) || got.UsesSplit(other) || got.UsesSplit(again) || got.UsesSplit(engine.Problem{}) {
		t.Errorf("over its own ratings: %v, others: %v, split otherwise: %v, none: %v", got.UsesSplit(p), got.UsesSplit(other), got.UsesSplit(again), got.UsesSplit(engine.Problem{}))
	}
}
