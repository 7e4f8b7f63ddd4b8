package accounting

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestRoundUp(t *testing.T) {
	for name, c := range map[string]struct {
		x      float64
		digits int
		want   float64
	}{
		"up":                {1.23401, 4, 1.235},
		"as it is":          {1.234, 4, 1.234},
		"nearest is above":  {1.2339, 4, 1.234},
		"over the digits":   {9.9991, 4, 10},
		"large":             {123401, 4, 123500},
		"small":             {1.00001e-7, 3, 1.01e-7},
		"one digit":         {9.1, 1, 10},
		"negative":          {-1.2349, 4, -1.234},
		"negative, nearest": {-1.2341, 4, -1.234},
		"zero":              {0, 4, 0},
		"infinite":          {math.Inf(1), 4, math.Inf(1)},
		"beyond the last":   {math.MaxFloat64, 3, math.Inf(1)},
		"subnormal":         {5e-324, 2, 5e-324},
	} {
		t.Run(name, func(t *testing.T) {
			if got := RoundUp(c.x, c.digits); got != c.want {
				t.Errorf("RoundUp(%v, %d) = %v, want %v", c.x, c.digits, got, c.want)
			}
		})
	}
	if !math.IsNaN(RoundUp(math.NaN(), 4)) {
		t.Error("NaN became a number")
	}
}

// What is shown is not below x, and the next number of as many digits below it is.
func TestRoundUpIsTheLeastAbove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Ldexp(rapid.Float64Range(1, 2).Draw(t, "mantissa"), rapid.IntRange(-900, 900).Draw(t, "exponent"))
		digits := rapid.IntRange(1, 15).Draw(t, "digits")
		got := RoundUp(x, digits)
		shown, err := strconv.ParseFloat(fmt.Sprintf("%.*g", digits, got), 64)
		if err != nil || shown != got {
			t.Fatalf("%v is shown as %v, %v", got, shown, err)
		}
		if got < x {
			t.Fatalf("RoundUp(%v, %d) = %v", x, digits, got)
		}
		unit := math.Pow(10, math.Floor(math.Log10(x))-float64(digits-1))
		if got-x > unit*(1+1e-9) {
			t.Fatalf("RoundUp(%v, %d) = %v, more than a unit of %v above", x, digits, got, unit)
		}
		if again := RoundUp(got, digits); again != got {
			t.Fatalf("RoundUp(%v, %d) = %v", got, digits, again)
		}
	})
}
