package runs_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dpals/internal/tuitest/driver"
)

// A pin on Runs is drawn on Tune and a pin on Tune is stored; unpinning works the same way.
func TestPinsMatchTune(t *testing.T) {
	a := smallHistory()
	b, s := onRuns(t, 120, 36, a)
	session := &b.Session.Runs
	b.Does("p")
	if len(session.Pinned) != 1 || session.Pinned[0].Stored != 7 || !a.at(7).Pinned {
		t.Fatalf("%d runs drawn, stored as pinned: %v", len(session.Pinned), a.at(7).Pinned)
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
		t.Errorf("the session does not store which run is pinned:\n%s", data)
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
		t.Errorf("%d runs drawn after unpinning one, stored as pinned: %v", len(session.Pinned), a.at(7).Pinned)
	}
	b.GoTo("Tune")
	b.Does("P")
	if a.at(2).Pinned || len(session.Pinned) != 0 {
		t.Error("the store keeps a pin that Tune removed")
	}
	openRuns(b)
	b.Does("down", "down", "down", "p") // over other ratings
	b.Shows("other ratings")
	if r, _ := s.List().Current(); !a.at(r.ID).Pinned || len(session.Pinned) != 0 {
		t.Errorf("run %d over other ratings: pinned %v, %d drawn", r.ID, a.at(r.ID).Pinned, len(session.Pinned))
	}
}

// Stored pins are drawn when their ratings are loaded.
func TestStoredPinsAreDrawn(t *testing.T) {
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
		t.Errorf("%d runs drawn after another process unpinned them", len(pins))
	}
}
