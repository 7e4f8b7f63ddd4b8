package tui

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/loaders"
)

// everythingOf is a user's ratings, counted over the parts.
func everythingOf(b *peopleBed, user int) int { return ratingsOf(b.p.problem.Split, user) }

func TestPeopleShowAUserAndTheRecommendations(t *testing.T) {
	b := newPeopleBed(t, 160, 50, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	b.shows("User 1 rated")
	b.shows("Recommendations for user 1")
	if n := len(b.p.who.Items); n != everythingOf(b, 0) {
		t.Errorf("%d ratings are on the screen and %d in all parts", n, everythingOf(b, 0))
	}
	b.types("down")
	b.shows("User 2 rated")
	if got, want := b.p.picks.rows[0].mine.title, "七人の侍 (1954)"; got != want {
		t.Errorf("%q is recommended first, want %q", got, want)
	}
	for _, row := range b.p.picks.rows {
		if _, rated := b.p.who.Rating(row.mine.Item); rated {
			t.Errorf("%s is recommended although it is rated", row.mine.title)
		}
	}
	for _, row := range b.p.ratings.rows {
		if math.IsNaN(row.expected) {
			t.Errorf("nothing is expected of %s", row.title)
		}
	}
}

// The recommendations follow the steps of a run that trains, and what comes late is about nobody any more.
func TestRecommendationsFollowTheRun(t *testing.T) {
	b := newPeopleBed(t, 160, 50, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	first := b.p.picks.rows[0].mine.title
	b.press("1", "right")
	b.foresee()
	b.send(settledMsg{b.tune().knobs.generation})
	b.goTo("People")
	r := b.m.bench.session.current
	b.begin(r)
	b.again()
	b.shows("by the run before")
	r.history = modelRun{newFakeRun(), biased{9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9, 9, -9, 9, -9}}
	b.stepTo(r, 1, 3, 1, 1)
	b.again()
	b.hides("by the run before")
	b.shows("dpals ε " + r.epsilon())
	if got := b.p.picks.rows[0].mine.title; got == first && b.p.advice.mine.at.run != r.number {
		t.Errorf("the recommendations are still those of run %d", b.p.advice.mine.at.run)
	}
	if len(b.log) != 2 {
		t.Errorf("a user was removed while something trained: %v", b.log)
	}
	b.p.advised(adviceMsg{key: adviceKey{person: b.p.version - 1}})
	if b.p.advice.mine == nil {
		t.Error("an answer about somebody else is taken")
	}
}

// A user leaves the run's method, trained once with everybody; a second user costs one training, not two; the one made up
// costs none. The method without privacy follows on request, once for all users too.
func TestLeaving(t *testing.T) {
	b := newPeopleBed(t, 160, 50, filmOptions(t))
	r := b.trained(privateTaste, freeTaste)
	b.open()
	want := []string{"dpals, seed 1, threads 1", "dpals without 0"}
	if !slices.Equal(b.log, want) {
		t.Fatalf("%v, want %v", b.log, want)
	}
	b.hides("als, not private")
	b.types("c")
	want = append(want, "als, seed 1, threads 1", "als without 0")
	if !slices.Equal(b.log, want) {
		t.Fatalf("%v, want %v", b.log, want)
	}
	if r.config.Seed != nil {
		t.Error("the run itself has a seed now")
	}
	b.shows("<0.0001")
	b.shows("als, not private")
	b.shows("0.3100")
	b.shows("is bounded by ε 1.00")
	b.types("down")
	if !slices.Equal(b.log[4:], []string{"dpals without 1", "als without 1"}) {
		t.Errorf("%v for a second user", b.log[4:])
	}
	b.types("g")
	b.shows("For others nothing changes: the model was trained without you.")
	if len(b.log) != 6 {
		t.Errorf("%v for somebody who is not in the ratings", b.log[6:])
	}
}

func TestLeavingWaitsFailsAndIsAskedFor(t *testing.T) {
	b := newPeopleBed(t, 160, 50, filmOptions(t))
	b.p.leave.atOnce = 1
	gather, broken := b.p.leave.gather, true
	b.p.leave.gather = func(ctx context.Context, p engine.Problem, c engine.Config) (community, error) {
		if broken {
			return nil, errSample
		}
		return gather(ctx, p, c)
	}
	b.open()
	b.types("x")
	b.shows("this can be tried once a run is done")
	b.trained(privateTaste, freeTaste)
	b.again()
	b.shows("Press x to train again without the user")
	b.types("x")
	b.shows("the user cannot be removed: the trainer crashed")
	broken = false
	b.types("x")
	b.shows("0.0200")
	if b.p.focus != peopleLeaving {
		t.Error("what was asked for has not the focus")
	}
	// Another run comes first, and is then the one that the user leaves.
	b.press("1", "enter")
	b.goTo("People")
	b.begin(b.m.bench.session.current)
	b.types("F", "F", "F", "down", "x")
	b.shows("Starts when the training under way has ended.")
	log := len(b.log)
	b.whole(0.95)
	b.m.bench.session.current.history = modelRun{newFakeRun(), privateTaste}
	b.again()
	if len(b.log)-log != 2 {
		t.Errorf("%v after another run", b.log[log:])
	}
}

// An experiment under way ends when something trains, when somebody else is looked at and when the screen is left.
func TestLeavingIsCancelled(t *testing.T) {
	for name, act := range map[string]func(*peopleBed){
		"somebody else":  func(b *peopleBed) { b.p.update(nil); b.press("down") },
		"another screen": func(b *peopleBed) { b.press("1"); b.send(nil) },
		"a run":          func(b *peopleBed) { b.tune().start(); b.send(nil) },
		"other ratings":  func(b *peopleBed) { b.send(loadedMsg{problem: filmProblem(b.t)}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newPeopleBed(t, 160, 50, filmOptions(t))
			b.trained(privateTaste, freeTaste)
			b.p.leave.atOnce = 1
			b.open()
			var under context.Context
			b.p.leave.gather = func(ctx context.Context, _ engine.Problem, _ engine.Config) (community, error) {
				under = ctx
				return nil, ctx.Err()
			}
			b.p.leave.asked = true
			cmd := b.p.depart()
			act(b)
			late := cmd().(departedMsg)
			if under.Err() == nil {
				t.Fatal("it goes on")
			}
			b.p.takeStage(late)
			if b.p.leave.err != nil || b.p.leave.all != nil {
				t.Errorf("what came of it late is taken: %v", b.p.leave.err)
			}
		})
	}
}

// The copied command is about the person: by id, or by ratings that the command reads as they are.
func TestCopyTheRecommendation(t *testing.T) {
	b := newPeopleBed(t, 160, 40, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	copied := func() string {
		t.Helper()
		for _, cmd := range b.p.copyCommand()().(tea.BatchMsg) {
			if m, ok := cmd().(copiedMsg); ok {
				return m.text
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
	if b.p.copyCommand() != nil {
		t.Error("a command for nobody's ratings")
	}
	train := b.p.problem.Split.Train
	you := people.Person{User: people.Guest}
	for j := range uint32(train.Items) {
		you = you.With(j, float32(1+j%5))
	}
	b.p.rates(you)
	b.p.choose(you)
	list := ratingsList(train, b.p.finder, you)
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

func TestUsersAreFilteredAndSorted(t *testing.T) {
	b := newPeopleBed(t, 160, 60, filmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	shown := func() (users []int) {
		for i := range b.p.users.length() {
			row, ok := b.p.users.at(i)
			if !ok {
				t.Fatalf("row %d is not there", i)
			}
			users = append(users, row.user)
		}
		return users
	}
	b.types("/", "2", "9")
	if got := shown(); !slices.Equal(got, []int{28}) || b.p.who.User != 28 {
		t.Errorf("29 finds %v, and %d is on the screen", got, b.p.who.User)
	}
	b.types("esc")
	if b.p.users.selected != 29 {
		t.Errorf("without the filter line %d is selected", b.p.users.selected)
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
	if b.p.who.User != 0 || got[b.p.users.selected] != 0 {
		t.Error("sorting loses who is on the screen")
	}
	b.types("O")
	if got := shown(); b.count(got[0]) < b.count(got[30]) {
		t.Errorf("the other way round they are %v", got)
	}
	b.types("n")
	if !b.p.guest() || b.p.users.selected != 0 {
		t.Error("the one made up is not first again while rating")
	}
}

func (b *peopleBed) count(user int) int {
	if user == people.Guest {
		return len(b.p.given.you.Items)
	}
	return everythingOf(b, user)
}

// A list of a million users is filtered without a text for each.
func TestManyUsersAreFilteredWithoutTexts(t *testing.T) {
	const n = 200_000
	r := &loaders.Ratings{Users: n, Items: 1, Ptr: make([]int64, n+1), UserNames: loaders.Numbered(n)}
	s := &loaders.Split{Train: r, Valid: r, Test: r}
	var found []int32
	if a := testing.AllocsPerRun(1, func() { found = arrangePeopleBy(s, arrangement{needle: "99999"}) }); a > 100 {
		t.Errorf("%.0f allocations", a)
	}
	if !slices.Equal(found, []int32{99998, 199998}) {
		t.Errorf("%v", found)
	}
}

// Whatever is pressed, clicked and trained, at any size, every frame is exact, shows what it would show if it was drawn
// anew, and lets no title do more than be read.
func TestPeopleAreExact(t *testing.T) {
	names := []string{"up", "down", "enter", "esc", "left", "right", "backspace", "pgdown", "tab", "space", "n", "x", "f", "z", "/", "o", "O",
		"d", "y", "Y", "c", "1", "3", "5", "a", "七", "G", "g"}
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, 1))
			o := filmOptions(t)
			o.ASCII, o.NoColor = dice.IntN(3) == 0, dice.IntN(3) == 0
			b := newPeopleBed(t, 80, 24, o)
			b.open()
			for range 120 {
				w, h := b.m.frame.W, b.m.frame.H
				switch dice.IntN(8) {
				case 0:
					w, h = 1+dice.IntN(260), 1+dice.IntN(90)
					b.send(tea.WindowSizeMsg{Width: w, Height: h})
				case 1:
					b.carry(b.p.mouse(randomMouse(dice, w, h).(tea.MouseMsg)))
				case 2:
					b.trained([]method.Model{privateTaste, biased(nil), freeTaste}[dice.IntN(3)], freeTaste)
					b.again()
				default:
					b.types(names[dice.IntN(len(names))])
				}
				b.goTo("People")
				b.m.left = false
				content := b.content()
				exactly(t, content, w, h)
				if strings.Contains(plainText(content), "\x1b") || strings.Contains(content, "\u202e") {
					t.Fatalf("a title escapes:\n%q", content)
				}
				b.p.forget()
				if b.content() != content {
					t.Fatalf("a panel was not drawn again:\n%s\n%s", plainText(content), plainText(b.content()))
				}
			}
		})
	}
}
