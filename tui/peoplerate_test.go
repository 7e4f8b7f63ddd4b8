package tui

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine/people"
	"dpals/loaders"
)

func TestRatingTitles(t *testing.T) {
	b := newPeopleBed(t, 100, 40, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	b.types("n")
	b.shows("You rated")
	b.types("qq", "enter")
	b.shows("no title has that in it")
	b.types("backspace", "backspace", "toy story", "down", "enter")
	b.shows("Toy Story 2 (1999)")
	b.shows("[3]")
	b.types("5", "samurai", "enter", "left", "enter")
	want := people.Person{User: people.Guest, Items: []uint32{1, 11}, Values: []float32{5, 2}}
	is := func(want people.Person) {
		t.Helper()
		if y := b.p.given.you; !slices.Equal(y.Items, want.Items) || !slices.Equal(y.Values, want.Values) || y.User != people.Guest {
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
	b.shows("You have rated nothing")
	b.types("f", "enter") // the first favourite
	pick := b.p.picks.rows[0].mine
	b.types("4")
	is(people.Person{}.With(pick.Item, 4))
	if b.p.users.selected != 0 || !b.p.guest() {
		t.Error("the one made up is not selected")
	}
	row, _ := b.p.users.at(0)
	if row.ratings != 1 {
		t.Errorf("the list counts %d ratings of theirs", row.ratings)
	}
}

// Digits are ratings while a rating is asked for, and screens at all other times.
func TestDigitsBelongToTheRating(t *testing.T) {
	b := newPeopleBed(t, 100, 40, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	b.types("n", "heat", "enter", "2")
	if v, ok := b.p.given.you.Rating(2); !ok || v != 2 || b.front() != b.p {
		t.Errorf("%v, %v", v, ok)
	}
	b.types("esc", "2")
	if b.front().name() != "Frontier" {
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
			s := scaleOf(&loaders.Ratings{Low: c.low, High: c.high})
			if math.Abs(s.step-c.step) > 1e-12 {
				t.Errorf("steps of %v, want %v", s.step, c.step)
			}
			if v, atOnce, ok := s.digit(c.digit); v != float64(c.digit) || atOnce != c.atOnce || ok != c.ok {
				t.Errorf("%d stands for %v, %v, %v", c.digit, v, atOnce, ok)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1000, 1000).Draw(t, "low")
		s := scaleOf(&loaders.Ratings{Low: low, High: low + rapid.Float64Range(1e-3, 1e4).Draw(t, "width")})
		v := s.turn((s.low+s.high)/2, 0)
		for range rapid.IntRange(0, 60).Draw(t, "turns") {
			v = s.turn(v, rapid.SampledFrom([]int{-1, 1}).Draw(t, "by"))
			if !(v >= s.low && v <= s.high) {
				t.Fatalf("%v is not from %v to %v", v, s.low, s.high)
			}
		}
		for range 200 {
			v = s.turn(v, +1)
		}
		if v != s.high {
			t.Fatalf("the end is %v, want %v", v, s.high)
		}
	})
}

// Whoever was made up is found again after the program was left, and after other ratings were looked at.
func TestTheOneMadeUpIsKept(t *testing.T) {
	o := filmOptions(t)
	o.SessionFile = filepath.Join(t.TempDir(), "session.json")
	b := newPeopleBed(t, 100, 40, o)
	b.open()
	b.types("n", "toy", "enter", "5", "七人", "enter", "2", "esc")
	if err := b.m.keepSession(); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSession(o.SessionFile)
	if err != nil {
		t.Fatal(err)
	}
	o.Session = s
	again := newPeopleBed(t, 100, 40, o)
	again.open()
	if y := again.p.given.you; !slices.Equal(y.Items, []uint32{0, 3}) || !slices.Equal(y.Values, []float32{5, 2}) || !again.p.guest() {
		t.Errorf("%v is found again, on the screen: %v", y, again.p.guest())
	}
	other := fakeProblem(10)
	again.send(loadedMsg{problem: other, replaces: true})
	if len(again.p.given.you.Items) != 0 {
		t.Error("they have rated items of other ratings")
	}
	again.send(loadedMsg{problem: o.Problem, replaces: true})
	again.open()
	if len(again.p.given.you.Items) != 2 {
		t.Error("what they rated is lost when other ratings are looked at")
	}
	for name, l := range map[string][]Liking{"an item that is gone": {{"99", 4}}, "out of range": {{"100", 6}}, "not a number": {{"100", math.NaN()}}} {
		if y := recall(o.Problem.Split.Train, l); len(y.Items) != 0 {
			t.Errorf("%s: %v", name, y)
		}
	}
}
