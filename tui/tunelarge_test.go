package tui

import (
	"testing"
)

func TestLargeDataAsksForEnter(t *testing.T) {
	o := fakeOptions()
	o.Problem = fakeProblem(retrainLimit + 1)
	b := newBed(t, 120, 36, o)
	s := &b.bench.session
	if got := only[settledMsg](messages(t, b.press("right"))); len(got) > 0 || s.current != nil {
		t.Error("large data trains by itself")
	}
	b.shows("Enter trains with these knobs")
	b.press("enter")
	if s.current == nil {
		t.Fatal("Enter does not train")
	}
	if s.ceiling != nil {
		t.Error("als trains beside the first run on large data")
	}
	b.whole(0.99)
	if s.ceiling == nil {
		t.Error("als is not trained after the first run")
	}
}
