package noise

import (
	"math"
	"math/big"
	"testing"
)

// The functions here are the independent reference: Φ by its power series in 600-bit arithmetic, which shares no code
// with the sampler.

const refBits = 600

func ref(x float64) *big.Float { return new(big.Float).SetPrec(refBits).SetFloat64(x) }

// refExp returns exp(−x) for x ≥ 0 as 1/exp(x), from the plain series.
func refExp(x *big.Float) *big.Float {
	sum, term := ref(1), ref(1)
	for i := 1; term.MantExp(nil) > sum.MantExp(nil)-refBits; i++ {
		term.Mul(term, x).Quo(term, ref(float64(i)))
		sum.Add(sum, term)
		if term.Sign() == 0 {
			break
		}
	}
	return ref(0).Quo(ref(1), sum)
}

// refHalf returns ∫₀ˣ exp(−s²/2) ds = exp(−x²/2)·Σ x^(2n+1)/(2n+1)!! for x ≥ 0.
func refHalf(x *big.Float) *big.Float {
	square := ref(0).Mul(x, x)
	sum, term := ref(0).Set(x), ref(0).Set(x)
	for i := 3; term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-refBits; i += 2 {
		term.Mul(term, square).Quo(term, ref(float64(i)))
		sum.Add(sum, term)
	}
	return sum.Mul(sum, refExp(square.Quo(square, ref(2))))
}

// refRootPi2 is √(π/2) = ∫₀^∞ exp(−s²/2) ds. The integral beyond 40 is below 2⁻¹¹⁰⁰.
func refRootPi2() *big.Float { return refHalf(ref(40)) }

// refPMF returns P(round(N(0, σ²)) = k).
func refPMF(sigma float64, k int) float64 {
	k = max(k, -k)
	cell := func(edge float64) *big.Float { return refHalf(ref(0).Quo(ref(edge), ref(sigma))) }
	p := cell(float64(k) + 0.5)
	if k == 0 {
		p.Add(p, p)
	} else {
		p.Sub(p, cell(float64(k)-0.5))
	}
	p.Quo(p, ref(0).Mul(ref(2), refRootPi2()))
	out, _ := p.Float64()
	return out
}

func TestReference(t *testing.T) {
	root, _ := refRootPi2().Float64()
	if math.Abs(root-math.Sqrt(math.Pi/2)) > 1e-15 {
		t.Errorf("√(π/2) = %.17g", root)
	}
	for _, c := range []struct {
		sigma float64
		k     int
		want  float64
	}{
		{1, 0, 0.38292492254802624}, // erf(1/√8)
		{1, 3, 0.0059770362467676},  // Φ(3.5) − Φ(2.5), tables of the normal law
		{0.3, -1, 0.0477900},        // Φ(−5/3) − Φ(−5)
	} {
		if got := refPMF(c.sigma, c.k); math.Abs(got-c.want) > 1e-6*c.want+1e-7 {
			t.Errorf("P(round(N(0, %g²)) = %d) = %.9g, want %.9g", c.sigma, c.k, got, c.want)
		}
	}
}

func TestExpNeg(t *testing.T) {
	for _, x := range []float64{0, 1.0 / 8192, 1, 0.3, 7.9375, 100, 700} {
		got := expNeg(num(x), 256)
		diff := ref(0).Sub(ref(0).Set(got), refExp(ref(x)))
		if diff.Sign() != 0 && diff.MantExp(nil) > -255 {
			t.Errorf("exp(−%g) is off by 2^%d", x, diff.MantExp(nil))
		}
	}
}
