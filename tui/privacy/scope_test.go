package privacy_test

import (
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/privacy"
	"dpals/tui/session"
)

// Releases that are not planned yet are not shown as releases without noise, and are in no copied command.
func TestUnplannedReleasesShowNoNumbers(t *testing.T) {
	for _, size := range driver.Sizes {
		b := driver.New(t, size[0], size[1], driver.Options())
		r := b.Session.Runs.Current
		b.Report(r, engine.Started{Method: "dpals", Plan: driver.OpenPlan(t)})
		p := b.GoTo("Privacy").(*privacy.Screen)
		b.Send(nil)
		row := p.Releases().Rows[1]
		if !row.Deferred || row.Figure(0) != "–" {
			t.Fatalf("%+v", row)
		}
		b.Shows("the rest is planned once the scope is known")
		for _, msg := range driver.Messages(t, b.Press("y")) {
			if m, ok := msg.(session.CopiedMsg); ok {
				t.Errorf("copied is %q", m.Text)
			}
		}
		b.Hides("NaN")
	}
	for _, k := range session.ReleaseKinds(driver.OpenPlan(t)) {
		if k.Name == "rest" && strings.ContainsAny(k.Noise(), "0N") {
			t.Errorf("the noise of unplanned releases is %q", k.Noise())
		}
	}
}

// The copied command has the ε of a plan with a catalogue, which takes a part of δ.
func TestCopiedCommandLeavesOutDeltaOfCatalogue(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	r := b.Session.Runs.Current
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{driver.OpenPlan(t).Releases[0].Request})
	if err != nil {
		t.Fatal(err)
	}
	b.Report(r, engine.Started{Method: "dpals", Plan: plan})
	p := b.GoTo("Privacy").(*privacy.Screen)
	b.Send(nil)
	releases, delta := p.Listed()
	epsilon, err := accounting.Exact.Epsilon(releases[0].Sensitivity/releases[0].Sigma, delta)
	if err != nil || math.Abs(epsilon-plan.Epsilon) > 1e-6 {
		t.Errorf("the command states ε %v at δ %v, the plan %v: %v", epsilon, delta, plan.Epsilon, err)
	}
}
