package privacy_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/internal/tuitest/driver"
	"dpals/tui/canvas"
	"dpals/tui/privacy"
)

// The guarantee of a stopped run is the planned ε, not the charged one.
func TestStoppedRunGuaranteesItsPlan(t *testing.T) {
	for _, w := range []int{60, 80, 120} {
		b := driver.New(t, w, 36, driver.Options())
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Charge(r, 3)
		_, charged := r.Charged()
		b.Press("ctrl+c")
		b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
		if !(charged < 0.9) {
			t.Fatalf("charged ε %v", charged)
		}
		if w >= 120 {
			b.Shows("charged ε " + format.Number(charged) + " of the planned 1.00; guarantee: ε 1.00")
		} else {
			b.Shows("guarantee: ε 1.00, charged " + format.Number(charged))
		}
		p := b.GoTo("Privacy").(*privacy.Screen)
		for _, s := range p.AttackTargets() {
			if *s.Total() != r.Plan.TotalCost() {
				t.Errorf("%s is %+v", s.Name(), *s.Total())
			}
		}
	}
}

// While a run trains, its charges so far are no target: the analyst may stop it at any moment.
func TestAttackTargetsArePlansAndLimits(t *testing.T) {
	o := driver.Options()
	driver.WithLedger(&o)
	b := driver.New(t, 120, 36, o)
	p := b.GoTo("Privacy").(*privacy.Screen)
	r := b.Session.Runs.Current
	b.Begin(r)
	b.Charge(r, 3)
	names := func() (all []string) {
		for _, s := range p.AttackTargets() {
			all = append(all, s.Name())
		}
		return all
	}
	b.SendLedger(driver.Standing(t, 1.2, 0))
	if got := names(); !slices.Equal(got, []string{"this run", privacy.TargetCharged}) || *p.AttackTargets()[0].Total() != r.Plan.TotalCost() {
		t.Errorf("without a limit: %q", got)
	}
	b.Shows("sum over all runs")
	b.SendLedger(driver.Standing(t, 1.2, 4))
	if got := names(); !slices.Equal(got, []string{"this run", privacy.TargetLimit}) {
		t.Errorf("with a limit: %q", got)
	}
	mu, err := accounting.Exact.Mu(4, 1e-5)
	if last := *p.AttackTargets()[1].Total(); err != nil || math.Abs(last.Mu-mu) > 1e-12 {
		t.Errorf("the limit is %+v, %v", last, err)
	}
}

// The sentence about ε states its condition, and begins with it where there is little room.
func TestMeaningStatesItsCondition(t *testing.T) {
	for _, size := range [][2]int{{60, 24}, {80, 24}, {120, 36}, {200, 50}} {
		o := driver.Options()
		driver.Observed(&o)
		driver.WithLedger(&o)
		b := driver.New(t, size[0], size[1], o)
		b.Whole(0.995)
		b.SendLedger(driver.Standing(t, 1.2, 0))
		text := b.Remark("Tune")
		if !strings.Contains(text, "if items and range were public: ") && !strings.Contains(text, promise.Provided(o.Problem.Split.Train.Origin)) {
			t.Errorf("at %d cells: %q", size[0], text)
		}
		if canvas.Width(text) > size[0]-1 {
			t.Errorf("%q is cut at %d cells", text, size[0])
		}
		b.Shows(text)
		b.GoTo("Privacy")
		b.Front().(*privacy.Screen).FocusOn(privacy.PanelMeaning)
		b.Shows("provided that the")
		if size[0] >= 80 { // and nothing is cut off
			b.Shows("no limit, no guarantee")
		}
	}
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	b.Hides("were public")
	b.GoTo("Privacy")
	b.Hides("provided that")
}

// A limit that was passed before it was set is never shown as a guarantee.
func TestPassedLimitIsNoGuarantee(t *testing.T) {
	for _, size := range driver.Sizes {
		o := driver.Options()
		driver.WithLedger(&o)
		b := driver.New(t, size[0], size[1], o)
		b.Whole(0.995)
		passed := driver.Standing(t, 2, 0)
		passed.Limit, passed.LeftMu, passed.LargestEpsilon = &ledger.Limit{Epsilon: 1, Delta: 1e-5}, 0, 0
		b.SendLedger(passed)
		b.Shows("no guarantee")
		b.Hides("guarantee: the limit")
		b.GoTo("Privacy").(*privacy.Screen).FocusOn(privacy.PanelLedger)
		b.Send(nil)
		b.Shows("no guarantee")
		b.Hides("guarantee: the limit")
		for _, s := range b.Front().(*privacy.Screen).AttackTargets() {
			if s.Name() == privacy.TargetLimit {
				t.Error("the limit is shown as a guarantee for all runs")
			}
		}
	}
}

// The δ that catalogues took is shown, and no ε where they took all of it.
func TestDeltaOfCatalogues(t *testing.T) {
	for _, size := range driver.Sizes {
		o := driver.Options()
		driver.WithLedger(&o)
		b := driver.New(t, size[0], size[1], o)
		b.Whole(0.995)
		s := driver.Standing(t, 2, 4)
		s.Limit.FailureProbability, s.Total.FailureProbability = 3e-6, 1e-6
		b.SendLedger(s)
		p := b.GoTo("Privacy").(*privacy.Screen)
		p.FocusOn(privacy.PanelLedger)
		b.Send(nil)
		b.Shows("1e-06 of 3e-06 used")
		s = driver.Standing(t, 2, 0)
		s.Total.FailureProbability = 1e-5
		var err error
		if s.SpentEpsilon, err = s.Total.Epsilon(accounting.Exact, s.Delta); err != nil {
			t.Fatal(err)
		}
		s.TotalEpsilon = s.SpentEpsilon
		b.SendLedger(s)
		b.Hides("Inf")
		b.Shows("used all of δ")
	}
}
