package ledger

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/internal/format"
	"dpals/internal/sqlitedb"
)

// rounds is a plan of so many rounds of local reports.
func rounds(t testing.TB, epsilon float64, count int) *accounting.Plan {
	t.Helper()
	requests := make([]accounting.Request, count)
	for i := range requests {
		requests[i] = accounting.Request{Name: string(rune('a' + i)), Kind: "reports", Claim: accounting.UserReport("docs/privacy/bits.md"), Weight: 1, Local: true}
	}
	p, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, requests)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// reported begins a run, charges all its rounds and ends it.
func reported(t testing.TB, l *Ledger, dataset string, p *accounting.Plan) {
	t.Helper()
	a, err := l.Begin(Run{Dataset: dataset, Name: "people", Method: "ldp-gd", Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range p.Releases {
		charge(t, a, r)
	}
	if err := a.End("done"); err != nil {
		t.Fatal(err)
	}
}

// A ledger as the first version of the program left it opens, keeps its history and its seals, and takes local runs.
// It has two runs, one of 6 and one of 3 releases, and one that its limit of ε 4 refused.
func TestVersion1Opens(t *testing.T) {
	dir := t.TempDir()
	packed, err := os.Open("testdata/version1/runs.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	content, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	database, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	marked, err := os.ReadFile("testdata/version1/ledger.mark")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{sqlitedb.File: database, markFile: marked} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := opened(t, dir)
	verified(t, l)
	all, err := l.Datasets()
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	s := all[0]
	if format.Charge(s.SpentEpsilon) != "2.303" || s.Runs != 2 || s.LargestEpsilon != 3.048 {
		t.Errorf("it stands at %+v", s)
	}
	reported(t, l, s.Dataset, rounds(t, 0.4, 2))
	verified(t, l)
	runs, err := l.Runs(s.Dataset)
	if err != nil || len(runs) != 4 {
		t.Fatal(runs, err)
	}
	for i, want := range []int64{6, 3, 0, 2} {
		releases, err := l.Releases(runs[i].ID)
		if err != nil || int64(len(releases)) != want {
			t.Errorf("run %d has %d releases, %v", i+1, len(releases), err)
		}
		for _, r := range releases {
			if local := i == 3; r.Local != local || (r.Epsilon > 0) != local {
				t.Errorf("run %d has a release of pure ε %g", i+1, r.Epsilon)
			}
		}
		if local := i == 3; (runs[i].PureEpsilon > 0) != local {
			t.Errorf("run %d has a pure ε of %g", i+1, runs[i].PureEpsilon)
		}
	}
}

// Local runs and others share one limit, through μ.
func TestLocalRunsCompose(t *testing.T) {
	l := opened(t, t.TempDir())
	limited(t, l, 2)
	trained(t, l, planned(t, 1, 3))
	local := rounds(t, 0.5, 4)
	reported(t, l, people, local)
	want := accounting.Compose(planned(t, 1, 3).Mu, local.Mu)
	if s := status(t, l); s.SpentMu > want || s.SpentMu < want*(1-1e-12) {
		t.Errorf("spent μ %g, want %g", s.SpentMu, want)
	}
	verified(t, l)
	refusal := refusedBegin(t, l, rounds(t, 5, 4))
	says(t, refusal, "a run of pure ε 5 is refused")
	fitting := rounds(t, refusal.LargestEpsilon, 4)
	begun(t, l, fitting)
	if more := rounds(t, refusal.LargestEpsilon*1.001, 4); more.Mu <= refusal.LeftMu {
		t.Errorf("ε %g is said to be the largest, but a thousandth more fits as well", refusal.LargestEpsilon)
	}
}

// The pure ε of a row is under its seal.
func TestPureEpsilonIsSealed(t *testing.T) {
	for _, statement := range []string{
		`UPDATE ledger_charges SET pure_epsilon = pure_epsilon / 2 WHERE number = 2`,
		`UPDATE ledger_charges SET pure_epsilon = NULL WHERE number = 1`,
		`UPDATE ledger_runs SET pure_epsilon = NULL`,
		`UPDATE ledger_runs SET pure_epsilon = 0.1`,
	} {
		dir := t.TempDir()
		l := opened(t, dir)
		reported(t, l, people, rounds(t, 1, 3))
		verified(t, l)
		run(t, raw(t, dir), statement)
		says(t, l.Verify(), "is not as it was written")
	}
}

// All in one round costs no less than any rounds do: what a refusal without a plan says fits whatever the rounds.
func TestOneRoundCostsTheMostMu(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon, share := rapid.Float64Range(0.001, 100).Draw(t, "ε"), rapid.Float64Range(0, 1).Draw(t, "share")
		both := accounting.Compose(accounting.PureMu(epsilon*share), accounting.PureMu(epsilon*(1-share)))
		if one := accounting.PureMu(epsilon); both > one*(1+1e-12) {
			t.Fatalf("ε = %g in two rounds, %g of it in the first, costs μ = %g, in one %g", epsilon, share, both, one)
		}
	})
}

// A total is stated as the smaller of what everything costs through μ and what both parts cost, added up.
func TestTotalOfBothKinds(t *testing.T) {
	l := opened(t, t.TempDir())
	trained(t, l, planned(t, 1, 3))
	if s := status(t, l); s.Total.PureEpsilon != 0 || s.Total.GaussianMu != s.SpentMu || s.TotalEpsilon != s.SpentEpsilon {
		t.Errorf("without local runs it stands at %+v", s)
	}
	dear := rounds(t, 2, 1)
	reported(t, l, people, dear)
	half := rounds(t, 0.5, 2)
	a := begun(t, l, half)
	charge(t, a, half.Releases[0])
	s := status(t, l)
	if got := s.Total.PureEpsilon; got < 2.25*(1-1e-9) || got > 2.25*(1+1e-9) {
		t.Errorf("local reports were charged ε %v, want 2 and a half of 0.5", got)
	}
	if gaussian := planned(t, 1, 3).Mu; s.Total.GaussianMu > gaussian || s.Total.GaussianMu < gaussian*(1-1e-12) {
		t.Errorf("Gaussian releases were charged μ %v, want %v", s.Total.GaussianMu, gaussian)
	}
	if s.TotalEpsilon > 3.25*(1+1e-9) || s.TotalEpsilon < 3.25*(1-1e-6) || s.SpentEpsilon < 12 {
		t.Errorf("stated as ε %v, and held against a limit as %v", s.TotalEpsilon, s.SpentEpsilon)
	}
	verified(t, l)
	past, err := l.History(people)
	if err != nil || len(past) != 3 {
		t.Fatal(past, err)
	}
	for i, want := range []float64{0, 2, 2.25} {
		if got := past[i].Total; got.PureEpsilon < want*(1-1e-9) || got.PureEpsilon > want*(1+1e-9) || got.GaussianMu < s.Total.GaussianMu {
			t.Errorf("after run %d the total is %+v, want a pure ε of %v", i+1, got, want)
		}
	}
	if last := past[2].Total.Mu; last < s.SpentMu || last > s.SpentMu*(1+1e-12) {
		t.Errorf("the history ends at μ %v, and %v is spent", last, s.SpentMu)
	}
}
