package people_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/internal/tuitest/driver"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

// The copied command names a user by id, and the guest by ratings that the command reads back exactly.
func TestCopiedCommandIsAboutThePerson(t *testing.T) {
	b := newTestScreen(t, 160, 40, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	copied := func() string {
		t.Helper()
		for _, cmd := range b.p.CopyCommand()().(tea.BatchMsg) {
			if m, ok := cmd().(session.CopiedMsg); ok {
				return m.Text
			}
		}
		t.Fatal("nothing is copied")
		return ""
	}
	if got, want := copied(), "dpals recommend --data films --method dpals --epsilon 1 --user 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.types("n")
	b.types("esc")
	if b.p.CopyCommand() != nil {
		t.Error("a command without ratings is copied")
	}
	train := b.p.Problem.Split.Train
	you := people.Person{User: people.Guest}
	for j := range uint32(train.Items) {
		you = you.With(j, float32(1+j%5))
	}
	b.p.SetGuest(you)
	b.p.ShowPerson(you)
	list := tuipeople.RatingsArgument(train, b.p.Finder(), you)
	likings, err := people.ParseRatings(list)
	if err != nil {
		t.Fatal(err)
	}
	got, err := people.NewGuest(train, likings)
	if err != nil || !slices.Equal(got.Items, you.Items) || !slices.Equal(got.Values, you.Values) {
		t.Errorf("%v, %v of %q", got, err, list)
	}
	if s := copied(); !strings.Contains(s, "--ratings '") || strings.ContainsAny(s, "\x1b\n") {
		t.Errorf("%q", s)
	}
}
