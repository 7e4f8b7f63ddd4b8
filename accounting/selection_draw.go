package accounting

import "math"

// Words is a source of uniform random 64-bit words.
type Words interface{ Uint64() uint64 }

// chance returns true with probability exactly p, 0 ≤ p ≤ 1: it compares p with a uniform real number, of which it draws
// as many words as the comparison needs.
func chance(words Words, p float64) bool {
	for p < 1 {
		if p == 0 {
			return false
		}
		// Scaling by a power of two is exact, so scaled, digit and the remainder of p are exact.
		scaled := p * 0x1p64
		digit := math.Floor(scaled)
		switch word := words.Uint64(); {
		case word < uint64(digit):
			return true
		case word > uint64(digit):
			return false
		}
		p = scaled - digit
	}
	return true
}

// The draws below are sequences of chances. Each probability and its complement are within a relative 2⁻⁴⁷ of the exact
// value. Nothing is cut off: every number of runs that the law allows can be drawn.

func (g geometric) draw(words Words) int { return trials(words, 1/(1+g.rho), g.rho/(1+g.rho)) }

// A logarithmic K is a geometric one whose probability of stopping is γ^V, V uniform in [0, 1].
func (l logarithmic) draw(words Words) int {
	v := (float64(words.Uint64()) + 0.5) * 0x1p-64
	exponent := -v * math.Log1p(l.rho)
	return trials(words, math.Exp(exponent), -math.Expm1(exponent))
}

// trials returns the number of trials up to the first that stops, given the probabilities of stopping and of going on.
func trials(words Words, stop, on float64) int {
	for k := 1; ; k++ {
		if stop < on && chance(words, stop) || stop >= on && !chance(words, on) {
			return k
		}
	}
}

// A Poisson K is the sum of independent ones of means up to 1. Each of these counts up from 0 with the probabilities
// P(K > k | K ≥ k) = x/(1 + x), x = λ/(k + 1)·(1 + λ/(k + 2)·(1 + …)).
func (p poisson) draw(words Words) int {
	parts := math.Ceil(p.mean)
	lambda, total := p.mean/parts, 0
	for range int(parts) {
		for k := 0.0; ; k++ {
			x := 0.0
			for i := k + 30; i > k; i-- {
				x = lambda / i * (1 + x)
			}
			if !chance(words, x/(1+x)) {
				break
			}
			total++
		}
	}
	return total
}

func (f fixed) draw(Words) int { return f.n }
