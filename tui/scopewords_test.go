package tui

import (
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
)

// openPlan is a plan that releases a catalogue and leaves the rest open.
func openPlan(t *testing.T) *accounting.Plan {
	t.Helper()
	p, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{
		{Name: "catalogue", Kind: "catalogue", Claim: accounting.UserSum("docs/privacy/catalogue.md", accounting.AnyItems, accounting.L2), Sensitivity: 1, Weight: 0.15,
			Most: 8, Failure: 1e-6, Dimension: 8, Grid: -20},
		{Name: "rest", Kind: "rest", Weight: 0.85, Rest: true}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is not planned yet is drawn as that, not as a release without noise, and is no part of a command.
func TestRestIsNoReleaseWithoutNoise(t *testing.T) {
	for _, size := range sizes {
		b := newBed(t, size[0], size[1], fakeOptions())
		r := b.m.bench.session.current
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
	r := b.m.bench.session.current
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

// Tune, Privacy and People say what scope was released, at every size.
func TestReleasedScopeIsSaid(t *testing.T) {
	for _, size := range sizes {
		o := filmOptions(t)
		o.Config.Scope = scope.Private{Range: true, Catalogue: true}
		b := newPeopleBed(t, size[0], size[1], o)
		r := b.trained(privateTaste, freeTaste)
		r.scope = &engine.Extended{Scope: o.Config.Scope, Low: 0.5, High: 5, Items: 12}
		b.open()
		for _, name := range []string{"Tune", "Privacy", "People"} {
			b.goTo(name)
			b.again()
			b.send(nil)
			b.shows("released: 0.5 to 5, 12 items")
		}
		b.p.picks.set(nil, nil)
		b.p.users.to(1)
		b.send(nil)
		if b.p.advice.mine != nil {
			b.p.advice.mine.list.Picks = nil
			b.p.listPicks()
			b.p.version++
			b.shows("released item is rated already")
		}
	}
}

// Figures of directions stand apart, however large they are.
func TestRatiosStandApart(t *testing.T) {
	all := []method.Factor{{Signal: 123456, Noise: 1}, {Signal: 98765, Noise: 1}, {Signal: 1, Noise: 3}}
	for w := range 40 {
		text := ratios(all, w)
		if fields := strings.Fields(text); len([]rune(text)) > w || w >= 30 && len(fields) != 3 {
			t.Errorf("in %d cells: %q", w, text)
		}
	}
}
