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
