package accounting

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// dimension of the requests that tests make.
const dimension = 6

func request(name string) Request {
	return Request{Name: name, Kind: "test", Claim: UserSum("proof.md", Ratings, L2), Sensitivity: 1, Weight: 1, Dimension: dimension, Grid: -10}
}

// ofMatrices is a request whose blocks are packed symmetric matrices, or vectors.
func ofMatrices(q Request, symmetric bool) Request {
	if q.Symmetric, q.Norm = symmetric, L2; symmetric {
		q.Norm = Frobenius
	}
	return q
}

func TestNewPlanRefuses(t *testing.T) {
	with := func(change func(*Request)) []Request {
		q := request("a")
		change(&q)
		return []Request{q}
	}
	for name, c := range map[string]struct {
		epsilon, delta float64
		requests       []Request
		want           string
	}{
		"no release":             {1, 1e-5, nil, "at least one release"},
		"no name":                {1, 1e-5, with(func(q *Request) { q.Name = "" }), "no name"},
		"two of a name":          {1, 1e-5, []Request{request("a"), request("a")}, `"a" is requested twice`},
		"no sensitivity":         {1, 1e-5, with(func(q *Request) { q.Sensitivity = 0 }), "sensitivity 0"},
		"negative sensitivity":   {1, 1e-5, with(func(q *Request) { q.Sensitivity = -1 }), "sensitivity -1"},
		"NaN sensitivity":        {1, 1e-5, with(func(q *Request) { q.Sensitivity = math.NaN() }), "sensitivity NaN"},
		"infinite sensitivity":   {1, 1e-5, with(func(q *Request) { q.Sensitivity = math.Inf(1) }), "sensitivity +Inf"},
		"neither share nor cost": {1, 1e-5, with(func(q *Request) { q.Weight = 0 }), "either a weight or a fixed cost"},
		"share and cost":         {1, 1e-5, with(func(q *Request) { q.Mu = 1 }), "either a weight or a fixed cost"},
		"negative weight":        {1, 1e-5, with(func(q *Request) { q.Weight = -1 }), "either a weight or a fixed cost"},
		"NaN weight":             {1, 1e-5, with(func(q *Request) { q.Weight = math.NaN() }), "either a weight or a fixed cost"},
		"infinite weight":        {1, 1e-5, with(func(q *Request) { q.Weight = math.Inf(1) }), "either a weight or a fixed cost"},
		"negative dimension":     {1, 1e-5, with(func(q *Request) { q.Dimension = -1 }), "dimension -1"},
		"grid out of range":      {1, 1e-5, with(func(q *Request) { q.Grid = 500 }), "grid 2^500"},
		"grid too fine":          {1, 1e-5, with(func(q *Request) { q.Grid = -60 }), "grid units"},
		"grid too coarse":        {1, 1e-5, with(func(q *Request) { q.Grid = 40 }), "grid units"},
		"no proof":               {1, 1e-5, with(func(q *Request) { q.Proof = "" }), "names no proof"},
		"no domain":              {1, 1e-5, with(func(q *Request) { q.Domain = "" }), "no domain"},
		"no neighbours":          {1, 1e-5, with(func(q *Request) { q.Neighbours = "" }), "no neighbours"},
		"no norm":                {1, 1e-5, with(func(q *Request) { q.Norm = "" }), `claim bounds norm ""`},
		"another norm":           {1, 1e-5, with(func(q *Request) { q.Norm = Frobenius }), `claim bounds norm "Frobenius"`},
		"the norm of a vector":   {1, 1e-5, with(func(q *Request) { q.Symmetric = true }), `claim bounds norm "L2"`},
		"other neighbours": {1, 1e-5, append(with(func(q *Request) { q.Neighbours = OneUserRatings }), request("b")),
			`"b" has other neighbours`},
		"nothing left": {1, 1e-5, []Request{request("a"), {Name: "b", Claim: request("b").Claim, Sensitivity: 1, Mu: 5}},
			"leave nothing"},
		"ε of zero at δ = 0": {0, 0, []Request{request("a")}, "leave nothing"},
		"ε next to zero":     {1e-5, 1e-9, with(func(q *Request) { q.Grid = -SumBits }), "out of reach"},
		"infinite ε":         {math.Inf(1), 1e-5, []Request{request("a")}, "is no privacy"},
		"negative ε":         {-1, 1e-5, []Request{request("a")}, "ε = -1"},
		"NaN δ":              {1, math.NaN(), []Request{request("a")}, "δ = NaN"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewPlan(Exact, c.epsilon, c.delta, c.requests); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// A plan never costs more than its target, wastes next to nothing of it, and shares it as asked.
func TestPlanMeetsItsTarget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		accountant := rapid.SampledFrom(Accountants()).Draw(t, "accountant")
		epsilon := math.Pow(10, rapid.Float64Range(-1.5, 1.7).Draw(t, "log ε"))
		delta := math.Pow(10, -rapid.Float64Range(2, 12).Draw(t, "−log δ"))
		requests := make([]Request, rapid.IntRange(1, 40).Draw(t, "releases"))
		weight := 0.0
		for i := range requests {
			requests[i] = request(string(rune('A' + i)))
			requests[i].Sensitivity = rapid.Float64Range(0.1, 10).Draw(t, "sensitivity")
			requests[i].Weight = rapid.Float64Range(0.01, 1).Draw(t, "weight")
			requests[i] = ofMatrices(requests[i], rapid.Bool().Draw(t, "symmetric"))
			weight += requests[i].Weight
		}
		p, err := NewPlan(accountant, epsilon, delta, requests)
		if err != nil {
			t.Fatal(err)
		}
		if p.Epsilon > epsilon || p.Epsilon < epsilon*(1-1e-9) {
			t.Fatalf("the plan costs %.17g of %.17g", p.Epsilon, epsilon)
		}
		total, shares := 0.0, 0.0
		for i, r := range p.Releases {
			if r.Mu < r.Sensitivity/r.Sigma {
				t.Fatalf("release %q states μ = %g for %g", r.Name, r.Mu, r.Sensitivity/r.Sigma)
			}
			if share := r.BudgetWeight(p); !near(share, requests[i].Weight/weight, 1e-9) {
				t.Fatalf("release %q has a share of %g, asked for %g", r.Name, share, requests[i].Weight/weight)
			}
			total += r.Mu * r.Mu
			shares += r.BudgetWeight(p)
		}
		if !near(math.Sqrt(total), p.Mu, 1e-12) || p.Mu < math.Sqrt(total)*(1-1e-15) || !near(shares, 1, 1e-9) {
			t.Fatalf("√Σμ² = %.17g, the plan says %.17g; shares add up to %g", math.Sqrt(total), p.Mu, shares)
		}
	})
}

// Where ε(μ) and μ(ε) are each right to their last digits but not to the same ones, the plan must not come out dearer.
func TestPlanMeetsAnAwkwardTarget(t *testing.T) {
	for _, c := range []struct{ log, delta float64 }{{1.0000000004074536, 1e-12}, {0.3, 1e-5}, {1.2, 1e-9}} {
		epsilon := math.Pow(10, c.log)
		p, err := NewPlan(Exact, epsilon, c.delta, []Request{request("a")})
		if err != nil {
			t.Fatal(err)
		}
		if p.Epsilon > epsilon {
			t.Errorf("the plan costs %.17g of %.17g", p.Epsilon, epsilon)
		}
	}
}

func TestPlanWithFixedCosts(t *testing.T) {
	fixed := func(name string, mu float64) Request {
		q := request(name)
		q.Weight, q.Mu = 0, mu
		return q
	}
	t.Run("all fixed", func(t *testing.T) {
		p, err := NewPlan(Exact, 0, 1e-5, []Request{fixed("a", 0.6), fixed("b", 0.8)})
		if err != nil {
			t.Fatal(err)
		}
		if !near(p.Mu, 1, 1e-14) || !near(p.Epsilon, 4.377178095681, 1e-11) {
			t.Errorf("μ = %g, ε = %g", p.Mu, p.Epsilon)
		}
	})
	t.Run("some fixed", func(t *testing.T) {
		p, err := NewPlan(Exact, 4.377178095681, 1e-5, []Request{fixed("a", 0.6), request("b"), request("c")})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{0.6, math.Sqrt(0.32), math.Sqrt(0.32)} {
			if !near(p.Releases[i].Mu, want, 1e-10) {
				t.Errorf("release %d costs %g, want %g", i, p.Releases[i].Mu, want)
			}
		}
	})
}

func TestComposeRoundsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(0, 1e3).Draw(t, "a"), rapid.Float64Range(0, 1e3).Draw(t, "b")
		got := Compose(a, b)
		square := ref(0).Mul(ref(got), ref(got))
		exact := ref(0).Mul(ref(a), ref(a))
		exact.Add(exact, ref(0).Mul(ref(b), ref(b)))
		if square.Cmp(exact) < 0 || got > math.Hypot(a, b)*(1+1e-14) {
			t.Fatalf("Compose(%g, %g) = %.17g", a, b, got)
		}
	})
}
