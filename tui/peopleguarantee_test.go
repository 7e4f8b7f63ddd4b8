package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The list of people says at every size that their number is not private, and does not count the one made up.
func TestPeopleAreCountedWithoutTheGuest(t *testing.T) {
	for _, size := range sizes {
		b := newPeopleBed(t, size[0], size[1], filmOptions(t))
		b.trained(privateTaste, freeTaste)
		b.open()
		users := b.p.problem.Split.Train.Users
		b.p.users.to(2)
		b.send(nil)
		title, note := b.p.usersHeading()
		b.shows(title)
		if !strings.HasSuffix(title+note, "not private") || strings.Contains(note, fmt.Sprint(users+1)) {
			t.Errorf("%v: it says %q of %d users", size, note, users)
		}
		if want := fmt.Sprintf("2 of %d", users); b.p.usersPosition() != want {
			t.Errorf("the second user is %q, want %q", b.p.usersPosition(), want)
		}
		b.shows("not private")
	}
}

// A model without privacy is neither asked nor trained for a person, nor does it mark their list, unless it is asked
// for; then it is said what it is.
func TestNothingIsComparedUnlessAskedFor(t *testing.T) {
	b := newPeopleBed(t, 160, 50, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	plain := func() bool {
		return b.p.advice.plain != nil || slices.ContainsFunc(b.p.picks.rows, func(r pickRow) bool { return r.mine.shared || r.plain.title != "" })
	}
	if plain() || slices.ContainsFunc(b.log, func(s string) bool { return strings.HasPrefix(s, ceilingMethod) }) {
		t.Errorf("als has been asked: %v", b.log)
	}
	b.shows("c compares with als, which is not private: for study only")
	b.hides("the same")
	b.types("c")
	if !plain() {
		t.Error("als has not been asked")
	}
	b.shows("9 of 10 the same · not private")
	b.shows("als, not private")
	b.shows("the marks and the overlap are not private: for study only")
	b.types("c")
	if plain() {
		t.Error("als stays")
	}
	b.hides("the same")
	b.types("c")
	b.send(loadedMsg{problem: filmProblem(t)})
	if b.p.comparing {
		t.Error("what was asked for other ratings is not asked for these")
	}
}
