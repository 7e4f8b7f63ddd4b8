package accounting

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// deltasNextToOne are those at which 1 − δ, and ln δ with it, has few digits or none to spare.
func deltasNextToOne() []float64 {
	list := []float64{0.99999, math.Nextafter(1, 0)}
	for digits := 6; digits <= 15; digits++ {
		list = append(list, 1-math.Pow(10, -float64(digits)))
	}
	return list
}

// drawDeltaNextToOne draws 1 − δ evenly by its logarithm, or as a small multiple of the least there is.
func drawDeltaNextToOne(t *rapid.T) float64 {
	if rapid.Bool().Draw(t, "in units") {
		return 1 - float64(rapid.IntRange(1, 100).Draw(t, "units"))*0x1p-53
	}
	return 1 - math.Pow(10, -rapid.Float64Range(2, 15.9).Draw(t, "−log(1 − δ)"))
}

// drawMuFor draws a cost whose δ at ε = 0 lies about the given one, just there as well, or is next to 1.
func drawMuFor(t *rapid.T, delta float64) float64 {
	atZero := 2 * math.Sqrt2 * math.Erfinv(delta) // δ = 1 − 2Φ(−μ/2) = erf(μ/√8) at ε = 0
	switch rapid.IntRange(0, 2).Draw(t, "place") {
	case 0:
		return atZero * (1 + math.Copysign(math.Pow(10, -rapid.Float64Range(0.5, 15).Draw(t, "−log distance")), rapid.Float64Range(-1, 1).Draw(t, "side")))
	case 1:
		return atZero * rapid.Float64Range(0.9, 3).Draw(t, "times")
	}
	return math.Pow(10, rapid.Float64Range(0.8, 3).Draw(t, "log μ"))
}

// neverTooLittle holds ε, μ and δ against the reference at one cost, one δ and one ε.
func neverTooLittle(t interface {
	Helper()
	Fatalf(string, ...any)
}, mu, delta, target float64) {
	t.Helper()
	epsilon := must(Exact.Epsilon(mu, delta))
	if refDelta(mu, epsilon).Cmp(ref(delta)) > 0 {
		t.Fatalf("ε(μ = %.17g, δ = 1 − %g) = %.17g is below the true one", mu, 1-delta, epsilon)
	}
	for _, e := range []float64{0, target, epsilon} {
		if most := must(Exact.Mu(e, delta)); most >= 1e-6 && most <= 1e3 && refDelta(most, e).Cmp(ref(delta)) > 0 {
			t.Fatalf("μ(ε = %.17g, δ = 1 − %g) = %.17g is above the true one", e, 1-delta, most)
		}
		if d := must(Exact.Delta(mu, e)); refDelta(mu, e).Cmp(ref(d)) > 0 {
			t.Fatalf("δ(μ = %.17g, ε = %.17g) = 1 − %g is below the true one", mu, e, 1-d)
		}
	}
}

// Next to δ = 1 the exact curve claims no less than is true, and little more.
func TestExactNextToDeltaOne(t *testing.T) {
	for _, delta := range deltasNextToOne() {
		for _, times := range []float64{0.99, 1 - 1e-9, 1, 1 + 1e-9, 1.0001, 1.1, 2, 10, 100} {
			neverTooLittle(t, times*2*math.Sqrt2*math.Erfinv(delta), delta, 1)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		delta := drawDeltaNextToOne(t)
		mu := drawMuFor(t, delta)
		target := math.Pow(10, rapid.Float64Range(-18, 4).Draw(t, "log ε"))
		neverTooLittle(t, mu, delta, target)
		if epsilon := must(Exact.Epsilon(mu, delta)); epsilon > 1e-6 && refDelta(mu, epsilon*(1-1e-9)-1e-11).Cmp(ref(delta)) <= 0 {
			t.Fatalf("ε(μ = %.17g, δ = 1 − %g) = %.17g could be less", mu, 1-delta, epsilon)
		}
		if most := must(Exact.Mu(target, delta)); most >= 1e-6 && most <= 1e3 && refDelta(most*(1+1e-9), target).Cmp(ref(delta)) <= 0 {
			t.Fatalf("μ(ε = %.17g, δ = 1 − %g) = %.17g could be more", target, 1-delta, most)
		}
	})
}

// refRest returns 1 − δ = Φ(ε/μ − μ/2) + e^ε·Φ(−μ/2 − ε/μ), to full relative precision where it is tiny.
func refRest(mu, epsilon float64) *big.Float {
	q, half := ref(0).Quo(ref(epsilon), ref(mu)), ref(mu/2)
	b := refPhi(ref(0).Neg(ref(0).Add(half, q)))
	return b.Add(refPhi(ref(0).Sub(q, half)), ref(0).Mul(b, refExp(ref(epsilon))))
}

// ln δ is never below the true one, however close to 0 both are: 1 − δ is no less than 1 − e^(−x) for x = −ln δ.
func TestLogDeltaIsAnUpperBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := math.Pow(10, rapid.Float64Range(1, 3).Draw(t, "log μ"))
		epsilon := max(0, mu*(mu/2-rapid.Float64Range(4, 45).Draw(t, "place")))
		x := ref(-exact{}.logDelta(mu, epsilon))
		sum, term := ref(0), ref(-1)
		for n := 1.0; n <= 4; n++ { // alternating: four terms are no more than the whole
			term.Mul(term, x).Quo(term, ref(-n))
			sum.Add(sum, term)
		}
		if sum.Cmp(refRest(mu, epsilon)) > 0 {
			t.Fatalf("ln δ(μ = %.17g, ε = %.17g) = −%g is below the true one", mu, epsilon, x)
		}
	})
}

// What holds of the exact curve holds of the others there: they claim no less than it does.
func TestNoAccountantClaimsLessNextToDeltaOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delta := drawDeltaNextToOne(t)
		mu := drawMuFor(t, delta)
		accountants := []Accountant{CKS, Mironov}
		if rapid.IntRange(0, 4).Draw(t, "selection") == 0 { // which takes a hundred times as long
			s, err := NewSelection(rapid.SampledFrom(Laws()).Draw(t, "law"), float64(rapid.IntRange(1, 20).Draw(t, "runs")))
			if err != nil {
				t.Fatal(err)
			}
			accountants = append(accountants, s)
		}
		for _, a := range accountants {
			if epsilon := must(a.Epsilon(mu, delta)); !math.IsInf(epsilon, 1) && refDelta(mu, epsilon).Cmp(ref(delta)) > 0 {
				t.Fatalf("%s: ε(μ = %.17g, δ = 1 − %g) = %.17g is below the true one", a.Name(), mu, 1-delta, epsilon)
			}
			if most := must(a.Mu(1, delta)); most >= 1e-6 && refDelta(most, 1).Cmp(ref(delta)) > 0 {
				t.Fatalf("%s: μ(ε = 1, δ = 1 − %g) = %.17g is above the true one", a.Name(), 1-delta, most)
			}
		}
	})
}

// A plan at such a δ keeps to its target and states no less than its μ costs.
func TestPlanNextToDeltaOne(t *testing.T) {
	for _, delta := range deltasNextToOne() {
		if 1-delta < 1e-12 {
			continue // beyond what the sampler's tails leave room for
		}
		for _, epsilon := range []float64{1e-3, 1, 10} {
			p, err := NewPlan(Exact, epsilon, delta, []Request{request("a"), request("b")})
			if err != nil {
				t.Fatal(err)
			}
			if p.Epsilon > epsilon || refDelta(p.Mu, p.Epsilon).Cmp(ref(delta)) > 0 {
				t.Errorf("a plan for ε = %g at δ = 1 − %g states %.17g", epsilon, 1-delta, p.Epsilon)
			}
		}
	}
}
