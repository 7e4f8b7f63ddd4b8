package people_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"dpals/loaders"
	tuipeople "dpals/tui/people"
)

func TestScales(t *testing.T) {
	for name, c := range map[string]struct {
		low, high, step float64
		digit           int
		complete, ok    bool
	}{
		"stars":      {1, 5, 1, 5, true, true},
		"half stars": {0.5, 5, 0.5, 5, true, true},
		"from zero":  {0, 4, 1, 0, true, true},
		"beyond":     {1, 5, 1, 6, true, false},
		"jester":     {-10, 10, 1, 9, false, true},
		"percent":    {0, 100, 5, 7, false, true},
		"a fraction": {0, 1, 0.1, 1, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := tuipeople.ScaleOf(&loaders.Ratings{Low: c.low, High: c.high})
			if math.Abs(s.Step()-c.step) > 1e-12 {
				t.Errorf("steps of %v, want %v", s.Step(), c.step)
			}
			if v, complete, ok := s.Digit(c.digit); v != float64(c.digit) || complete != c.complete || ok != c.ok {
				t.Errorf("digit %d is %v, %v, %v", c.digit, v, complete, ok)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1000, 1000).Draw(t, "low")
		s := tuipeople.ScaleOf(&loaders.Ratings{Low: low, High: low + rapid.Float64Range(1e-3, 1e4).Draw(t, "width")})
		v := s.Turn((s.Low()+s.High())/2, 0)
		for range rapid.IntRange(0, 60).Draw(t, "turns") {
			v = s.Turn(v, rapid.SampledFrom([]int{-1, 1}).Draw(t, "by"))
			if !(v >= s.Low() && v <= s.High()) {
				t.Fatalf("%v is not from %v to %v", v, s.Low(), s.High())
			}
		}
		for range 200 {
			v = s.Turn(v, +1)
		}
		if v != s.High() {
			t.Fatalf("the end is %v, want %v", v, s.High())
		}
	})
}
