package ui

import (
	"slices"
	"testing"
)

func TestWrapKeepsSymbolsWithTheirNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"the limit is ε 2 at δ 1e-5":  {"the limit is", "ε 2 at", "δ 1e-5"},
		"a symbol at the end: ε":      {"a symbol at", "the end: ε"},
		"extraordinarilylongwords ok": {"extraordinarilylongwords", "ok"},
	} {
		if got := Wrap(text, 12); !slices.Equal(got, want) {
			t.Errorf("%q wraps to %q, want %q", text, got, want)
		}
	}
}

func TestFloorTo(t *testing.T) {
	for v, want := range map[float64]float64{0.8: 0.8, 0.79999: 0.799, 1: 1, 0.99999: 0.999, 12.37: 12.3, 1234: 1230, 0.0012349: 0.00123} {
		if got := FloorTo(v, 3); got != want {
			t.Errorf("floorTo(%v) = %v, want %v", v, got, want)
		}
	}
}
