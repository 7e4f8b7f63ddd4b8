package tui

import (
	"context"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/internal/tuitest"
)

// touring is a tour with the methods of the registry, on a few synthetic ratings.
func touring(t *testing.T, w, h int) *bed {
	o := fakeOptions()
	o.methods, o.foresee = nil, nil
	o.Problem = smallProblem(t)
	o.Problem.Name, o.Problem.Split.Train.Origin.Source = tourSource, tourSource
	o.Tour = true
	return newBed(t, w, h, o)
}

// arrive lets the knobs move to where the step wants them.
func (b *bed) arrive() {
	for range 200 {
		if !b.m.tour.moving {
			return
		}
		b.send(tourMsg{b.m.tour.ticket})
	}
	b.t.Fatalf("the knobs of step %d never arrive", b.m.tour.at+1)
}

func TestTourMovesTheKnobs(t *testing.T) {
	b := touring(t, 120, 36)
	for i, s := range tourSteps {
		b.shows(s.title)
		b.arrive()
		b.send(settledMsg{b.bench.knobs.generation})
		k := &b.bench.knobs
		if k.method().Name != s.method {
			t.Errorf("step %d trains %s", i+1, k.method().Name)
		}
		list, _ := k.all()
		for _, to := range s.moves {
			for _, n := range list {
				if n.Name == to.knob && k.value(n) != to.value {
					t.Errorf("step %d: %s is %v, want %v", i+1, to.knob, k.value(n), to.value)
				}
			}
		}
		if r := b.bench.session.current; !sameConfig(r.config, k.config()) {
			t.Errorf("step %d trains %+v", i+1, r.config)
		}
		b.foresee()
		b.whole(1 - 0.01*float64(i))
		b.shows("error now " + rmse(1-0.01*float64(i)))
		tuitest.Exactly(t, b.content(), 120, 36)
		b.press("enter")
	}
	if b.m.tour.open {
		t.Error("the tour does not end")
	}
	b.hides("Tour, ")
}

func TestTourGoesBackAndLeaves(t *testing.T) {
	b := touring(t, 80, 24)
	b.press("right", "space", "left")
	b.shows("Tour, 2 of 6")
	stale := b.m.tour.ticket - 1
	before := b.bench.knobs.generation
	if b.send(tourMsg{stale}); b.bench.knobs.generation != before {
		t.Error("a stale tick turns a knob")
	}
	if b.press("4"); b.front().name() != "Privacy" {
		t.Error("other keys do not do what they always do")
	}
	tuitest.Exactly(t, b.content(), 80, 24)
	b.press("esc")
	b.hides("Tour, ")
	if b.send(tourMsg{b.m.tour.ticket}); b.m.tour.moving {
		t.Error("the knobs go on moving")
	}
}

// A real data set's budget is not for shows.
func TestTourLeavesRealRatingsAlone(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.9)
	b.wish("guided tour")
	b.shows("start it with dpals --tour")
	o := fakeOptions()
	opened := ""
	o.Open = func(_ context.Context, source string) (engine.Problem, error) {
		opened = source
		p := fakeProblem(100)
		p.Split.Train.Origin.Source = source
		return p, nil
	}
	b = newBed(t, 120, 36, o)
	b.whole(0.9)
	got := messages(t, b.wish("guided tour"))
	b.shows("which are being read")
	b.press("enter") // not yet
	b.send(loaded(got)...)
	if opened != tourSource || !strings.Contains(tuitest.Plain(b.content()), tourSteps[0].title) || b.m.tour.at != 0 {
		t.Errorf("opened %q; the screen is\n%s", opened, tuitest.Plain(b.content()))
	}
}

// Every caption fits in its panel where the screen is smallest.
func TestTourCaptionsFit(t *testing.T) {
	for _, w := range []int{60, 80, 120, 200} {
		b := touring(t, w, 36)
		for i := range tourSteps {
			b.m.tour.at = i
			if n := len(wrap(tourSteps[i].text, w-4)); n > b.m.tourRows()-3 {
				t.Errorf("step %d needs %d lines at %d cells", i+1, n, w)
			}
		}
	}
}
