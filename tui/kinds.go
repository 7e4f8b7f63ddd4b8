package tui

import (
	"fmt"
	"math"

	"dpals/accounting"
)

// kindSum is what the releases of one kind have in common.
type kindSum struct {
	name      string
	low, high float64 // σ, or the pure ε of local reports
	releases  int
	local     bool
}

// kindsOf sums up a plan's kinds, in the order of their first release.
func kindsOf(p *accounting.Plan) []kindSum {
	var all []kindSum
next:
	for _, r := range p.Releases {
		noise := r.Sigma
		if r.Local {
			noise = r.Epsilon
		}
		if r.Rest {
			noise = math.NaN()
		}
		for i := range all {
			if k := &all[i]; k.name == r.Kind {
				k.low, k.high, k.releases = min(k.low, noise), max(k.high, noise), k.releases+1
				continue next
			}
		}
		all = append(all, kindSum{r.Kind, noise, noise, 1, r.Local})
	}
	return all
}

func (k kindSum) sigma() string {
	if math.IsNaN(k.low) {
		return "after the scope"
	}
	s := figure(k.low)
	if high := figure(k.high); high != s {
		s += " to " + high
	}
	if k.local {
		s = "ε " + s
	}
	if k.releases > 1 {
		s += fmt.Sprintf(" ×%d", k.releases)
	}
	return s
}
