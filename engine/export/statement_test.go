package export

import (
	"strings"
	"testing"

	"dpals/engine"
)

// What counts as public but was read off the ratings is told, by flag and in words.
func TestStatementTellsWhatWasObserved(t *testing.T) {
	p, h := trained(t, engine.Config{Epsilon: 3})
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	const catalogue, bounds = "the item catalogue, which was read off", "the rating range, which was read off"
	for name, c := range map[string]struct{ catalogue, bounds bool }{
		"declared": {}, "catalogue": {catalogue: true}, "range": {bounds: true}, "both": {true, true},
	} {
		t.Run(name, func(t *testing.T) {
			origin := &p.Split.Train.Origin
			origin.CatalogueObserved, origin.RangeObserved = c.catalogue, c.bounds
			s := stateOf(h, p, result, Options{})
			if s.CatalogueObserved != c.catalogue || s.RangeObserved != c.bounds {
				t.Errorf("catalogue %v, range %v", s.CatalogueObserved, s.RangeObserved)
			}
			page := s.Markdown()
			if strings.Contains(page, catalogue) != c.catalogue || strings.Contains(page, bounds) != c.bounds {
				t.Errorf("the page tells otherwise:\n%s", page)
			}
		})
	}
}
