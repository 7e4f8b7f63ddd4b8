package tui_test

import (
	"context"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/internal/format"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// touring is a tour with the methods of the registry, on a few synthetic ratings.
func touring(t *testing.T, w, h int) *driver.Dashboard {
	o := driver.Options()
	o.Methods, o.Foresee = nil, nil
	o.Problem = driver.SmallProblem(t)
	o.Problem.Name, o.Problem.Split.Train.Origin.Source = tui.TourSource, tui.TourSource
	o.Tour = true
	return driver.New(t, w, h, o)
}

// finishMoves lets the knobs move to the values of the step.
func finishMoves(b *driver.Dashboard) {
	for range 200 {
		if !b.Model.Tour().Moving() {
			return
		}
		b.Send(tui.TourMsg{Ticket: b.Model.Tour().Ticket()})
	}
	b.T.Fatalf("the knobs of step %d never reach their values", b.Model.Tour().At()+1)
}

func TestTourMovesTheKnobs(t *testing.T) {
	b := touring(t, 120, 36)
	for i, s := range tui.TourSteps {
		b.Shows(s.Title())
		finishMoves(b)
		b.Send(session.SettledMsg{Generation: b.Session.Knobs.Generation})
		k := &b.Session.Knobs
		if k.Method().Name != s.Method() {
			t.Errorf("step %d trains %s", i+1, k.Method().Name)
		}
		list, _ := k.All()
		for _, to := range s.Moves() {
			for _, n := range list {
				if n.Name == to.Knob() && k.Value(n) != to.Value() {
					t.Errorf("step %d: %s is %v, want %v", i+1, to.Knob(), k.Value(n), to.Value())
				}
			}
		}
		if r := b.Session.Runs.Current; !session.SameConfig(r.Config, k.Config()) {
			t.Errorf("step %d trains %+v", i+1, r.Config)
		}
		b.Preview()
		b.Whole(1 - 0.01*float64(i))
		b.Shows("validation RMSE " + format.ShortRMSE(1-0.01*float64(i)))
		tuitest.Exactly(t, b.Content(), 120, 36)
		b.Press("enter")
	}
	if b.Model.Tour().Open() {
		t.Error("the tour does not end")
	}
	b.Hides("Tour, ")
}

func TestTourGoesBackAndCloses(t *testing.T) {
	b := touring(t, 80, 24)
	b.Press("right", "space", "left")
	b.Shows("Tour, 2 of 6")
	stale := b.Model.Tour().Ticket() - 1
	before := b.Session.Knobs.Generation
	if b.Send(tui.TourMsg{Ticket: stale}); b.Session.Knobs.Generation != before {
		t.Error("a stale tick turns a knob")
	}
	if b.Press("4"); b.Front().Name() != "Privacy" {
		t.Error("other keys do not do what they always do")
	}
	tuitest.Exactly(t, b.Content(), 80, 24)
	b.Press("esc")
	b.Hides("Tour, ")
	if b.Send(tui.TourMsg{Ticket: b.Model.Tour().Ticket()}); b.Model.Tour().Moving() {
		t.Error("the knobs go on moving")
	}
}

// The tour never trains on real ratings.
func TestTourOpensSyntheticRatings(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.9)
	b.Wish("guided tour")
	b.Shows("start it with dpals --tour")
	o := driver.Options()
	opened := ""
	o.Open = func(_ context.Context, source string) (engine.Problem, error) {
		opened = source
		p := driver.Problem(100)
		p.Split.Train.Origin.Source = source
		return p, nil
	}
	b = driver.New(t, 120, 36, o)
	b.Whole(0.9)
	got := driver.Messages(t, b.Wish("guided tour"))
	b.Shows("Loading the synthetic ratings")
	b.Press("enter") // not yet
	b.Send(driver.Loaded(got)...)
	if opened != tui.TourSource || !strings.Contains(tuitest.Plain(b.Content()), tui.TourSteps[0].Title()) || b.Model.Tour().At() != 0 {
		t.Errorf("opened %q; the screen is\n%s", opened, tuitest.Plain(b.Content()))
	}
}

func TestTourTextsFit(t *testing.T) {
	for _, w := range []int{60, 80, 120, 200} {
		b := touring(t, w, 36)
		for i := range tui.TourSteps {
			b.Model.Tour().SetAt(i)
			if n := len(ui.Wrap(tui.TourSteps[i].Text(), w-4)); n > b.Model.TourRows()-3 {
				t.Errorf("step %d needs %d lines at %d cells", i+1, n, w)
			}
		}
	}
}
