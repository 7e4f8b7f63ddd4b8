package runs_test

import (
	"testing"

	"dpals/tui/session"
	"dpals/tui/ui"
)

// The list reads a page at a time, and moving among loaded rows reads nothing.
func TestListReadsPages(t *testing.T) {
	a := longHistory(10_000)
	b, s := onRuns(t, 120, 36, a)
	b.Shows("1 of 10,000")
	for range 40 {
		b.Content() // the list learns how many rows it shows
		b.Does("pgdown")
	}
	b.Content()
	if r, ok := s.List().Current(); !ok || r.ID != int64(10_000-s.List().Selected) || s.ShownRun().ID != r.ID {
		t.Errorf("row %d is run %d, run %d is shown", s.List().Selected, r.ID, s.ShownRun().ID)
	}
	b.Does("G")
	b.Content()
	if r, ok := s.List().Current(); !ok || r.ID != 1 {
		t.Errorf("the last row is run %d", r.ID)
	}
	if a.most > ui.PageRows || len(s.List().Remote.Pages) > ui.MaxPages {
		t.Errorf("read %d rows at once, keeps %d pages", a.most, len(s.List().Remote.Pages))
	}
	before := a.lists
	b.Does("up", "up", "up", "down")
	if a.lists != before {
		t.Errorf("moving among loaded rows reads %d times", a.lists-before)
	}
}

// Update handles a key without reading the store itself.
func TestKeysDoNotReadStore(t *testing.T) {
	a := longHistory(500)
	b, _ := onRuns(t, 120, 36, a)
	a.mu.Lock() // a read would block
	defer a.mu.Unlock()
	for _, k := range []string{"G", "pgup", "o", "/", "p", "enter", "r", "space", "space", "c", "p", "n", "x", "enter", "d", "y", "e", "enter"} {
		b.Press(k)
		b.Content()
	}
}

func TestInvalidFilterIsRefused(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	b.Does("/", "e", "p", "s", "<", "x", "enter")
	b.Shows(`"x" is not a number`)
	b.Shows("1 of 7")
	if !s.List().Typing() {
		t.Error("Enter accepts an invalid filter")
	}
	b.Does("esc")
	b.Lacks("not a number")
	b.Does("/", "p", "i", "n", "n", "e", "d", "enter")
	b.Shows("1 of 1 · 7 in total")
}

func TestFinishedRunAppears(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	b.Does("down")
	selected, _ := s.List().Current()
	a.runs = append(a.runs, keptRun(8, "dpals", 3, 0.955))
	b.Carry(b.Send(session.RecordedMsg{Run: 1, ID: 8}))
	b.Shows("3 of 8")
	if r, _ := s.List().Current(); r.ID != selected.ID {
		t.Errorf("run %d is selected instead of %d", r.ID, selected.ID)
	}
	b.Does("g")
	a.runs = append(a.runs, keptRun(9, "dpals", 3, 0.955))
	b.Does("r")
	if r, _ := s.List().Current(); r.ID != 9 {
		t.Errorf("the first row is run %d, want the latest", r.ID)
	}
}

func TestOpenRun(t *testing.T) {
	b, s := onRuns(t, 120, 36, longHistory(1000))
	b.Does("/", "p", "i", "n", "n", "e", "d", "enter")
	b.GoTo("Tune")
	b.Carry(b.Send(session.OpenRunMsg{ID: 321}))
	if r, _ := s.List().Current(); b.Front() != s || r.ID != 321 || s.ShownRun().ID != 321 {
		t.Errorf("run %d is selected and run %d shown", r.ID, s.ShownRun().ID)
	}
	b.Shows("Run 321")
	b.Carry(b.Send(session.OpenRunMsg{ID: 4000}))
	b.Shows("run 4000 is not in the store")
}
