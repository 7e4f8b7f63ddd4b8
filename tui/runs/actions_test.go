package runs_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	"dpals/engine/store"
	"dpals/internal/tuitest/driver"
	"dpals/tui/runs"
	"dpals/tui/session"
)

func TestDeleteAsks(t *testing.T) {
	a := smallHistory()
	b, _ := onRuns(t, 120, 36, a)
	b.Does("d")
	b.Shows("delete run 7?")
	b.Shows("does not undo its charges in the ledger")
	b.Does("x")
	b.Lacks("delete run 7?")
	if a.at(7) == nil {
		t.Fatal("a run is deleted without y")
	}
	b.Does("space", "space", "d")
	b.Shows("delete runs 7 and 6?")
	b.Does("y")
	b.Shows("runs 7 and 6 deleted; charges stay in the ledger")
	b.Shows("1 of 5")
	if a.at(7) != nil || a.at(6) != nil || len(a.runs) != 5 {
		t.Errorf("%d runs are left", len(a.runs))
	}
}

func TestEditLabel(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	b.Does("n")
	if !s.Typing() {
		t.Fatal("no input is open")
	}
	b.Does("2", "enter")
	if a.at(7).Label != "for the talk2" {
		t.Errorf("label %q", a.at(7).Label)
	}
	b.Shows("for the talk2")
	b.Does("n", "x", "esc")
	if a.at(7).Label != "for the talk2" {
		t.Errorf("label %q after Esc", a.at(7).Label)
	}
}

func TestCompare(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	b.Does("c")
	b.Shows("mark runs with Space")
	b.Does("space", "down", "down", "down", "down", "c") // one is marked, one selected: 7 and 2
	settings, _ := runs.Properties(s.Compared())
	var differ []string
	for _, t := range settings {
		if t.Differ() {
			differ = append(differ, t.Name())
		}
	}
	if want := []string{"ε", "k", "rank"}; !slices.Equal(differ, want) {
		t.Errorf("different: %v, want %v", differ, want)
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

// Enter loads the knobs of the run into Tune and shows Tune.
func TestLoadKnobs(t *testing.T) {
	b, _ := onRuns(t, 120, 36, smallHistory())
	before := b.Session.Runs.Started
	b.Does("enter")
	if n := b.Session.Runs.Started - before; n != 1 {
		t.Errorf("%d runs start", n)
	}
	k := &b.Session.Knobs
	c := k.Config()
	if b.Model.Current != 0 || c.Method != "dpals" || c.Epsilon != 2 || c.Settings["rank"] != 16 || c.Settings["k"] != 0 {
		t.Errorf("screen %d, knobs %+v", b.Model.Current, c)
	}
	b.Shows("knobs of run 7 loaded")
}

func TestCommandOfRun(t *testing.T) {
	b, s := onRuns(t, 120, 36, smallHistory())
	for id, want := range map[int64]string{
		7: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 2 --rank 16",
		3: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 4 --k 20 --seed 7",
		1: "dpals train --data ml-1m --split-seed 0 --method als",
		6: "dpals train --data ml-1m --split-seed 0 --method dpals --epsilon 0.5 --private-metrics 0.1 --k 20",
	} {
		b.Carry(b.Send(session.OpenRunMsg{ID: id}))
		if got := s.CommandOf(s.ShownRun().Run); got != want {
			t.Errorf("run %d\ngot  %s\nwant %s", id, got, want)
		}
	}
}

func TestExportWritesNewFiles(t *testing.T) {
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
		t.Error("an incomplete file is left")
	}
}
