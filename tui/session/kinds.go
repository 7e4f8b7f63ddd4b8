package session

import (
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/internal/format"
)

// ReleaseKind summarises the releases of one kind.
type ReleaseKind struct {
	Name      string
	Low, high float64 // σ, or the pure ε of local reports
	releases  int
	Local     bool
}

// ReleaseKinds returns the kinds of a plan, in the order of their first release.
func ReleaseKinds(p *accounting.Plan) []ReleaseKind {
	var all []ReleaseKind
next:
	for _, r := range p.Releases {
		noise := r.Sigma
		if r.Local {
			noise = r.Epsilon
		}
		if r.Deferred {
			noise = math.NaN()
		}
		for i := range all {
			if k := &all[i]; k.Name == r.Kind {
				k.Low, k.high, k.releases = min(k.Low, noise), max(k.high, noise), k.releases+1
				continue next
			}
		}
		all = append(all, ReleaseKind{r.Kind, noise, noise, 1, r.Local})
	}
	return all
}

// Noise writes the noise of the releases, from the smallest to the largest, and their number.
func (k ReleaseKind) Noise() string {
	if math.IsNaN(k.Low) {
		return "after the scope"
	}
	s := format.Number(k.Low)
	if high := format.Number(k.high); high != s {
		s += " to " + high
	}
	if k.Local {
		s = "ε " + s
	}
	if k.releases > 1 {
		s += fmt.Sprintf(" ×%d", k.releases)
	}
	return s
}
