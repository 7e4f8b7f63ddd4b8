package noise

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// epsilons draws a pure ε over all the magnitudes that a round can have.
func epsilons(t *rapid.T) float64 {
	return math.Pow(10, rapid.Float64Range(-9, 2.2).Draw(t, "log ε"))
}

// atMostExp reports whether p/q ≤ e^ε, for p ≥ q > 0, in exact arithmetic: e^ε from below by its series.
func atMostExp(p, q uint64, epsilon float64) bool {
	const terms = 600 // more than e^160 needs
	e := new(big.Float).SetPrec(400).SetFloat64(epsilon)
	sum, term := big.NewFloat(1).SetPrec(400), big.NewFloat(1).SetPrec(400)
	for i := 1; i < terms; i++ {
		term.Mul(term, e).Quo(term, new(big.Float).SetInt64(int64(i)))
		sum.Add(sum, term)
	}
	return new(big.Float).SetPrec(400).SetUint64(p).Cmp(sum.Mul(sum, new(big.Float).SetUint64(q))) <= 0
}

// No two numbers are told apart by more than ε, by either sign, as the integer thresholds have it; and the extremes
// are told apart by nearly all of it.
func TestSignKeepsItsPureEpsilon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon := epsilons(t)
		s, err := NewSign(epsilon)
		if err != nil {
			t.Fatal(err)
		}
		x := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{-1, 1, 0, math.NaN(), math.Inf(1), math.Inf(-1), math.Nextafter(1, 0)}))
		p, q := s.threshold(x.Draw(t, "x")), s.threshold(x.Draw(t, "y"))
		if !atMostExp(max(p, q), min(p, q), epsilon) || !atMostExp(max(-p, -q), min(-p, -q), epsilon) {
			t.Fatalf("ε = %g: thresholds %d and %d", epsilon, p, q)
		}
		worst := s.WorstLoss([]float64{1}, []float64{-1})
		if worst > epsilon || epsilon < 15 && worst < epsilon*(1-1e-6) {
			t.Fatalf("ε = %g: the extremes are told apart by %g", epsilon, worst)
		}
		// P(+1) = (x(e^ε − 1) + e^ε + 1)/(2(e^ε + 1)), written without overflow.
		v := x.Draw(t, "z")
		clipped := max(-1, min(1, v))
		if v != v {
			clipped = 0
		}
		if want := 0.5 + clipped*math.Tanh(epsilon/2)/2; math.Abs(float64(s.threshold(v))*0x1p-64-want) > 1e-13 {
			t.Fatalf("ε = %g: P(+1 | %g) = %g, want %g", epsilon, v, float64(s.threshold(v))*0x1p-64, want)
		}
		if want := 1 / math.Tanh(epsilon/2); math.Abs(s.Scale()/want-1) > 1e-6 {
			t.Fatalf("ε = %g: scale %g, want %g", epsilon, s.Scale(), want)
		}
	})
}

// All bits together are told apart by ε at most, and nearly.
func TestRandomisedResponseKeepsItsPureEpsilon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon, m := math.Pow(10, rapid.Float64Range(-3, 2).Draw(t, "log ε")), rapid.IntRange(1, 3000).Draw(t, "bits")
		f, err := NewRandomisedResponse(epsilon, m)
		if err != nil {
			t.Fatal(err)
		}
		// Each bit is told by e^(ε/m) at most, so m of them by e^ε.
		if !atMostExp(1<<63+uint64(f.lean), 1<<63-uint64(f.lean), epsilon/float64(m)) {
			t.Fatalf("ε = %g, %d bits: leans by %d", epsilon, m, f.lean)
		}
		zeros, ones := make([]float64, m), make([]float64, m)
		for j := range ones {
			ones[j] = 1
		}
		worst := f.WorstLoss(ones, zeros)
		if worst > epsilon || epsilon/float64(m) < 15 && worst < epsilon*(1-1e-6) {
			t.Fatalf("ε = %g, %d bits: told apart by %g", epsilon, m, worst)
		}
		// [LDP]: each bit is replaced with a fair coin with probability p = 2/(1 + e^(ε/m)).
		if want := 1 - 2/(1+math.Exp(epsilon/float64(m))); math.Abs(f.KeepProbability()-want) > 1e-12 {
			t.Fatalf("ε = %g, %d bits: kept with %g, want %g", epsilon, m, f.KeepProbability(), want)
		}
	})
}

// exactLog is ln(a/b) of positive integers below 2⁶⁴, right to 1e-25.
func exactLog(a, b uint64) *big.Float {
	// ln(1 + x) = 2·artanh(x/(2 + x)), x = (a − b)/b, after the ratio is brought near 1 by powers of two.
	r := new(big.Float).SetPrec(300).SetUint64(a)
	r.Quo(r, new(big.Float).SetPrec(300).SetUint64(b))
	exponent := r.MantExp(r) // in [½, 1)
	artanh := func(num, den *big.Float) *big.Float {
		z := new(big.Float).SetPrec(300).Quo(num, den)
		square := new(big.Float).SetPrec(300).Mul(z, z)
		sum := new(big.Float).SetPrec(300)
		for k := int64(1); k < 400; k += 2 {
			sum.Add(sum, new(big.Float).SetPrec(300).Quo(z, new(big.Float).SetInt64(k)))
			z.Mul(z, square)
		}
		return sum.Mul(sum, big.NewFloat(2))
	}
	one := big.NewFloat(1).SetPrec(300)
	log := artanh(new(big.Float).SetPrec(300).Sub(r, one), new(big.Float).SetPrec(300).Add(r, one))
	ln2 := artanh(big.NewFloat(1).SetPrec(300), big.NewFloat(3).SetPrec(300))
	return log.Add(log, ln2.Mul(ln2, new(big.Float).SetPrec(300).SetInt64(int64(exponent))))
}

// The proof of docs/privacy/local.md#laplace with the thresholds in use: what their rounding adds to the loss of any two values within
// reach, whatever is said, is less than the slack that was taken off ε.
func TestLaplaceKeepsItsPureEpsilon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon := math.Pow(10, rapid.Float64Range(-9.6, 2.5).Draw(t, "log ε"))
		reach := rapid.IntRange(MinReach, MaxReach).Draw(t, "reach")
		l, err := NewLaplace(epsilon, reach)
		if err != nil {
			if epsilon < 2.4e-10 {
				return
			}
			t.Fatal(err)
		}
		lambda := new(big.Float).SetPrec(300).SetFloat64(l.lambda)
		// off returns |ln(p/(1−p)) + λ·2^i|, or |ln p + λ·2^b| of a success.
		off := func(log *big.Float, power int) float64 {
			log.Add(log, new(big.Float).SetPrec(300).SetMantExp(lambda, power))
			x, _ := log.Float64()
			return math.Abs(x)
		}
		low := 0.0
		for i, threshold := range l.low {
			low += off(exactLog(threshold, -threshold), i)
		}
		success := exactLog(l.high, 1<<63)
		ln2 := exactLog(2, 1)
		high := off(success.Sub(success, ln2), len(l.low))
		// The bits of g may all differ, twice; g div 2^b by what reach allows.
		most := float64(reach>>len(l.low)+1)*high + 2*low
		if most > laplaceSlack {
			t.Fatalf("ε = %g, reach %d: rounding adds %g", epsilon, reach, most)
		}
		claimed := min(epsilon, maxLaplace)
		total := new(big.Float).SetPrec(300).Mul(lambda, new(big.Float).SetInt64(int64(reach)))
		total.Add(total, big.NewFloat(laplaceSlack))
		if x, _ := total.Float64(); x > claimed || x < claimed*(1-1e-2) {
			t.Fatalf("ε = %g, reach %d: told apart by %g", epsilon, reach, x)
		}
	})
}

// Every ratio of neighbouring probabilities, added up from the thresholds as Loss does, is e^λ or 1, for all that is
// said near the values; and a loss never passes the worst.
func TestLaplaceLoss(t *testing.T) {
	l, err := NewLaplace(2, 600)
	if err != nil {
		t.Fatal(err)
	}
	for a := -300.0; a <= 300; a += 37 {
		for b := -300.0; b <= 300; b += 41 {
			worst := l.WorstLoss([]float64{a}, []float64{b})
			if worst > 2 {
				t.Fatalf("%g and %g are told apart by %g", a, b, worst)
			}
			for said := -3000.5; said <= 3000; said += 7 {
				loss := l.Loss([]float64{a}, []float64{b}, []float64{said})
				want := l.lambda * (math.Abs(said-b) - math.Abs(said-a))
				if loss > worst || math.Abs(loss-want) > 1e-10 {
					t.Fatalf("%g said of %g and not %g tells %g, want %g, at most %g", said, a, b, loss, want, worst)
				}
			}
		}
	}
}

// coinsOf are the coins of one user of a seeded round.
func coinsOf(seed uint64, user int) *Coins {
	c := Seeded(seed).Round(0).Coins()
	c.SetUser(user)
	return &c
}

// Coins come up with their probability, each lane on its own.
func TestCoinsKeepTheirProbability(t *testing.T) {
	const draws = 20_000
	for _, p := range []float64{0, 1e-3, 0.25, 0.3333, 0.4999, 0.75, 1 - 1e-3} {
		stream := coinsOf(1, 5).Stream()
		heads, pairs := [64]float64{}, 0.0
		for range draws {
			w := stream.coins(threshold(p))
			for lane := range heads {
				heads[lane] += float64(w >> lane & 1)
			}
			pairs += float64(w & (w >> 1) & 1)
		}
		deviation := math.Sqrt(p * (1 - p) / draws)
		for lane, n := range heads {
			if math.Abs(n/draws-p) > 5*deviation {
				t.Errorf("p = %g: lane %d comes up with %g", p, lane, n/draws)
			}
		}
		if both := pairs / draws; math.Abs(both-p*p) > 6*p*math.Sqrt(1/float64(draws)) {
			t.Errorf("p = %g: two lanes come up together with %g", p, both)
		}
	}
}

// A lane is 1 exactly where its own 64-bit number, one digit from each word, is below the threshold.
func TestCoinsCompareExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		threshold := rapid.Uint64().Draw(t, "threshold") << rapid.IntRange(0, 63).Draw(t, "shift")
		got := coinsOf(seed, 0).Stream().coins(threshold)
		again := coinsOf(seed, 0).Stream()
		var numbers [64]uint64
		for range numbers {
			w := again.word()
			for lane := range numbers {
				numbers[lane] = numbers[lane]<<1 | w>>lane&1
			}
		}
		for lane, n := range numbers {
			if got>>lane&1 == 1 != (n < threshold) {
				t.Fatalf("lane %d draws %d against %d and comes up %d", lane, n, threshold, got>>lane&1)
			}
		}
	})
}

// The noise has the mean and the variance of its law, is symmetric, and its low bits are as probable as they are to be.
func TestLaplaceLaw(t *testing.T) {
	for _, epsilon := range []float64{0.01, 1, 30} {
		l, err := NewLaplace(epsilon, 1<<15)
		if err != nil {
			t.Fatal(err)
		}
		const n = 200_000
		values := make([]float64, n)
		l.Sample(values, coinsOf(3, 1).Stream())
		first, second, size, odd := 0.0, 0.0, 0.0, 0.0
		for _, v := range values {
			first += v / n
			second += v * v / n
			size += math.Abs(v) / n
			if math.Mod(math.Abs(v)-0.5, 2) == 1 {
				odd++
			}
		}
		scale := l.Scale()
		if math.Abs(first) > 5*math.Sqrt2*scale/math.Sqrt(n) {
			t.Errorf("ε = %g: mean %g at scale %g", epsilon, first, scale)
		}
		if math.Abs(size/scale-1) > 5/math.Sqrt(n) || math.Abs(second/(2*scale*scale)-1) > 5*math.Sqrt(5./n) {
			t.Errorf("ε = %g: mean size %g and square %g, want %g and %g", epsilon, size, second, scale, 2*scale*scale)
		}
		if math.Abs(odd-n/2) > 5*math.Sqrt(n)/2 {
			t.Errorf("ε = %g: %g of %d are odd", epsilon, odd, n)
		}
		off, variance := l.Statistic(make([]float64, n), values)
		if math.Abs(off) > 5*math.Sqrt(variance) || math.Abs(variance/n-1) > 0.01 {
			t.Errorf("ε = %g: off by %g of %g", epsilon, off, math.Sqrt(variance))
		}
	}
}

// Every user's coins are their own: they depend on the round and their number alone, not on whose came before.
func TestCoinsDependOnTheUserAlone(t *testing.T) {
	round := Seeded(4).Round(2)
	words := func(c *Coins, user int) (w [firstWords + 3]uint64) {
		c.SetUser(user)
		for i := range w {
			w[i] = c.word()
		}
		return w
	}
	seen := make(map[uint64]int)
	inOrder := round.Coins()
	for user := range 200 {
		fresh := round.Coins()
		a, b := words(&inOrder, user), words(&fresh, user)
		if a != b {
			t.Fatalf("user %d throws %x in order and %x alone", user, a, b)
		}
		for _, w := range a {
			if before, ok := seen[w]; ok {
				t.Fatalf("users %d and %d share a word", before, user)
			}
			seen[w] = user
		}
	}
	other := Seeded(4).Round(3).Coins()
	if words(&other, 7) == words(&inOrder, 7) {
		t.Error("two rounds share their coins")
	}
	fork, again := Seeded(4), round.Coins()
	forked := fork.Round(2).Coins()
	if words(&forked, 7) != words(&again, 7) {
		t.Error("a seed does not repeat its coins")
	}
	system, err := System(nil)
	if err != nil {
		t.Fatal(err)
	}
	one, two := system.Fork().Round(0).Coins(), system.Fork().Round(0).Coins()
	if words(&one, 7) == words(&two, 7) {
		t.Error("two runs share their coins")
	}
}

func TestUniformIsUniform(t *testing.T) {
	const users = 60_000
	for _, n := range []int{1, 2, 3, 7, 1000} {
		counts := make([]float64, n)
		c := Seeded(9).Round(n).Coins()
		for user := range users {
			c.SetUser(user)
			counts[c.Uniform(n)]++
		}
		square := 0.0
		for _, k := range counts {
			e := float64(users) / float64(n)
			square += (k - e) * (k - e) / e
		}
		if d := float64(n - 1); math.Abs(square-d) > 6*math.Sqrt(2*d)+1e-9 {
			t.Errorf("n = %d: χ² = %g", n, square)
		}
	}
}

func TestTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m, want [64]uint64
		for i := range m {
			m[i] = rapid.Uint64().Draw(t, "row")
			for j := range want {
				want[j] |= m[i] >> j & 1 << i
			}
		}
		if transpose(&m); m != want {
			t.Fatal("not its transpose")
		}
	})
}

func TestRandomisersRefuse(t *testing.T) {
	for name, err := range map[string]error{
		"a sign of no ε":        second(NewSign(0)),
		"a sign of NaN":         second(NewSign(math.NaN())),
		"bits of too little":    second(NewRandomisedResponse(1e-10, 1000)),
		"bits of NaN":           second(NewRandomisedResponse(math.NaN(), 10)),
		"noise of too little ε": second(NewLaplace(1e-10, 1000)),
		"noise of NaN":          second(NewLaplace(math.NaN(), 1000)),
		"a grid too coarse":     second(NewLaplace(1, 10)),
		"a grid too fine":       second(NewLaplace(1, 1<<20)),
	} {
		if err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }
