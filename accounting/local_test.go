package accounting

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestPureMuEdges(t *testing.T) {
	for epsilon, want := range map[float64]float64{0: 0, -1: 0, math.Inf(1): math.Inf(1)} {
		if got := PureMu(epsilon); got != want {
			t.Errorf("μ of ε = %g is %g, want %g", epsilon, got, want)
		}
	}
	// Near 0 the curve is √(π/2)·ε.
	if got, want := PureMu(1e-7), math.Sqrt(math.Pi/2)*1e-7; !near(got, want, 1e-12) {
		t.Errorf("μ of ε = 1e-7 is %g, want %g", got, want)
	}
}

// What is ε-DP is μ-GDP: Φ(−μ/2) ≤ 1/(1 + e^ε), never a smaller μ, and hardly a larger one than needed.
func TestPureMuIsConservativeAndTight(t *testing.T) {
	kink := func(epsilon float64) *big.Float {
		e := refExp(ref(epsilon))
		return ref(0).Quo(ref(1), e.Add(e, ref(1)))
	}
	rapid.Check(t, func(t *rapid.T) {
		epsilon := math.Pow(10, rapid.Float64Range(-8, 2.3).Draw(t, "log ε"))
		mu := PureMu(epsilon)
		if refPhi(ref(-mu/2)).Cmp(kink(epsilon)) > 0 {
			t.Fatalf("μ(ε = %g) = %.17g is too small", epsilon, mu)
		}
		if refPhi(ref(-mu*(1-1e-9)/2)).Cmp(kink(epsilon)) <= 0 {
			t.Fatalf("μ(ε = %g) = %.17g could be less", epsilon, mu)
		}
	})
	for _, epsilon := range []float64{1e3, 1e6, 1.1e6, 1e300, 5e-324} {
		if mu := PureMu(epsilon); !(mu > 0) || math.IsInf(mu, 1) || mu > math.Sqrt(8*epsilon)*1.001+2*epsilon {
			t.Errorf("μ of ε = %g is %g", epsilon, mu)
		}
	}
}

// The trade-off curve of ε-DP lies above that of N(0, 1) against N(μ, 1) everywhere, and meets it at its kink.
func TestPureCurveLiesAbove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon := rapid.Float64Range(0.01, 20).Draw(t, "ε")
		mu := PureMu(epsilon)
		x := rapid.Float64Range(-9, 9).Draw(t, "threshold")
		alpha, beta := normalCDF(-x), normalCDF(x-mu) // errors of the test "x or more" for N(μ, 1)
		pure := max(0, 1-math.Exp(epsilon)*alpha, math.Exp(-epsilon)*(1-alpha))
		if beta > pure+1e-14 {
			t.Fatalf("ε = %g, μ = %g: at α = %g the Gaussian test errs by %g, ε-DP allows %g", epsilon, mu, alpha, beta, pure)
		}
	})
}

func TestLocalPlanMeetsItsTarget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon := math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log ε"))
		requests := make([]Request, rapid.IntRange(1, 60).Draw(t, "rounds"))
		weight := 0.0
		for i := range requests {
			requests[i] = round(string(rune('A' + i)))
			requests[i].Weight = rapid.Float64Range(0.01, 1).Draw(t, "weight")
			weight += requests[i].Weight
		}
		p, err := NewPlan(Exact, epsilon, 1e-5, requests)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Pure || p.Epsilon > epsilon || p.Epsilon < epsilon*(1-1e-12) || p.EffectiveDelta() != 0 || p.AccountantName() != "pure" {
			t.Fatalf("the plan costs %.17g of %.17g", p.Epsilon, epsilon)
		}
		total, square, shares := new(big.Float).SetPrec(200), 0.0, 0.0
		for i, r := range p.Releases {
			total.Add(total, big.NewFloat(r.Epsilon))
			square += r.Mu * r.Mu
			shares += r.BudgetWeight(p)
			if !near(r.Epsilon, epsilon*requests[i].Weight/weight, 1e-12) || r.Mu != PureMu(r.Epsilon) {
				t.Fatalf("round %d costs ε = %g, μ = %g", i, r.Epsilon, r.Mu)
			}
		}
		if total.Cmp(big.NewFloat(p.Epsilon)) > 0 {
			t.Fatalf("the rounds cost %s together, the plan says %.17g", total.Text('g', 20), p.Epsilon)
		}
		if p.Mu < math.Sqrt(square)*(1-1e-15) || !near(p.Mu, math.Sqrt(square), 1e-12) || !near(shares, 1, 1e-12) {
			t.Fatalf("μ = %.17g of rounds with %.17g; shares add up to %g", p.Mu, math.Sqrt(square), shares)
		}
	})
}

// exchanged is a request about the neighbours that local reports are about.
func exchanged(q Request) Request {
	q.Neighbours = OneUserRatings
	return q
}

func TestLocalPlanRefuses(t *testing.T) {
	with := func(change func(*Request)) []Request {
		q := round("a")
		change(&q)
		return []Request{q}
	}
	for name, c := range map[string]struct {
		epsilon  float64
		requests []Request
		want     string
	}{
		"both kinds":         {1, []Request{round("a"), exchanged(request("b"))}, `"b" is not a round of local reports`},
		"both kinds, turned": {1, []Request{exchanged(request("b")), round("a")}, `"b" is not a round of local reports`},
		"a sensitivity":      {1, with(func(q *Request) { q.Sensitivity = 1 }), "no sensitivity"},
		"a fixed cost":       {1, with(func(q *Request) { q.Mu, q.Weight = 1, 0 }), "no sensitivity, fixed cost"},
		"symmetry":           {1, with(func(q *Request) { q.Symmetric = true }), "symmetry"},
		"no proof":           {1, with(func(q *Request) { q.Proof = "" }), "names no proof"},
		"another norm":       {1, with(func(q *Request) { q.Norm = L2 }), `claim bounds norm "L2"`},
		"no weight":          {1, with(func(q *Request) { q.Weight = 0 }), "give it a weight"},
		"NaN weight":         {1, with(func(q *Request) { q.Weight = math.NaN() }), "give it a weight"},
		"infinite weight":    {1, with(func(q *Request) { q.Weight = math.Inf(1) }), "give it a weight"},
		"negative dimension": {1, with(func(q *Request) { q.Dimension = -1 }), "dimension -1"},
		"two of a name":      {1, []Request{round("a"), round("a")}, "requested twice"},
		"no ε":               {0, []Request{round("a")}, "positive, finite"},
		"negative ε":         {-1, []Request{round("a")}, "positive, finite"},
		"NaN ε":              {math.NaN(), []Request{round("a")}, "positive, finite"},
		"infinite ε":         {math.Inf(1), []Request{round("a")}, "positive, finite"},
		"too little each":    {1e-13, []Request{round("a"), round("b")}, "choose a larger"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewPlan(Exact, c.epsilon, 1e-5, c.requests)
			refused(t, err, c.want)
		})
	}
}
