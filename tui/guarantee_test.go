package tui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// Whatever the width, a sum of charges is never shown for a guarantee: without a limit the screen says that there is
// none, with one that the limit is it.
func TestSumOfChargesIsNoGuarantee(t *testing.T) {
	for _, size := range [][2]int{{60, 24}, {80, 24}, {100, 30}, {120, 36}, {200, 50}} {
		o := fakeOptions()
		withLedger(&o)
		b := newBed(t, size[0], size[1], o)
		b.whole(0.995)
		b.send(accountMsg{status: standing(t, 1.2, 0)})
		b.shows("charged ε 1.2")
		b.shows(promise.NoLimitShort)
		b.hides("spent")
		b.send(accountMsg{status: standing(t, 1.62, 4)})
		b.shows("guarantee")
		b.shows("charged ε 1.62")
		b.hides(promise.NoLimitShort)
	}
}

// Without a ledger, what the session was charged is called a sum too.
func TestSessionIsASumOfCharges(t *testing.T) {
	b := newBed(t, 200, 50, fakeOptions())
	b.whole(0.995)
	b.shows("no ledger, no guarantee")
}

// A run that was stopped is stated with the ε that was planned, not with the one that it was stopped at.
func TestStoppedRunIsPromisedItsPlan(t *testing.T) {
	for _, w := range []int{60, 80, 120} {
		b := newBed(t, w, 36, fakeOptions())
		r := b.m.bench.session.current
		b.begin(r)
		b.charge(r, 3)
		_, charged := r.charged()
		b.press("ctrl+c")
		b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
		if !(charged < 0.9) {
			t.Fatalf("charged ε %v", charged)
		}
		if w >= 120 {
			b.shows("charged ε " + figure(charged) + " of the planned 1.00; guarantee: ε 1.00")
		} else {
			b.shows("guarantee: ε 1.00, charged " + figure(charged))
		}
		p := b.goTo("Privacy").(*privacy)
		for _, s := range p.stakes() {
			if s.total != r.plan.Total() {
				t.Errorf("%s is told as %+v", s.name, s.total)
			}
		}
	}
}

// While a run trains, the moment is no stake either: somebody may stop it then.
func TestMeaningIsOfPlansAndLimits(t *testing.T) {
	o := fakeOptions()
	withLedger(&o)
	b := newBed(t, 120, 36, o)
	p := b.goTo("Privacy").(*privacy)
	r := b.m.bench.session.current
	b.begin(r)
	b.charge(r, 3)
	names := func() (all []string) {
		for _, s := range p.stakes() {
			all = append(all, s.name)
		}
		return all
	}
	b.send(accountMsg{status: standing(t, 1.2, 0)})
	if got := names(); !slices.Equal(got, []string{"this run", stakeCharged}) || p.stakes()[0].total != r.plan.Total() {
		t.Errorf("without a limit: %q", got)
	}
	b.shows("a sum over all runs")
	b.send(accountMsg{status: standing(t, 1.2, 4)})
	if got := names(); !slices.Equal(got, []string{"this run", stakeLimit}) {
		t.Errorf("with a limit: %q", got)
	}
	mu, err := accounting.Exact.Mu(4, 1e-5)
	if last := p.stakes()[1].total; err != nil || math.Abs(last.Mu-mu) > 1e-12 {
		t.Errorf("the limit is told as %+v, %v", last, err)
	}
}

// observed has items and range read off the ratings.
func observed(o *Options) {
	o.Problem.Split.Train.Origin.CatalogueObserved, o.Problem.Split.Train.Origin.RangeObserved = true, true
}

// The sentence of what ε means carries its condition with it, and has it first where there is little room.
func TestMeaningCarriesItsCondition(t *testing.T) {
	for _, size := range [][2]int{{60, 24}, {80, 24}, {120, 36}, {200, 50}} {
		o := fakeOptions()
		observed(&o)
		withLedger(&o)
		b := newBed(t, size[0], size[1], o)
		b.whole(0.995)
		b.send(accountMsg{status: standing(t, 1.2, 0)})
		text, _ := b.tune().remark()
		if !strings.Contains(text, "if items and range were public: ") && !strings.Contains(text, promise.Provided(o.Problem.Split.Train.Origin)) {
			t.Errorf("at %d cells: %q", size[0], text)
		}
		if canvas.Width(text) > size[0]-1 {
			t.Errorf("%q is cut at %d cells", text, size[0])
		}
		b.shows(text)
		b.goTo("Privacy")
		b.m.screens[b.m.current].(*privacy).focusOn(privacyMeaning)
		b.shows("provided that the")
		if size[0] >= 80 { // and nothing is cut off
			b.shows("no limit, no guarantee")
		}
	}
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	b.hides("were public")
	b.goTo("Privacy")
	b.hides("provided that")
}

// crowd is a problem whose private facts all follow from extra: how many users, ratings and duplicates there are.
func crowd(extra int, origin loaders.Origin) engine.Problem {
	p := fakeProblem(1000 + extra)
	for _, r := range []*loaders.Ratings{p.Split.Train, p.Split.Valid, p.Split.Test} {
		r.Users += extra
		r.Ptr = make([]int64, r.Users+1)
		for i := range r.Ptr {
			r.Ptr[i] = min(int64(i), int64(len(r.Item)))
		}
		r.Ptr[r.Users] = int64(len(r.Item))
		r.UserNames = loaders.Numbered(r.Users)
	}
	origin.Source, origin.Duplicates, origin.Outside = "ml-1m", int64(extra), int64(extra)
	p.Split.Train.Origin = origin
	return p
}

// Where the errors are releases, every screen shows of two sets of ratings the same but for the releases, whatever is
// pressed; and it does not where they are not, so that the comparison sees what there is to see.
func TestPublishableScreensOfNeighboursAreTheSame(t *testing.T) {
	private := *fakePrivate
	private.Forecast = func(r *loaders.Ratings, _ method.Settings, _ *accounting.Plan) method.Forecast {
		return method.Forecast{NoiseMedian: 1 / float64(r.Count()), NoiseRarest: float64(r.Users), RatingsFraction: 500 / float64(r.Count()), ItemsFraction: 1}
	}
	tell := func(extra int, hidden bool, origin loaders.Origin) (told []string) {
		o := fakeOptions()
		o.Problem = crowd(extra, origin)
		o.methods = []*method.Method{&private, fakeCeiling, fakeFloor}
		o.foresee = func(p engine.Problem, c engine.Config) (*engine.Preview, error) {
			v, err := fakeForesee(p, c)
			if err == nil && v.Method == fakePrivate {
				v.Method, v.Forecast = &private, private.Forecast(p.Split.Train, v.Settings, v.Plan)
			}
			return v, err
		}
		if hidden {
			released(&o)
		}
		b := newBed(t, 160, 50, o)
		r := b.m.bench.session.current
		b.begin(r)
		b.charge(r, 100)
		b.releaseTo(r, 1, 1, 1.2, 0.05)
		b.report(r, engine.Ended{Outcome: engine.Done, Result: &engine.Result{Method: r.method.Name, Private: true, Epsilon: 1, Delta: 1e-5,
			Elapsed: 1234 + 1_000_000_000*1000*1, Iterations: 1}})
		for _, name := range []string{"Tune", "Frontier", "Data", "Privacy", "People"} {
			s := b.goTo(name)
			if d, ok := s.(*data); ok {
				if cmd := d.shown(); cmd != nil {
					b.send(cmd())
				}
			}
			if p, ok := s.(*peopleScreen); ok {
				b.send(p.prepare()())
				b.press("G", "c", "x", "down")
			}
			told = append(told, name+"\n"+plainText(b.content()))
		}
		return told
	}
	for name, origin := range map[string]loaders.Origin{"declared": {}, "observed": {CatalogueObserved: true, RangeObserved: true}} {
		t.Run(name, func(t *testing.T) {
			with, without := tell(7, true, origin), tell(0, true, origin)
			for i := range with {
				if with[i] != without[i] {
					t.Errorf("with the users\n%s\nand without\n%s", with[i], without[i])
				}
			}
			open, other := tell(7, false, origin), tell(0, false, origin)
			for i := range open {
				if seen := open[i] != other[i]; !seen && !strings.HasPrefix(open[i], "Frontier") && !strings.HasPrefix(open[i], "Privacy") {
					t.Errorf("the comparison is blind: both are\n%s", open[i])
				}
			}
		})
	}
}

// Figures that are read off the ratings say so in the header and beside the knobs.
func TestCountsAreLabelled(t *testing.T) {
	b := newBed(t, 200, 50, fakeOptions())
	b.shows("ml-1m · 3,706 items · not private: 6,040 users, 1.0 M ratings")
	b.shows("read off the ratings, not private:")
	o := fakeOptions()
	observed(&o)
	b = newBed(t, 200, 50, o)
	b.shows("ml-1m · 6,040 users · 3,706 items · 1.0 M ratings: not private")
	b = newBed(t, 80, 24, o)
	b.shows("not private:")
	// On every screen and at every size, where counts stand in the body it is said there that they are not private.
	for _, size := range append([][2]int{{60, 24}}, sizes...) {
		for _, name := range []string{"Tune", "Frontier", "Data", "Privacy", "People", "Runs"} {
			b := newBed(t, size[0], size[1], o)
			b.whole(0.995)
			b.goTo(name)
			b.send(nil)
			_, body, _ := strings.Cut(plainText(b.content()), "\n")
			for _, exact := range []string{"6,040", "6,041", "1.0 M", "1,000,209"} {
				if strings.Contains(body, exact) && !strings.Contains(body, "not private") {
					t.Errorf("%s at %v: %s is not labelled:\n%s", name, size, exact, body)
				}
			}
		}
	}
}

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

// A run of the archive that was stopped is stated with its plan, and one whose errors are releases without its time.
func TestKeptRunIsPromisedItsPlan(t *testing.T) {
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{
		{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}, {Name: "sums", Kind: "sums", Claim: accounting.UserSum("docs/privacy/item-sums.md", accounting.Ratings, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}})
	if err != nil {
		t.Fatal(err)
	}
	first := plan.Releases[0]
	d := store.Detail{Run: store.Run{Outcome: "cancelled", Accountant: "exact", Epsilon: plan.Epsilon, Delta: 1e-5, Mu: plan.Mu, Elapsed: 1234567},
		Releases: []store.Release{{Name: "counts", Mu: first.Mu, SpentMu: first.Mu}}}
	if text := stoppedPromise(d); !strings.HasSuffix(text, " of the planned 1.00; guarantee: ε 1.00") {
		t.Errorf("says %q", text)
	}
	d.Outcome = "done"
	if text := stoppedPromise(d); text != "" {
		t.Errorf("of one that is done: %q", text)
	}
	if d.MetricsPrivate = true; tookOf(d.Run) != "–" {
		t.Errorf("the time of released errors is told: %s", tookOf(d.Run))
	}
}
