package export

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"
)

// Rounded for a reader, ε and μ are never less than they are.
func TestStatementRoundsUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		epsilon, mu, delta := math.Exp(8*r.Float64()-4), math.Exp(8*r.Float64()-4), 1e-5
		s := Statement{Private: true, Epsilon: &epsilon, Mu: &mu, Delta: &delta}
		page := s.Markdown()
		for label, least := range map[string]float64{"ε": epsilon, "μ": mu} {
			found := regexp.MustCompile(`\| ` + label + `[^|]*\| ([0-9.e+-]+) \|`).FindStringSubmatch(page)
			if found == nil {
				t.Fatalf("the page has no %s:\n%s", label, page)
			}
			if shown, err := strconv.ParseFloat(found[1], 64); err != nil || shown < least {
				t.Errorf("%s of %.17g is written as %s", label, least, found[1])
			}
		}
	}
}
