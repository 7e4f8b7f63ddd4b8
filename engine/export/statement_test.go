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

// A local model is stated as one: another unit, a pure ε, reports in place of noisy sums, and its name.
func TestStatementOfALocalModel(t *testing.T) {
	p, h := trained(t, engine.Config{Method: "ldp-gd", Epsilon: 3})
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	s := stateOf(h, p, result, Options{})
	total := 0.0
	for _, r := range s.Releases {
		total += r.Share
		if r.PureEpsilon == 0 || r.Sigma != 0 {
			t.Errorf("%+v", r)
		}
	}
	if s.Trust != "local" || *s.Delta != 0 || s.Accountant != "pure" || total < 1-1e-9 || total > 1+1e-9 || !strings.Contains(s.Adjacency, "exchanging") {
		t.Errorf("stated as %+v", s)
	}
	page := s.Markdown()
	for _, want := range []string{"nobody but her own device", "| δ | 0 |", "local reports | pure ε", "the server knows who reports"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "joint") || strings.Contains(page, "Gaussian noise") {
		t.Errorf("the page speaks of another model:\n%s", page)
	}
}
