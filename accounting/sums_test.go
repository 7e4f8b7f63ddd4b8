package accounting

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestGridFor(t *testing.T) {
	for name, c := range map[string]struct {
		bound float64
		bits  int
		want  int
	}{
		"one":            {1, 29, -29},
		"a power of two": {8, 29, -26},
		"just above one": {math.Nextafter(8, 9), 29, -25},
		"just below one": {math.Nextafter(8, 7), 29, -26},
		"a fraction":     {0.3, 14, -15},
		"a half":         {0.5, 14, -15},
		"rating range":   {4.5, 0, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if got := GridFor(c.bound, c.bits); got != c.want {
				t.Errorf("GridFor(%g, %d) = %d, want %d", c.bound, c.bits, got, c.want)
			}
		})
	}
}

func TestGridForIsFinest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bound := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "mantissa"), rapid.IntRange(-60, 60).Draw(t, "exponent"))
		bits := rapid.IntRange(0, 29).Draw(t, "bits")
		e := GridFor(bound, bits)
		if bound > math.Ldexp(1, e+bits) || bound <= math.Ldexp(1, e-1+bits) {
			t.Fatalf("GridFor(%g, %d) = %d", bound, bits, e)
		}
	})
}

func TestTruncate(t *testing.T) {
	for name, c := range map[string]struct {
		x    float64
		grid int
		want float64
	}{
		"towards zero":          {0.99, 0, 0},
		"towards zero, below":   {-0.99, 0, 0},
		"on the grid":           {0.75, -2, 0.75},
		"fine grid":             {0.8, -2, 0.75},
		"negative on fine grid": {-0.8, -2, -0.75},
		"coarse grid":           {1000, 8, 768},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Truncate(c.x, c.grid); got != c.want {
				t.Errorf("Truncate(%g, %d) = %g, want %g", c.x, c.grid, got, c.want)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		x, grid := rapid.Float64Range(-1e6, 1e6).Draw(t, "x"), rapid.IntRange(-40, 10).Draw(t, "grid")
		got, unit := Truncate(x, grid), math.Ldexp(1, grid)
		if math.Abs(got) > math.Abs(x) || math.Abs(x-got) >= unit || got/unit != math.Trunc(got/unit) {
			t.Fatalf("Truncate(%g, %d) = %g", x, grid, got)
		}
	})
}

// The extreme of the bit budget: as many users as a statistic may have, all at the bound on one item. Every partial
// sum must be exact, so that no order of the users can change it.
func TestSumsAtTheExtreme(t *testing.T) {
	const bound = 0.7
	grid := GridFor(bound, SumBits)
	most := Truncate(bound, grid)
	sum, units := 0.0, int64(0)
	each := int64(math.Ldexp(most, -grid))
	for range MaxUsers {
		sum += most
		units += each
	}
	if want := math.Ldexp(float64(units), grid); sum != want || int64(math.Ldexp(sum, -grid)) != units || units > 1<<53 {
		t.Errorf("%d users at the bound sum to %g, want %g", MaxUsers, sum, want)
	}
	// The same for products of two factors at their bounds.
	z := GridFor(math.Sqrt(bound), FactorBits)
	factor := Truncate(math.Sqrt(bound), z)
	if units := math.Ldexp(factor*factor, -2*z); units != math.Trunc(units) || units*MaxUsers > 1<<53 {
		t.Errorf("a product of factors is %g units, %d of them pass 2^53", units, MaxUsers)
	}
	// Shuffled, with ratings of both signs, and as four partial sums.
	random := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, 1<<20)
	for i := range values {
		values[i] = Truncate(bound*(2*random.Float64()-0.9), grid)
	}
	add := func(values []float64) (s float64) {
		for _, v := range values {
			s += v
		}
		return s
	}
	first := add(values)
	for range 3 {
		random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		q := len(values) / 4
		parts := add(values[:q]) + (add(values[q:2*q]) + add(values[2*q:3*q])) + add(values[3*q:])
		if again := add(values); math.Float64bits(again) != math.Float64bits(first) || math.Float64bits(parts) != math.Float64bits(first) {
			t.Fatalf("another order sums to %g and %g, not %g", again, parts, first)
		}
	}
}

// Without the grid the same sums do depend on the order: what the budget is for.
func TestSumsOffTheGridDepend(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, 1<<16)
	for i := range values {
		values[i] = random.Float64()
	}
	forward, backward := 0.0, 0.0
	for i := range values {
		forward += values[i]
		backward += values[len(values)-1-i]
	}
	if forward == backward {
		t.Error("sums of plain float64 agree in two orders; the test above proves nothing")
	}
}

func BenchmarkTruncate(b *testing.B) {
	x := 0.0
	for b.Loop() {
		x = Truncate(x+0.7, -20)
	}
}
