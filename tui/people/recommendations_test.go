package people_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/internal/tuitest/driver"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

func TestShowsRatingsAndRecommendations(t *testing.T) {
	b := newTestScreen(t, 160, 50, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	b.Shows("User 1 rated")
	b.Shows("Recommendations for user 1")
	if n := len(b.p.Person().Items); n != ratingsOf(b, 0) {
		t.Errorf("%d ratings are on the screen and %d in all parts", n, ratingsOf(b, 0))
	}
	b.types("down")
	b.Shows("User 2 rated")
	if got, want := b.p.Recommended().Rows[0].Run().Title(), "七人の侍 (1954)"; got != want {
		t.Errorf("%q is recommended first, want %q", got, want)
	}
	for _, row := range b.p.Recommended().Rows {
		if _, rated := b.p.Person().Rating(row.Run().Item); rated {
			t.Errorf("%s is recommended although it is rated", row.Run().Title())
		}
	}
	for _, row := range b.p.Ratings().Rows {
		if math.IsNaN(row.Predicted()) {
			t.Errorf("no prediction for %s", row.Title())
		}
	}
}

// The recommendations follow the iterations of a run that trains; late answers about another person are dropped.
func TestRecommendationsFollowTheRun(t *testing.T) {
	b := newTestScreen(t, 160, 50, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	first := b.p.Recommended().Rows[0].Run().Title()
	b.Press("1", "right")
	b.Preview()
	b.Send(session.SettledMsg{Generation: b.Session.Knobs.Generation})
	b.GoTo("People")
	r := b.Session.Runs.Current
	b.Begin(r)
	b.refresh()
	b.Shows("from the previous run")
	r.History = modelRun{driver.NewRun(), biased{9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9, 9, -9, 9, -9}}
	b.IterateTo(r, 1, 3, 1, 1)
	b.refresh()
	b.Hides("from the previous run")
	b.Shows("dpals ε " + r.Epsilon())
	if got := b.p.Recommended().Rows[0].Run().Title(); got == first && b.p.Answers().Run().RunNumber() != r.Number {
		t.Errorf("the recommendations are still those of run %d", b.p.Answers().Run().RunNumber())
	}
	if len(b.log) != 2 {
		t.Errorf("a user was removed during a training: %v", b.log)
	}
	late := b.p.LateAnswers()
	b.p.ShowPerson(*b.p.Person())
	b.Send(late)
	if b.p.Answers().Run() == nil {
		t.Error("an answer about another person is taken")
	}
}

// The non-private reference is neither trained nor asked for a person, and marks no row of their list, before it is
// requested; then it is labelled.
func TestReferenceIsShownOnRequestOnly(t *testing.T) {
	b := newTestScreen(t, 160, 50, driver.FilmOptions(t))
	b.trained(privateModel, referenceModel)
	b.open()
	reference := func() bool {
		return b.p.Answers().Reference() != nil || slices.ContainsFunc(b.p.Recommended().Rows, func(r tuipeople.RecommendationRow) bool { return r.Run().Shared() || r.Reference().Title() != "" })
	}
	if reference() || slices.ContainsFunc(b.log, func(s string) bool { return strings.HasPrefix(s, session.ReferenceMethod) }) {
		t.Errorf("als has been asked: %v", b.log)
	}
	b.Shows("c: compare with als, the non-private reference (for study only)")
	b.Hides("in both lists")
	b.types("c")
	if !reference() {
		t.Error("als has not been asked")
	}
	b.Shows("9 of 10 in both lists · not private")
	b.Shows("als, not private")
	b.Shows("marks and overlap are not private: for study only")
	b.types("c")
	if reference() {
		t.Error("als loggedModel")
	}
	b.Hides("in both lists")
	b.types("c")
	b.Send(session.LoadedMsg{Problem: driver.FilmProblem(t)})
	if b.p.Comparing() {
		t.Error("the comparison is still on for other ratings")
	}
}
