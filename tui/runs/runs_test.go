package runs_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/runs"
	"dpals/tui/session"
)

// A running run is read again while it is shown: less often while nothing changes, and no more once it has ended.
func TestRunningRunIsWatched(t *testing.T) {
	a := smallHistory()
	a.runs[6].Outcome, a.runs[6].Curve, a.runs[6].Iterations = "", a.runs[6].Curve[:1], 1
	b, s := onRuns(t, 120, 36, a)
	ticket := s.Watch().Ticket()
	if ticket == 0 || s.Watch().Pause() != runs.WatchSoon {
		t.Fatalf("ticket %d, pause %v", ticket, s.Watch().Pause())
	}
	look := func() { b.Carry(b.Send(runs.NewWatchMsg(s.Watch().Ticket(), 7))) }
	look()
	look()
	if s.Watch().Pause() != 4*runs.WatchSoon {
		t.Errorf("the pause is %v after two reads without a change", s.Watch().Pause())
	}
	a.runs[6].Curve, a.runs[6].Iterations = keptRun(7, "dpals", 2, 0.962).Curve[:2], 2
	look()
	if s.Watch().Pause() != runs.WatchSoon || len(s.ShownRun().Curve) != 2 {
		t.Errorf("after an iteration the pause is %v, with %d iterations", s.Watch().Pause(), len(s.ShownRun().Curve))
	}
	a.runs[6].Outcome = "done"
	look()
	ticket = s.Watch().Ticket()
	look()
	if s.Watch().Ticket() != ticket || s.ShownRun().Outcome != "done" {
		t.Errorf("a run that is %q is read again", s.ShownRun().Outcome)
	}
	b.Lacks("running")
}

// Every frame fits its size, with any keys and clicks.
func TestRunsFitsEverySize(t *testing.T) {
	var keys []string
	for _, k := range runs.New(&session.Session{Options: session.Options{}.Fill()}).Keys(false) {
		for _, name := range k.Keys {
			if _, named := tuitest.Keys[name]; named || len(name) == 1 {
				keys = append(keys, name)
			}
		}
	}
	keys = append(keys, "x", "ä", "<")
	rapid.Check(t, func(rt *rapid.T) {
		o := driver.Options()
		o.Problem = driver.Problem(1000)
		a := smallHistory()
		if rapid.Bool().Draw(rt, "long") {
			a = longHistory(250)
		}
		o.Archive = a
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		w, h := rapid.IntRange(60, 300).Draw(rt, "w"), rapid.IntRange(24, 100).Draw(rt, "h")
		b := driver.New(t, w, h, o)
		s := openRuns(b)
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			b.GoTo(s.Name())
			switch rapid.IntRange(0, 6).Draw(rt, "act") {
			case 0:
				w, h = rapid.IntRange(60, 300).Draw(rt, "w"), rapid.IntRange(24, 100).Draw(rt, "h")
				b.Send(tea.WindowSizeMsg{Width: w, Height: h})
			case 1:
				at := tea.Mouse{X: rapid.IntRange(0, w).Draw(rt, "x"), Y: rapid.IntRange(0, h).Draw(rt, "y"), Button: tea.MouseLeft}
				b.Send(tea.MouseClickMsg(at))
				at.Button = tea.MouseWheelDown
				b.Send(tea.MouseWheelMsg(at))
			case 2:
				b.Carry(s.Compare())
			default:
				b.Press(rapid.SampledFrom(keys).Draw(rt, "key"))
				if rapid.Bool().Draw(rt, "answered") {
					s.StopReadingPages()
					s.StopReadingShown()
					b.Carry(tea.Batch(s.ReadPage(), s.ReadShown()))
				}
			}
			b.Model.Left = false
			b.GoTo(s.Name())
			content := b.Content()
			tuitest.Exactly(rt, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") {
				rt.Fatal("an escape sequence is drawn")
			}
			s.Forget()
			if b.Content() != content {
				rt.Fatalf("a panel was not redrawn:\n%s", tuitest.Plain(content))
			}
		}
	})
}
