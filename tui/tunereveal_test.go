package tui

import (
	"testing"
	"time"

	"dpals/engine"
)

// The curve has the steps that have appeared, and a key lets all of them appear.
func TestCurveFollowsWhatHasAppeared(t *testing.T) {
	o := fakeOptions()
	o.pace = stepPace
	o.now = func() time.Time { return time.Unix(0, 0) }
	b := newBed(t, 120, 36, o)
	r := b.bench.session.current
	b.begin(r)
	for n := range 4 {
		b.report(r, engine.Iterated{T: n + 1, Of: 4, TrainRMSE: 0.9, ValidRMSE: 1})
	}
	if got := len(b.tune().chart().Lines[0].Y); got != 1 {
		t.Errorf("%d steps are drawn at once, want 1", got)
	}
	if b.press("f"); len(b.tune().chart().Lines[0].Y) != 4 {
		t.Errorf("%d steps are drawn after a key, want 4", len(b.tune().chart().Lines[0].Y))
	}
}
