package people_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"dpals/engine/people"
	"dpals/internal/tuitest/driver"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

func TestRatingTitles(t *testing.T) {
	b := newTestScreen(t, 100, 40, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	b.types("n")
	b.Shows("You rated")
	b.types("qq", "enter")
	b.Shows("no matching title")
	b.types("backspace", "backspace", "toy story", "down", "enter")
	b.Shows("Toy Story 2 (1999)")
	b.Shows("[3]")
	b.types("5", "samurai", "enter", "left", "enter")
	want := people.Person{User: people.Guest, Items: []uint32{1, 11}, Values: []float32{5, 2}}
	is := func(want people.Person) {
		t.Helper()
		if y := *b.p.Guest(); !slices.Equal(y.Items, want.Items) || !slices.Equal(y.Values, want.Values) || y.User != people.Guest {
			t.Errorf("%v, want %v", y, want)
		}
	}
	is(want)
	b.types("9", "esc", "esc", "enter") // a digit is text while a title is typed; Enter then changes the rating of the row
	b.types("7", "1")                   // there is no 7 in the range
	is(want.With(1, 1))
	b.types("down", "d")
	is(want.With(1, 1).Without(11))
	b.types("enter", "esc", "enter", "backspace")
	is(people.Person{})
	b.Shows("No ratings yet")
	b.types("f", "enter") // the first recommendation
	pick := *b.p.Recommended().Rows[0].Run()
	b.types("4")
	is(people.Person{}.With(pick.Item, 4))
	if b.p.Users().Selected != 0 || !b.p.IsGuest() {
		t.Error("the guest is not selected")
	}
	row, _ := b.p.Users().At(0)
	if row.Ratings() != 1 {
		t.Errorf("the list counts %d ratings of the guest", row.Ratings())
	}
}

// A digit is a rating while one is asked for, and else selects a screen.
func TestDigitsRate(t *testing.T) {
	b := newTestScreen(t, 100, 40, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	b.types("n", "heat", "enter", "2")
	if v, ok := b.p.Guest().Rating(2); !ok || v != 2 || b.Front() != b.p {
		t.Errorf("%v, %v", v, ok)
	}
	b.types("esc", "2")
	if b.Front().Name() != "Frontier" {
		t.Error("2 does not go to the second screen")
	}
}

// The guest's ratings are restored after a restart, and after another data set was open.
func TestGuestIsKept(t *testing.T) {
	o := driver.FilmOptions(t)
	o.SessionFile = filepath.Join(t.TempDir(), "session.json")
	b := newTestScreen(t, 100, 40, o)
	b.open()
	b.types("n", "toy", "enter", "5", "七人", "enter", "2", "esc")
	if err := b.Model.SaveSession(); err != nil {
		t.Fatal(err)
	}
	s, err := session.ReadSaved(o.SessionFile)
	if err != nil {
		t.Fatal(err)
	}
	o.Session = s
	again := newTestScreen(t, 100, 40, o)
	again.open()
	if y := *again.p.Guest(); !slices.Equal(y.Items, []uint32{0, 3}) || !slices.Equal(y.Values, []float32{5, 2}) || !again.p.IsGuest() {
		t.Errorf("%v is restored, on the screen: %v", y, again.p.IsGuest())
	}
	other := driver.Problem(10)
	again.Send(session.LoadedMsg{Problem: other, Replaces: true})
	if len(again.p.Guest().Items) != 0 {
		t.Error("the guest has ratings of another data set")
	}
	again.Send(session.LoadedMsg{Problem: o.Problem, Replaces: true})
	again.open()
	if len(again.p.Guest().Items) != 2 {
		t.Error("the guest's ratings are lost after another data set")
	}
	for name, l := range map[string][]session.SavedRating{"an item that is gone": {{Item: "99", Rating: 4}}, "out of range": {{Item: "100", Rating: 6}}, "not a number": {{Item: "100", Rating: math.NaN()}}} {
		if y := tuipeople.RestoreGuest(o.Problem.Split.Train, l); len(y.Items) != 0 {
			t.Errorf("%s: %v", name, y)
		}
	}
}
