package people_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine/people"
	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

func TestRatingTitles(t *testing.T) {
	b := newPeopleBed(t, 100, 40, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	b.types("n")
	b.Shows("You rated")
	b.types("qq", "enter")
	b.Shows("no title has that in it")
	b.types("backspace", "backspace", "toy story", "down", "enter")
	b.Shows("Toy Story 2 (1999)")
	b.Shows("[3]")
	b.types("5", "samurai", "enter", "left", "enter")
	want := people.Person{User: people.Guest, Items: []uint32{1, 11}, Values: []float32{5, 2}}
	is := func(want people.Person) {
		t.Helper()
		if y := *b.p.Given().You(); !slices.Equal(y.Items, want.Items) || !slices.Equal(y.Values, want.Values) || y.User != people.Guest {
			t.Errorf("%v, want %v", y, want)
		}
	}
	is(want)
	b.types("9", "esc", "esc", "enter") // a digit is text while a title is typed, and the rating of the row is asked for anew
	b.types("7", "1")                   // there is no 7 in the range
	is(want.With(1, 1))
	b.types("down", "d")
	is(want.With(1, 1).Without(11))
	b.types("enter", "esc", "enter", "backspace")
	is(people.Person{})
	b.Shows("You have rated nothing")
	b.types("f", "enter") // the first favourite
	pick := *b.p.Picks().Rows[0].Mine()
	b.types("4")
	is(people.Person{}.With(pick.Item, 4))
	if b.p.Users().Selected != 0 || !b.p.Guest() {
		t.Error("the one made up is not selected")
	}
	row, _ := b.p.Users().At(0)
	if row.Ratings() != 1 {
		t.Errorf("the list counts %d ratings of theirs", row.Ratings())
	}
}

// Digits are ratings while a rating is asked for, and screens at all other times.
func TestDigitsBelongToTheRating(t *testing.T) {
	b := newPeopleBed(t, 100, 40, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	b.types("n", "heat", "enter", "2")
	if v, ok := b.p.Given().You().Rating(2); !ok || v != 2 || b.Front() != b.p {
		t.Errorf("%v, %v", v, ok)
	}
	b.types("esc", "2")
	if b.Front().Name() != "Frontier" {
		t.Error("2 does not go to the second screen")
	}
}

func TestScales(t *testing.T) {
	for name, c := range map[string]struct {
		low, high, step float64
		digit           int
		atOnce, ok      bool
	}{
		"stars":        {1, 5, 1, 5, true, true},
		"half stars":   {0.5, 5, 0.5, 5, true, true},
		"from nothing": {0, 4, 1, 0, true, true},
		"beyond":       {1, 5, 1, 6, true, false},
		"jester":       {-10, 10, 1, 9, false, true},
		"per cent":     {0, 100, 5, 7, false, true},
		"a share":      {0, 1, 0.1, 1, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := tuipeople.ScaleOf(&loaders.Ratings{Low: c.low, High: c.high})
			if math.Abs(s.Step()-c.step) > 1e-12 {
				t.Errorf("steps of %v, want %v", s.Step(), c.step)
			}
			if v, atOnce, ok := s.Digit(c.digit); v != float64(c.digit) || atOnce != c.atOnce || ok != c.ok {
				t.Errorf("%d stands for %v, %v, %v", c.digit, v, atOnce, ok)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1000, 1000).Draw(t, "low")
		s := tuipeople.ScaleOf(&loaders.Ratings{Low: low, High: low + rapid.Float64Range(1e-3, 1e4).Draw(t, "width")})
		v := s.Turn((s.Low()+s.High())/2, 0)
		for range rapid.IntRange(0, 60).Draw(t, "turns") {
			v = s.Turn(v, rapid.SampledFrom([]int{-1, 1}).Draw(t, "by"))
			if !(v >= s.Low() && v <= s.High()) {
				t.Fatalf("%v is not from %v to %v", v, s.Low(), s.High())
			}
		}
		for range 200 {
			v = s.Turn(v, +1)
		}
		if v != s.High() {
			t.Fatalf("the end is %v, want %v", v, s.High())
		}
	})
}

// Whoever was made up is found again after the program was left, and after other ratings were looked at.
func TestTheOneMadeUpIsKept(t *testing.T) {
	o := driver.FilmOptions(t)
	o.SessionFile = filepath.Join(t.TempDir(), "session.json")
	b := newPeopleBed(t, 100, 40, o)
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
	again := newPeopleBed(t, 100, 40, o)
	again.open()
	if y := *again.p.Given().You(); !slices.Equal(y.Items, []uint32{0, 3}) || !slices.Equal(y.Values, []float32{5, 2}) || !again.p.Guest() {
		t.Errorf("%v is found again, on the screen: %v", y, again.p.Guest())
	}
	other := driver.Problem(10)
	again.Send(session.LoadedMsg{Problem: other, Replaces: true})
	if len(again.p.Given().You().Items) != 0 {
		t.Error("they have rated items of other ratings")
	}
	again.Send(session.LoadedMsg{Problem: o.Problem, Replaces: true})
	again.open()
	if len(again.p.Given().You().Items) != 2 {
		t.Error("what they rated is lost when other ratings are looked at")
	}
	for name, l := range map[string][]session.Liking{"an item that is gone": {{Item: "99", Rating: 4}}, "out of range": {{Item: "100", Rating: 6}}, "not a number": {{Item: "100", Rating: math.NaN()}}} {
		if y := tuipeople.Recall(o.Problem.Split.Train, l); len(y.Items) != 0 {
			t.Errorf("%s: %v", name, y)
		}
	}
}
