package ledger

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/internal/format"
)

// A square is the exact one, but for a μ too small to matter, which is rounded up.
func TestSquare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := math.Ldexp(rapid.Float64Range(1, 2).Draw(t, "mantissa"), rapid.IntRange(-140, 60).Draw(t, "exponent"))
		want := new(big.Rat).SetFloat64(mu)
		want.Mul(want, want)
		got := new(big.Rat).SetFrac(square(mu), new(big.Int).Lsh(big.NewInt(1), 2*unitBits))
		if c := got.Cmp(want); c < 0 || c > 0 && mu >= 0x1p-75 {
			t.Errorf("square(%g) is %v, not %v", mu, got, want)
		}
	})
}

// Roots are the nearest numbers on either side.
func TestRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cost := new(big.Int)
		for range rapid.IntRange(1, 5).Draw(t, "terms") {
			cost.Add(cost, square(rapid.Float64Range(1e-6, 1e3).Draw(t, "mu")))
		}
		up, down := rootUp(cost), rootDown(cost)
		if square(up).Cmp(cost) < 0 || square(math.Nextafter(up, 0)).Cmp(cost) >= 0 {
			t.Errorf("rootUp is %g", up)
		}
		if square(down).Cmp(cost) > 0 || square(math.Nextafter(down, math.Inf(1))).Cmp(cost) <= 0 {
			t.Errorf("rootDown is %g", down)
		}
	})
	if zero := new(big.Int); rootUp(zero) != 0 || rootDown(zero) != 0 || rootDown(big.NewInt(-1)) != 0 {
		t.Error("the roots of nothing are not 0")
	}
}

// What is said to fit fits, four digits up from it does not.
func TestLargestEpsilon(t *testing.T) {
	for _, delta := range []float64{1e-12, 1e-5, 0.1} {
		for _, mu := range []float64{1e-3, 0.1, 0.268, 1, 5, 40} {
			epsilon := largestEpsilon(mu, delta)
			if epsilon == 0 {
				if least, _ := accounting.Exact.Epsilon(mu, delta); least > 1e-3 {
					t.Errorf("μ %g at δ %g: nothing fits, though it proves ε %g", mu, delta, least)
				}
				continue
			}
			if cost, _ := accounting.Exact.Mu(epsilon, delta); cost > mu {
				t.Errorf("μ %g at δ %g: ε %g costs %g", mu, delta, epsilon, cost)
			}
			if cost, _ := accounting.Exact.Mu(epsilon*1.0011, delta); cost <= mu {
				t.Errorf("μ %g at δ %g: ε %g is not the largest", mu, delta, epsilon)
			}
		}
	}
	// A limit of few digits comes back as it was given.
	for _, epsilon := range []float64{0.01, 0.5, 1, 2, 4, 9.999, 20} {
		mu, err := accounting.Exact.Mu(epsilon, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		if got := largestEpsilon(mu, 1e-5); got != epsilon {
			t.Errorf("of ε %g the largest is %g", epsilon, got)
		}
	}
	if got := largestEpsilon(math.Inf(1), 1e-5); !math.IsInf(got, 1) {
		t.Errorf("without a limit the largest is %g", got)
	}
	if got := largestEpsilon(0, 1e-5); got != 0 {
		t.Errorf("of nothing the largest is %g", got)
	}
}

func TestChargesAreRoundedUp(t *testing.T) {
	for epsilon, want := range map[float64]string{
		0: "0", 1: "1", 1.46517: "1.466", 0.9999999999999879: "1", 12345.6: "1.235e+04", 1e-7: "1e-07", 1.0001e-7: "1.001e-07", 9.99951: "10", math.Inf(1): "+Inf",
	} {
		if got := format.Charge(epsilon); got != want {
			t.Errorf("format.Charge(%g) is %s, want %s", epsilon, got, want)
		}
	}
}

// The written forms must never change: a ledger would pass for damaged, or for one that spent something else.
func TestStoredFormsAreFixed(t *testing.T) {
	if got := seal("text", int64(-7), 0.1, true, nil); got != 279126791003944336 {
		t.Errorf("the seal is %d", got)
	}
	if got := square(0.75).Text(16); got != "9"+strings.Repeat("0", 63) {
		t.Errorf("the square of 3/4 is written %s", got)
	}
}
