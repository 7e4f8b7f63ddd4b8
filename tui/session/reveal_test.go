package session_test

import (
	"testing"
	"time"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// revealBed is a dashboard whose curve moves at its pace, and a clock for it.
func revealBed(t *testing.T) (b *driver.Dashboard, clock *time.Time) {
	now := time.Unix(0, 0)
	o := driver.Options()
	o.Pace = session.RevealPace
	o.Now = func() time.Time { return now }
	return driver.New(t, 120, 36, o), &now
}

func steps(n int) (events []engine.Event) {
	for i := range n {
		events = append(events, engine.Iterated{T: i + 1, Of: n, TrainRMSE: 0.9, ValidRMSE: 1 + 0.1/float64(i+1)})
	}
	return events
}

func TestIterationsAppearOneAfterAnother(t *testing.T) {
	b, clock := revealBed(t)
	r := b.Session.Runs.Current
	b.Begin(r)
	b.Report(r, append(steps(4), engine.Ended{Outcome: engine.Done, Result: &engine.Result{}})...)
	for shown := 1; shown <= 4; shown++ {
		if got := r.Reveal.Steps; got != shown {
			t.Fatalf("%d steps are drawn, want %d", got, shown)
		}
		b.Shows("✓ done") // words do not wait
		b.Send(session.RevealMsg{Run: r.Number, Ticket: 99})
		if got := r.Reveal.Steps; got != shown {
			t.Fatal("a stale tick shows a step")
		}
		*clock = clock.Add(session.RevealPace)
		cmd := b.Send(session.RevealMsg{Run: r.Number, Ticket: r.Reveal.Ticket()})
		if shown >= 3 && cmd != nil {
			if got := driver.Messages(t, cmd); len(got) > 0 {
				t.Errorf("ticks go on: %v", got)
			}
		}
	}
}

func TestNoIterationIsHeldBackForLong(t *testing.T) {
	b, clock := revealBed(t)
	r := b.Session.Runs.Current
	b.Begin(r)
	b.Report(r, steps(1000)...)
	frames := 1
	for ; r.Reveal.Steps < 1000; frames++ {
		*clock = clock.Add(session.RevealPace)
		b.Send(session.RevealMsg{Run: r.Number, Ticket: r.Reveal.Ticket()})
	}
	if took := time.Duration(frames-1) * session.RevealPace; took > session.RevealTime || frames < 4 {
		t.Errorf("a thousand steps appear in %d frames over %v", frames, took)
	}
}

func TestKeyRevealsTheWholeCurve(t *testing.T) {
	b, _ := revealBed(t)
	r := b.Session.Runs.Current
	b.Begin(r)
	b.Report(r, steps(4)...)
	if b.Press("f"); r.Reveal.Steps != 4 {
		t.Errorf("%d steps are drawn after a key", r.Reveal.Steps)
	}
	// The tick that was under way means nothing any more.
	b.Send(session.RevealMsg{Run: r.Number, Ticket: 1})
	if r.Reveal.Steps != 4 {
		t.Error("a late tick takes steps back")
	}
	b.Press("enter")
	if r.Reveal.Steps != 4 {
		t.Error("a ghost lacks steps")
	}
}

// Steps that arrive slower than the pace appear when they arrive.
func TestSlowIterationsAppearAtOnce(t *testing.T) {
	b, clock := revealBed(t)
	r := b.Session.Runs.Current
	b.Begin(r)
	for step := 1; step <= 3; step++ {
		*clock = clock.Add(time.Second)
		b.StepTo(r, step, 3, 0.9, 1)
		if r.Reveal.Steps != step {
			t.Errorf("after step %d %d are drawn", step, r.Reveal.Steps)
		}
	}
}
