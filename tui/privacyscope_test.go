package tui

import (
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
)

// What is not planned yet is drawn as that, not as a release without noise, and is no part of a command.
func TestRestIsNoReleaseWithoutNoise(t *testing.T) {
	for _, size := range sizes {
		b := newBed(t, size[0], size[1], fakeOptions())
		r := b.bench.session.current
		b.report(r, engine.Started{Method: "dpals", Plan: openPlan(t)})
		p := b.goTo("Privacy").(*privacy)
		b.send(nil)
		row := p.releases.rows[1]
		if !row.Rest || row.figure(0) != "–" {
			t.Fatalf("%+v", row)
		}
		b.shows("the rest is planned once the scope is known")
		for _, msg := range messages(t, b.press("y")) {
			if m, ok := msg.(copiedMsg); ok {
				t.Errorf("copied is %q", m.text)
			}
		}
		b.hides("NaN")
	}
	for _, k := range kindsOf(openPlan(t)) {
		if k.name == "rest" && strings.ContainsAny(k.sigma(), "0N") {
			t.Errorf("its noise is %q", k.sigma())
		}
	}
}

// The command that is copied states the ε of a plan with a catalogue, which takes a part of δ.
func TestCopiedCommandCountsTheCatalogue(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	r := b.bench.session.current
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{openPlan(t).Releases[0].Request})
	if err != nil {
		t.Fatal(err)
	}
	b.report(r, engine.Started{Method: "dpals", Plan: plan})
	p := b.goTo("Privacy").(*privacy)
	b.send(nil)
	releases, delta := p.listed()
	epsilon, err := accounting.Exact.Epsilon(releases[0].Sensitivity/releases[0].Sigma, delta)
	if err != nil || math.Abs(epsilon-plan.Epsilon) > 1e-6 {
		t.Errorf("the command states ε %v at δ %v, the plan %v: %v", epsilon, delta, plan.Epsilon, err)
	}
}
