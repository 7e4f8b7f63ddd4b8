package people_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/tui/people"
	"dpals/tui/session"
)

// The list of people says at every size that their number is not private, and does not count the one made up.
func TestPeopleAreCountedWithoutTheGuest(t *testing.T) {
	for _, size := range driver.Sizes {
		b := newPeopleBed(t, size[0], size[1], driver.FilmOptions(t))
		b.trained(privateTaste, freeTaste)
		b.open()
		users := b.p.Problem.Split.Train.Users
		b.p.Users().To(2)
		b.Send(nil)
		title, note := b.p.UsersHeading()
		b.Shows(title)
		if !strings.HasSuffix(title+note, "not private") || strings.Contains(note, fmt.Sprint(users+1)) {
			t.Errorf("%v: it says %q of %d users", size, note, users)
		}
		if want := fmt.Sprintf("2 of %d", users); b.p.UsersPosition() != want {
			t.Errorf("the second user is %q, want %q", b.p.UsersPosition(), want)
		}
		b.Shows("not private")
	}
}

// A model without privacy is neither asked nor trained for a person, nor does it mark their list, unless it is asked
// for; then it is said what it is.
func TestNothingIsComparedUnlessAskedFor(t *testing.T) {
	b := newPeopleBed(t, 160, 50, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	plain := func() bool {
		return b.p.Advice().Plain() != nil || slices.ContainsFunc(b.p.Picks().Rows, func(r people.PickRow) bool { return r.Mine().Shared() || r.Plain().Title() != "" })
	}
	if plain() || slices.ContainsFunc(b.log, func(s string) bool { return strings.HasPrefix(s, session.ReferenceMethod) }) {
		t.Errorf("als has been asked: %v", b.log)
	}
	b.Shows("c compares with als, which is not private: for study only")
	b.Hides("the same")
	b.types("c")
	if !plain() {
		t.Error("als has not been asked")
	}
	b.Shows("9 of 10 the same · not private")
	b.Shows("als, not private")
	b.Shows("the marks and the overlap are not private: for study only")
	b.types("c")
	if plain() {
		t.Error("als stays")
	}
	b.Hides("the same")
	b.types("c")
	b.Send(session.LoadedMsg{Problem: driver.FilmProblem(t)})
	if b.p.Comparing() {
		t.Error("what was asked for other ratings is not asked for these")
	}
}
