package audit

import (
	"slices"
	"strings"
	"testing"

	"dpals/engine/method"
)

// Mistakes in the slope of popularity are caught; the method without them passes.
func TestPopularityControls(t *testing.T) {
	popularity := lookup(t, "popularity")
	settings := method.Settings{"clip-rating": 0.5}
	for _, c := range []control{
		{name: "the slope at a quarter of its sensitivity", on: popularity, settings: settings, mistake: plans("slope", 1/4.),
			caught: []string{PartSensitivity}, says: "moves slope"},
		{name: "the slope uncharged", on: popularity, settings: settings, mistake: leavesOut("slope"),
			caught: []string{PartSensitivity}, says: "is not planned"},
		{name: "counts without noise", on: popularity, settings: settings, mistake: noiseOf(only("item-counts", scaled(0))),
			caught: []string{PartNoise, PartCanary}, says: "the noise of item counts has 0 of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range attack(t, c.on, mechanismOf(c.on), c).Parts() {
				for _, f := range p.Findings {
					t.Errorf("without the mistake, %s: %s", p.Name, f)
				}
			}
			found := attack(t, c.on, c.mistake(c.on), c)
			for _, p := range found.Parts() {
				if slices.Contains(c.caught, p.Name) && p.Passed() {
					t.Errorf("not caught by %s", p.Name)
				}
				if p.Name == c.caught[0] && !strings.Contains(strings.Join(p.Findings, "\n"), c.says) {
					t.Errorf("none of these says %q:\n%s", c.says, strings.Join(p.Findings, "\n"))
				}
			}
		})
	}
}
