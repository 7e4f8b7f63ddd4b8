package tune_test

import (
	"testing"
	"time"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// The curve shows the iterations revealed so far, and a key reveals all of them.
func TestCurveShowsRevealedIterations(t *testing.T) {
	o := driver.Options()
	o.Pace = session.RevealPace
	o.Now = func() time.Time { return time.Unix(0, 0) }
	b := driver.New(t, 120, 36, o)
	r := b.Session.Runs.Current
	b.Begin(r)
	for n := range 4 {
		b.Report(r, engine.Iterated{T: n + 1, Of: 4, TrainRMSE: 0.9, ValidRMSE: 1})
	}
	if got := len(screenOf(b).Chart().Lines[0].Y); got != 1 {
		t.Errorf("%d iterations are drawn at once, want 1", got)
	}
	if b.Press("f"); len(screenOf(b).Chart().Lines[0].Y) != 4 {
		t.Errorf("%d iterations are drawn after a key, want 4", len(screenOf(b).Chart().Lines[0].Y))
	}
}
