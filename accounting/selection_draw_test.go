package accounting

import (
	"math"
	mathrand "math/rand/v2"
	"testing"
)

// counting yields 0, always: the word that is below any chance.
type counting struct{}

func (counting) Uint64() uint64 { return 0 }

// fixedWords yields the words it is given.
type fixedWords struct {
	words []uint64
	taken int
}

func (w *fixedWords) Uint64() uint64 {
	w.taken++
	return w.words[w.taken-1]
}

// A chance is a comparison of real numbers: later words matter when the first ones are tied.
func TestChanceIsExact(t *testing.T) {
	third := 1.0 / 3 // 0x5555555555555400·2⁻⁶⁴
	for name, c := range map[string]struct {
		p     float64
		words []uint64
		want  bool
		taken int
	}{
		"never":            {0, nil, false, 0},
		"always":           {1, nil, true, 0},
		"below":            {0.5, []uint64{1<<63 - 1}, true, 1},
		"above":            {0.5, []uint64{1<<63 + 1}, false, 1},
		"equal":            {0.5, []uint64{1 << 63}, false, 1},
		"a third, below":   {third, []uint64{0x55555555555553ff}, true, 1},
		"a third, above":   {third, []uint64{0x5555555555555401}, false, 1},
		"small, tied":      {0x1p-65, []uint64{0, 1<<63 - 1}, true, 2},
		"small, tied over": {0x1p-65, []uint64{0, 1 << 63}, false, 2},
		"small, lost":      {0x1p-65, []uint64{1}, false, 1},
		"tiny":             {0x1p-1000, make([]uint64, 16), true, 16},
		"long":             {0.75 * 0x1p-63, []uint64{1, 1<<63 - 1}, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := &fixedWords{words: c.words}
			if got := chance(w, c.p); got != c.want || w.taken != c.taken {
				t.Errorf("chance(%g) = %v after %d words, want %v after %d", c.p, got, w.taken, c.want, c.taken)
			}
		})
	}
}

// masses returns P(K = k) by the textbook, for k up to the last.
func masses(law Law, mean float64, last int) []float64 {
	p := make([]float64, last+1)
	gamma := 1 / mean
	if law == Logarithmic {
		for g := 1e-9; ; g += (1 - g) / 5000 { // (1/γ − 1)/ln(1/γ) falls with γ; a coarse search, then Newton
			if (1/g-1)/-math.Log(g) < mean {
				gamma = g
				break
			}
		}
		for range 60 {
			f := func(g float64) float64 { return (1/g-1)/-math.Log(g) - mean }
			gamma -= f(gamma) * 1e-6 * gamma / (f(gamma*(1+5e-7)) - f(gamma*(1-5e-7)))
		}
	}
	poisson := math.Exp(-mean)
	for k := range p {
		switch law {
		case Poisson:
			p[k] = poisson
			poisson *= mean / float64(k+1)
		case Geometric:
			if k > 0 {
				p[k] = gamma * math.Pow(1-gamma, float64(k-1))
			}
		case Logarithmic:
			if k > 0 {
				p[k] = math.Pow(1-gamma, float64(k)) / (-math.Log(gamma) * float64(k))
			}
		case Fixed:
			if float64(k) == mean {
				p[k] = 1
			}
		}
	}
	return p
}

// What is drawn follows the law, by a chi-square over its values, and so do the masses and the mean behind the quantiles.
func TestDrawFollowsTheLaw(t *testing.T) {
	const draws = 40_000
	for name, c := range map[string]struct {
		law  Law
		mean float64
	}{
		"logarithmic 10":   {Logarithmic, 10},
		"logarithmic 1.5":  {Logarithmic, 1.5},
		"logarithmic 300":  {Logarithmic, 300},
		"geometric 10":     {Geometric, 10},
		"geometric 1.25":   {Geometric, 1.25},
		"poisson 0.3":      {Poisson, 0.3},
		"poisson 10":       {Poisson, 10},
		"poisson 2.5":      {Poisson, 2.5},
		"fixed 7":          {Fixed, 7},
		"geometric of one": {Geometric, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := selection(t, c.law, c.mean)
			want := masses(c.law, c.mean, 100_000)
			mean, sum := 0.0, 0.0
			for k, p := range want {
				mean, sum = mean+float64(k)*p, sum+p
				if got := s.runs.mass(k); math.Abs(got-p) > 1e-9*p+1e-300 && p > 1e-200 {
					t.Fatalf("P(K = %d) = %.15g, want %.15g", k, got, p)
				}
			}
			if !near(mean, c.mean, 1e-8) || !near(sum, 1, 1e-9) {
				t.Fatalf("the masses have mean %.12g and sum %.12g", mean, sum)
			}
			words := mathrand.NewChaCha8([32]byte{1})
			counts := make([]float64, len(want))
			for range draws {
				counts[s.Draw(words)]++
			}
			// Cells of at least 20 expected draws each, the last one open.
			square, cells, expected, observed := 0.0, 0, 0.0, 0.0
			left := float64(draws)
			for k := range want {
				expected, observed = expected+draws*want[k], observed+counts[k]
				if rest := left - expected; expected >= 20 && rest >= 20 || k == len(want)-1 && expected > 0 {
					square += (observed - expected) * (observed - expected) / expected
					left, expected, observed = rest, 0, 0
					cells++
				}
			}
			// The chi-square of n cells is about n ± √(2n); six of these are passed once in many millions of times.
			if n := float64(cells - 1); square > n+6*math.Sqrt(2*n)+1e-6 {
				t.Errorf("chi-square %g over %d cells", square, cells)
			}
		})
	}
}

func TestQuantile(t *testing.T) {
	for name, c := range map[string]struct {
		law     Law
		mean, p float64
		want    int
	}{
		"geometric":        {Geometric, 10, 0.99, 44}, // 0.9⁴⁴ < 0.01 < 0.9⁴³
		"geometric median": {Geometric, 10, 0.5, 7},   // 0.9⁷ < 0.5 < 0.9⁶
		"poisson":          {Poisson, 10, 0.99, 18},   // R: qpois(0.99, 10)
		"poisson nothing":  {Poisson, 0.5, 0.6, 0},    // e^(−½) > 0.6
		"poisson many":     {Poisson, 10_000, 0.5, 10_000},
		"fixed":            {Fixed, 7, 0.99, 7},
		"nearly certain":   {Geometric, 2, 1 - 0x1p-30, 30},
	} {
		t.Run(name, func(t *testing.T) {
			if got := selection(t, c.law, c.mean).Quantile(c.p); got != c.want {
				t.Errorf("%s %g: Quantile(%g) = %d, want %d", c.law, c.mean, c.p, got, c.want)
			}
		})
	}
	if p := selection(t, Poisson, 3).EmptyProbability(); !near(p, math.Exp(-3), 1e-15) {
		t.Errorf("Poisson 3 publishes nothing with chance %g", p)
	}
}
