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

// ratedProblem returns ratings with a long tail. They are made by integers alone, so that they are the same on every
// machine.
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

// described brings the Data screen the description of the ratings and the curves of the current knobs.
func described(b *driver.Dashboard) *data.Screen {
	b.T.Helper()
	d := b.GoTo("Data").(*data.Screen)
	if d.Problem.Split == nil {
		b.T.Fatal("no ratings to describe")
	}
	known, err := data.NewDescription(b.T.Context(), d.Problem.Split)
	b.Send(d.DescriptionTask().Finished(d.Problem.Split, known, err))
	updateTail(b)
	return d
}

// updateTail brings the Data screen the curves of the current knobs.
func updateTail(b *driver.Dashboard) {
	d := b.GoTo("Data").(*data.Screen)
	if d.Described() != nil {
		key := data.NewTailKey(d.Settings())
		b.Send(d.TailTask().Finished(key, data.NewLongTail(d.Described(), key), nil))
	}
}

// ratedOptions returns options with the ratings of ratedProblem.
func ratedOptions(t testing.TB) session.Options {
	o := driver.Options()
	o.Problem = ratedProblem(t, 400, 200)
	return o
}

func TestRatingsAreDescribedOnFirstShow(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	d := b.Screen("Data").(*data.Screen)
	if d.DescriptionTask().Running() || d.Described() != nil {
		t.Fatal("the ratings are described before the screen is shown")
	}
	first := b.Press("3")
	if !d.DescriptionTask().Running() || first == nil {
		t.Fatal("showing the screen does not describe the ratings")
	}
	if d.Describe() != nil {
		t.Error("the ratings are described twice at once")
	}
	o := ratedProblem(t, 50, 20)
	b.Send(session.LoadedMsg{Problem: o, Replaces: true})
	d.DescriptionTask().Stop() // its command was dropped
	second := d.Describe()
	for _, msg := range driver.Only[data.DescriptionResult](driver.Messages(t, first)) {
		if !errors.Is(msg.Err, context.Canceled) {
			t.Errorf("the cancelled description ends with %v", msg.Err)
		}
		if b.Send(msg); d.DescriptionTask().Err() != nil || d.Described() != nil {
			t.Error("the cancelled description is shown")
		}
	}
	for _, msg := range driver.Only[data.DescriptionResult](driver.Messages(t, second)) {
		b.Send(msg)
	}
	if d.Described() == nil || d.DescriptionTask().Key() != o.Split {
		t.Fatal("the new ratings are not described")
	}
	late := d.TailTask().Finished(data.TailKey{}, &data.LongTail{}, nil)
	b.Send(session.LoadedMsg{Problem: ratedProblem(t, 60, 30), Replaces: true})
	if d.Described() != nil {
		t.Error("the replaced ratings are still described")
	}
	if b.Send(late); d.Tail() != nil {
		t.Error("curves of the replaced ratings are shown")
	}
}

func TestDataKnobsStartNoRun(t *testing.T) {
	b := driver.New(t, 120, 36, ratedOptions(t))
	b.Whole(0.99)
	d := described(b)
	runs := b.Session.Runs.Started
	before := d.Tail()
	if cmd := b.Press("left"); cmd == nil {
		t.Fatal("a changed knob updates nothing")
	}
	b.Press("left", "down", "left")
	s := b.Session.Knobs.Settings()
	if s["k"] == 0 || !(s["beta"] < 1) {
		t.Fatalf("the settings of the session are %v", s)
	}
	updateTail(b)
	if d.Tail() == before || d.Tail().Key().K() != s["k"] || d.Tail().Key().Beta() != s["beta"] {
		t.Errorf("the curves are for %+v", d.Tail().Key())
	}
	b.Preview()
	if b.Session.Runs.Started != runs {
		t.Error("changing a knob starts a run")
	}
	if text, _ := d.Remark(); !strings.Contains(text, "Enter") {
		t.Errorf("the remark is %q", text)
	}
	if b.Press("enter"); b.Session.Runs.Started != runs+1 || b.Session.Runs.Current.Settings["k"] != s["k"] {
		t.Error("Enter does not train with the knobs")
	}
	b.Press("right", "1")
	if b.Session.Runs.Started != runs+2 {
		t.Error("Tune shows a run of other knobs")
	}
}

// A knob may change while curves are computed. The curves of its last value follow.
func TestCurvesFollowLastKnobValue(t *testing.T) {
	b := driver.New(t, 120, 36, ratedOptions(t))
	d := described(b)
	b.Press("left")
	if !d.TailTask().Running() {
		t.Fatal("no curves are computed")
	}
	key := data.NewTailKey(d.Settings())
	b.Press("left")
	if d.ComputeTail() != nil {
		t.Fatal("two computations run at once")
	}
	_, cmd := b.Model.Update(d.TailTask().Finished(key, data.NewLongTail(d.Described(), key), nil))
	if cmd == nil || !d.TailTask().Running() {
		t.Error("the curves of the last value are not computed")
	}
}

func TestDataWarnings(t *testing.T) {
	for name, c := range map[string]struct {
		origin loaders.Origin
		config engine.Config
		want   []string
	}{
		"range":      {origin: loaders.Origin{RangeObserved: true}, want: []string{"range 1 to 5 was read from", "--range 1,5"}},
		"catalogue":  {origin: loaders.Origin{CatalogueObserved: true}, want: []string{"items were read from", "--catalogue FILE"}},
		"duplicates": {origin: loaders.Origin{Duplicates: 12}, want: []string{"12 ratings of a user and item that were already rated"}},
		"outside":    {origin: loaders.Origin{Outside: 1}, want: []string{"1 rating of items outside the catalogue"}},
		"delta":      {config: engine.Config{Delta: 0.01}, want: []string{"δ 0.0100 is not below 1/users = 1/400", "δ below 0.0002"}},
		"few":        {want: []string{"of 400 users have fewer than 5", "of 200 items have fewer than 5", "leave them out"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := ratedOptions(t)
			c.config.Method = "dpals"
			o.Config = c.config
			c.origin.Source = "rated"
			o.Problem.Split.Train.Origin = c.origin
			b := driver.New(t, 200, 60, o)
			d := described(b)
			text := ""
			for _, w := range d.Warnings() {
				text += w.Text() + " " + w.Action() + "\n"
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in:\n%s", want, text)
				}
			}
		})
	}
}

// With 400 users and noise 4 times the signal, both are equal at 1,600 users.
func TestNoiseWarningNamesEnoughUsers(t *testing.T) {
	b := driver.New(t, 200, 60, ratedOptions(t))
	d := described(b)
	if text, _ := d.NoiseWarning(); text != "" {
		t.Fatalf("at noise 0.31 of the signal it warns: %q", text)
	}
	p := *d.Preview.Value()
	p.Forecast.NoiseMedian = 4
	b.SendPreview(&p, nil)
	text, action := d.NoiseWarning()
	if !strings.Contains(text, "4.00 times its signal") || !strings.Contains(action, "1,600 users") {
		t.Fatalf("%s %s", text, action)
	}
	epsilon, err := p.Plan.Accountant.Epsilon(4*p.Plan.Mu, p.Plan.Delta)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(action, "ε "+format.Number(format.Round(epsilon, 2))) {
		t.Errorf("%s, but ε %g has a fourth of the noise", action, epsilon)
	}
}

func TestDataKeysAndMouse(t *testing.T) {
	b := driver.New(t, 120, 36, ratedOptions(t))
	d := described(b)
	if got := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("y"))); len(got) != 1 || got[0].Text != "dpals data info rated" {
		t.Errorf("y copies %v", got)
	}
	k := d.TailLayout().Knobs()[0]
	b.Send(tea.MouseClickMsg{X: k.X + k.W*3/4, Y: k.Y, Button: tea.MouseLeft})
	if !d.IsDragging() || d.Knobs.Settings()["k"] == 0 {
		t.Fatalf("after a click on the track of k the settings are %v", d.Knobs.Settings())
	}
	b.Send(tea.MouseMotionMsg{X: k.X + k.W/2, Y: k.Y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{})
	if d.IsDragging() {
		t.Error("the mouse still holds the knob after its release")
	}
	in := d.TailLayout().Chart()
	b.Send(tea.MouseClickMsg{X: in.X + in.W/2, Y: in.Y + 3, Button: tea.MouseLeft})
	if !d.TailView().Reading || d.TailView().Cursor < 20 || d.TailView().Cursor > 80 {
		t.Errorf("a click in the middle of the chart moves the crosshair to %v", d.TailView().Cursor)
	}
	at := d.TailView().Cursor
	if b.Press("right"); d.TailView().Cursor <= at {
		t.Error("the crosshair does not move")
	}
	b.Press("esc")
	for i, want := range []int{data.PanelActivity, data.PanelWarnings, data.PanelFacts, data.PanelTail} {
		if b.Press("f"); d.Focus != want {
			t.Errorf("press %d of f focuses panel %d", i+1, d.Focus)
		}
	}
}

// The curves of a larger data set are computed from some of its users, and are close to those of all users.
func TestTailOfSampledUsers(t *testing.T) {
	r := ratedProblem(t, 4000, 100).Split.Train
	all, some := data.SampleUsers(r, 1), data.SampleUsers(r, 4)
	if all != r || some.Users != 1000 || some.Count() != int(some.Ptr[1000]) {
		t.Fatalf("%d users, %d ratings", some.Users, some.Count())
	}
	d, err := data.NewDescription(t.Context(), &loaders.Split{Train: r, Valid: r, Test: r})
	if err != nil {
		t.Fatal(err)
	}
	key := data.KeyOf(5, 0.5, -0.3)
	whole := data.NewLongTail(d, key)
	d.SetSample(some)
	part := data.NewLongTail(d, key)
	for i, c := range whole.Curves() {
		for g, y := range c.Cumulative() {
			if diff := y - part.Curves()[i].Cumulative()[g]; diff > 2 || diff < -2 {
				t.Fatalf("curve %d at %g %%: %g of all users, %g of a fourth of the users", i, data.TailGrid[g], y, part.Curves()[i].Cumulative()[g])
			}
			if g > 0 && y < c.Cumulative()[g-1]-1e-9 {
				t.Fatalf("curve %d falls at %g %%", i, data.TailGrid[g])
			}
		}
		if last := c.Cumulative()[len(c.Cumulative())-1]; last < 100-1e-9 || last > 100+1e-9 {
			t.Errorf("curve %d ends at %g %%", i, last)
		}
		if kept := c.Cumulative()[data.NearestGridPoint(whole.Kept())]; i > 0 && kept < 100-1e-9 {
			t.Errorf("curve %d has %g %% in the items that β keeps", i, kept)
		}
	}
	tenth := data.NearestGridPoint(10)
	if u, a := whole.Curves()[2], whole.Curves()[3]; !(a.Cumulative()[tenth] < u.Cumulative()[tenth]) || u.Sampling() != "uniform" || a.Sampling() != "adaptive" {
		t.Error("adaptive sampling does not prefer rare items")
	}
}
