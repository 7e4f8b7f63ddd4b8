package people_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dpals/engine/people"
	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	tuipeople "dpals/tui/people"
)

// ratingsOf returns the number of a user's ratings in all parts of the split.
func ratingsOf(b *testScreen, user int) int { return tuipeople.CountRatings(b.p.Problem.Split, user) }

// The list of users is labelled not private at every size, and does not count the guest.
func TestGuestIsNotCounted(t *testing.T) {
	for _, size := range driver.Sizes {
		b := newTestScreen(t, size[0], size[1], driver.FilmOptions(t))
		b.trained(privateModel, referenceModel)
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

func TestUsersAreFilteredAndSorted(t *testing.T) {
	b := newTestScreen(t, 160, 60, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	shown := func() (users []int) {
		for i := range b.p.Users().Length() {
			row, ok := b.p.Users().At(i)
			if !ok {
				t.Fatalf("row %d is not there", i)
			}
			users = append(users, row.User())
		}
		return users
	}
	b.types("/", "2", "9")
	if got := shown(); !slices.Equal(got, []int{28}) || b.p.Person().User != 28 {
		t.Errorf("29 finds %v, and user %d is on the screen", got, b.p.Person().User)
	}
	b.types("esc")
	if b.p.Users().Selected != 29 {
		t.Errorf("without the filter line %d is selected", b.p.Users().Selected)
	}
	b.types("/", "you", "enter")
	if got := shown(); !slices.Equal(got, []int{people.Guest}) {
		t.Errorf("you finds %v", got)
	}
	b.types("/", "esc", "down", "o")
	got := shown()
	if len(got) != 31 || !slices.IsSortedFunc(got, func(x, y int) int { return b.count(x) - b.count(y) }) {
		t.Errorf("sorted they are %v", got)
	}
	if b.p.Person().User != 0 || got[b.p.Users().Selected] != 0 {
		t.Error("sorting changes the user on the screen")
	}
	b.types("O")
	if got := shown(); b.count(got[0]) < b.count(got[30]) {
		t.Errorf("in reverse order they are %v", got)
	}
	b.types("n")
	if !b.p.IsGuest() || b.p.Users().Selected != 0 {
		t.Error("the guest is not selected in the first row while rating")
	}
}

func (b *testScreen) count(user int) int {
	if user == people.Guest {
		return len(b.p.Guest().Items)
	}
	return ratingsOf(b, user)
}

// Filtering a long list makes no string for every user.
func TestFilterMakesNoStringPerUser(t *testing.T) {
	const n = 200_000
	r := &loaders.Ratings{Users: n, Items: 1, Ptr: make([]int64, n+1), UserNames: loaders.Numbered(n)}
	s := &loaders.Split{Train: r, Valid: r, Test: r}
	var found []int32
	if a := testing.AllocsPerRun(1, func() { found = tuipeople.UsersMatching(s, "99999") }); a > 100 {
		t.Errorf("%.0f allocations", a)
	}
	if !slices.Equal(found, []int32{99998, 199998}) {
		t.Errorf("%v", found)
	}
}
