package accounting

import (
	"math"
	"math/big"
	"testing"
)

// The reference for the exact curve: δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ) as it stands, in 500-bit arithmetic. It
// shares neither formula nor code with the accountant.

const refBits = 500

func ref(x float64) *big.Float { return new(big.Float).SetPrec(refBits).SetFloat64(x) }

// refExp returns exp(x), by the series of x/2ˢ and s squarings.
func refExp(x *big.Float) *big.Float {
	const squarings = 40
	y := ref(0).Set(x)
	y.SetMantExp(y, -squarings)
	sum, term := ref(1), ref(1)
	for i := 1; term.Sign() != 0 && term.MantExp(nil) > -refBits; i++ {
		term.Mul(term, y).Quo(term, ref(float64(i)))
		sum.Add(sum, term)
	}
	for range squarings {
		sum.Mul(sum, sum)
	}
	return sum
}

// refRoot2Pi is √(2π), with π by Machin's formula.
var refRoot2Pi = func() *big.Float {
	arctan := func(n float64) *big.Float { // of 1/n
		sum, power := ref(0), ref(0).Quo(ref(1), ref(n))
		for i := 1.0; power.MantExp(nil) > -refBits; i += 2 {
			sum.Add(sum, ref(0).Quo(power, ref(i)))
			power.Quo(power, ref(-n*n))
		}
		return sum
	}
	quarter := ref(0).Sub(ref(0).Mul(ref(4), arctan(5)), arctan(239))
	return ref(0).Sqrt(quarter.Mul(quarter, ref(8)))
}()

func refDensity(x *big.Float) *big.Float {
	h := ref(0).Mul(x, x)
	h.Quo(h, ref(-2))
	return h.Quo(refExp(h), refRoot2Pi)
}

// refTail returns Φ(−x), x ≥ 0: by the power series below 8, by Laplace's continued fraction above.
func refTail(x *big.Float) *big.Float {
	if at, _ := x.Float64(); at >= 8 {
		c := ref(0).Set(x)
		for n := 600.0; n >= 1; n-- {
			c.Quo(ref(n), c).Add(c, x)
		}
		return c.Quo(refDensity(x), c)
	}
	square := ref(0).Mul(x, x)
	sum, term := ref(0).Set(x), ref(0).Set(x)
	for i := 3.0; term.Sign() != 0 && term.MantExp(nil) > -refBits; i += 2 {
		term.Mul(term, square).Quo(term, ref(i))
		sum.Add(sum, term)
	}
	sum.Mul(sum, refDensity(x))
	return sum.Sub(ref(0.5), sum)
}

func refPhi(x *big.Float) *big.Float {
	if x.Sign() > 0 {
		return ref(0).Sub(ref(1), refTail(x))
	}
	return refTail(ref(0).Neg(x))
}

// refDelta returns δ at (μ, ε), for 1e-6 ≤ μ ≤ 1e3 right to far more digits than a float64 has.
func refDelta(mu, epsilon float64) *big.Float {
	q := ref(0).Quo(ref(epsilon), ref(mu))
	half := ref(mu / 2)
	a := refPhi(ref(0).Sub(half, q))
	b := refPhi(ref(0).Neg(ref(0).Add(half, q)))
	return a.Sub(a, b.Mul(b, refExp(ref(epsilon))))
}

func TestReference(t *testing.T) {
	for _, c := range []struct{ mu, epsilon, want float64 }{ // by mpmath, 60 digits
		{0.5, 4, 2.7060338029569069376e-16},
		{1, 1, 0.1269367375066439458},
		{1e-6, 0, 3.9894228040141605534e-7},
		{1e-3, 4e-3, 7.1595624349382467821e-9},
		{1000, 500000, 0.4996010581185396509},
		{0.05, 0.3, 9.0803399664008881357e-12},
		{30, 600, 2.4420846255665561755e-7},
		{3, 0, 0.86638559746228386799},
	} {
		got, _ := refDelta(c.mu, c.epsilon).Float64()
		if math.Abs(got/c.want-1) > 1e-13 {
			t.Errorf("δ(μ = %g, ε = %g) = %.17g, want %.17g", c.mu, c.epsilon, got, c.want)
		}
	}
}
