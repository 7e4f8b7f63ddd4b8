package tui

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
	"dpals/themes"
)

func TestLimitIsAskedBeforeItIsSpent(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	f := b.frontier()
	b.whole(0.995)
	b.foreseeSweep(21, 21, plainCosts(20))
	b.press("enter")
	if f.sweeping() || f.asking == startNothing {
		t.Fatal("it does not ask")
	}
	b.shows("charge ε 14.2 of the limit ε 20 for 15 runs? y does")
	b.press("enter")
	if f.sweeping() || f.asking != startNothing {
		t.Fatal("Enter is an answer")
	}
	b.shows("nothing is charged")
	b.press("enter")
	for range 3 { // however often it is asked to start
		f.act("sweep.start")
	}
	if f.sweeping() {
		t.Fatal("another way to start spends it")
	}
	b.press("y")
	if !f.sweeping() || f.asking != startNothing {
		t.Error("yes is no answer")
	}
}

func TestSweepGivesWayToTune(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	s := b.sweepTo(5)
	if s.paused {
		t.Fatal("it waits although Tune rests")
	}
	b.goTo("Tune")
	b.press("enter")
	b.begin(b.bench.session.current)
	if !s.paused {
		t.Error("it goes on while Tune trains")
	}
	b.whole(0.99)
	if s.paused {
		t.Error("it waits although Tune has finished")
	}
	b.frontier()
	b.press("space")
	if !s.paused {
		t.Error("Space does not pause it")
	}
	b.goTo("Tune")
	b.press("enter")
	b.whole(0.99)
	if !s.paused {
		t.Error("the end of a run lets a paused sweep go on")
	}
	b.frontier()
	b.press("space")
	if s.paused {
		t.Error("Space does not let it go on")
	}
	b.press("X")
	if !s.cancelled {
		t.Error("X does not stop it")
	}
}

func TestInterruptStopsTheRunBeforeTheSweep(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	s := b.sweepTo(5)
	b.goTo("Tune")
	b.press("enter")
	run := b.bench.session.current
	front := b.begin(run)
	b.press("ctrl+c")
	if !front.cancelled || s.cancelled || b.m.left {
		t.Fatalf("first: run cancelled %v, sweep cancelled %v, left %v", front.cancelled, s.cancelled, b.m.left)
	}
	b.report(run, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	b.press("ctrl+c")
	if !b.m.asking || b.m.left {
		t.Fatal("it leaves a sweep without asking")
	}
	b.shows("a sweep runs")
	b.press("ctrl+c")
	if !b.m.left {
		t.Error("it cannot be left")
	}
}

func TestTuneSweepsItsKnobs(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	b.bench.knobs.set(knob{Parameter: fakePrivate.Parameters[0]}, 50)
	asked := only[sweepKnobsMsg](messages(t, b.press("s")))
	if len(asked) != 1 {
		t.Fatal("s asks for no sweep")
	}
	b.send(asked[0])
	f := b.frontier()
	s := f.spec()
	if !slices.Equal(s.Methods, []string{"dpals"}) || parameters(s.Parameters) != "k=50" || f.starting != startResumed {
		t.Fatalf("means %v with %s", s.Methods, parameters(s.Parameters))
	}
	b.foreseeSweep(15, 15, plainCosts(0))
	if !f.sweeping() {
		t.Error("it does not begin once it is priced")
	}
}

func TestPointOpensTheRunNearestItsMean(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.wholeSweep(nil)
	f := b.frontier()
	b.press("left", "left", "left")
	p, ok := f.selected()
	if !ok || p.Epsilon != 2 || p.Method != "dpals" {
		t.Fatalf("reads %+v", p)
	}
	best, want := math.Inf(1), int64(0)
	for _, r := range f.shot.Results {
		if d := math.Abs(r.TestRMSE - p.Mean); r.Cell == p.at && d < best {
			best, want = d, r.Run
		}
	}
	got := only[openRunMsg](messages(t, b.press("enter")))
	if len(got) != 1 || got[0].id != want {
		t.Errorf("opens %v, want run %d", got, want)
	}
	copied := only[copiedMsg](messages(t, b.press("Y")))
	if len(copied) != 1 || !strings.HasPrefix(copied[0].text, "0.943") {
		t.Errorf("copies %v", copied)
	}
}

func TestOtherRatingsStopTheSweep(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	s := b.sweepTo(5)
	b.send(loadedMsg{problem: fakeProblem(1000), replaces: true})
	f := b.frontier()
	if !s.cancelled || f.shot != nil {
		t.Errorf("cancelled %v, still shown %v", s.cancelled, f.shot != nil)
	}
	b.swept(madeUp(plainSpec(), 6, joint, ceiling, ownMean), true)
	if f.shot != nil || f.sweeping() {
		t.Error("what is left of it is shown with other ratings")
	}
}

func TestSweepFormReadsWhatIsTyped(t *testing.T) {
	seed := uint64(7)
	for name, test := range map[string]struct {
		kind  formKind
		text  string
		wrong bool
		check func(*sweepForm) bool
	}{
		"epsilons":       {rowEpsilon, "5, 1 0.5,1", false, func(f *sweepForm) bool { return slices.Equal(f.epsilon, []float64{0.5, 1, 5}) }},
		"no epsilon":     {rowEpsilon, " , ", true, nil},
		"negative":       {rowEpsilon, "1,-2", true, nil},
		"infinite":       {rowEpsilon, "Inf", true, nil},
		"repeats":        {rowRepeats, "7", false, func(f *sweepForm) bool { return f.repeats == 7 }},
		"no repeats":     {rowRepeats, "0", true, nil},
		"varied":         {rowVary, "k=20,50, all rank=4,8", false, func(f *sweepForm) bool { return parameters(f.vary) == "k=20,50,all rank=4,8" }},
		"nothing varied": {rowVary, "", false, func(f *sweepForm) bool { return f.vary == nil }},
		"half varied":    {rowVary, "k=", true, nil},
		"real":           {rowNoise, "real", false, func(f *sweepForm) bool { return f.seed == nil }},
		"seed":           {rowNoise, "7", false, func(f *sweepForm) bool { return f.seed != nil && *f.seed == seed }},
		"no seed":        {rowNoise, "x", true, nil},
		"jobs":           {rowJobs, "4", false, func(f *sweepForm) bool { return f.jobs == 4 }},
		"too many jobs":  {rowJobs, "9", true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := newSweepForm(fakeOptions().methods, nil, 8, false)
			f.to(slices.Index(f.list(), formRow{kind: test.kind}))
			err := f.take(test.text)
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
	f := newSweepForm(engine.Methods(), nil, 2, false)
	for _, m := range engine.Methods() {
		f.chosen[m.Name] = true
	}
	all := f.suggestions()
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
	if got, want := sweepCommand(s), "dpals sweep --data ml-1m --methods dpals,als,user-mean --epsilon 0.5,1,2,5,10 --repeats 3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	s.Data, s.Split, s.SplitSeed, s.Delta, s.Accountant, s.MetricsShare, s.Seed = []string{"my file.csv"}, "98-1-1", 2, 1e-6, "cks", 0.1, &seed
	s.Source = map[string]string{"range": "1,5", "columns": "user=u"}
	s.Parameters = []sweep.Parameter{{Name: "k", Values: []string{"20", "all"}}}
	want := "dpals sweep --data 'my file.csv' --columns user=u --range 1,5 --methods dpals,als,user-mean --epsilon 0.5,1,2,5,10 --param k=20,all " +
		"--repeats 3 --delta 1e-06 --accountant cks --private-metrics 0.1 --split 98-1-1 --split-seed 2 --seed 7"
	if got := sweepCommand(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMouseFillsInTheForm(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	f := b.frontier()
	b.content()
	in := f.at[frontierSweep].inside()
	row := slices.IndexFunc(f.formLines(in.W-2), func(l formLine) bool { return strings.Contains(tuitest.Plain(l.text), " als ") })
	b.send(tea.MouseClickMsg{X: in.X + 4, Y: in.Y + f.form.above + row, Button: tea.MouseLeft})
	if f.focus != frontierSweep || f.form.chosen["als"] {
		t.Errorf("a click on the box of als leaves it %v", f.form.chosen["als"])
	}
	b.send(tea.MouseWheelMsg{X: in.X + 4, Y: in.Y + 1, Button: tea.MouseWheelUp})
	if got := f.form.focused(); got.kind != rowMethod || got.at != 0 {
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
		o := fakeOptions()
		atSweepStart(&o)
		o.ASCII, o.NoColor = i%3 == 0, i%4 == 0
		o.Theme = themes.Names()[i%len(themes.Names())]
		b := newBed(t, 120, 36, o)
		s := variedSweep()
		s.Status = []sweep.Status{sweep.Running, sweep.Paused, sweep.Done, sweep.Cancelled, sweep.Refused}[dice.IntN(5)]
		s.Err, s.Failed = errSample, dice.IntN(3)
		for k := range s.Cells {
			c := &s.Cells[k]
			c.Method, c.Epsilon = names[dice.IntN(len(names))], math.Exp(dice.NormFloat64()*5)
			c.Mean, c.Deviation = values[dice.IntN(len(values))], values[dice.IntN(len(values))]
			c.N, c.Failed, c.Running = dice.IntN(4), dice.IntN(2), dice.IntN(2)
		}
		b.sweepOff(s)
		b.swept(s, i%2 == 0)
		b.send(keptSweepsMsg{unfinished: []keptSweep{{1, s.Spec, 1, 2, i%2 == 1}}})
		for range 10 {
			w, h := 1+dice.IntN(300), 1+dice.IntN(100)
			b.send(tea.WindowSizeMsg{Width: w, Height: h})
			for range dice.IntN(5) {
				b.press(keys[dice.IntN(len(keys))])
			}
			b.m.left = false
			b.send(tea.MouseClickMsg{X: dice.IntN(w), Y: dice.IntN(h), Button: tea.MouseLeft})
			b.goTo("Frontier")
			content := b.content()
			tuitest.Exactly(t, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
				t.Fatalf("an escape sequence gets through:\n%q", content)
			}
			if o.ASCII && strings.IndexFunc(content, func(r rune) bool { return r > 0x7e }) >= 0 {
				t.Fatalf("not 7-bit: %q", content)
			}
			for _, s := range b.m.screens {
				s.(paneled).panels().forget()
			}
			if b.content() != content {
				t.Fatalf("a panel was not drawn again:\n%s", tuitest.Plain(content))
			}
		}
	}
}
