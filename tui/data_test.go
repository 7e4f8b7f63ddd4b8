package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/loaders"
)

// ratedProblem has ratings with a long tail, made without rounding, so that they are the same on every machine.
func ratedProblem(t testing.TB, users, items int) engine.Problem {
	t.Helper()
	var user, item []uint32
	var value []float32
	state := uint64(1)
	draw := func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state >> 33 % uint64(n))
	}
	for i := range users {
		seen := make(map[int]bool)
		for range 3 + draw(4+draw(60)) {
			j := draw(1 + draw(1+draw(items))) // popular items have small numbers
			if !seen[j] {
				seen[j] = true
				user, item, value = append(user, uint32(i)), append(item, uint32(j)), append(value, float32(1+max(draw(5), draw(5))))
			}
		}
	}
	r, err := loaders.FromTriplets(user, item, value, loaders.About{
		Users: loaders.Numbered(users), Items: loaders.Numbered(items), Low: 1, High: 5, Origin: loaders.Origin{Source: "rated"},
	})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: "rated", Split: split}
}

// counted brings the Data screen what its commands find.
func (b *bed) counted() *data {
	b.t.Helper()
	d := b.goTo("Data").(*data)
	if d.problem.Split == nil {
		b.t.Fatal("there is nothing to count")
	}
	b.send(d.count()())
	b.reckoned()
	return d
}

// reckoned brings the curves for the knobs as they stand.
func (b *bed) reckoned() {
	d := b.goTo("Data").(*data)
	if d.known != nil {
		b.send(tailMsg{known: d.known, tail: newTail(d.known, tailFor(d.settings()))})
	}
}

// ratedOptions open on such ratings.
func ratedOptions(t testing.TB) Options {
	o := fakeOptions()
	o.Problem = ratedProblem(t, 400, 200)
	return o
}

func TestDataIsCountedWhenLookedAt(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	d := b.screen("Data").(*data)
	if d.counting != nil || d.known != nil {
		t.Fatal("the ratings are counted before anybody looks")
	}
	cmd := b.press("3")
	if d.counting != b.bench.problem.Split || cmd == nil {
		t.Fatal("nothing is counted")
	}
	first := d.count() // and the one before is given up
	again := d.count()
	if msg := first().(countedMsg); !errors.Is(msg.err, context.Canceled) {
		t.Errorf("what was given up ends with %v", msg.err)
	} else if b.send(msg); d.err != nil || d.known != nil {
		t.Error("what was given up is shown")
	}
	b.send(again())
	if d.known == nil {
		t.Fatal("what was counted is not shown")
	}
	b.press("1", "3")
	if b.send(tailMsg{known: &counted{}}); d.tail != nil {
		t.Error("a tail of other ratings is taken")
	}
	stale := countedMsg{of: d.counting, known: d.known}
	o := ratedProblem(t, 50, 20)
	b.send(loadedMsg{problem: o, replaces: true})
	if d.known != nil || d.counting != o.Split {
		t.Error("the ratings before are still described")
	}
	if b.send(stale); d.known != nil {
		t.Error("a count of the ratings before is taken")
	}
}

func TestDataTurnsTheSessionsKnobsWithoutTraining(t *testing.T) {
	b := newBed(t, 120, 36, ratedOptions(t))
	b.whole(0.99)
	d := b.counted()
	runs := b.bench.session.started
	before := d.tail
	if cmd := b.press("left"); cmd == nil {
		t.Fatal("a turned knob has no consequences")
	}
	b.press("left", "down", "left")
	s := b.bench.knobs.settings()
	if s["k"] == 0 || !(s["beta"] < 1) {
		t.Fatalf("the session's knobs stand at %v", s)
	}
	b.reckoned()
	if d.tail == before || d.tail.of.k != s["k"] || d.tail.of.beta != s["beta"] {
		t.Errorf("the curves are of %+v", d.tail.of)
	}
	b.foresee()
	if b.bench.session.started != runs {
		t.Error("a knob that is turned to look trains")
	}
	if text, _ := d.remark(); !strings.Contains(text, "Enter") {
		t.Errorf("the screen says %q", text)
	}
	if b.press("enter"); b.bench.session.started != runs+1 || b.bench.session.current.settings["k"] != s["k"] {
		t.Error("Enter does not train with the knobs")
	}
	b.press("right", "1")
	if b.bench.session.started != runs+2 {
		t.Error("Tune shows a run of other knobs")
	}
}

// While curves are worked out a knob may turn on: the last state follows.
func TestDataFollowsTheLastStateOfTheKnobs(t *testing.T) {
	b := newBed(t, 120, 36, ratedOptions(t))
	d := b.counted()
	b.press("left")
	if !d.reckoning {
		t.Fatal("nothing is worked out")
	}
	of := tailFor(d.settings())
	b.press("left")
	if d.reckon() != nil {
		t.Fatal("two are worked out at once")
	}
	_, cmd := b.m.Update(tailMsg{known: d.known, tail: newTail(d.known, of)})
	if cmd == nil || !d.reckoning {
		t.Error("the last state of the knobs does not follow")
	}
}

func TestDataWarns(t *testing.T) {
	for name, c := range map[string]struct {
		origin loaders.Origin
		config engine.Config
		want   []string
	}{
		"range":      {origin: loaders.Origin{RangeObserved: true}, want: []string{"range 1 to 5 was read off", "--range 1,5"}},
		"catalogue":  {origin: loaders.Origin{CatalogueObserved: true}, want: []string{"items were read off", "--catalogue FILE"}},
		"duplicates": {origin: loaders.Origin{Duplicates: 12}, want: []string{"12 ratings of the same user and item"}},
		"outside":    {origin: loaders.Origin{Outside: 1}, want: []string{"1 rating of items outside the catalogue"}},
		"delta":      {config: engine.Config{Delta: 0.01}, want: []string{"δ 0.0100 is not below 1/n = 1/400", "δ below 0.0002"}},
		"few":        {want: []string{"of 400 users have fewer than 5", "of 200 items have fewer than 5", "leaves them out"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := ratedOptions(t)
			c.config.Method = "dpals"
			o.Config = c.config
			c.origin.Source = "rated"
			o.Problem.Split.Train.Origin = c.origin
			b := newBed(t, 200, 60, o)
			d := b.counted()
			text := ""
			for _, w := range d.warnings() {
				text += w.what + " " + w.do + "\n"
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("it lacks %q:\n%s", want, text)
				}
			}
		})
	}
}

// Noise beyond the signal is told with what would balance it: of 400 users at noise 4 times the signal, 1,600.
func TestDataTellsHowManyUsersWouldDo(t *testing.T) {
	b := newBed(t, 200, 60, ratedOptions(t))
	d := b.counted()
	if what, _ := d.tooFew(); what != "" {
		t.Fatalf("at noise 0.31 of the signal it says %q", what)
	}
	p := *d.preview
	p.Forecast.NoiseMedian = 4
	d.preview = &p
	what, do := d.tooFew()
	if !strings.Contains(what, "noise is 4.00 times the signal") || !strings.Contains(do, "1,600 such users") {
		t.Fatalf("%s %s", what, do)
	}
	epsilon, err := p.Plan.Accountant.Epsilon(4*p.Plan.Mu, p.Plan.Delta)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(do, "ε "+figure(roundTo(epsilon, 2))) {
		t.Errorf("%s, and ε %g has a fourth of the noise", do, epsilon)
	}
}

func TestDataKeysAndMouse(t *testing.T) {
	b := newBed(t, 120, 36, ratedOptions(t))
	d := b.counted()
	if got := only[copiedMsg](messages(t, b.press("y"))); len(got) != 1 || got[0].text != "dpals data info rated" {
		t.Errorf("y copies %v", got)
	}
	k := d.tailRooms().knobs[0]
	b.send(tea.MouseClickMsg{X: k.X + k.W*3/4, Y: k.Y, Button: tea.MouseLeft})
	if !d.drags || d.knobs.settings()["k"] == 0 {
		t.Fatalf("a click on the track of k leaves it at %v", d.knobs.settings())
	}
	b.send(tea.MouseMotionMsg{X: k.X + k.W/2, Y: k.Y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{})
	if d.drags {
		t.Error("the knob is still held")
	}
	in := d.tailRooms().chart
	b.send(tea.MouseClickMsg{X: in.X + in.W/2, Y: in.Y + 3, Button: tea.MouseLeft})
	if !d.lens.reading || d.lens.cursor < 20 || d.lens.cursor > 80 {
		t.Errorf("a click in the middle of the curves reads at %v", d.lens.cursor)
	}
	at := d.lens.cursor
	if b.press("right"); d.lens.cursor <= at {
		t.Error("the crosshair does not move")
	}
	b.press("esc")
	for i, want := range []int{dataActivity, dataWarnings, dataFacts, dataTail} {
		if b.press("f"); d.focus != want {
			t.Errorf("f number %d goes to panel %d", i, d.focus)
		}
	}
}

// A larger set is drawn by some of its users, whose curve is that of all.
func TestTailByEveryUser(t *testing.T) {
	r := ratedProblem(t, 4000, 100).Split.Train
	all, some := everyUser(r, 1), everyUser(r, 4)
	if all != r || some.Users != 1000 || some.Count() != int(some.Ptr[1000]) {
		t.Fatalf("%d users, %d ratings", some.Users, some.Count())
	}
	known, err := countRatings(t.Context(), &loaders.Split{Train: r, Valid: r, Test: r})
	if err != nil {
		t.Fatal(err)
	}
	whole := newTail(known, tailOf{k: 5, beta: 0.5, exponent: -0.3})
	known.sample = some
	part := newTail(known, tailOf{k: 5, beta: 0.5, exponent: -0.3})
	for i, l := range whole.lines {
		for g, y := range l.upTo {
			if d := y - part.lines[i].upTo[g]; d > 2 || d < -2 {
				t.Fatalf("line %d at %g %%: %g by all, %g by a fourth of the users", i, tailGrid[g], y, part.lines[i].upTo[g])
			}
			if g > 0 && y < l.upTo[g-1]-1e-9 {
				t.Fatalf("line %d falls at %g %%", i, tailGrid[g])
			}
		}
		if last := l.upTo[len(l.upTo)-1]; last < 100-1e-9 || last > 100+1e-9 {
			t.Errorf("line %d ends at %g %%", i, last)
		}
		if cut := l.upTo[gridAt(whole.cut)]; i > 0 && cut < 100-1e-9 {
			t.Errorf("line %d has %g %% in the items that β keeps", i, cut)
		}
	}
	if u, a := whole.lines[2], whole.lines[3]; !(a.upTo[gridAt(10)] < u.upTo[gridAt(10)]) || u.sampling != "uniform" || a.sampling != "adaptive" {
		t.Error("the rarest are not rarer than any")
	}
}
