package ledger

import (
	"errors"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/accounting/noise"
)

func charge(t testing.TB, a *OpenEntry, r accounting.Release) {
	t.Helper()
	if err := a.Charge(accounting.Charge{Release: r}); err != nil {
		t.Fatal(err)
	}
}

func says(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

// What a run reserved is held while it runs, and what it did not spend is free once it ends.
func TestReservation(t *testing.T) {
	l := opened(t, t.TempDir())
	limited(t, l, 1)
	p := planned(t, 0.8, 4)
	a := begun(t, l, p)
	charge(t, a, p.Releases[0])
	s := status(t, l)
	if want := p.Releases[0].Mu; s.SpentMu < want || s.SpentMu > want*1.000001 || s.Running != 1 || s.Runs != 1 {
		t.Errorf("under way: %+v", s)
	}
	if want := p.Mu; square(s.ReservedMu).Cmp(new(big.Int).Sub(square(want), square(s.SpentMu))) < 0 {
		t.Errorf("reserved μ %g of a plan of %g", s.ReservedMu, want)
	}
	refusal := refusedBegin(t, l, planned(t, 0.8, 4))
	if refusal.Running != 1 || refusal.LargestEpsilon != s.LargestEpsilon {
		t.Errorf("refused with %+v beside %+v", refusal, s)
	}
	if err := a.End("cancelled"); err != nil {
		t.Fatal(err)
	}
	if err := a.End("done"); err != nil {
		t.Errorf("ending twice gives %v", err)
	}
	if s := status(t, l); s.Running != 0 || s.ReservedMu != 0 {
		t.Errorf("ended: %+v", s)
	}
	begun(t, l, planned(t, 0.8, 4))
	entries, err := l.Runs(people)
	if err != nil {
		t.Fatal(err)
	}
	var outcomes []string
	for _, e := range entries {
		outcomes = append(outcomes, e.Outcome)
	}
	if !slices.Equal(outcomes, []string{"cancelled", Refused, ""}) {
		t.Errorf("the history is %q", outcomes)
	}
	verified(t, l)
}

// The refusal says in one sentence what is left, and what it says fits.
func TestRefusal(t *testing.T) {
	t.Parallel()
	l := opened(t, t.TempDir())
	limited(t, l, 2)
	trained(t, l, planned(t, 1, 3))
	refusal := refusedBegin(t, l, planned(t, 2, 3))
	for _, want := range []string{"a run of ε 2 at δ 1e-05 is refused", "the limit on people is ε 2 at δ 1e-05", "charged so far ε 1", "choose that or less", "dpals ledger limit"} {
		says(t, refusal, want)
	}
	if strings.Contains(refusal.Error(), people) {
		t.Error("the message shows the fingerprint")
	}
	trained(t, l, planned(t, refusal.LargestEpsilon, 3))
	limited(t, l, 1)
	refusal = refusedBegin(t, l, planned(t, 0.1, 1))
	if refusal.LargestEpsilon != 0 {
		t.Errorf("past the limit ε %g would fit", refusal.LargestEpsilon)
	}
	says(t, refusal, "nothing is left")
	if err := l.SetLimit(people, "people", nil); err != nil {
		t.Fatal(err)
	}
	trained(t, l, planned(t, 50, 3))
}

// Of tries in a row that are refused, the last is on record.
func TestRepeatedRefusalsLeaveOneEntry(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := opened(t, dir)
	limited(t, l, 1)
	try := func(l *Ledger, method string, epsilon float64) {
		t.Helper()
		_, err := l.Begin(Run{Dataset: people, Name: "people", Method: method, Plan: planned(t, epsilon, 1)})
		if fits := epsilon <= 1; (err == nil) != fits {
			t.Fatalf("a run of ε %g: %v", epsilon, err)
		}
	}
	for _, epsilon := range []float64{2, 3, 0.25, 4, 5, 6} {
		try(l, "dpals", epsilon)
	}
	try(l, "item-mean", 7)
	try(opened(t, dir), "item-mean", 8) // as another process would
	entries, err := l.Runs(people)
	if err != nil {
		t.Fatal(err)
	}
	var tries []float64
	for _, e := range entries {
		tries = append(tries, math.Round(e.Epsilon*1e6)/1e6)
	}
	if !slices.Equal(tries, []float64{3, 0.25, 6, 7, 8}) {
		t.Errorf("on record are tries of ε %g", tries)
	}
	verified(t, l)
}

// A limit that is lowered while a run is under way stops it before its next release.
func TestLimitLoweredDuringARun(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	limited(t, l, 2)
	p := planned(t, 1, 10)
	a := begun(t, l, p)
	charge(t, a, p.Releases[0])
	charge(t, a, p.Releases[1])
	limited(t, opened(t, dir), 0.5)
	m := accounting.NewMeter(p, noise.Seeded(1), journal(a))
	vector := []float64{0}
	err := m.Release("gram 1", vector)
	var refusal *RefusedError
	if !errors.As(err, &refusal) || refusal.Release != "gram 1" || vector[0] != 0 {
		t.Errorf("got %v, and noise %g", err, vector[0])
	}
	if err := a.End(Refused); err != nil {
		t.Fatal(err)
	}
	verified(t, l)
}

// Releases that are charged in one call are charged all or none.
func TestChargesTogether(t *testing.T) {
	l := opened(t, t.TempDir())
	p := planned(t, 1, 4)
	a := begun(t, l, p)
	together := func(releases ...accounting.Release) (all []accounting.Charge) {
		for _, r := range releases {
			all = append(all, accounting.Charge{Release: r})
		}
		return all
	}
	charge(t, a, p.Releases[0])
	dear := p.Releases[2]
	dear.Mu = p.Mu
	broken := p.Releases[2]
	broken.Mu = -1
	says(t, a.Charge(together(p.Releases[1], dear)...), `"gram 3" is refused: it exceeds`)
	says(t, a.Charge(together(p.Releases[1], broken)...), "cannot be charged")
	charged := func(want int) {
		t.Helper()
		if all, err := l.Releases(a.ID()); err != nil || len(all) != want {
			t.Errorf("%d releases are charged, want %d; error %v", len(all), want, err)
		}
	}
	charged(1)
	if err := a.Charge(together(p.Releases[1:]...)...); err != nil {
		t.Error(err)
	}
	charged(4)
	verified(t, l)
}

func TestChargesBelongToTheirRun(t *testing.T) {
	l := opened(t, t.TempDir())
	p := planned(t, 1, 2)
	a := begun(t, l, p)
	charge(t, a, p.Releases[0])
	charge(t, a, p.Releases[1])
	says(t, a.Charge(accounting.Charge{Release: p.Releases[0]}), "exceeds what run 1 has reserved")
	free := p.Releases[0]
	free.Mu = 0
	says(t, a.Charge(accounting.Charge{Release: free}), "cannot be charged")
	says(t, a.End(""), "outcome")
	if err := a.End("done"); err != nil {
		t.Fatal(err)
	}
	says(t, a.Charge(accounting.Charge{Release: p.Releases[0]}), "run 1 has ended, done")
	releases, err := l.Releases(a.ID())
	if err != nil {
		t.Fatal(err)
	}
	if len(releases) != 2 || releases[1].Name != "gram 2" || releases[1].Mu != p.Releases[1].Mu || releases[1].SpentMu != p.Mu || releases[1].Charged.IsZero() {
		t.Errorf("the releases are %+v", releases)
	}
	_, err = l.Releases(7)
	says(t, err, "no run 7")
}

func TestRunsAreRecorded(t *testing.T) {
	l := opened(t, t.TempDir())
	p := planned(t, 1, 2)
	a, err := l.Begin(Run{Dataset: people, Name: "a\xffb\x00c", Method: "dpals", Plan: p, Simulation: true, Settings: map[string]string{"rank": "8"}})
	if err != nil {
		t.Fatal(err)
	}
	charge(t, a, p.Releases[0])
	if err := a.End("failed"); err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	l = opened(t, filepath.Dir(l.db.Path()))
	entries, err := l.Runs(people)
	if err != nil {
		t.Fatal(err)
	}
	e := entries[0]
	if !e.Simulation || e.Name != "a�bc" || e.Settings["rank"] != "8" || e.Outcome != "failed" || e.Accountant != "exact" || e.Epsilon != p.Epsilon ||
		e.Mu != p.Mu || e.Charges != 1 || e.Started.IsZero() || e.Ended.Before(e.Started) {
		t.Errorf("the entry is %+v", e)
	}
	if s := status(t, l); s.SpentMu < p.Releases[0].Mu || s.Number != 1 {
		t.Errorf("a simulation is charged as others are, not %+v", s)
	}
	kinds, err := l.Kinds(people)
	if err != nil || len(kinds) != 1 || kinds[0].Name != "gram" || kinds[0].Releases != 1 || kinds[0].Mu != p.Releases[0].Mu {
		t.Errorf("the kinds are %v, %v", kinds, err)
	}
	unknown, err := l.Status(others)
	if err != nil || unknown.Number != 0 || unknown.SpentMu != 0 || unknown.Runs != 0 {
		t.Errorf("an unknown data set stands at %+v, %v", unknown, err)
	}
}

func TestBeginAndSetLimitRefuseInvalidValues(t *testing.T) {
	l := opened(t, t.TempDir())
	p := planned(t, 1, 1)
	for _, r := range []Run{{Plan: p}, {Dataset: people}, {Dataset: people, Plan: &accounting.Plan{Accountant: accounting.Exact}}} {
		_, err := l.Begin(r)
		says(t, err, "fingerprint of its ratings and a plan")
	}
	for _, limit := range []Limit{{Epsilon: -1, Delta: 1e-5}, {Epsilon: 1}, {Epsilon: 1, Delta: 1}, {Epsilon: 1, Delta: 2}, {Epsilon: 1, Delta: 1e-5, FailureProbability: 1e-5}, {Epsilon: 1, Delta: 1e-5, FailureProbability: -1}} {
		says(t, l.SetLimit(people, "people", &limit), "the limit")
	}
	says(t, l.SetLimit("", "people", nil), "fingerprint")
}

// The reservation of a dead process is free, that of a living one is kept.
func TestDeadRunsFreeTheirReservation(t *testing.T) {
	dir := t.TempDir()
	alive, dying, asking := opened(t, dir), opened(t, dir), opened(t, dir)
	limited(t, asking, 2)
	p := planned(t, 1, 5)
	held, lost := begun(t, alive, p), begun(t, dying, p)
	charge(t, held, p.Releases[0])
	charge(t, lost, p.Releases[0])
	if s := status(t, asking); s.Running != 2 {
		t.Fatalf("%d runs are under way", s.Running)
	}
	before := status(t, asking)
	_ = dying.owner.file.Close() // as the operating system does when a process dies
	s := status(t, asking)
	if s.Running != 1 || s.SpentMu != before.SpentMu || s.LeftMu <= before.LeftMu {
		t.Errorf("after a death: %+v, before: %+v", s, before)
	}
	if entries, err := asking.Runs(people); err != nil || entries[0].Outcome != "" || entries[1].Outcome != Died {
		t.Errorf("the history is %+v, %v", entries, err)
	}
	fits := planned(t, 1, 1)
	fits.Mu = s.LeftMu
	begun(t, asking, fits)
	says(t, lost.Charge(accounting.Charge{Release: p.Releases[1]}), "has ended, died")
	charge(t, held, p.Releases[1])
	verified(t, asking)
	opened(t, dir)
	left, err := os.ReadDir(filepath.Join(dir, ownersFolder))
	if err != nil || len(left) != 2 {
		t.Errorf("of two living owners and a dead one %v are left, %v", left, err)
	}
	if err := os.Remove(filepath.Join(dir, ownersFolder, alive.owner.name)); err != nil {
		t.Fatal(err)
	}
	if !asking.owner.isDead(alive.owner.name) {
		t.Error("an owner without a file lives")
	}
}

// Begin, Charge, End and SetLimit against a model in exact rational arithmetic.
func TestFilterAgainstAModel(t *testing.T) {
	t.Parallel()
	l := opened(t, t.TempDir())
	number := 0
	rapid.Check(t, func(t *rapid.T) {
		number++
		fingerprint := strings.Repeat("f", 60) + string([]byte{byte('a' + number/676%26), byte('a' + number/26%26), byte('a' + number%26)})
		type open struct {
			account      *OpenEntry
			plan         *accounting.Plan
			made         int
			spent, whole *big.Rat
		}
		var running []*open
		settled, limit := new(big.Rat), (*big.Rat)(nil)
		squared := func(mu float64) *big.Rat { r := new(big.Rat).SetFloat64(mu); return r.Mul(r, r) }
		total := func(of func(*open) *big.Rat) *big.Rat {
			sum := new(big.Rat).Set(settled)
			for _, o := range running {
				sum.Add(sum, of(o))
			}
			return sum
		}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			switch rapid.SampledFrom([]string{"begin", "begin", "charge", "charge", "end", "limit"}).Draw(t, "step") {
			case "limit":
				epsilon := rapid.Float64Range(0.01, 3).Draw(t, "limit")
				if err := l.SetLimit(fingerprint, "people", &Limit{Epsilon: epsilon, Delta: 1e-5}); err != nil {
					t.Fatal(err)
				}
				mu, _ := accounting.Exact.Mu(epsilon, 1e-5)
				limit = squared(mu)
			case "begin":
				p, err := equalReleases(rapid.Float64Range(0.01, 2).Draw(t, "epsilon"), rapid.IntRange(1, 3).Draw(t, "releases"))
				if err != nil {
					t.Fatal(err)
				}
				want := total(func(o *open) *big.Rat { return o.whole })
				want.Add(want, squared(p.Mu))
				a, err := l.Begin(Run{Dataset: fingerprint, Name: "people", Method: "dpals", Plan: p})
				if fits := limit == nil || want.Cmp(limit) <= 0; fits != (err == nil) || err != nil && !errors.Is(err, ErrRefused) {
					t.Fatalf("fits: %v, got %v", fits, err)
				}
				if err == nil {
					running = append(running, &open{a, p, 0, new(big.Rat), squared(p.Mu)})
				}
			case "charge":
				if len(running) == 0 {
					continue
				}
				o := running[rapid.IntRange(0, len(running)-1).Draw(t, "run")]
				if o.made == len(o.plan.Releases) {
					continue
				}
				mu := 0.0
				for _, r := range o.plan.Releases[:o.made+1] {
					mu = accounting.Compose(mu, r.Mu)
				}
				want := total(func(o *open) *big.Rat { return o.spent })
				want.Add(want.Sub(want, o.spent), squared(mu))
				err := o.account.Charge(accounting.Charge{Release: o.plan.Releases[o.made]})
				if fits := limit == nil || want.Cmp(limit) <= 0; fits != (err == nil) || err != nil && !errors.Is(err, ErrRefused) {
					t.Fatalf("fits: %v, got %v", fits, err)
				}
				if err == nil {
					o.made, o.spent = o.made+1, squared(mu)
				}
			case "end":
				if len(running) == 0 {
					continue
				}
				if err := running[0].account.End("done"); err != nil {
					t.Fatal(err)
				}
				settled.Add(settled, running[0].spent)
				running = running[1:]
			}
		}
		s, err := l.Status(fingerprint)
		if err != nil {
			t.Fatal(err)
		}
		spent := total(func(o *open) *big.Rat { return o.spent })
		if squared(s.SpentMu).Cmp(spent) < 0 {
			t.Fatalf("spent μ %g is less than %v", s.SpentMu, spent)
		}
	})
	verified(t, l)
}

// Goroutines of one process share a ledger as processes do.
func TestConcurrentRuns(t *testing.T) {
	l := opened(t, t.TempDir())
	limited(t, l, 1)
	p := planned(t, 0.3, 3)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for {
				a, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
				if errors.Is(err, ErrRefused) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				for _, r := range p.Releases {
					if err := a.Charge(accounting.Charge{Release: r}); err != nil {
						t.Error(err)
					}
					if _, err := l.Status(people); err != nil {
						t.Error(err)
					}
				}
				if err := a.End("done"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	s := status(t, l)
	if s.SpentEpsilon > 1 || s.LeftMu >= p.Mu || s.Running != 0 {
		t.Errorf("ended with %+v", s)
	}
	verified(t, l)
}
