package data_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/internal/format"
	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	"dpals/tui/data"
	"dpals/tui/session"
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
func counted(b *driver.Dashboard) *data.Screen {
	b.T.Helper()
	d := b.GoTo("Data").(*data.Screen)
	if d.Problem.Split == nil {
		b.T.Fatal("there is nothing to count")
	}
	known, err := data.CountRatings(b.T.Context(), d.Problem.Split)
	b.Send(d.CountTask().Finished(d.Problem.Split, known, err))
	reckoned(b)
	return d
}

// reckoned brings the curves for the knobs as they stand.
func reckoned(b *driver.Dashboard) {
	d := b.GoTo("Data").(*data.Screen)
	if d.Known() != nil {
		of := data.TailFor(d.Settings())
		b.Send(d.TailTask().Finished(of, data.NewTail(d.Known(), of), nil))
	}
}

// ratedOptions open on such ratings.
func ratedOptions(t testing.TB) session.Options {
	o := driver.Options()
	o.Problem = ratedProblem(t, 400, 200)
	return o
}

func TestDataIsCountedWhenLookedAt(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	d := b.Screen("Data").(*data.Screen)
	if d.CountTask().Running() || d.Known() != nil {
		t.Fatal("the ratings are counted before the screen is shown")
	}
	first := b.Press("3")
	if !d.CountTask().Running() || first == nil {
		t.Fatal("nothing is counted")
	}
	if d.Count() != nil {
		t.Error("the ratings are counted twice at once")
	}
	o := ratedProblem(t, 50, 20)
	b.Send(session.LoadedMsg{Problem: o, Replaces: true})
	d.CountTask().Stop() // whose command was dropped
	again := d.Count()
	for _, msg := range driver.Only[data.CountResult](driver.Messages(t, first)) {
		if !errors.Is(msg.Err, context.Canceled) {
			t.Errorf("the count that was stopped ends with %v", msg.Err)
		}
		if b.Send(msg); d.CountTask().Err() != nil || d.Known() != nil {
			t.Error("the count that was stopped is shown")
		}
	}
	for _, msg := range driver.Only[data.CountResult](driver.Messages(t, again)) {
		b.Send(msg)
	}
	if d.Known() == nil || d.CountTask().Key() != o.Split {
		t.Fatal("the other ratings are not described")
	}
	late := d.TailTask().Finished(data.TailOf{}, &data.Tail{}, nil)
	b.Send(session.LoadedMsg{Problem: ratedProblem(t, 60, 30), Replaces: true})
	if d.Known() != nil {
		t.Error("the ratings before are still described")
	}
	if b.Send(late); d.Tail() != nil {
		t.Error("a tail of the ratings before is shown")
	}
}

func TestDataTurnsTheSessionsKnobsWithoutTraining(t *testing.T) {
	b := driver.New(t, 120, 36, ratedOptions(t))
	b.Whole(0.99)
	d := counted(b)
	runs := b.Session.Runs.Started
	before := d.Tail()
	if cmd := b.Press("left"); cmd == nil {
		t.Fatal("a turned knob has no consequences")
	}
	b.Press("left", "down", "left")
	s := b.Session.Knobs.Settings()
	if s["k"] == 0 || !(s["beta"] < 1) {
		t.Fatalf("the session's knobs stand at %v", s)
	}
	reckoned(b)
	if d.Tail() == before || d.Tail().Of().K != s["k"] || d.Tail().Of().Beta != s["beta"] {
		t.Errorf("the curves are of %+v", *d.Tail().Of())
	}
	b.Preview()
	if b.Session.Runs.Started != runs {
		t.Error("a knob that is turned to look trains")
	}
	if text, _ := d.Remark(); !strings.Contains(text, "Enter") {
		t.Errorf("the screen says %q", text)
	}
	if b.Press("enter"); b.Session.Runs.Started != runs+1 || b.Session.Runs.Current.Settings["k"] != s["k"] {
		t.Error("Enter does not train with the knobs")
	}
	b.Press("right", "1")
	if b.Session.Runs.Started != runs+2 {
		t.Error("Tune shows a run of other knobs")
	}
}

// While curves are worked out a knob may turn on: the last state follows.
func TestDataFollowsTheLastStateOfTheKnobs(t *testing.T) {
	b := driver.New(t, 120, 36, ratedOptions(t))
	d := counted(b)
	b.Press("left")
	if !d.TailTask().Running() {
		t.Fatal("nothing is worked out")
	}
	of := data.TailFor(d.Settings())
	b.Press("left")
	if d.Reckon() != nil {
		t.Fatal("two are worked out at once")
	}
	_, cmd := b.Model.Update(d.TailTask().Finished(of, data.NewTail(d.Known(), of), nil))
	if cmd == nil || !d.TailTask().Running() {
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
			b := driver.New(t, 200, 60, o)
			d := counted(b)
			text := ""
			for _, w := range d.Warnings() {
				text += w.What() + " " + w.Do() + "\n"
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
	b := driver.New(t, 200, 60, ratedOptions(t))
	d := counted(b)
	if what, _ := d.TooFew(); what != "" {
		t.Fatalf("at noise 0.31 of the signal it says %q", what)
	}
	p := *d.Preview.Value()
	p.Forecast.NoiseMedian = 4
	b.SendPreview(&p, nil)
	what, do := d.TooFew()
	if !strings.Contains(what, "noise is 4.00 times the signal") || !strings.Contains(do, "1,600 such users") {
		t.Fatalf("%s %s", what, do)
	}
	epsilon, err := p.Plan.Accountant.Epsilon(4*p.Plan.Mu, p.Plan.Delta)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(do, "ε "+format.Number(format.Round(epsilon, 2))) {
		t.Errorf("%s, and ε %g has a fourth of the noise", do, epsilon)
	}
}

func TestDataKeysAndMouse(t *testing.T) {
	b := driver.New(t, 120, 36, ratedOptions(t))
	d := counted(b)
	if got := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("y"))); len(got) != 1 || got[0].Text != "dpals data info rated" {
		t.Errorf("y copies %v", got)
	}
	k := d.TailRooms().Knobs()[0]
	b.Send(tea.MouseClickMsg{X: k.X + k.W*3/4, Y: k.Y, Button: tea.MouseLeft})
	if !d.Drags() || d.Knobs.Settings()["k"] == 0 {
		t.Fatalf("a click on the track of k leaves it at %v", d.Knobs.Settings())
	}
	b.Send(tea.MouseMotionMsg{X: k.X + k.W/2, Y: k.Y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{})
	if d.Drags() {
		t.Error("the knob is still held")
	}
	in := d.TailRooms().Chart()
	b.Send(tea.MouseClickMsg{X: in.X + in.W/2, Y: in.Y + 3, Button: tea.MouseLeft})
	if !d.Lens().Reading || d.Lens().Cursor < 20 || d.Lens().Cursor > 80 {
		t.Errorf("a click in the middle of the curves reads at %v", d.Lens().Cursor)
	}
	at := d.Lens().Cursor
	if b.Press("right"); d.Lens().Cursor <= at {
		t.Error("the crosshair does not move")
	}
	b.Press("esc")
	for i, want := range []int{data.PanelActivity, data.PanelWarnings, data.PanelFacts, data.PanelTail} {
		if b.Press("f"); d.Focus != want {
			t.Errorf("f number %d goes to panel %d", i, d.Focus)
		}
	}
}

// A larger set is drawn by some of its users, whose curve is that of all.
func TestTailByEveryUser(t *testing.T) {
	r := ratedProblem(t, 4000, 100).Split.Train
	all, some := data.EveryUser(r, 1), data.EveryUser(r, 4)
	if all != r || some.Users != 1000 || some.Count() != int(some.Ptr[1000]) {
		t.Fatalf("%d users, %d ratings", some.Users, some.Count())
	}
	known, err := data.CountRatings(t.Context(), &loaders.Split{Train: r, Valid: r, Test: r})
	if err != nil {
		t.Fatal(err)
	}
	whole := data.NewTail(known, data.TailOf{K: 5, Beta: 0.5, Exponent: -0.3})
	known.SetSample(some)
	part := data.NewTail(known, data.TailOf{K: 5, Beta: 0.5, Exponent: -0.3})
	for i, l := range whole.Lines() {
		for g, y := range l.UpTo() {
			if d := y - part.Lines()[i].UpTo()[g]; d > 2 || d < -2 {
				t.Fatalf("line %d at %g %%: %g by all, %g by a fourth of the users", i, data.TailGrid[g], y, part.Lines()[i].UpTo()[g])
			}
			if g > 0 && y < l.UpTo()[g-1]-1e-9 {
				t.Fatalf("line %d falls at %g %%", i, data.TailGrid[g])
			}
		}
		if last := l.UpTo()[len(l.UpTo())-1]; last < 100-1e-9 || last > 100+1e-9 {
			t.Errorf("line %d ends at %g %%", i, last)
		}
		if cut := l.UpTo()[data.GridAt(whole.Cut())]; i > 0 && cut < 100-1e-9 {
			t.Errorf("line %d has %g %% in the items that β keeps", i, cut)
		}
	}
	if u, a := whole.Lines()[2], whole.Lines()[3]; !(a.UpTo()[data.GridAt(10)] < u.UpTo()[data.GridAt(10)]) || u.Sampling() != "uniform" || a.Sampling() != "adaptive" {
		t.Error("the rarest are not rarer than any")
	}
}
