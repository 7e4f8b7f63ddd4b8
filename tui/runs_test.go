package tui

import (
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
)

func (b *bed) lacks(text string) {
	b.t.Helper()
	if strings.Contains(plainText(b.content()), text) {
		b.t.Fatalf("%q is shown:\n%s", text, plainText(b.content()))
	}
}

// Ten thousand runs are gone through page by page: never are more read at once, and a key only asks for what is near.
func TestALongHistoryIsReadInPages(t *testing.T) {
	a := longHistory(10_000)
	b, s := onRuns(t, 120, 36, a)
	b.shows("1 of 10,000")
	for range 40 {
		b.content() // the list learns how many rows it shows
		b.does("pgdown")
	}
	b.content()
	if r, ok := s.list.current(); !ok || r.ID != int64(10_000-s.list.selected) || s.one.ID != r.ID {
		t.Errorf("at row %d stands run %d, and run %d is shown", s.list.selected, r.ID, s.one.ID)
	}
	b.does("G")
	b.content()
	if r, ok := s.list.current(); !ok || r.ID != 1 {
		t.Errorf("the last row is run %d", r.ID)
	}
	if a.most > pageRows || len(s.list.far.pages) > keptPages {
		t.Errorf("%d rows were read at once and %d pages are held", a.most, len(s.list.far.pages))
	}
	before := a.lists
	b.does("up", "up", "up", "down")
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
		b.press(k)
		b.content()
	}
}

func TestAFilterThatCannotBeReadChangesNothing(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	b.does("/", "e", "p", "s", "<", "x", "enter")
	b.shows(`"x" is not a number`)
	b.shows("1 of 7")
	if !s.list.typing() {
		t.Error("Enter takes a filter that cannot be read")
	}
	b.does("esc")
	b.lacks("not a number")
	b.does("/", "p", "i", "n", "n", "e", "d", "enter")
	b.shows("1 of 1 · 7 in all")
}

func TestARunThatFinishesAppears(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	b.does("down")
	selected, _ := s.list.current()
	a.runs = append(a.runs, keptRun(8, "dpals", 3, 0.955))
	b.carry(b.send(recordedMsg{run: 1, id: 8}))
	b.shows("3 of 8")
	if r, _ := s.list.current(); r.ID != selected.ID {
		t.Errorf("run %d is selected instead of %d", r.ID, selected.ID)
	}
	b.does("g")
	a.runs = append(a.runs, keptRun(9, "dpals", 3, 0.955))
	b.does("r")
	if r, _ := s.list.current(); r.ID != 9 {
		t.Errorf("on the first row the latest run is shown, and not run %d", r.ID)
	}
}

func TestOpenRun(t *testing.T) {
	b, s := onRuns(t, 120, 36, longHistory(1000))
	b.does("/", "p", "i", "n", "n", "e", "d", "enter")
	b.goTo("Tune")
	b.carry(b.send(openRunMsg{id: 321}))
	if r, _ := s.list.current(); b.m.screens[b.m.current] != s || r.ID != 321 || s.one.ID != 321 {
		t.Errorf("run %d is selected and run %d shown", r.ID, s.one.ID)
	}
	b.shows("Run 321")
	b.carry(b.send(openRunMsg{id: 4000}))
	b.shows("run 4000 is not kept any more")
}

// What is pinned on Runs is drawn on Tune, and what is pinned on Tune is pinned in the store; both let go of it.
func TestPinsAreTheSameOnBothScreens(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	session := &b.m.bench.session
	b.does("p")
	if len(session.pinned) != 1 || session.pinned[0].stored != 7 || !a.at(7).Pinned {
		t.Fatalf("%d runs are drawn and the store says %v", len(session.pinned), a.at(7).Pinned)
	}
	colour := session.pinned[0].series
	b.goTo("Tune")
	b.compared()
	b.whole(0.99)
	b.shows("pinned")
	if session.pinned[0].series != colour || session.current.series == colour {
		t.Errorf("the pin has colour %d and had %d; the current run has %d", session.pinned[0].series, colour, session.current.series)
	}
	data, _ := b.m.sessionData()
	if !strings.Contains(string(data), `"run": 7`) {
		t.Errorf("the session does not know which run is pinned:\n%s", data)
	}

	current := session.current
	current.stored = 2
	b.does("p")
	if !a.at(2).Pinned {
		t.Error("a pin of Tune is not pinned in the store")
	}
	b.openRuns()
	b.does("p")
	if len(session.pinned) != 1 || session.pinned[0] != current || a.at(7).Pinned {
		t.Errorf("%d runs are drawn after one was let go of, and the store says %v", len(session.pinned), a.at(7).Pinned)
	}
	b.goTo("Tune")
	b.does("P")
	if a.at(2).Pinned || len(session.pinned) != 0 {
		t.Error("the store keeps a pin that Tune has let go of")
	}
	b.openRuns()
	b.does("down", "down", "down", "p") // over other ratings
	b.shows("other ratings")
	if r, _ := s.list.current(); !a.at(r.ID).Pinned || len(session.pinned) != 0 {
		t.Errorf("run %d over other ratings: pinned %v, %d drawn", r.ID, a.at(r.ID).Pinned, len(session.pinned))
	}
}

// The pinned runs of the store are drawn when their ratings are read.
func TestPinsOfTheStoreAreDrawn(t *testing.T) {
	o := fakeOptions()
	o.archive = smallHistory()
	b := newBed(t, 120, 36, o)
	b.carry(b.runs().init())
	if pins := b.m.bench.session.pinned; len(pins) != 1 || pins[0].stored != 3 || !pins[0].simulation {
		t.Fatalf("%d runs are drawn", len(pins))
	}
	if err := o.archive.Pin(false, 3); err != nil {
		t.Fatal(err)
	}
	b.carry(b.runs().init())
	if pins := b.m.bench.session.pinned; len(pins) != 0 {
		t.Errorf("%d runs are drawn after another process has let go of them", len(pins))
	}
}

func TestDeletingAsks(t *testing.T) {
	a := smallHistory()
	b, _ := onRuns(t, 120, 36, a)
	b.does("d")
	b.shows("delete run 7?")
	b.shows("stays in the ledger: it was released")
	b.does("x")
	b.lacks("delete run 7?")
	if a.at(7) == nil {
		t.Fatal("a run is deleted without a yes")
	}
	b.does("space", "space", "d")
	b.shows("delete runs 7 and 6?")
	b.does("y")
	b.shows("runs 7 and 6 deleted; what was charged stays in the ledger")
	b.shows("1 of 5")
	if a.at(7) != nil || a.at(6) != nil || len(a.runs) != 5 {
		t.Errorf("%d runs are left", len(a.runs))
	}
}

func TestNaming(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	b.does("n")
	if !s.typing() {
		t.Fatal("nothing is typed")
	}
	b.does("2", "enter")
	if a.at(7).Label != "for the talk2" {
		t.Errorf("it is called %q", a.at(7).Label)
	}
	b.shows("for the talk2")
	b.does("n", "x", "esc")
	if a.at(7).Label != "for the talk2" {
		t.Errorf("after Esc it is called %q", a.at(7).Label)
	}
}

func TestComparing(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	b.does("c")
	b.shows("mark runs with Space")
	b.does("space", "down", "down", "down", "down", "c") // one is marked, one selected: 7 and 2
	chosen, _ := traits(s.compared)
	var differ []string
	for _, t := range chosen {
		if t.differ {
			differ = append(differ, t.name)
		}
	}
	if want := []string{"ε", "k", "rank"}; !slices.Equal(differ, want) {
		t.Errorf("%v differ, and not %v", differ, want)
	}
	c := s.chart()
	if len(c.Lines) != 2 || c.Lines[0].Series == c.Lines[1].Series {
		t.Errorf("the chart has %+v", c.Lines)
	}
	b.shows("Side by side")
	b.does("z", "esc")
	b.shows("Side by side")
	b.does("esc")
	b.lacks("Side by side")
	b.shows("Runs ")
}

// Enter puts the knobs of the run on Tune, which comes to the front.
func TestKnobsOfARun(t *testing.T) {
	b, _ := onRuns(t, 120, 36, smallHistory())
	before := b.m.bench.session.started
	b.does("enter")
	if n := b.m.bench.session.started - before; n != 1 {
		t.Errorf("%d runs begin", n)
	}
	k := &b.tune().knobs
	c := k.config()
	if b.m.current != 0 || c.Method != "dpals" || c.Epsilon != 2 || c.Settings["rank"] != 16 || c.Settings["k"] != 0 {
		t.Errorf("screen %d, knobs %+v", b.m.current, c)
	}
	b.shows("the knobs of run 7")
}

func TestTheCommandOfARun(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	for id, want := range map[int64]string{
		7: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 2 --rank 16",
		3: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 4 --k 20 --seed 7",
		1: "dpals train --data ml-1m --split-seed 0 --method als",
		6: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 0.5 --private-metrics 0.1 --k 20",
	} {
		b.carry(b.send(openRunMsg{id}))
		if got := s.repeat(s.one.Run, s.fixed); got != want {
			t.Errorf("run %d is repeated by\n%s, and not by\n%s", id, got, want)
		}
	}
}

func TestExportingWritesNewFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	o := fakeOptions()
	o.archive = smallHistory()
	o.Export = map[string]func(io.Writer, store.Detail) error{
		"csv": func(w io.Writer, d store.Detail) error {
			_, err := fmt.Fprintln(w, "steps", len(d.Curve))
			return err
		},
		"json": func(io.Writer, store.Detail) error { return errors.New("the disk is full") },
	}
	b := newBed(t, 120, 36, o)
	b.openRuns()
	b.does("e")
	b.shows("written: run-7.csv")
	b.does("e")
	b.shows("written: run-7-2.csv")
	b.does("E")
	b.shows("the disk is full")
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
	ticket := s.watch.ticket
	if ticket == 0 || s.watch.pause != watchSoon {
		t.Fatalf("ticket %d, pause %v", ticket, s.watch.pause)
	}
	look := func() { b.carry(b.send(watchMsg{s.watch.ticket, 7})) }
	look()
	look()
	if s.watch.pause != 4*watchSoon {
		t.Errorf("it is left alone for %v though nothing has happened twice", s.watch.pause)
	}
	a.runs[6].Curve, a.runs[6].Iterations = keptRun(7, "dpals", 2, 0.962).Curve[:2], 2
	look()
	if s.watch.pause != watchSoon || len(s.one.Curve) != 2 {
		t.Errorf("a step later it is left alone for %v and has %d steps", s.watch.pause, len(s.one.Curve))
	}
	a.runs[6].Outcome = "done"
	look()
	ticket = s.watch.ticket
	look()
	if s.watch.ticket != ticket || s.one.Outcome != "done" {
		t.Errorf("a run that is %q is looked at again", s.one.Outcome)
	}
	b.lacks("running")
}

// Whatever is pressed and clicked, at any size, every frame is exact.
func TestRunsFramesAreExact(t *testing.T) {
	var keys []string
	for _, k := range newRuns(&bench{options: Options{}.fill()}).keys(false) {
		for _, name := range k.Keys {
			if _, named := namedKeys[name]; named || len(name) == 1 {
				keys = append(keys, name)
			}
		}
	}
	keys = append(keys, "x", "ä", "<")
	rapid.Check(t, func(rt *rapid.T) {
		o := fakeOptions()
		o.Problem = fakeProblem(1000)
		a := smallHistory()
		if rapid.Bool().Draw(rt, "long") {
			a = longHistory(250)
		}
		o.archive = a
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		w, h := rapid.IntRange(60, 300).Draw(rt, "w"), rapid.IntRange(24, 100).Draw(rt, "h")
		b := newBed(t, w, h, o)
		s := b.openRuns()
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			b.m.goToNamed(s.name())
			switch rapid.IntRange(0, 6).Draw(rt, "act") {
			case 0:
				w, h = rapid.IntRange(60, 300).Draw(rt, "w"), rapid.IntRange(24, 100).Draw(rt, "h")
				b.send(tea.WindowSizeMsg{Width: w, Height: h})
			case 1:
				at := tea.Mouse{X: rapid.IntRange(0, w).Draw(rt, "x"), Y: rapid.IntRange(0, h).Draw(rt, "y"), Button: tea.MouseLeft}
				b.send(tea.MouseClickMsg(at))
				at.Button = tea.MouseWheelDown
				b.send(tea.MouseWheelMsg(at))
			case 2:
				b.carry(s.compare())
			default:
				b.press(rapid.SampledFrom(keys).Draw(rt, "key"))
				if rapid.Bool().Draw(rt, "answered") {
					s.reading, s.opening = false, false
					b.carry(tea.Batch(s.fetch(), s.open()))
				}
			}
			b.m.left = false
			b.m.goToNamed(s.name())
			content := b.content()
			exactly(rt, content, w, h)
			if strings.Contains(plainText(content), "\x1b") {
				rt.Fatal("an escape sequence got through")
			}
			s.forget()
			if b.content() != content {
				rt.Fatalf("a panel was not drawn again:\n%s", plainText(content))
			}
		}
	})
}
