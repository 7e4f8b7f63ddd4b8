package privacy_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/tuitest/driver"
	"dpals/tui/privacy"
	"dpals/tui/session"
)

// fakeLocal is a method of local reports.
var fakeLocal = &method.Method{
	Name: "ldp-gd", Summary: "gradient descent on local reports", Trust: method.TrustLocal, Iterative: true,
	Parameters: []method.Parameter{
		{Name: "iterations", Symbol: "T", Meaning: "rounds of reports", Low: 1, High: 20, Default: 4, Step: 1, Integer: true, Main: true},
	},
	Plan: func(_ method.Public, s method.Settings) (requests []accounting.Request, err error) {
		for t := 1; t <= int(s["iterations"]); t++ {
			requests = append(requests, accounting.Request{Name: fmt.Sprintf("bits %d", t), Kind: "bits", Claim: accounting.UserReport("docs/privacy/bits.md"), Weight: 1, Local: true, Dimension: 1})
		}
		return requests, nil
	},
}

// local chooses fakeLocal.
func local(o *session.Options) {
	o.Methods = append(o.Methods, fakeLocal)
	o.Config.Method, o.Config.Epsilon = fakeLocal.Name, 2
	foresee := o.Foresee
	o.Foresee = func(p engine.Problem, c engine.Config) (*engine.Preview, error) {
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

// historyFixture returns a history with Gaussian and local runs, a refused one and one under way.
func historyFixture(t testing.TB) (past []ledger.HistoryEntry, standing ledger.Status) {
	t.Helper()
	must := func(v float64, err error) float64 {
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	at := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	var total accounting.TotalCost
	add := func(name, outcome string, epsilon float64, pure, simulation bool, part float64) {
		mu := must(accounting.Exact.Mu(epsilon, 1e-5))
		spent := accounting.TotalCost{Mu: mu * part, GaussianMu: mu * part}
		e := ledger.Entry{ID: int64(len(past) + 1), Name: "ml-1m", Method: name, Accountant: "exact", Epsilon: epsilon, Delta: 1e-5, Mu: mu,
			Simulation: simulation, Started: at, Outcome: outcome, SpentMu: mu * part, Charges: int64(7 * part)}
		if pure {
			e.PureEpsilon, e.Mu = epsilon, accounting.PureMu(epsilon)
			e.SpentMu = e.Mu * part
			spent = accounting.TotalCost{Mu: e.SpentMu, PureEpsilon: epsilon * part}
		}
		total = total.Plus(spent)
		past = append(past, ledger.HistoryEntry{Entry: e, Total: total})
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

// withHistory adds a ledger with that history.
func withHistory(t testing.TB) func(*session.Options) {
	past, status := historyFixture(t)
	return func(o *session.Options) {
		o.Status = func(string) (ledger.Status, error) { return status, nil }
		o.History = func(string) ([]ledger.HistoryEntry, error) { return past, nil }
		o.Charged = func(run int64) ([]ledger.Release, error) {
			e := past[run-1].Entry
			if e.PureEpsilon > 0 {
				r := accounting.Release{Request: accounting.Request{Name: "bits 1", Kind: "bits", Claim: accounting.UserReport("docs/privacy/bits.md"), Local: true}, Epsilon: e.PureEpsilon, Mu: e.Mu}
				return []ledger.Release{{Release: r, SpentMu: e.Mu}}, nil
			}
			r := accounting.Release{Request: accounting.Request{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1}, Sigma: 1 / e.Mu, Mu: e.Mu}
			return []ledger.Release{{Release: r, SpentMu: e.Mu}}, nil
		}
		o.Now = func() time.Time { return time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC) }
	}
}

// both applies two changes to the options.
func both(a, b func(*session.Options)) func(*session.Options) {
	return func(o *session.Options) { a(o); b(o) }
}

// settled brings the Privacy screen to the front and delivers what it loads; commands of before were dropped.
func settled(b *driver.Dashboard) *privacy.Screen {
	p := b.GoTo("Privacy").(*privacy.Screen)
	p.Releases().Sync(p)
	for _, ask := range []func() tea.Cmd{p.ComputeCurves, p.ReadHistory} {
		p.Curves().Stop()
		p.History().StopReading()
		p.History().SetStale(true)
		if cmd := ask(); cmd != nil {
			b.Send(cmd())
		}
	}
	return p
}
