package noise

import (
	"math"
	"testing"
)

func gaussian(t testing.TB, sigma float64) Gaussian {
	t.Helper()
	g, err := NewGaussian(sigma)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestNewGaussianRange(t *testing.T) {
	for name, c := range map[string]struct {
		sigma float64
		ok    bool
	}{
		"smallest":     {MinSigma, true},
		"largest":      {MaxSigma, true},
		"one":          {1, true},
		"too small":    {math.Nextafter(MinSigma, 0), false},
		"too large":    {math.Nextafter(MaxSigma, math.Inf(1)), false},
		"zero":         {0, false},
		"negative":     {-1, false},
		"not a number": {math.NaN(), false},
		"infinite":     {math.Inf(1), false},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewGaussian(c.sigma); (err == nil) != c.ok {
				t.Errorf("NewGaussian(%g): %v", c.sigma, err)
			}
		})
	}
}

// cdf is P(round(N(0, σ²)) ≤ k).
func cdf(sigma, k float64) float64 { return math.Erfc(-(k+0.5)/sigma/math.Sqrt2) / 2 }

// cells cuts the integers at about the given number of quantiles of the law and returns the last integer of each
// cell but the last; no cell expects less than 20 of n samples.
func cells(sigma float64, n, count int) (last []int64) {
	seen := 0.0
	least := max(20/float64(n), 0.5/float64(count))
	for z := -6.0; z < 6; z += 12 / float64(8*count) {
		k := math.Round(z * sigma)
		if p := cdf(sigma, k); p-seen >= least && 1-p >= least {
			last, seen = append(last, int64(k)), p
		}
	}
	return last
}

// deviation returns (χ² − df)/√(2·df) of samples, divided by scale, against the law of standard deviation σ.
func deviation(sample func() int64, n int, last []int64, below func(k int64) float64) float64 {
	count := make([]float64, len(last)+1)
	for range n {
		k := sample()
		lo, hi := 0, len(last)
		for lo < hi {
			if mid := (lo + hi) / 2; last[mid] < k {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		count[lo]++
	}
	chi, before := 0.0, 0.0
	for i, c := range count {
		p := 1.0
		if i < len(last) {
			p = below(last[i])
		}
		want := (p - before) * float64(n)
		chi += (c - want) * (c - want) / want
		before = p
	}
	df := float64(len(count) - 1)
	return (chi - df) / math.Sqrt(2*df)
}

func TestSamplesFollowTheGaussian(t *testing.T) {
	const n = 500_000
	for name, sigma := range map[string]float64{
		"a fifth": 0.2, "0.3": 0.3, "one": 1, "7.3": 7.3, "thousand": 1000, "2^30": 1 << 30, "largest": MaxSigma,
	} {
		t.Run(name, func(t *testing.T) {
			g, s := gaussian(t, sigma), Seeded(11).Stream(0, 0)
			last := cells(sigma, n, 300)
			below := func(k int64) float64 { return cdf(sigma, float64(k)) }
			// Five standard deviations of χ²: one run in a million of a correct sampler; the seed is fixed.
			if d := deviation(func() int64 { return g.Sample(s) }, n, last, below); math.Abs(d) > 5 {
				t.Errorf("χ² of %d cells is %.1f standard deviations off", len(last)+1, d)
			}
		})
	}
}

// The test above must be able to fail: a σ that is 2 % off is found.
func TestGoodnessOfFitDetectsAWrongSigma(t *testing.T) {
	const n = 500_000
	g, s := gaussian(t, 1020), Seeded(11).Stream(0, 0)
	below := func(k int64) float64 { return cdf(1000, float64(k)) }
	if d := deviation(func() int64 { return g.Sample(s) }, n, cells(1000, n, 300), below); d < 5 {
		t.Errorf("2 %% too much noise is only %.1f standard deviations off", d)
	}
}

// Against the probabilities of every integer from 600-bit arithmetic.
func TestEveryInteger(t *testing.T) {
	const n = 1_000_000
	for name, sigma := range map[string]float64{"0.7": 0.7, "3": 3} {
		t.Run(name, func(t *testing.T) {
			g, s := gaussian(t, sigma), Seeded(12).Stream(0, 0)
			count := map[int64]float64{}
			for range n {
				count[g.Sample(s)]++
			}
			reach := int(6 * sigma)
			for k := -reach; k <= reach; k++ {
				want := n * refPMF(sigma, k)
				// A Poisson count may be 5 standard deviations and a bit from its mean.
				if d := count[int64(k)] - want; math.Abs(d) > 5*math.Sqrt(want)+5 {
					t.Errorf("%d came up %g times, want %.1f", k, count[int64(k)], want)
				}
			}
		})
	}
}

// With noise far below a unit, nothing but 0 is ever seen; at half a unit's noise a non-zero is one in 22.
func TestSmallSigma(t *testing.T) {
	g, s := gaussian(t, MinSigma), Seeded(13).Stream(0, 0)
	for range 10_000 {
		if k := g.Sample(s); k != 0 {
			t.Fatalf("σ = 2^-10 gave %d, which has probability e^-131072", k)
		}
	}
}

func TestMoments(t *testing.T) {
	const n, sigma = 2_000_000, 1000
	g, s := gaussian(t, sigma), Seeded(14).Stream(0, 0)
	var m1, m2, m3, m4, positive, zero float64
	for range n {
		k := g.Sample(s)
		x := float64(k) / sigma
		m1, m2, m3, m4 = m1+x, m2+x*x, m3+x*x*x, m4+x*x*x*x
		if k > 0 {
			positive++
		} else if k == 0 {
			zero++
		}
	}
	// Standard deviations of the moments of a normal law: 1, √2, √15, √96.
	for _, c := range []struct {
		name            string
		got, want, sdev float64
	}{
		{"mean", m1 / n, 0, 1},
		{"variance", m2 / n, 1 + 1.0/12/sigma/sigma, math.Sqrt(2)}, // rounding adds a twelfth of a unit
		{"skewness", m3 / n, 0, math.Sqrt(15)},
		{"kurtosis", m4 / n, 3, math.Sqrt(96)},
		{"sign", (positive - (n-zero)/2) / n, 0, 0.5},
	} {
		if d := (c.got - c.want) / c.sdev * math.Sqrt(n); math.Abs(d) > 5 {
			t.Errorf("%s is %g, want %g: %.1f standard deviations", c.name, c.got, c.want, d)
		}
	}
}

func TestTailCounts(t *testing.T) {
	const n, sigma = 4_000_000, 1 << 20
	g, s := gaussian(t, sigma), Seeded(15).Stream(0, 0)
	beyond := [6]float64{}
	for range n {
		x := math.Abs(float64(g.Sample(s))) / sigma
		for i := 3; i <= 5 && x > float64(i); i++ {
			beyond[i]++
		}
	}
	for i := 3; i <= 5; i++ {
		want := n * math.Erfc(float64(i)/math.Sqrt2)
		if d := beyond[i] - want; math.Abs(d) > 5*math.Sqrt(want)+3 {
			t.Errorf("beyond %dσ: %g samples, want %.1f", i, beyond[i], want)
		}
	}
}

// The tail is sampled as such, millions of times deeper than plain sampling reaches: its law given |Z| > 255/64.
func TestTailLaw(t *testing.T) {
	const n, sigma, start = 200_000, 1 << 20, float64(tailPart) / 64
	g, s := gaussian(t, sigma), Seeded(16).Stream(0, 0)
	whole := math.Erfc(start / math.Sqrt2)
	tail := func() int64 {
		for {
			if k, ok := g.sampleRare(tailPart, s.word(), s); ok {
				return k
			}
		}
	}
	var last []int64
	for z := start + 0.02; z < 6.2; z += 0.02 {
		last = append(last, int64(z*sigma))
	}
	below := func(k int64) float64 { return 1 - math.Erfc((float64(k)+0.5)/sigma/math.Sqrt2)/whole }
	var kept []int64
	for i, k := range last {
		if i == 0 || (below(k)-below(kept[len(kept)-1]))*n > 10 && (1-below(k))*n > 10 {
			kept = append(kept, k)
		}
	}
	if deepest := float64(kept[len(kept)-1]) / sigma; deepest < 5.5 {
		t.Fatalf("cells end at %.2fσ", deepest)
	}
	if d := deviation(tail, n, kept, below); math.Abs(d) > 5 {
		t.Errorf("χ² of %d cells is %.1f standard deviations off", len(kept)+1, d)
	}
}

// And beyond 6σ: strips of the tail picked by hand. Within strip j the curve alone decides, and the share accepted is
// its area over that of its box.
func TestBeyondSixSigma(t *testing.T) {
	const tries, sigma = 200_000, 1 << 20
	g, s := gaussian(t, sigma), Seeded(17).Stream(0, 0)
	area := func(from, to float64) float64 {
		return math.Sqrt(math.Pi/2) * (math.Erfc(from/math.Sqrt2) - math.Erfc(to/math.Sqrt2))
	}
	origin := float64(tailPart) / 64
	for j := uint64(8); j <= 20; j += 4 {
		left := origin + float64(j)/4
		const halves = 4 // of a strip
		var got [halves]float64
		for range tries {
			p := position{base: tailPart + tailScale*j, scale: tailScale, first: s.word()}
			if p.underTail(j, s.word) {
				x := float64(g.round(&p, s.word)) / sigma
				got[min(halves-1, int((x-left)*4*halves))]++
			}
		}
		box := math.Exp(-origin*origin/2-float64(j)) / 4
		for i := range got {
			from := left + float64(i)/4/halves
			want := tries * area(from, from+0.25/halves) / box
			if d := got[i] - want; math.Abs(d) > 5*math.Sqrt(want)+5 {
				t.Errorf("[%.3f, %.3f]σ: %g of %d positions accepted, want %.1f", from, from+0.25/halves, got[i], tries, want)
			}
		}
	}
}

// A sampler with few distinct values repeats itself; one whose last digits are not random favours some of them.
func TestSupport(t *testing.T) {
	for name, c := range map[string]struct {
		sigma float64
		n     int
	}{
		"many collisions expected": {1 << 26, 200_000},
		"few collisions expected":  {1 << 32, 200_000},
		"none expected":            {MaxSigma, 200_000},
	} {
		t.Run(name, func(t *testing.T) {
			g, s := gaussian(t, c.sigma), Seeded(18).Stream(0, 0)
			seen := make(map[int64]bool, c.n)
			same := 0.0
			digit := [256]float64{}
			for range c.n {
				k := g.Sample(s)
				if seen[k] {
					same++
				}
				seen[k] = true
				digit[k&255]++
			}
			// Two samples agree with probability 1/(2√π·σ).
			want := float64(c.n) * float64(c.n) / 2 / (2 * math.SqrtPi * c.sigma)
			if d := same - want; math.Abs(d) > 5*math.Sqrt(want)+1 {
				t.Errorf("%g repeats among %d samples, want %.2f", same, c.n, want)
			}
			chi := 0.0
			for _, x := range digit {
				e := float64(c.n) / 256
				chi += (x - e) * (x - e) / e
			}
			if d := (chi - 255) / math.Sqrt(2*255); math.Abs(d) > 5 {
				t.Errorf("the last eight bits are not uniform: χ² is %.1f standard deviations off", d)
			}
		})
	}
}

func TestStreamsGiveUncorrelatedNoise(t *testing.T) {
	const n, sigma = 200_000, 1000
	g, source := gaussian(t, sigma), Seeded(19)
	pairs := map[string][2]*Stream{
		"next block":   {source.Stream(0, 0), source.Stream(0, 1)},
		"next release": {source.Stream(0, 0), source.Stream(1, 0)},
		"swapped":      {source.Stream(1, 2), source.Stream(2, 1)},
		"another seed": {source.Stream(0, 0), Seeded(20).Stream(0, 0)},
	}
	for name, p := range pairs {
		sum := 0.0
		for range n {
			sum += float64(g.Sample(p[0])) / sigma * float64(g.Sample(p[1])) / sigma
		}
		if r := sum / math.Sqrt(n); math.Abs(r) > 5 {
			t.Errorf("%s: correlation is %.1f standard deviations off zero", name, r)
		}
	}
}

var sink int64

func BenchmarkSample(b *testing.B) {
	for name, sigma := range map[string]float64{"small": 0.3, "large": 1 << 20, "largest": MaxSigma} {
		b.Run(name, func(b *testing.B) {
			g, s := gaussian(b, sigma), Seeded(1).Stream(0, 0)
			for b.Loop() {
				sink += g.Sample(s)
			}
		})
	}
}

func BenchmarkStream(b *testing.B) {
	source := Seeded(1)
	for i := 0; b.Loop(); i++ {
		sink += int64(source.Stream(i, i).word())
	}
}
