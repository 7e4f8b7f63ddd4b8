package promise

import (
	"slices"
	"strings"
	"testing"

	"dpals/accounting/ledger"
	"dpals/loaders"
)

// Only a limit is a guarantee of several runs, whatever was charged.
func TestOnlyLimitIsGuaranteeOfAllRuns(t *testing.T) {
	s := ledger.Status{SpentEpsilon: 1.6, TotalEpsilon: 1.5, Delta: 1e-5, Runs: 3}
	if g := OfAllRuns(s); g != nil {
		t.Errorf("without a limit %+v is guaranteed", g)
	}
	s.Limit = &ledger.Limit{Epsilon: 4, Delta: 1e-6}
	if g := OfAllRuns(s); g == nil || g.Epsilon != 4 || g.Delta != 1e-6 || !strings.Contains(g.Condition, "before the first run") {
		t.Errorf("under a limit %+v is guaranteed", g)
	}
}

// A condition names what was read off the ratings, that and nothing else, in every form.
func TestConditionNamesWhatWasObserved(t *testing.T) {
	for name, o := range map[string]loaders.Origin{
		"nothing": {}, "items": {CatalogueObserved: true}, "range": {RangeObserved: true}, "both": {CatalogueObserved: true, RangeObserved: true},
	} {
		t.Run(name, func(t *testing.T) {
			keys := Observed(o)
			if keys == nil || slices.Contains(keys, Catalogue) != o.CatalogueObserved || slices.Contains(keys, Range) != o.RangeObserved {
				t.Errorf("observed %q", keys)
			}
			for _, text := range []string{Provided(o), ProvidedShort(o)} {
				if strings.Contains(text, "item") != o.CatalogueObserved || strings.Contains(text, "range") != o.RangeObserved {
					t.Errorf("says %q", text)
				}
			}
		})
	}
}
