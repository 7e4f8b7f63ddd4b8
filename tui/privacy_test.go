package tui

import (
	"math"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/engine"
	"dpals/engine/method"
)

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
	if got := copied("Y"); !strings.HasPrefix(got, "gram 1: sensitivity 1, sigma ") || !strings.HasSuffix(got, "planned, proof docs/privacy/gram.md") {
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
	o.history = func(f string) ([]ledger.HistoryEntry, error) {
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
	b.shows("charged ε " + ledger.FormatEpsilon(b.m.bench.account.status.TotalEpsilon))
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
			text, ok := docs.Proof(q.Proof)
			if !ok || len(prose(theme(t), text, 60)) < 8 {
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
	b := newBed(t, 100, 30, fakeOptions())
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
	b.shows(percent(p.budget().TotalCost().TruePositiveRate(0.01)))
	o := fakeOptions()
	local(&o)
	b = newBed(t, 120, 36, o)
	b.settled()
	b.shows("what one user")
	b.shows(percent(0.01 * math.Exp(2)))
	seed := uint64(1)
	o = fakeOptions()
	o.Config.Seed = &seed
	b = newBed(t, 120, 36, o)
	b.whole(0.9)
	b.settled()
	b.shows("protects nobody")
}
