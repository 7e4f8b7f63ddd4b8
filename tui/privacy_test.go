package tui

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/engine"
	"dpals/engine/method"
)

// fakeLocal makes reports that every user randomises herself.
var fakeLocal = &method.Method{
	Name: "ldp-gd", Summary: "gradient descent on local reports", Trust: method.TrustLocal, Iterative: true,
	Parameters: []method.Parameter{
		{Name: "iterations", Symbol: "T", Meaning: "rounds of reports", Low: 1, High: 20, Default: 4, Step: 1, Integer: true, Main: true},
	},
	Plan: func(_ method.Public, s method.Settings) (requests []accounting.Request, err error) {
		for t := 1; t <= int(s["iterations"]); t++ {
			requests = append(requests, accounting.Request{Name: fmt.Sprintf("bits %d", t), Kind: "bits", Proof: "bits", Weight: 1, Local: true, Dimension: 1})
		}
		return requests, nil
	},
}

// local puts a method of local reports on the knobs.
func local(o *Options) {
	o.methods = append(o.methods, fakeLocal)
	o.Config.Method, o.Config.Epsilon = fakeLocal.Name, 2
	foresee := o.foresee
	o.foresee = func(p engine.Problem, c engine.Config) (*engine.Preview, error) {
		if c.Method != fakeLocal.Name {
			return foresee(p, c)
		}
		settings, err := fakeLocal.Settle(c.Settings)
		if err != nil {
			return nil, err
		}
		requests, err := fakeLocal.Plan(method.Public{}, settings)
		if err != nil {
			return nil, err
		}
		plan, err := accounting.NewPlan(accounting.Exact, c.Epsilon, c.Delta, requests)
		return &engine.Preview{Method: fakeLocal, Config: c, Settings: settings, Plan: plan}, err
	}
}

// pastFixture is a history with runs of both kinds, one that was refused and one under way.
func pastFixture(t testing.TB) (past []ledger.Past, standing ledger.Status) {
	t.Helper()
	must := func(v float64, err error) float64 {
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	at := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	var total accounting.Total
	add := func(name, outcome string, epsilon float64, pure, simulation bool, part float64) {
		mu := must(accounting.Exact.Mu(epsilon, 1e-5))
		spent := accounting.Total{Mu: mu * part, Gaussian: mu * part}
		e := ledger.Entry{ID: int64(len(past) + 1), Name: "ml-1m", Method: name, Accountant: "exact", Epsilon: epsilon, Delta: 1e-5, Mu: mu,
			Simulation: simulation, Started: at, Outcome: outcome, SpentMu: mu * part, Charges: int64(7 * part)}
		if pure {
			e.PureEpsilon, e.Mu = epsilon, accounting.PureMu(epsilon)
			e.SpentMu = e.Mu * part
			spent = accounting.Total{Mu: e.SpentMu, Pure: epsilon * part}
		}
		total = total.Plus(spent)
		past = append(past, ledger.Past{Entry: e, Total: total})
		at = at.Add(25 * time.Hour)
	}
	add("dpals", "done", 1, false, false, 1)
	add("dpals", "cancelled", 0.5, false, true, 0.5)
	add("ldp-gd", "done", 2, true, false, 1)
	add("dpals", ledger.Refused, 40, false, false, 0)
	add("dpals", "", 1, false, false, 0)
	return past, ledger.Status{
		Number: 1, Name: "ml-1m", Delta: 1e-5, Total: total, SpentMu: total.Mu, LeftMu: math.Inf(1), LargestEpsilon: math.Inf(1),
		SpentEpsilon: must(accounting.Exact.Epsilon(total.Mu, 1e-5)), TotalEpsilon: must(total.Epsilon(accounting.Exact, 1e-5)), Runs: 4, Running: 1,
	}
}

// withHistory makes the fixture ask a ledger with a past.
func withHistory(t testing.TB) func(*Options) {
	past, status := pastFixture(t)
	return func(o *Options) {
		o.status = func(string) (ledger.Status, error) { return status, nil }
		o.history = func(string) ([]ledger.Past, error) { return past, nil }
		o.charged = func(run int64) ([]ledger.Release, error) {
			e := past[run-1].Entry
			if e.PureEpsilon > 0 {
				r := accounting.Release{Request: accounting.Request{Name: "bits 1", Kind: "bits", Proof: "bits", Local: true}, Epsilon: e.PureEpsilon, Mu: e.Mu}
				return []ledger.Release{{Release: r, SpentMu: e.Mu}}, nil
			}
			r := accounting.Release{Request: accounting.Request{Name: "counts", Kind: "counts", Proof: "counts", Sensitivity: 1}, Sigma: 1 / e.Mu, Mu: e.Mu}
			return []ledger.Release{{Release: r, SpentMu: e.Mu}}, nil
		}
		o.now = func() time.Time { return time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC) }
	}
}

// both does two things to the options.
func both(a, b func(*Options)) func(*Options) { return func(o *Options) { a(o); b(o) } }

// settled brings the Privacy screen to the front and lets it have what it asks for; what it has asked for before was
// dropped.
func (b *bed) settled() *privacy {
	p := b.goTo("Privacy").(*privacy)
	p.releases.sync(p)
	for _, ask := range []func() tea.Cmd{p.plot, p.recall} {
		p.curve.working, p.past.reading, p.past.stale = false, false, true
		if cmd := ask(); cmd != nil {
			b.send(cmd())
		}
	}
	return p
}

func privacyStates(t testing.TB) []state {
	past := withHistory(t)
	then := func(keys ...string) func(*bed) {
		return func(b *bed) {
			running(b)
			b.settled()
			b.press(keys...)
			b.settled()
		}
	}
	on := func(panel int) func(*bed) {
		return func(b *bed) {
			running(b)
			b.settled().focusOn(panel)
		}
	}
	return []state{
		{name: "planned", act: func(b *bed) { b.settled() }},
		{name: "running", options: past, act: then()},
		{name: "done", options: past, act: func(b *bed) { b.whole(0.995); b.settled() }},
		{name: "stopped", act: func(b *bed) {
			r := running(b)
			b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: errSample})
			b.settled()
		}},
		{name: "refused", options: past, act: func(b *bed) {
			r := b.m.bench.session.current
			b.begin(r)
			b.report(r, engine.Ended{Outcome: engine.Refused, Err: refusal})
			b.settled()
		}},
		{name: "failed", act: func(b *bed) {
			b.report(running(b), engine.Ended{Outcome: engine.Failed, Err: errSample})
			b.settled()
		}},
		{name: "local", options: both(local, past), act: func(b *bed) {
			r := b.m.bench.session.current
			b.begin(r)
			b.charge(r, 2)
			b.settled()
		}},
		{name: "not-private", options: past, act: func(b *bed) {
			b.tune().knobs.choose(1)
			b.foresee()
			b.m.bench.session.current = nil
			b.settled()
		}},
		{name: "simulation", options: func(o *Options) {
			seed := uint64(7)
			o.Config.Seed = &seed
		}, act: func(b *bed) { b.whole(0.995); b.settled() }},
		{name: "impossible", act: func(b *bed) {
			b.send(foreseenMsg{b.tune().knobs.generation, nil, fmt.Errorf("%w: --k all: sampling uniform needs a number of ratings per user", engine.ErrConfig)})
			b.settled()
		}},
		{name: "metrics-released", options: released, act: func(b *bed) { b.whole(0.995); b.settled().focusOn(privacyErrors) }},
		{name: "ledger-broken", options: func(o *Options) {
			past(o)
			o.history = func(string) ([]ledger.Past, error) {
				return nil, errors.New("the ledger is damaged: run 2 is not as it was written")
			}
		}, act: on(privacyLedger)},
		{name: "proof", options: past, act: then("down", "enter", "down")},
		{name: "proof-zoomed", act: then("enter", "z")},
		{name: "filter", act: then("/", "r", "h")},
		{name: "sorted", act: then("o", "O")},
		{name: "curve", act: then("f", "left", "left", "+")},
		{name: "trust", act: on(privacyTrust)},
		{name: "errors", act: on(privacyErrors)},
		{name: "ledger", options: past, act: on(privacyLedger)},
		{name: "past-run", options: past, act: func(b *bed) {
			running(b)
			b.settled().focusOn(privacyLedger)
			b.press("home")
			b.send(b.press("enter")())
		}},
		{name: "no-colour", options: func(o *Options) { past(o); o.NoColor = true }, act: then()},
		{name: "ascii", options: func(o *Options) { past(o); o.ASCII, o.NoColor = true, true }, act: then()},
	}
}

func TestPrivacyScreen(t *testing.T) {
	requireGolden(t, "Privacy", privacyStates(t), usualSizes)
}

func TestReleasesFillAsTheyAreCharged(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	p := b.settled()
	b.shows("planned, nothing is charged yet")
	r := b.m.bench.session.current
	b.begin(r)
	count := func(state string) (n int) {
		for _, row := range p.releases.rows {
			if row.state == state {
				n++
			}
		}
		return n
	}
	for i := range 7 {
		if count(releaseCharged) != i || count(releaseNow) != 1 {
			t.Fatalf("after %d charges %d are charged and %d at work", i, count(releaseCharged), count(releaseNow))
		}
		b.charge(r, 1)
	}
	b.shows("7 of 7 charged")
	b.press("enter") // the proof
	b.press("1")
	b.press("enter") // another run
	b.settled()
	if count(releaseCharged) != 7 { // its plan is not known yet, so the knobs' stands
		b.shows("planned, nothing is charged yet")
	}
	next := b.m.bench.session.current
	b.begin(next)
	b.charge(next, 2)
	b.report(next, engine.Ended{Outcome: engine.Failed, Err: errSample})
	if count(releaseNever) != 5 {
		t.Errorf("%d releases are never made", count(releaseNever))
	}
}

// The crosshair stands on the run's δ, where the curve has the run's ε.
func TestCurvesOfTheAccountants(t *testing.T) {
	for name, options := range map[string]func(*Options){"gaussian": func(*Options) {}, "local": local} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions()
			options(&o)
			b := newBed(t, 200, 50, o)
			p := b.settled()
			plan := p.budget()
			c := p.curveChart()
			if !p.lens.reading || p.lens.cursor != plan.Delta {
				t.Errorf("the crosshair stands on %v", p.lens.cursor)
			}
			var own float64
			for _, r := range c.At(plan.Delta) {
				if r.Name == "exact" || strings.HasPrefix(r.Name, "pure") {
					own = r.Y
				}
			}
			if math.Abs(own-plan.Epsilon) > 1e-9*plan.Epsilon {
				t.Errorf("the curve has %v at the run's δ, and its ε is %v", own, plan.Epsilon)
			}
			for _, l := range c.Lines {
				for i := 1; i < len(l.Y); i++ {
					if l.Y[i] > l.Y[i-1] || plan.Pure && l.Y[i] != l.Y[0] && strings.HasPrefix(l.Name, "pure") {
						t.Fatalf("%s rises to %v at δ %v", l.Name, l.Y[i], l.X[i])
					}
				}
			}
			if cmd := p.plot(); cmd != nil {
				t.Error("curves at hand are worked out again")
			}
		})
	}
}

// The command that is copied works the total out again.
func TestCopiedCommandRecomputesTheTotal(t *testing.T) {
	o := fakeOptions()
	b := newBed(t, 120, 36, o)
	p := b.settled()
	releases, delta := p.listed()
	words := strings.Fields(accountCommand(releases, delta))
	if got := strings.Join(words[:5], " "); got != "dpals account epsilon --delta 1e-05" {
		t.Fatalf("it begins with %q", got)
	}
	mu := 0.0
	for i := 5; i < len(words); i += 2 {
		text, times, _ := strings.Cut(words[i+1], "x")
		sigma, err := strconv.ParseFloat(text, 64)
		if err != nil || words[i] != "--gaussian" {
			t.Fatal(words[i:], err)
		}
		n := 1
		if times != "" {
			if n, err = strconv.Atoi(times); err != nil {
				t.Fatal(err)
			}
		}
		mu = accounting.Compose(mu, math.Sqrt(float64(n))/sigma)
	}
	if epsilon, err := accounting.Exact.Epsilon(mu, delta); err != nil || math.Abs(epsilon-p.budget().Epsilon) > 1e-9 {
		t.Errorf("it comes to ε %v of %v, %v", epsilon, p.budget().Epsilon, err)
	}
	copied := func(key string) string {
		for _, msg := range messages(t, b.press(key)) {
			if m, ok := msg.(copiedMsg); ok {
				return m.text
			}
		}
		return ""
	}
	if got := copied("y"); got != strings.Join(words, " ") {
		t.Errorf("y copies %q", got)
	}
	b.press("down")
	if got := copied("Y"); !strings.HasPrefix(got, "gram 1: sensitivity 1, sigma ") || !strings.HasSuffix(got, "planned, proof docs/PRIVACY.md#gram") {
		t.Errorf("Y copies %q", got)
	}
	local(&o)
	b = newBed(t, 120, 36, o)
	b.settled()
	if got := copied("y"); got != "dpals account local --epsilon 2 --rounds 4" {
		t.Errorf("of local reports y copies %q", got)
	}
}

func TestHistoryOfTheLedger(t *testing.T) {
	o := fakeOptions()
	withHistory(t)(&o)
	asked := 0
	history := o.history
	o.history = func(f string) ([]ledger.Past, error) {
		asked++
		return history(f)
	}
	b := newBed(t, 200, 50, o)
	if b.send(accountMsg{status: b.m.bench.account.status}); asked != 0 {
		t.Error("a screen that does not show asks the ledger")
	}
	p := b.settled()
	if asked != 1 || len(p.past.rows) != 5 {
		t.Fatalf("asked %d times for %d runs", asked, len(p.past.rows))
	}
	// Through μ the local run alone would read as more than 12.
	if last := p.past.rows[4].epsilon; last > 3.2 || last < 3 || figure(last) != figure(b.m.bench.account.status.TotalEpsilon) {
		t.Errorf("all runs so far come to ε %v", last)
	}
	b.shows("spent ε " + ledger.AtLeast(b.m.bench.account.status.TotalEpsilon))
	// Charges alone are looked up now and then, runs that begin or end at once.
	s := b.m.bench.account.status
	if b.send(accountMsg{status: s}); p.past.reading {
		t.Error("a charge a moment later reads the history again")
	}
	s.Running = 0
	if b.send(accountMsg{status: s}); !p.past.reading {
		t.Error("a run that has ended does not")
	}
	// The releases of a past run, and back.
	p.past.reading = false
	p.focusOn(privacyLedger)
	b.press("home", "down", "down")
	b.send(b.press("enter")())
	b.shows("of run 3, from the ledger")
	if row, ok := p.releases.current(); !ok || row.Epsilon != 2 || !p.releases.local {
		t.Errorf("selected is %+v", row)
	}
	b.charge(b.m.bench.session.current, 1) // changes nothing of it
	b.shows("of run 3, from the ledger")
	b.press("esc")
	b.hides("from the ledger")
	if p.releases.local {
		t.Error("the columns stay those of local reports")
	}
}

// What an answer is about may be gone when it comes.
func TestLateAnswersAreDropped(t *testing.T) {
	o := fakeOptions()
	withHistory(t)(&o)
	b := newBed(t, 120, 36, o)
	p := b.settled()
	p.focusOn(privacyLedger)
	answer := b.press("enter")()
	b.press("esc")
	b.send(loadedMsg{problem: fakeProblem(1000), replaces: true})
	b.send(answer)
	b.hides("from the ledger")
	b.consult()
	b.m.bench.options.charged = func(int64) ([]ledger.Release, error) { panic("no ledger") }
	b.settled().focusOn(privacyLedger)
	b.send(b.press("enter")())
	b.shows("reading the ledger crashed")
}

// Every release that a method of the registry can make has its proof on the screen.
func TestEveryReleaseHasAProofToShow(t *testing.T) {
	public := method.Public{Items: 300, Low: 1, High: 5, Epsilon: 2, Delta: 1e-5}
	for _, m := range engine.Methods() {
		if m.Plan == nil {
			continue
		}
		settings, err := m.Settle(nil)
		if err != nil {
			t.Fatal(err)
		}
		if m.Resolve != nil {
			settings = m.Resolve(public, settings)
		}
		requests, err := m.Plan(public, settings)
		if err != nil {
			t.Fatal(m.Name, err)
		}
		for _, q := range requests {
			section, ok := docs.Section(docs.Privacy, q.Proof)
			if !ok || len(prose(theme(t), section, 60)) < 4 {
				t.Errorf("%s: release %q has no proof under %q", m.Name, q.Name, q.Proof)
			}
		}
	}
}

func TestPagesShareAPlace(t *testing.T) {
	b := newBed(t, 80, 24, fakeOptions())
	p := b.settled()
	seen := map[int]bool{}
	for range privacyPanels {
		seen[p.focus] = true
		if p.at[p.focus].empty() {
			t.Fatalf("%s has the focus and no place", privacyNames[p.focus])
		}
		b.press("f")
	}
	if len(seen) != privacyPanels {
		t.Errorf("%d panels of %d had the focus", len(seen), privacyPanels)
	}
	// Every name on the edge is where a click finds it.
	at := p.at[p.page]
	line := []rune(strings.Split(plainText(b.content()), "\n")[at.Y])
	for _, page := range p.pages {
		name := privacyNames[page]
		x := len([]rune(strings.Split(string(line), name)[0]))
		b.send(tea.MouseClickMsg{X: x, Y: at.Y, Button: tea.MouseLeft})
		if p.focus != page {
			t.Errorf("a click on %s shows %s", name, privacyNames[p.focus])
		}
	}
}

// Whoever has no seed is told what an attacker finds; whoever has one, that nothing is hidden.
func TestMeaningSaysWhatHolds(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	p := b.settled()
	p.focusOn(privacyMeaning)
	if p.charting() != nil {
		t.Error("keys look at a chart that is not drawn")
	}
	b.send(tea.WindowSizeMsg{Width: 200, Height: 50})
	b.content()
	if b.press("c"); !p.odds.reading || p.odds.cursor != 1 {
		t.Errorf("the crosshair is shown at %v %% false alarms", p.odds.cursor)
	}
	b.shows(percent(p.budget().Total().TruePositives(0.01)))
	o := fakeOptions()
	local(&o)
	b = newBed(t, 120, 36, o)
	b.settled()
	b.shows("what one person")
	b.shows(percent(0.01 * math.Exp(2)))
	seed := uint64(1)
	o = fakeOptions()
	o.Config.Seed = &seed
	b = newBed(t, 120, 36, o)
	b.whole(0.9)
	b.settled()
	b.shows("protects nobody")
}

// Whatever the ledger holds and whatever is pressed, at any size: every frame is exact and nothing escapes.
func TestPrivacyIsExactWhateverTheLedgerHolds(t *testing.T) {
	nasty := rapid.SampledFrom([]string{"dpals", "", "日本語の方法", "👨‍👩‍👧", "\x1b[2Jdone", "a\nb", "\u202eflip", strings.Repeat("long ", 40)})
	rapid.Check(t, func(rt *rapid.T) {
		o := fakeOptions()
		o.Problem = fakeProblem(1000)
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		if rapid.Bool().Draw(rt, "local") {
			local(&o)
		}
		var past []ledger.Past
		for i := range rapid.IntRange(0, 8).Draw(rt, "runs") {
			past = append(past, ledger.Past{Entry: ledger.Entry{ID: int64(i + 1), Method: nasty.Draw(rt, "method"), Outcome: nasty.Draw(rt, "outcome"),
				Epsilon: epsilons.Draw(rt, "ε"), PureEpsilon: epsilons.Draw(rt, "pure ε"), Delta: 1e-5, Mu: epsilons.Draw(rt, "μ"), SpentMu: epsilons.Draw(rt, "spent")},
				Total: accounting.Total{Mu: epsilons.Draw(rt, "total μ"), Gaussian: epsilons.Draw(rt, "Gaussian μ"), Pure: rapid.Float64Range(0, 1e4).Draw(rt, "total ε")}})
		}
		o.status = func(string) (ledger.Status, error) {
			s := ledger.Status{Delta: 1e-5, Runs: len(past), SpentEpsilon: 1}
			if len(past) > 0 {
				s.Total = past[len(past)-1].Total
			}
			return s, nil
		}
		o.history = func(string) ([]ledger.Past, error) { return past, nil }
		o.charged = func(int64) ([]ledger.Release, error) {
			return []ledger.Release{{Release: accounting.Release{Request: accounting.Request{Name: nasty.Draw(rt, "release"), Kind: "?", Proof: nasty.Draw(rt, "proof")}, Mu: epsilons.Draw(rt, "cost")}}}, nil
		}
		b := newBed(t, 120, 36, o)
		if rapid.Bool().Draw(rt, "runs") {
			b.whole(0.9)
		}
		p := b.settled()
		for range rapid.IntRange(1, 12).Draw(rt, "acts") {
			switch rapid.IntRange(0, 3).Draw(rt, "act") {
			case 0:
				b.send(tea.WindowSizeMsg{Width: rapid.IntRange(minWidth, 300).Draw(rt, "w"), Height: rapid.IntRange(minHeight, 100).Draw(rt, "h")})
			case 1:
				p.focusOn(rapid.IntRange(0, privacyPanels-1).Draw(rt, "panel"))
			case 2:
				key := rapid.SampledFrom([]string{"up", "down", "left", "right", "z", "c", "+", "-", "o", "O", "esc", "pgdown", "/", "x"}).Draw(rt, "key")
				b.press(key)
			default:
				if cmd := p.openPast(); cmd != nil {
					b.send(cmd())
				}
			}
			content := b.content()
			exactly(rt, content, b.m.frame.W, b.m.frame.H)
			if strings.Contains(plainText(content), "\x1b") || strings.Contains(content, "\u202e") {
				rt.Fatalf("an escape sequence gets through:\n%q", content)
			}
		}
	})
}

func BenchmarkPrivacyFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {240, 70}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			o := fakeOptions()
			withHistory(b)(&o)
			d := newBed(b, size[0], size[1], o)
			running(d)
			p := d.settled()
			for b.Loop() {
				p.forget()
				d.content()
			}
		})
	}
}

// BenchmarkCostCurves is what a plan's curves take, outside of Update.
func BenchmarkCostCurves(b *testing.B) {
	plan := newBed(b, 120, 36, fakeOptions()).settled().budget()
	for b.Loop() {
		costCurves(keyOf(plan))
	}
}
