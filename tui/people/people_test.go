package people_test

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
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

// everythingOf is a user's ratings, counted over the parts.
func everythingOf(b *peopleBed, user int) int { return tuipeople.RatingsOf(b.p.Problem.Split, user) }

func TestPeopleShowAUserAndTheRecommendations(t *testing.T) {
	b := newPeopleBed(t, 160, 50, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	b.Shows("User 1 rated")
	b.Shows("Recommendations for user 1")
	if n := len(b.p.Who().Items); n != everythingOf(b, 0) {
		t.Errorf("%d ratings are on the screen and %d in all parts", n, everythingOf(b, 0))
	}
	b.types("down")
	b.Shows("User 2 rated")
	if got, want := b.p.Picks().Rows[0].Mine().Title(), "七人の侍 (1954)"; got != want {
		t.Errorf("%q is recommended first, want %q", got, want)
	}
	for _, row := range b.p.Picks().Rows {
		if _, rated := b.p.Who().Rating(row.Mine().Item); rated {
			t.Errorf("%s is recommended although it is rated", row.Mine().Title())
		}
	}
	for _, row := range b.p.Ratings().Rows {
		if math.IsNaN(row.Expected()) {
			t.Errorf("nothing is expected of %s", row.Title())
		}
	}
}

// The recommendations follow the steps of a run that trains, and what comes late is about nobody any more.
func TestRecommendationsFollowTheRun(t *testing.T) {
	b := newPeopleBed(t, 160, 50, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
	b.open()
	first := b.p.Picks().Rows[0].Mine().Title()
	b.Press("1", "right")
	b.Preview()
	b.Send(session.SettledMsg{Generation: b.Session.Knobs.Generation})
	b.GoTo("People")
	r := b.Session.Runs.Current
	b.Begin(r)
	b.again()
	b.Shows("by the run before")
	r.History = modelRun{driver.NewRun(), biased{9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9, 9, -9, 9, -9}}
	b.StepTo(r, 1, 3, 1, 1)
	b.again()
	b.Hides("by the run before")
	b.Shows("dpals ε " + r.Epsilon())
	if got := b.p.Picks().Rows[0].Mine().Title(); got == first && b.p.Advice().Mine().At().Run() != r.Number {
		t.Errorf("the recommendations are still those of run %d", b.p.Advice().Mine().At().Run())
	}
	if len(b.log) != 2 {
		t.Errorf("a user was removed while something trained: %v", b.log)
	}
	late := b.p.Advice().Finished(tuipeople.AdviceKey{Person: b.p.Version()}, tuipeople.Verdicts{}, nil)
	b.p.Choose(*b.p.Who())
	b.Send(late)
	if b.p.Advice().Mine() == nil {
		t.Error("an answer about somebody else is taken")
	}
}

// A user leaves the run's method, trained once with everybody; a second user costs one training, not two; the one made up
// costs none. The method without privacy follows on request, once for all users too.
func TestLeaving(t *testing.T) {
	b := newPeopleBed(t, 160, 50, driver.FilmOptions(t))
	r := b.trained(privateTaste, freeTaste)
	b.open()
	want := []string{"dpals, seed 1, threads 1", "dpals without 0"}
	if !slices.Equal(b.log, want) {
		t.Fatalf("%v, want %v", b.log, want)
	}
	b.Hides("als, not private")
	b.types("c")
	want = append(want, "als, seed 1, threads 1", "als without 0")
	if !slices.Equal(b.log, want) {
		t.Fatalf("%v, want %v", b.log, want)
	}
	if r.Config.Seed != nil {
		t.Error("the run itself has a seed now")
	}
	b.Shows("<0.0001")
	b.Shows("als, not private")
	b.Shows("0.3100")
	b.Shows("is bounded by ε 1.00")
	b.types("down")
	if !slices.Equal(b.log[4:], []string{"dpals without 1", "als without 1"}) {
		t.Errorf("%v for a second user", b.log[4:])
	}
	b.types("g")
	b.Shows("For others nothing changes: the model was trained without you.")
	if len(b.log) != 6 {
		t.Errorf("%v for somebody who is not in the ratings", b.log[6:])
	}
}

func TestLeavingWaitsFailsAndIsAskedFor(t *testing.T) {
	b := newPeopleBed(t, 160, 50, driver.FilmOptions(t))
	b.p.Leave().SetAtOnce(1)
	gather, broken := b.p.Leave().Gather(), true
	b.p.Leave().SetGather(func(ctx context.Context, p engine.Problem, c engine.Config) (tuipeople.Community, error) {
		if broken {
			return nil, driver.ErrSample
		}
		return gather(ctx, p, c)
	})
	b.open()
	b.types("x")
	b.Shows("this can be tried once a run is done")
	b.trained(privateTaste, freeTaste)
	b.again()
	b.Shows("Press x to train again without the user")
	b.types("x")
	b.Shows("the user cannot be removed: the trainer crashed")
	broken = false
	b.types("x")
	b.Shows("0.0200")
	if b.p.Focus != tuipeople.PanelRemoval {
		t.Error("what was asked for has not the focus")
	}
	// Another run comes first, and is then the one that the user leaves.
	b.Press("1", "enter")
	b.GoTo("People")
	b.Begin(b.Session.Runs.Current)
	b.types("F", "F", "F", "down", "x")
	b.Shows("Starts when the training under way has ended.")
	log := len(b.log)
	b.Whole(0.95)
	b.Session.Runs.Current.History = modelRun{driver.NewRun(), privateTaste}
	b.again()
	if len(b.log)-log != 2 {
		t.Errorf("%v after another run", b.log[log:])
	}
}

// An experiment under way ends when something trains, when somebody else is looked at and when the screen is left.
func TestLeavingIsCancelled(t *testing.T) {
	for name, act := range map[string]func(*peopleBed){
		"somebody else":  func(b *peopleBed) { b.p.Update(nil); b.Press("down") },
		"another screen": func(b *peopleBed) { b.Press("1"); b.Send(nil) },
		"a run":          func(b *peopleBed) { b.Session.TrainKnobs(); b.Send(nil) },
		"other ratings":  func(b *peopleBed) { b.Send(session.LoadedMsg{Problem: driver.FilmProblem(b.T)}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newPeopleBed(t, 160, 50, driver.FilmOptions(t))
			b.trained(privateTaste, freeTaste)
			b.p.Leave().SetAtOnce(1)
			b.open()
			var under context.Context
			b.p.Leave().SetGather(func(ctx context.Context, _ engine.Problem, _ engine.Config) (tuipeople.Community, error) {
				under = ctx
				return nil, ctx.Err()
			})
			b.p.Leave().SetAsked(true)
			cmd := b.p.Depart()
			act(b)
			late := cmd().(tuipeople.StageResult)
			if under.Err() == nil {
				t.Fatal("it goes on")
			}
			b.p.Take(late)
			if b.p.Leave().Err() != nil || b.p.Leave().All() != nil {
				t.Errorf("what came of it late is taken: %v", b.p.Leave().Err())
			}
		})
	}
}

// The copied command is about the person: by id, or by ratings that the command reads as they are.
func TestCopyTheRecommendation(t *testing.T) {
	b := newPeopleBed(t, 160, 40, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
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
		t.Error("a command for nobody's ratings")
	}
	train := b.p.Problem.Split.Train
	you := people.Person{User: people.Guest}
	for j := range uint32(train.Items) {
		you = you.With(j, float32(1+j%5))
	}
	b.p.Rates(you)
	b.p.Choose(you)
	list := tuipeople.RatingsList(train, b.p.Finder(), you)
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
	b := newPeopleBed(t, 160, 60, driver.FilmOptions(t))
	b.trained(privateTaste, freeTaste)
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
	if got := shown(); !slices.Equal(got, []int{28}) || b.p.Who().User != 28 {
		t.Errorf("29 finds %v, and %d is on the screen", got, b.p.Who().User)
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
	if b.p.Who().User != 0 || got[b.p.Users().Selected] != 0 {
		t.Error("sorting loses who is on the screen")
	}
	b.types("O")
	if got := shown(); b.count(got[0]) < b.count(got[30]) {
		t.Errorf("the other way round they are %v", got)
	}
	b.types("n")
	if !b.p.Guest() || b.p.Users().Selected != 0 {
		t.Error("the one made up is not first again while rating")
	}
}

func (b *peopleBed) count(user int) int {
	if user == people.Guest {
		return len(b.p.Given().You().Items)
	}
	return everythingOf(b, user)
}

// A list of a million users is filtered without a text for each.
func TestManyUsersAreFilteredWithoutTexts(t *testing.T) {
	const n = 200_000
	r := &loaders.Ratings{Users: n, Items: 1, Ptr: make([]int64, n+1), UserNames: loaders.Numbered(n)}
	s := &loaders.Split{Train: r, Valid: r, Test: r}
	var found []int32
	if a := testing.AllocsPerRun(1, func() { found = tuipeople.ArrangePeopleBy(s, tuipeople.Arrangement{Needle: "99999"}) }); a > 100 {
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
			o := driver.FilmOptions(t)
			o.ASCII, o.NoColor = dice.IntN(3) == 0, dice.IntN(3) == 0
			b := newPeopleBed(t, 80, 24, o)
			b.open()
			w, h := 80, 24
			for range 120 {
				switch dice.IntN(8) {
				case 0:
					w, h = 1+dice.IntN(260), 1+dice.IntN(90)
					b.Send(tea.WindowSizeMsg{Width: w, Height: h})
				case 1:
					b.carry(b.p.Mouse(driver.RandomMouse(dice, w, h).(tea.MouseMsg)))
				case 2:
					b.trained([]method.Model{privateTaste, biased(nil), freeTaste}[dice.IntN(3)], freeTaste)
					b.again()
				default:
					b.types(names[dice.IntN(len(names))])
				}
				b.GoTo("People")
				b.Model.Left = false
				content := b.Content()
				tuitest.Exactly(t, content, w, h)
				if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
					t.Fatalf("a title escapes:\n%q", content)
				}
				b.p.Forget()
				if b.Content() != content {
					t.Fatalf("a panel was not drawn again:\n%s\n%s", tuitest.Plain(content), tuitest.Plain(b.Content()))
				}
			}
		})
	}
}
