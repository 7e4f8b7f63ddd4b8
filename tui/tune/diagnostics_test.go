package tune_test

import (
	"strings"
	"testing"

	"dpals/engine/method"
	"dpals/tui/tune"
)

// Two spaces separate the ratios of factors, at any size of the numbers.
func TestRatiosAreSeparated(t *testing.T) {
	all := []method.Factor{{Signal: 123456, Noise: 1}, {Signal: 98765, Noise: 1}, {Signal: 1, Noise: 3}}
	for w := range 40 {
		text := tune.Ratios(all, w)
		if fields := strings.Fields(text); len([]rune(text)) > w || w >= 30 && len(fields) != 3 {
			t.Errorf("in %d cells: %q", w, text)
		}
	}
}
