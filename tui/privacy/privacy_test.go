package privacy_test

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
	"dpals/internal/format"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/privacy"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func TestReleasesAreMarkedAsTheyAreCharged(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	p := settled(b)
	b.Shows("planned, not charged yet")
	r := b.Session.Runs.Current
	b.Begin(r)
	count := func(state string) (n int) {
		for _, row := range p.Releases().Rows {
			if row.State() == state {
				n++
			}
		}
		return n
	}
	for i := range 7 {
		if count(privacy.ReleaseCharged) != i || count(privacy.ReleaseCurrent) != 1 {
			t.Fatalf("after %d charges %d releases are charged and %d are current", i, count(privacy.ReleaseCharged), count(privacy.ReleaseCurrent))
		}
		b.Charge(r, 1)
	}
	b.Shows("7 of 7 charged")
	b.Press("enter") // the proof
	b.Press("1")
	b.Press("enter") // another run
	settled(b)
	if count(privacy.ReleaseCharged) != 7 { // the plan of the run is not known yet, so that of the knobs is shown
		b.Shows("planned, not charged yet")
	}
	next := b.Session.Runs.Current
	b.Begin(next)
	b.Charge(next, 2)
	b.Report(next, engine.Ended{Outcome: engine.Failed, Err: driver.ErrSample})
	if count(privacy.ReleaseNotMade) != 5 {
		t.Errorf("%d releases are marked as not made", count(privacy.ReleaseNotMade))
	}
}

// The crosshair is at the run's δ, where the curve has the run's ε.
func TestCurvesOfTheAccountants(t *testing.T) {
	for name, options := range map[string]func(*session.Options){"gaussian": func(*session.Options) {}, "local": local} {
		t.Run(name, func(t *testing.T) {
			o := driver.Options()
			options(&o)
			b := driver.New(t, 200, 50, o)
			p := settled(b)
			plan := p.Plan()
			c := p.CurveChart()
			if !p.CurveView().Reading || p.CurveView().Cursor != plan.Delta {
				t.Errorf("the crosshair is at %v", p.CurveView().Cursor)
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
			if cmd := p.ComputeCurves(); cmd != nil {
				t.Error("known curves are computed again")
			}
		})
	}
}

// The copied command computes the same total.
func TestCopiedCommandComputesTheTotal(t *testing.T) {
	o := driver.Options()
	b := driver.New(t, 120, 36, o)
	p := settled(b)
	releases, delta := p.Listed()
	words := strings.Fields(privacy.AccountCommand(releases, delta))
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
	if epsilon, err := accounting.Exact.Epsilon(mu, delta); err != nil || math.Abs(epsilon-p.Plan().Epsilon) > 1e-9 {
		t.Errorf("it computes ε %v, want %v, %v", epsilon, p.Plan().Epsilon, err)
	}
	copied := func(key string) string {
		for _, msg := range driver.Messages(t, b.Press(key)) {
			if m, ok := msg.(session.CopiedMsg); ok {
				return m.Text
			}
		}
		return ""
	}
	if got := copied("y"); got != strings.Join(words, " ") {
		t.Errorf("y copies %q", got)
	}
	b.Press("down")
	if got := copied("Y"); !strings.HasPrefix(got, "gram 1: sensitivity 1, sigma ") || !strings.HasSuffix(got, "planned, proof docs/privacy/gram.md") {
		t.Errorf("Y copies %q", got)
	}
	local(&o)
	b = driver.New(t, 120, 36, o)
	settled(b)
	if got := copied("y"); got != "dpals account local --epsilon 2 --rounds 4" {
		t.Errorf("of local reports y copies %q", got)
	}
}

func TestHistoryOfTheLedger(t *testing.T) {
	o := driver.Options()
	withHistory(t)(&o)
	reads := 0
	history := o.History
	o.History = func(f string) ([]ledger.HistoryEntry, error) {
		reads++
		return history(f)
	}
	b := driver.New(t, 200, 50, o)
	if b.SendLedger(b.Session.Ledger.Value()); reads != 0 {
		t.Error("a hidden screen reads the ledger")
	}
	p := settled(b)
	if reads != 1 || len(p.History().Rows) != 5 {
		t.Fatalf("%d reads for %d runs", reads, len(p.History().Rows))
	}
	// By μ the local run alone would have an ε of more than 12.
	if last := p.History().Rows[4].OwnEpsilon(); last > 3.2 || last < 3 || format.Number(last) != format.Number(b.Session.Ledger.Value().TotalEpsilon) {
		t.Errorf("the ε of all runs so far is %v", last)
	}
	b.Shows("charged ε " + ledger.FormatEpsilon(b.Session.Ledger.Value().TotalEpsilon))
	// A start or an end of a run reads the history at once, charges alone only after an interval.
	s := b.Session.Ledger.Value()
	if b.SendLedger(s); p.History().Reading() {
		t.Error("a charge reads the history again at once")
	}
	s.Running = 0
	if b.SendLedger(s); !p.History().Reading() {
		t.Error("the end of a run does not read the history")
	}
	// The releases of a run of the ledger, and back.
	p.History().StopReading()
	p.FocusOn(privacy.PanelLedger)
	b.Press("home", "down", "down")
	b.Send(b.Press("enter")())
	b.Shows("run 3 of the ledger")
	if row, ok := p.Releases().Current(); !ok || row.Epsilon != 2 || !p.Releases().Local() {
		t.Errorf("the selected release is %+v", row)
	}
	b.Charge(b.Session.Runs.Current, 1) // changes nothing here
	b.Shows("run 3 of the ledger")
	b.Press("esc")
	b.Hides("of the ledger ·")
	if p.Releases().Local() {
		t.Error("the columns are still those of local reports")
	}
}

// The data set may have changed when an answer comes.
func TestLateAnswersAreDropped(t *testing.T) {
	o := driver.Options()
	withHistory(t)(&o)
	b := driver.New(t, 120, 36, o)
	p := settled(b)
	p.FocusOn(privacy.PanelLedger)
	answer := b.Press("enter")()
	b.Press("esc")
	b.Send(session.LoadedMsg{Problem: driver.Problem(1000), Replaces: true})
	b.Send(answer)
	b.Hides("of the ledger ·")
	b.ReadLedger()
	b.Session.Options.Charged = func(int64) ([]ledger.Release, error) { panic("no ledger") }
	settled(b).FocusOn(privacy.PanelLedger)
	b.Send(b.Press("enter")())
	b.Shows("reading the ledger crashed")
}

// Every release of every registered method has a proof that the screen can show.
func TestEveryReleaseHasAProof(t *testing.T) {
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
			if !ok || len(ui.Markdown(tuitest.Theme(t), text, 60)) < 8 {
				t.Errorf("%s: release %q has no proof in %q", m.Name, q.Name, q.Proof)
			}
		}
	}
}

func TestFocusShowsEveryPage(t *testing.T) {
	b := driver.New(t, 80, 24, driver.Options())
	p := settled(b)
	seen := map[int]bool{}
	for range privacy.PanelCount {
		seen[p.Focus] = true
		if p.Rects[p.Focus].Empty() {
			t.Fatalf("%s has the focus but no room", privacy.PanelNames[p.Focus])
		}
		b.Press("f")
	}
	if len(seen) != privacy.PanelCount {
		t.Errorf("%d panels of %d had the focus", len(seen), privacy.PanelCount)
	}
	// A click on the name of a page shows it.
	at := p.Rects[p.Page()]
	line := []rune(strings.Split(tuitest.Plain(b.Content()), "\n")[at.Y])
	for _, page := range p.Pages() {
		name := privacy.PanelNames[page]
		x := len([]rune(strings.Split(string(line), name)[0]))
		b.Send(tea.MouseClickMsg{X: x, Y: at.Y, Button: tea.MouseLeft})
		if p.Focus != page {
			t.Errorf("a click on %s shows %s", name, privacy.PanelNames[p.Focus])
		}
	}
}

// A run shows what an attack finds. A simulation warns that it gives no protection.
func TestMeaningOfRunsAndSimulations(t *testing.T) {
	b := driver.New(t, 100, 30, driver.Options())
	p := settled(b)
	p.FocusOn(privacy.PanelMeaning)
	if p.Charting() != nil {
		t.Error("the chart that is not drawn has keys")
	}
	b.Send(tea.WindowSizeMsg{Width: 200, Height: 50})
	b.Content()
	if b.Press("c"); !p.AttackView().Reading || p.AttackView().Cursor != 1 {
		t.Errorf("the crosshair is shown at %v %% false alarms", p.AttackView().Cursor)
	}
	b.Shows(format.Percent(p.Plan().TotalCost().TruePositiveRate(0.01)))
	o := driver.Options()
	local(&o)
	b = driver.New(t, 120, 36, o)
	settled(b)
	b.Shows("what one user")
	b.Shows(format.Percent(0.01 * math.Exp(2)))
	seed := uint64(1)
	o = driver.Options()
	o.Config.Seed = &seed
	b = driver.New(t, 120, 36, o)
	b.Whole(0.9)
	settled(b)
	b.Shows("from a known seed, no privacy")
}
