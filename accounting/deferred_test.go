package accounting

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting/noise"
)

func rest(weight float64) Request {
	return Request{Name: "rest", Kind: "rest", Weight: weight, Deferred: true}
}

// Whatever is planned later, under shares, fixed costs and sensitivities that are drawn at random, the whole costs the
// target or less, what was released before is unchanged, and the rest is used.
func TestExtendedPlansKeepTheTarget(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		epsilon := math.Exp(rapid.Float64Range(math.Log(0.05), math.Log(50)).Draw(rt, "ε"))
		first := request("first")
		first.Weight = rapid.Float64Range(0.01, 5).Draw(rt, "weight")
		open, err := NewPlan(Exact, epsilon, 1e-5, []Request{first, rest(rapid.Float64Range(0.01, 5).Draw(rt, "rest"))})
		if err != nil {
			rt.Fatal(err)
		}
		var later []Request
		for i := range rapid.IntRange(1, 6).Draw(rt, "n") {
			q := request("later " + string(rune('a'+i)))
			q.Sensitivity = math.Exp(rapid.Float64Range(-3, 3).Draw(rt, "Δ"))
			q.Weight = rapid.Float64Range(0.01, 5).Draw(rt, "share")
			if i == 0 && rapid.Bool().Draw(rt, "fixed") {
				q.Weight, q.Mu = 0, open.Deferred().Mu/2
			}
			later = append(later, q)
		}
		whole, err := open.Extend(later)
		if err != nil {
			rt.Fatal(err)
		}
		used := 0.0
		for _, r := range whole.Releases {
			used = Compose(used, r.Mu)
		}
		if used > open.Mu || whole.Mu != open.Mu || whole.Epsilon != open.Epsilon || whole.Epsilon > epsilon {
			rt.Fatalf("μ = %g used of %g, ε = %g of %g", used, open.Mu, whole.Epsilon, epsilon)
		}
		if whole.Releases[0] != open.Releases[0] {
			rt.Fatalf("what was planned first has changed: %+v", whole.Releases[0])
		}
		if fixedOnly := len(later) == 1 && later[0].Mu > 0; !fixedOnly && used < open.Mu*(1-1e-12) {
			rt.Fatalf("μ = %g of %g is used", used, open.Mu)
		}
	})
}

func TestExtendRefuses(t *testing.T) {
	open := plan(t, request("first"), rest(1))
	dear := request("dear")
	dear.Weight, dear.Mu = 0, open.Deferred().Mu*1.001
	all := request("all")
	all.Weight, all.Mu = 0, open.Deferred().Mu*(1-0x1p-40)
	for name, c := range map[string]struct {
		plan  *Plan
		later []Request
		want  string
	}{
		"a complete plan":     {plan(t, request("first")), []Request{request("x")}, "no deferred release"},
		"a name that is used": {open, []Request{request("first")}, "twice"},
		"more than is left":   {open, []Request{dear}, "exceed the deferred"},
		"another rest":        {open, []Request{rest(1)}, "only Gaussian"},
		"a local report":      {open, []Request{{Name: "l", Kind: "l", Claim: UserReport("proof.md"), Local: true, Weight: 1}}, "neighbours"},
		"no claim":            {open, []Request{{Name: "x", Weight: 1, Sensitivity: 1}}, "names no proof"},
	} {
		if _, err := c.plan.Extend(c.later); err == nil {
			t.Errorf("%s: accepted", name)
		} else {
			refused(t, err, c.want)
		}
	}
	if p, err := open.Extend(nil); err != nil || len(p.Releases) != 1 || p.Mu != open.Mu || p.Epsilon != open.Epsilon {
		t.Errorf("without further releases: %+v, %v", p, err)
	}
	if _, err := NewPlan(Exact, 1, 1e-5, []Request{rest(1), request("first")}); err == nil {
		t.Error("a rest that is not last is accepted")
	}
}

// The rest is planned after everything before it was released and ended, and cannot itself be released.
func TestMeterExtendsInOrder(t *testing.T) {
	m := NewMeter(plan(t, request("first"), rest(1)), noise.Seeded(1), nil)
	if _, err := m.Extend([]Request{request("second")}); err == nil {
		t.Fatal("extended before the first release")
	}
	if err := m.Close(); err == nil {
		t.Fatal("closed with a release left out")
	}
	o, err := m.Begin("first", 1, dimension)
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Extend([]Request{request("second")})
	refused(t, err, "not ended")
	if err := o.AddNoise(0, make([]float64, dimension)); err != nil {
		t.Fatal(err)
	}
	if err := o.End(); err != nil {
		t.Fatal(err)
	}
	refused(t, m.Release("rest", nil), "extend the plan first")
	refused(t, m.Close(), `"rest" was not made`)
	whole, err := m.Extend([]Request{request("second")})
	if err != nil {
		t.Fatal(err)
	}
	if m.Plan() != whole {
		t.Error("the meter states another plan than it keeps")
	}
	if _, err := m.Extend(nil); err == nil {
		t.Error("extended twice")
	}
	if err := m.Release("second", make([]float64, dimension)); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if last := m.Charges()[1]; last.SpentMu > whole.Mu*(1+1e-15) || last.SpentEpsilon > whole.Epsilon*(1+1e-12) {
		t.Errorf("charged %+v, planned μ %g ε %g", last, whole.Mu, whole.Epsilon)
	}
}

// Costs that are fixed, near what is left of the budget or past it, are refused or kept inside: a plan is never extended
// to more than was planned, nor by a release without a cost.
func TestExtendNeverOverspends(t *testing.T) {
	refusals := 0
	rapid.Check(t, func(rt *rapid.T) {
		open, err := NewPlan(Exact, math.Exp(rapid.Float64Range(-2, 3).Draw(rt, "ln ε")), 1e-5, []Request{request("first"), rest(rapid.Float64Range(0.1, 5).Draw(rt, "rest"))})
		if err != nil {
			rt.Fatal(err)
		}
		n := rapid.IntRange(1, 3).Draw(rt, "fixed")
		share := rapid.Float64Range(0.9, 1.1).Draw(rt, "of what is left")
		if rapid.Bool().Draw(rt, "close") {
			share = 1 + rapid.Float64Range(-1e-14, 1e-12).Draw(rt, "by")
		}
		var later []Request
		for i := range n {
			q := request("fixed " + string(rune('a'+i)))
			q.Weight, q.Mu = 0, share*open.Deferred().Mu/math.Sqrt(float64(n))
			later = append(later, q)
		}
		if rapid.Bool().Draw(rt, "weighed too") {
			later = append(later, request("weighed"))
		}
		whole, err := open.Extend(later)
		if err != nil {
			refusals++
			return
		}
		used := 0.0
		for _, r := range whole.Releases {
			if !(r.Mu > 0 && r.Sigma > 0) {
				rt.Fatalf("%+v", r)
			}
			used = Compose(used, r.Mu)
		}
		if !(used <= open.Mu) {
			rt.Fatalf("μ = %g of %g is planned", used, open.Mu)
		}
	})
	if refusals == 0 {
		t.Error("nothing was refused")
	}
}
