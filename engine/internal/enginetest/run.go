package enginetest

import (
	"context"
	"testing"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// Problem returns synthetic ratings with the default split, or ends the test.
func Problem(t testing.TB, source string) engine.Problem {
	t.Helper()
	r, err := sources.Open(context.Background(), source, sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: source, Split: split}
}

// Run runs a method to its end, from seed 1 unless the configuration has another, or ends the test.
func Run(t testing.TB, m *method.Method, p engine.Problem, c engine.Config) (*engine.Result, *engine.History) {
	t.Helper()
	if c.Seed == nil {
		seed := uint64(1)
		c.Seed = &seed
	}
	h, err := engine.RunMethod(context.Background(), m, p, c)
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return r, h
}

// Method returns a method of the registry, or ends the test.
func Method(t testing.TB, name string) *method.Method {
	t.Helper()
	m, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
