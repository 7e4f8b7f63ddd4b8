package export

import (
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/promise"
)

// What counts as public but was read off the ratings is stated in the headline itself, by key and in words.
func TestStatementTellsWhatWasObserved(t *testing.T) {
	p, h := trained(t, engine.Config{Epsilon: 3})
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	const catalogue, bounds = "the item catalogue, which was read from", "the rating range, which was read from"
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
			if slices.Contains(s.Provided, promise.Catalogue) != c.catalogue || slices.Contains(s.Provided, promise.Range) != c.bounds || s.Provided == nil {
				t.Errorf("provided %q", s.Provided)
			}
			page := s.Markdown()
			if strings.Contains(page, catalogue) != c.catalogue || strings.Contains(page, bounds) != c.bounds {
				t.Errorf("the page differs:\n%s", page)
			}
			for _, line := range strings.Split(page, "\n") {
				if !strings.Contains(line, "(ε, δ)-differential privacy") {
					continue
				}
				if line != s.Headline || !strings.HasSuffix(line, "differential privacy"+promise.Provided(*origin)+".") {
					t.Errorf("the headline is %q", line)
				}
			}
			if strings.Count(page, s.Headline) != 1 {
				t.Errorf("the headline %q is not on the page:\n%s", s.Headline, page)
			}
		})
	}
}

// Other runs on the same ratings are not covered by a sum of what was charged, but by a limit that was set before.
func TestStatementLeavesOtherRunsToALimit(t *testing.T) {
	p, h := trained(t, engine.Config{Epsilon: 3})
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	s := stateOf(h, p, result, Options{})
	if !slices.ContainsFunc(s.NotCovered, func(n string) bool {
		return strings.HasPrefix(n, "other runs") && strings.Contains(n, "a limit that was set on the ratings before the first run")
	}) || !strings.Contains(s.Markdown(), otherRuns) {
		t.Errorf("not covered: %q", s.NotCovered)
	}
}

// The statement of a method that is not private has no headline, which could be misread.
func TestStatementWithoutPrivacyGuaranteesNothing(t *testing.T) {
	p, h := trained(t, engine.Config{Method: "als"})
	result, err := h.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if s := stateOf(h, p, result, Options{}); s.Headline != "" || strings.Contains(s.Markdown(), "differential privacy") {
		t.Errorf("stated as %q:\n%s", s.Headline, s.Markdown())
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
		if r.PureEpsilon == 0 || r.Sigma != 0 || r.Proof != "docs/privacy/bits.md" || r.Domain != string(accounting.Ratings) ||
			r.Neighbours != string(accounting.OneUserRatings) || r.Norm != string(accounting.LogRatio) {
			t.Errorf("%+v", r)
		}
	}
	if s.Trust != "local" || *s.Delta != 0 || s.Accountant != "pure" || total < 1-1e-9 || total > 1+1e-9 || !strings.Contains(s.Adjacency, "exchanging") {
		t.Errorf("stated as %+v", s)
	}
	page := s.Markdown()
	for _, want := range []string{"trust only their own device", "| δ | 0 |", "local reports | log probability ratio | pure ε", "the server knows who reports"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "joint") || strings.Contains(page, "Gaussian noise") {
		t.Errorf("the page names another model of trust:\n%s", page)
	}
}
