package accounting

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The values are Φ(Φ⁻¹(α) + μ), by mpmath with 30 digits.
func TestTruePositiveRate(t *testing.T) {
	for _, c := range []struct{ mu, alpha, want float64 }{
		{0, 0.01, 0.01},
		{1, 0, 0},
		{1, 1, 1},
		{math.Inf(1), 0.01, 1},
		{1, 0.01, 0.0923622},
		{0.268, 0.01, 0.0197784},
		{2.3263478740408408, 0.01, 0.5},
	} {
		if got := TruePositiveRate(c.mu, c.alpha); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("μ %g at %g: %v, want %v", c.mu, c.alpha, got, c.want)
		}
	}
}

func TestTruePositiveRateOfPureEpsilon(t *testing.T) {
	for _, c := range []struct{ epsilon, alpha, want float64 }{
		{1, 0.01, 0.01 * math.E},
		{1, 0.5, 1 - 0.5/math.E},
		{10, 0.01, 1 - 0.99*math.Exp(-10)},
		{1, 0, 0},
		{1, 1, 1},
	} {
		total := TotalCost{}.PlusRelease(Release{Request: Request{Local: true}, Epsilon: c.epsilon, Mu: PureMu(c.epsilon)})
		if got := total.TruePositiveRate(c.alpha); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("pure ε %g at %g: %v, want %v", c.epsilon, c.alpha, got, c.want)
		}
	}
}

// What a test finds and what (ε, δ) allows are two views of one curve: nowhere is more found than e^ε·α + δ(ε), and
// exactly as much where that line touches the curve, at ε = μ·t − μ²/2 for α = Φ(−t).
func TestTruePositiveRateIsTheTradeOffCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := rapid.Float64Range(0.01, 6).Draw(t, "μ")
		threshold := mu/2 + rapid.Float64Range(0, 5).Draw(t, "threshold beyond μ/2")
		alpha := math.Erfc(threshold/math.Sqrt2) / 2
		allowed := func(epsilon float64) float64 {
			delta, err := Exact.Delta(mu, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			return math.Exp(epsilon)*alpha + delta
		}
		got, touching := TruePositiveRate(mu, alpha), allowed(mu*threshold-mu*mu/2)
		if math.Abs(got-touching) > 1e-9*touching {
			t.Fatalf("%v are found, of %v that can be", got, touching)
		}
		if most := allowed(rapid.Float64Range(0, 40).Draw(t, "ε")); got > most*(1+1e-9) {
			t.Fatalf("%v are found, and no more than %v can be", got, most)
		}
	})
}

// parts draws what may be charged to a total.
func parts(t *rapid.T) (total TotalCost) {
	for range rapid.IntRange(0, 6).Draw(t, "releases") {
		if rapid.Bool().Draw(t, "local") {
			epsilon := rapid.Float64Range(1e-6, 4).Draw(t, "ε")
			total = total.PlusRelease(Release{Request: Request{Local: true}, Epsilon: epsilon, Mu: PureMu(epsilon)})
		} else {
			total = total.PlusRelease(Release{Mu: rapid.Float64Range(1e-6, 4).Draw(t, "μ")})
		}
	}
	return total
}

// A test never finds less than chance does, more at more false positives, and a release never hides anybody better.
func TestTotalCostGrowsWithEveryRelease(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := parts(t)
		more := total.PlusRelease(Release{Mu: rapid.Float64Range(0.01, 2).Draw(t, "more")})
		low := rapid.Float64Range(0, 1).Draw(t, "α")
		high := rapid.Float64Range(low, 1).Draw(t, "larger α")
		a, b, c := total.TruePositiveRate(low), total.TruePositiveRate(high), more.TruePositiveRate(low)
		if a < low || a > 1 || a > b*(1+1e-9) || a > c*(1+1e-9) {
			t.Fatalf("%+v finds %v at %v, %v at %v, and %v with a release more", total, a, low, b, high, c)
		}
		before, err := total.Epsilon(Exact, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		after, err := more.Epsilon(Exact, 1e-5)
		if err != nil || before > after {
			t.Fatalf("ε %v and with a release more %v, %v", before, after, err)
		}
	})
}

// The ε of a total is the smaller of both ways to add up.
func TestTotalCostEpsilon(t *testing.T) {
	one := TotalCost{}.PlusRelease(Release{Request: Request{Local: true}, Epsilon: 2, Mu: PureMu(2)})
	if got, err := one.Epsilon(Exact, 1e-5); err != nil || got != one.PureEpsilon || got < 2 || got > 2+1e-12 {
		t.Errorf("pure ε 2 alone is stated as %v, %v", got, err)
	}
	gaussian, err := Exact.Mu(1, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	both := one.PlusRelease(Release{Mu: gaussian})
	together, err := Exact.Epsilon(both.Mu, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := both.Epsilon(Exact, 1e-5); err != nil || math.Abs(got-3) > 1e-9 || together < 12 {
		t.Errorf("ε 1 and pure ε 2 are stated as %v (%v through μ), %v", got, together, err)
	}
	// Many small rounds are cheaper through μ.
	small := TotalCost{}
	for range 1000 {
		small = small.PlusRelease(Release{Request: Request{Local: true}, Epsilon: 0.01, Mu: PureMu(0.01)})
	}
	if got, err := small.Epsilon(Exact, 1e-5); err != nil || got > 3 {
		t.Errorf("a thousand rounds of ε 0.01 are stated as %v, %v", got, err)
	}
}

// A test that looks at both parts, by their likelihood ratio: a sign told the truth with odds e^ε, and a Gaussian of
// mean 0 or μ. Its rates are exact, and the bound holds for them.
func TestTotalCostBoundsAJointTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu, epsilon := rapid.Float64Range(0.05, 3).Draw(t, "μ"), rapid.Float64Range(0.05, 3).Draw(t, "ε")
		total := TotalCost{}.PlusRelease(Release{Mu: mu}).PlusRelease(Release{Request: Request{Local: true}, Epsilon: epsilon, Mu: PureMu(epsilon)})
		truth := 1 / (1 + math.Exp(-epsilon))
		cut := rapid.Float64Range(-6, 6).Draw(t, "threshold of the log-likelihood ratio")
		above := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
		// ln ratio = μ·x − μ²/2 ± ε, with + of probability 1 − truth under absence and truth under presence.
		plus, minus := (cut-epsilon)/mu+mu/2, (cut+epsilon)/mu+mu/2
		alpha := (1-truth)*above(plus) + truth*above(minus)
		power := truth*above(plus-mu) + (1-truth)*above(minus-mu)
		if bound := total.TruePositiveRate(alpha); power > bound*(1+1e-9) {
			t.Fatalf("a test finds %v at %v, and the bound is %v", power, alpha, bound)
		}
	})
}

// A threshold that may fail adds its failure to what an attacker finds, also where the false positives are none.
func TestTruePositiveRateOfAThreshold(t *testing.T) {
	without := TotalCost{Mu: 0.1, GaussianMu: 0.1}
	with := without
	with.FailureProbability = 0.05
	for _, alpha := range []float64{0, 0.01, 0.5, 0.99, 1} {
		want := min(1, without.TruePositiveRate(alpha)+0.05)
		if got := with.TruePositiveRate(alpha); got < want || got > want*(1+1e-12) {
			t.Errorf("at %g: %g, want %g", alpha, got, want)
		}
	}
}
