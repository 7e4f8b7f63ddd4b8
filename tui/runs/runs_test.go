package runs_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/engine/store"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/runs"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Ten thousand runs are gone through page by page: never are more read at once, and a key only asks for what is near.
func TestALongHistoryIsReadInPages(t *testing.T) {
	a := longHistory(10_000)
	b, s := onRuns(t, 120, 36, a)
	b.Shows("1 of 10,000")
	for range 40 {
		b.Content() // the list learns how many rows it shows
		b.Does("pgdown")
	}
	b.Content()
	if r, ok := s.List().Current(); !ok || r.ID != int64(10_000-s.List().Selected) || s.One().ID != r.ID {
		t.Errorf("at row %d stands run %d, and run %d is shown", s.List().Selected, r.ID, s.One().ID)
	}
	b.Does("G")
	b.Content()
	if r, ok := s.List().Current(); !ok || r.ID != 1 {
		t.Errorf("the last row is run %d", r.ID)
	}
	if a.most > ui.PageRows || len(s.List().Remote.Pages) > ui.MaxPages {
		t.Errorf("%d rows were read at once and %d pages are held", a.most, len(s.List().Remote.Pages))
	}
	before := a.lists
	b.Does("up", "up", "up", "down")
	if a.lists != before {
		t.Errorf("moving among rows that are there reads %d times", a.lists-before)
	}
}

// Update answers a key without reading anything itself.
func TestUpdateNeverReadsTheStore(t *testing.T) {
	a := longHistory(500)
	b, _ := onRuns(t, 120, 36, a)
	a.mu.Lock() // whoever reads now waits for ever
	defer a.mu.Unlock()
	for _, k := range []string{"G", "pgup", "o", "/", "p", "enter", "r", "space", "space", "c", "p", "n", "x", "enter", "d", "y", "e", "enter"} {
		b.Press(k)
		b.Content()
	}
}

func TestAFilterThatCannotBeReadChangesNothing(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	b.Does("/", "e", "p", "s", "<", "x", "enter")
	b.Shows(`"x" is not a number`)
	b.Shows("1 of 7")
	if !s.List().Typing() {
		t.Error("Enter takes a filter that cannot be read")
	}
	b.Does("esc")
	b.Lacks("not a number")
	b.Does("/", "p", "i", "n", "n", "e", "d", "enter")
	b.Shows("1 of 1 · 7 in total")
}

func TestARunThatFinishesAppears(t *testing.T) {
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
		t.Errorf("on the first row the latest run is shown, and not run %d", r.ID)
	}
}

func TestOpenRun(t *testing.T) {
	b, s := onRuns(t, 120, 36, longHistory(1000))
	b.Does("/", "p", "i", "n", "n", "e", "d", "enter")
	b.GoTo("Tune")
	b.Carry(b.Send(session.OpenRunMsg{ID: 321}))
	if r, _ := s.List().Current(); b.Front() != s || r.ID != 321 || s.One().ID != 321 {
		t.Errorf("run %d is selected and run %d shown", r.ID, s.One().ID)
	}
	b.Shows("Run 321")
	b.Carry(b.Send(session.OpenRunMsg{ID: 4000}))
	b.Shows("run 4000 is not kept any more")
}

// What is pinned on Runs is drawn on Tune, and what is pinned on Tune is pinned in the store; both let go of it.
func TestPinsAreTheSameOnBothScreens(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	session := &b.Session.Runs
	b.Does("p")
	if len(session.Pinned) != 1 || session.Pinned[0].Stored != 7 || !a.at(7).Pinned {
		t.Fatalf("%d runs are drawn and the store says %v", len(session.Pinned), a.at(7).Pinned)
	}
	colour := session.Pinned[0].Series
	b.GoTo("Tune")
	b.Compared()
	b.Whole(0.99)
	b.Shows("pinned")
	if session.Pinned[0].Series != colour || session.Current.Series == colour {
		t.Errorf("the pin has colour %d and had %d; the current run has %d", session.Pinned[0].Series, colour, session.Current.Series)
	}
	data, err := json.Marshal(b.Session.SavedShared())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"run":7`) {
		t.Errorf("the session does not know which run is pinned:\n%s", data)
	}

	current := session.Current
	current.Stored = 2
	b.Does("p")
	if !a.at(2).Pinned {
		t.Error("a pin of Tune is not pinned in the store")
	}
	openRuns(b)
	b.Does("p")
	if len(session.Pinned) != 1 || session.Pinned[0] != current || a.at(7).Pinned {
		t.Errorf("%d runs are drawn after one was let go of, and the store says %v", len(session.Pinned), a.at(7).Pinned)
	}
	b.GoTo("Tune")
	b.Does("P")
	if a.at(2).Pinned || len(session.Pinned) != 0 {
		t.Error("the store keeps a pin that Tune has let go of")
	}
	openRuns(b)
	b.Does("down", "down", "down", "p") // over other ratings
	b.Shows("other ratings")
	if r, _ := s.List().Current(); !a.at(r.ID).Pinned || len(session.Pinned) != 0 {
		t.Errorf("run %d over other ratings: pinned %v, %d drawn", r.ID, a.at(r.ID).Pinned, len(session.Pinned))
	}
}

// The pinned runs of the store are drawn when their ratings are read.
func TestPinsOfTheStoreAreDrawn(t *testing.T) {
	o := driver.Options()
	o.Archive = smallHistory()
	b := driver.New(t, 120, 36, o)
	b.Carry(screenOf(b).Init())
	if pins := b.Session.Runs.Pinned; len(pins) != 1 || pins[0].Stored != 3 || !pins[0].Simulation {
		t.Fatalf("%d runs are drawn", len(pins))
	}
	if err := o.Archive.Pin(false, 3); err != nil {
		t.Fatal(err)
	}
	b.Carry(screenOf(b).Init())
	if pins := b.Session.Runs.Pinned; len(pins) != 0 {
		t.Errorf("%d runs are drawn after another process has let go of them", len(pins))
	}
}

func TestDeletingAsks(t *testing.T) {
	a := smallHistory()
	b, _ := onRuns(t, 120, 36, a)
	b.Does("d")
	b.Shows("delete run 7?")
	b.Shows("stays in the ledger: it was released")
	b.Does("x")
	b.Lacks("delete run 7?")
	if a.at(7) == nil {
		t.Fatal("a run is deleted without a yes")
	}
	b.Does("space", "space", "d")
	b.Shows("delete runs 7 and 6?")
	b.Does("y")
	b.Shows("runs 7 and 6 deleted; what was charged stays in the ledger")
	b.Shows("1 of 5")
	if a.at(7) != nil || a.at(6) != nil || len(a.runs) != 5 {
		t.Errorf("%d runs are left", len(a.runs))
	}
}

func TestNaming(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	b.Does("n")
	if !s.Typing() {
		t.Fatal("nothing is typed")
	}
	b.Does("2", "enter")
	if a.at(7).Label != "for the talk2" {
		t.Errorf("it is called %q", a.at(7).Label)
	}
	b.Shows("for the talk2")
	b.Does("n", "x", "esc")
	if a.at(7).Label != "for the talk2" {
		t.Errorf("after Esc it is called %q", a.at(7).Label)
	}
}

func TestComparing(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	b.Does("c")
	b.Shows("mark runs with Space")
	b.Does("space", "down", "down", "down", "down", "c") // one is marked, one selected: 7 and 2
	chosen, _ := runs.Traits(s.Compared())
	var differ []string
	for _, t := range chosen {
		if t.Differ() {
			differ = append(differ, t.Name())
		}
	}
	if want := []string{"ε", "k", "rank"}; !slices.Equal(differ, want) {
		t.Errorf("%v differ, and not %v", differ, want)
	}
	c := s.Chart()
	if len(c.Lines) != 2 || c.Lines[0].Series == c.Lines[1].Series {
		t.Errorf("the chart has %+v", c.Lines)
	}
	b.Shows("Side by side")
	b.Does("z", "esc")
	b.Shows("Side by side")
	b.Does("esc")
	b.Lacks("Side by side")
	b.Shows("Runs ")
}

// Enter puts the knobs of the run on Tune, which comes to the front.
func TestKnobsOfARun(t *testing.T) {
	b, _ := onRuns(t, 120, 36, smallHistory())
	before := b.Session.Runs.Started
	b.Does("enter")
	if n := b.Session.Runs.Started - before; n != 1 {
		t.Errorf("%d runs begin", n)
	}
	k := &b.Session.Knobs
	c := k.Config()
	if b.Model.Current != 0 || c.Method != "dpals" || c.Epsilon != 2 || c.Settings["rank"] != 16 || c.Settings["k"] != 0 {
		t.Errorf("screen %d, knobs %+v", b.Model.Current, c)
	}
	b.Shows("the knobs of run 7")
}

func TestTheCommandOfARun(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	for id, want := range map[int64]string{
		7: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 2 --rank 16",
		3: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 4 --k 20 --seed 7",
		1: "dpals train --data ml-1m --split-seed 0 --method als",
		6: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 0.5 --private-metrics 0.1 --k 20",
	} {
		b.Carry(b.Send(session.OpenRunMsg{ID: id}))
		if got := s.CommandOf(s.One().Run); got != want {
			t.Errorf("run %d is repeated by\n%s, and not by\n%s", id, got, want)
		}
	}
}

func TestExportingWritesNewFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	o := driver.Options()
	o.Archive = smallHistory()
	o.Export = map[string]func(io.Writer, store.Detail) error{
		"csv": func(w io.Writer, d store.Detail) error {
			_, err := fmt.Fprintln(w, "steps", len(d.Curve))
			return err
		},
		"json": func(io.Writer, store.Detail) error { return errors.New("the disk is full") },
	}
	b := driver.New(t, 120, 36, o)
	openRuns(b)
	b.Does("e")
	b.Shows("written: run-7.csv")
	b.Does("e")
	b.Shows("written: run-7-2.csv")
	b.Does("E")
	b.Shows("the disk is full")
	for _, name := range []string{"run-7.csv", "run-7-2.csv"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != "steps 3\n" {
			t.Errorf("%s holds %q: %v", name, text, err)
		}
	}
	if _, err := os.Stat("run-7.json"); err == nil {
		t.Error("half a file is left")
	}
}

// A run under way is looked at again while somebody sees it, less often where nothing happens, and not once it has ended.
func TestARunUnderWayIsWatched(t *testing.T) {
	a := smallHistory()
	a.runs[6].Outcome, a.runs[6].Curve, a.runs[6].Iterations = "", a.runs[6].Curve[:1], 1
	b, s := onRuns(t, 120, 36, a)
	ticket := s.Watch().Ticket()
	if ticket == 0 || s.Watch().Pause() != runs.WatchSoon {
		t.Fatalf("ticket %d, pause %v", ticket, s.Watch().Pause())
	}
	look := func() { b.Carry(b.Send(runs.WatchMsg{Ticket: s.Watch().Ticket(), Run: 7})) }
	look()
	look()
	if s.Watch().Pause() != 4*runs.WatchSoon {
		t.Errorf("it is left alone for %v though nothing has happened twice", s.Watch().Pause())
	}
	a.runs[6].Curve, a.runs[6].Iterations = keptRun(7, "dpals", 2, 0.962).Curve[:2], 2
	look()
	if s.Watch().Pause() != runs.WatchSoon || len(s.One().Curve) != 2 {
		t.Errorf("a step later it is left alone for %v and has %d steps", s.Watch().Pause(), len(s.One().Curve))
	}
	a.runs[6].Outcome = "done"
	look()
	ticket = s.Watch().Ticket()
	look()
	if s.Watch().Ticket() != ticket || s.One().Outcome != "done" {
		t.Errorf("a run that is %q is looked at again", s.One().Outcome)
	}
	b.Lacks("running")
}

// Whatever is pressed and clicked, at any size, every frame is exact.
func TestRunsFramesAreExact(t *testing.T) {
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
					s.StopReading()
					s.StopOpening()
					b.Carry(tea.Batch(s.Fetch(), s.Open()))
				}
			}
			b.Model.Left = false
			b.GoTo(s.Name())
			content := b.Content()
			tuitest.Exactly(rt, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") {
				rt.Fatal("an escape sequence got through")
			}
			s.Forget()
			if b.Content() != content {
				rt.Fatalf("a panel was not drawn again:\n%s", tuitest.Plain(content))
			}
		}
	})
}
