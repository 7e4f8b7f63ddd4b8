package tui

import (
	"testing"
	"time"

	"dpals/engine"
)

// revealBed is a dashboard whose curve moves at its pace, and a clock for it.
func revealBed(t *testing.T) (b *bed, clock *time.Time) {
	now := time.Unix(0, 0)
	o := fakeOptions()
	o.pace = stepPace
	o.now = func() time.Time { return now }
	return newBed(t, 120, 36, o), &now
}

func steps(n int) (events []engine.Event) {
	for i := range n {
		events = append(events, engine.Iterated{T: i + 1, Of: n, TrainRMSE: 0.9, ValidRMSE: 1 + 0.1/float64(i+1)})
	}
	return events
}

func TestStepsAppearOneAfterAnother(t *testing.T) {
	b, clock := revealBed(t)
	r := b.bench.session.current
	b.begin(r)
	b.report(r, append(steps(4), engine.Ended{Outcome: engine.Done, Result: &engine.Result{}})...)
	for shown := 1; shown <= 4; shown++ {
		if got := r.shown.steps; got != shown {
			t.Fatalf("%d steps are drawn, want %d", got, shown)
		}
		b.shows("✓ done") // words do not wait
		b.send(revealMsg{run: r.number, ticket: 99})
		if got := r.shown.steps; got != shown {
			t.Fatal("a stale tick shows a step")
		}
		*clock = clock.Add(stepPace)
		cmd := b.send(revealMsg{run: r.number, ticket: r.shown.ticket})
		if shown >= 3 && cmd != nil {
			if got := messages(t, cmd); len(got) > 0 {
				t.Errorf("ticks go on: %v", got)
			}
		}
	}
}

func TestNoStepIsHeldBackForLong(t *testing.T) {
	b, clock := revealBed(t)
	r := b.bench.session.current
	b.begin(r)
	b.report(r, steps(1000)...)
	frames := 1
	for ; r.shown.steps < 1000; frames++ {
		*clock = clock.Add(stepPace)
		b.send(revealMsg{run: r.number, ticket: r.shown.ticket})
	}
	if took := time.Duration(frames-1) * stepPace; took > revealTime || frames < 4 {
		t.Errorf("a thousand steps appear in %d frames over %v", frames, took)
	}
}

func TestWhoActsSeesAll(t *testing.T) {
	b, _ := revealBed(t)
	r := b.bench.session.current
	b.begin(r)
	b.report(r, steps(4)...)
	if b.press("f"); r.shown.steps != 4 {
		t.Errorf("%d steps are drawn after a key", r.shown.steps)
	}
	// The tick that was under way means nothing any more.
	b.send(revealMsg{run: r.number, ticket: 1})
	if r.shown.steps != 4 {
		t.Error("a late tick takes steps back")
	}
	b.press("enter")
	if r.shown.steps != 4 {
		t.Error("a ghost lacks steps")
	}
}

// Steps that arrive slower than the pace appear when they arrive.
func TestSlowStepsDoNotWait(t *testing.T) {
	b, clock := revealBed(t)
	r := b.bench.session.current
	b.begin(r)
	for step := 1; step <= 3; step++ {
		*clock = clock.Add(time.Second)
		b.stepTo(r, step, 3, 0.9, 1)
		if r.shown.steps != step {
			t.Errorf("after step %d %d are drawn", step, r.shown.steps)
		}
	}
}
