package frontier_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/sweep"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/themes"
	"dpals/tui/frontier"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func TestLimitIsAskedBeforeItIsSpent(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	f := screenOf(b)
	b.Whole(0.995)
	foreseeSweep(b, 21, 21, plainCosts(20))
	b.Press("enter")
	if f.Sweeping() || f.Asking() == frontier.StartNothing {
		t.Fatal("it does not ask")
	}
	b.Shows("charge ε 14.2 of the limit ε 20 for 15 runs? y does")
	b.Press("enter")
	if f.Sweeping() || f.Asking() != frontier.StartNothing {
		t.Fatal("Enter is an answer")
	}
	b.Shows("nothing is charged")
	b.Press("enter")
	for range 3 { // however often it is asked to start
		f.Act("sweep.start")
	}
	if f.Sweeping() {
		t.Fatal("another way to start spends it")
	}
	b.Press("y")
	if !f.Sweeping() || f.Asking() != frontier.StartNothing {
		t.Error("yes is no answer")
	}
}

func TestSweepGivesWayToTune(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	s := sweepTo(b, 5)
	if s.paused {
		t.Fatal("it waits although Tune rests")
	}
	b.GoTo("Tune")
	b.Press("enter")
	b.Begin(b.Session.Runs.Current)
	if !s.paused {
		t.Error("it goes on while Tune trains")
	}
	b.Whole(0.99)
	if s.paused {
		t.Error("it waits although Tune has finished")
	}
	screenOf(b)
	b.Press("space")
	if !s.paused {
		t.Error("Space does not pause it")
	}
	b.GoTo("Tune")
	b.Press("enter")
	b.Whole(0.99)
	if !s.paused {
		t.Error("the end of a run lets a paused sweep go on")
	}
	screenOf(b)
	b.Press("space")
	if s.paused {
		t.Error("Space does not let it go on")
	}
	b.Press("X")
	if !s.cancelled {
		t.Error("X does not stop it")
	}
}

func TestInterruptStopsTheRunBeforeTheSweep(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	s := sweepTo(b, 5)
	b.GoTo("Tune")
	b.Press("enter")
	run := b.Session.Runs.Current
	front := b.Begin(run)
	b.Press("ctrl+c")
	if !front.Cancelled || s.cancelled || b.Model.Left {
		t.Fatalf("first: run cancelled %v, sweep cancelled %v, left %v", front.Cancelled, s.cancelled, b.Model.Left)
	}
	b.Report(run, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	b.Press("ctrl+c")
	if !b.Model.Asking || b.Model.Left {
		t.Fatal("it leaves a sweep without asking")
	}
	b.Shows("a sweep is running")
	b.Press("ctrl+c")
	if !b.Model.Left {
		t.Error("it cannot be left")
	}
}

func TestTuneSweepsItsKnobs(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	b.Session.Knobs.Set(session.Knob{Parameter: driver.PrivateMethod.Parameters[0]}, 50)
	asked := driver.Only[session.SweepKnobsMsg](driver.Messages(t, b.Press("s")))
	if len(asked) != 1 {
		t.Fatal("s asks for no sweep")
	}
	b.Send(asked[0])
	f := screenOf(b)
	s := f.Spec()
	if !slices.Equal(s.Methods, []string{"dpals"}) || frontier.Parameters(s.Parameters) != "k=50" || f.Starting() != frontier.StartResumed {
		t.Fatalf("means %v with %s", s.Methods, frontier.Parameters(s.Parameters))
	}
	foreseeSweep(b, 15, 15, plainCosts(0))
	if !f.Sweeping() {
		t.Error("it does not begin once it is priced")
	}
}

func TestPointOpensTheRunNearestItsMean(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	wholeSweep(b, nil)
	f := screenOf(b)
	b.Press("left", "left", "left")
	p, ok := f.Selected()
	if !ok || p.Epsilon != 2 || p.Method != "dpals" {
		t.Fatalf("reads %+v", p)
	}
	best, want := math.Inf(1), int64(0)
	for _, r := range f.Shot().Results {
		if d := math.Abs(r.TestRMSE - p.Mean); r.Cell == p.At() && d < best {
			best, want = d, r.Run
		}
	}
	got := driver.Only[session.OpenRunMsg](driver.Messages(t, b.Press("enter")))
	if len(got) != 1 || got[0].ID != want {
		t.Errorf("opens %v, want run %d", got, want)
	}
	copied := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("Y")))
	if len(copied) != 1 || !strings.HasPrefix(copied[0].Text, "0.943") {
		t.Errorf("copies %v", copied)
	}
}

func TestOtherRatingsStopTheSweep(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	s := sweepTo(b, 5)
	b.Send(session.LoadedMsg{Problem: driver.Problem(1000), Replaces: true})
	f := screenOf(b)
	if !s.cancelled || f.Shot() != nil {
		t.Errorf("cancelled %v, still shown %v", s.cancelled, f.Shot() != nil)
	}
	swept(b, madeUp(plainSpec(), 6, joint, ceiling, ownMean), true)
	if f.Shot() != nil || f.Sweeping() {
		t.Error("what is left of it is shown with other ratings")
	}
}

func TestSweepFormReadsWhatIsTyped(t *testing.T) {
	seed := uint64(7)
	for name, test := range map[string]struct {
		kind  frontier.FormKind
		text  string
		wrong bool
		check func(*frontier.SweepForm) bool
	}{
		"epsilons":       {frontier.RowEpsilon, "5, 1 0.5,1", false, func(f *frontier.SweepForm) bool { return slices.Equal(f.Epsilon(), []float64{0.5, 1, 5}) }},
		"no epsilon":     {frontier.RowEpsilon, " , ", true, nil},
		"negative":       {frontier.RowEpsilon, "1,-2", true, nil},
		"infinite":       {frontier.RowEpsilon, "Inf", true, nil},
		"repeats":        {frontier.RowRepeats, "7", false, func(f *frontier.SweepForm) bool { return f.Repeats() == 7 }},
		"no repeats":     {frontier.RowRepeats, "0", true, nil},
		"varied":         {frontier.RowVary, "k=20,50, all rank=4,8", false, func(f *frontier.SweepForm) bool { return frontier.Parameters(f.Vary()) == "k=20,50,all rank=4,8" }},
		"nothing varied": {frontier.RowVary, "", false, func(f *frontier.SweepForm) bool { return f.Vary() == nil }},
		"half varied":    {frontier.RowVary, "k=", true, nil},
		"real":           {frontier.RowNoise, "real", false, func(f *frontier.SweepForm) bool { return f.Seed() == nil }},
		"seed":           {frontier.RowNoise, "7", false, func(f *frontier.SweepForm) bool { return f.Seed() != nil && *f.Seed() == seed }},
		"no seed":        {frontier.RowNoise, "x", true, nil},
		"jobs":           {frontier.RowJobs, "4", false, func(f *frontier.SweepForm) bool { return f.Jobs() == 4 }},
		"too many jobs":  {frontier.RowJobs, "9", true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := frontier.NewSweepForm(driver.Options().Methods, nil, 8, false)
			f.To(slices.Index(f.List(), frontier.FormRow{Kind: test.kind}))
			err := f.Take(test.text)
			if (err != nil) != test.wrong {
				t.Fatalf("%q: %v", test.text, err)
			}
			if err == nil && !test.check(&f) {
				t.Errorf("%q is read as %v", test.text, f)
			}
		})
	}
}

// Whatever the arrows suggest to vary, the methods take.
func TestSuggestedValuesAreTaken(t *testing.T) {
	f := frontier.NewSweepForm(engine.Methods(), nil, 2, false)
	for _, m := range engine.Methods() {
		f.Chosen()[m.Name] = true
	}
	all := f.Suggestions()
	if len(all) < 3 {
		t.Fatalf("suggests %v", all)
	}
	for _, p := range all {
		if n := len(p[0].Values); n < 2 || n > 4 {
			t.Errorf("%s: %v", p[0].Name, p[0].Values)
		}
		for _, m := range engine.Methods() {
			for _, text := range p[0].Values {
				if q, ok := m.Parameter(p[0].Name); ok && m.Name == "dpals" {
					if _, err := q.Parse(text); err != nil {
						t.Errorf("%s of %s: %v", text, m.Name, err)
					}
				}
			}
		}
	}
}

func TestSweepCommand(t *testing.T) {
	seed := uint64(7)
	s := plainSpec()
	s.SplitSeed = 1
	if got, want := frontier.SweepCommand(s), "dpals sweep --data ml-1m --methods dpals,als,user-mean --epsilon 0.5,1,2,5,10 --repeats 3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	s.Data, s.Split, s.SplitSeed, s.Delta, s.Accountant, s.MetricsShare, s.Seed = []string{"my file.csv"}, "98-1-1", 2, 1e-6, "cks", 0.1, &seed
	s.Source = map[string]string{"range": "1,5", "columns": "user=u"}
	s.Parameters = []sweep.Parameter{{Name: "k", Values: []string{"20", "all"}}}
	want := "dpals sweep --data 'my file.csv' --columns user=u --range 1,5 --methods dpals,als,user-mean --epsilon 0.5,1,2,5,10 --param k=20,all " +
		"--repeats 3 --delta 1e-06 --accountant cks --private-metrics 0.1 --split 98-1-1 --split-seed 2 --seed 7"
	if got := frontier.SweepCommand(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMouseFillsInTheForm(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	f := screenOf(b)
	b.Content()
	in := f.Rects[frontier.PanelSweep].Inside()
	row := slices.IndexFunc(f.FormLines(in.W-2), func(l frontier.FormLine) bool { return strings.Contains(tuitest.Plain(l.Text()), " als ") })
	b.Send(tea.MouseClickMsg{X: in.X + 4, Y: in.Y + f.Form().Above() + row, Button: tea.MouseLeft})
	if f.Focus != frontier.PanelSweep || f.Form().Chosen()["als"] {
		t.Errorf("a click on the box of als leaves it %v", f.Form().Chosen()["als"])
	}
	b.Send(tea.MouseWheelMsg{X: in.X + 4, Y: in.Y + 1, Button: tea.MouseWheelUp})
	if got := f.Form().Focused(); got.Kind != frontier.RowMethod || got.At() != 0 {
		t.Errorf("the wheel leads to %v", got)
	}
}

// Whatever a sweep brings, and whatever is pressed, every frame is exact.
func TestFrontierIsExactAtEverySize(t *testing.T) {
	dice := rand.New(rand.NewPCG(11, 11))
	names := []string{"dpals", "日本語の方法", "👩‍💻", "a\x1b[2Jb", "\u202eevil", strings.Repeat("long ", 20)}
	values := []float64{0, 0.9, 1.2, -3, 1e300, -1e300, math.NaN(), math.Inf(1), math.Inf(-1), 1e-300}
	keys := []string{"f", "F", "z", "c", "+", "-", "0", "o", "O", "left", "right", "up", "down", "space", "=", "5", "/", "esc", "enter", "n", "X", "y", "Y", "?", "r", "a", "g", "G"}
	for i := range 60 {
		o := driver.Options()
		atSweepStart(&o)
		o.ASCII, o.NoColor = i%3 == 0, i%4 == 0
		o.Theme = themes.Names()[i%len(themes.Names())]
		b := driver.New(t, 120, 36, o)
		s := variedSweep()
		s.Status = []sweep.Status{sweep.Running, sweep.Paused, sweep.Done, sweep.Cancelled, sweep.Refused}[dice.IntN(5)]
		s.Err, s.Failed = driver.ErrSample, dice.IntN(3)
		for k := range s.Cells {
			c := &s.Cells[k]
			c.Method, c.Epsilon = names[dice.IntN(len(names))], math.Exp(dice.NormFloat64()*5)
			c.Mean, c.Deviation = values[dice.IntN(len(values))], values[dice.IntN(len(values))]
			c.N, c.Failed, c.Running = dice.IntN(4), dice.IntN(2), dice.IntN(2)
		}
		sweepOff(b, s)
		swept(b, s, i%2 == 0)
		b.Send(screenOf(b).Kept().Finished(b.Session.Problem.Fingerprint, frontier.KeptSweeps{Unfinished: []frontier.KeptSweep{{ID: 1, Spec: s.Spec, Done: 1, Of: 2, Busy: i%2 == 1}}}, nil))
		for range 10 {
			w, h := 1+dice.IntN(300), 1+dice.IntN(100)
			b.Send(tea.WindowSizeMsg{Width: w, Height: h})
			for range dice.IntN(5) {
				b.Press(keys[dice.IntN(len(keys))])
			}
			b.Model.Left = false
			b.Send(tea.MouseClickMsg{X: dice.IntN(w), Y: dice.IntN(h), Button: tea.MouseLeft})
			b.GoTo("Frontier")
			content := b.Content()
			tuitest.Exactly(t, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
				t.Fatalf("an escape sequence gets through:\n%q", content)
			}
			if o.ASCII && strings.IndexFunc(content, func(r rune) bool { return r > 0x7e }) >= 0 {
				t.Fatalf("not 7-bit: %q", content)
			}
			for _, s := range b.Model.Screens {
				s.(ui.PanelScreen).Panels().Forget()
			}
			if b.Content() != content {
				t.Fatalf("a panel was not drawn again:\n%s", tuitest.Plain(content))
			}
		}
	}
}
