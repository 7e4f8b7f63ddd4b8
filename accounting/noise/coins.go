package noise

import "math/bits"

// coins returns 64 independent bits, each 1 with probability exactly threshold·2⁻⁶⁴. Each bit compares its own uniform
// 64-bit number with the threshold, digit by digit from the top, until they differ. This takes about eight words for all.
func (s *Stream) coins(threshold uint64) (ones uint64) {
	for undecided := ^uint64(0); undecided != 0 && threshold != 0; threshold <<= 1 {
		w := s.word()
		if int64(threshold) < 0 { // the threshold's digit is 1: numbers with a 0 are below it
			ones |= undecided &^ w
			undecided &= w
		} else {
			undecided &^= w
		}
	}
	return ones
}

// Uniform returns an integer drawn uniformly from 0 … n−1, n ≥ 1. It uses Lemire's method: the upper word of a product,
// with rejection of the lower words that would make some integers more likely.
func (c *Coins) Uniform(n int) int {
	hi, lo := bits.Mul64(c.word(), uint64(n))
	if lo < uint64(n) {
		for least := -uint64(n) % uint64(n); lo < least; {
			hi, lo = bits.Mul64(c.word(), uint64(n))
		}
	}
	return int(hi)
}

// transpose transposes a matrix of 64×64 bits: bit j of word i becomes bit i of word j.
func transpose(m *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for width := 32; width > 0; width, mask = width/2, mask^mask<<(width/2) {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			t := (m[i]>>width ^ m[i+width]) & mask
			m[i] ^= t << width
			m[i+width] ^= t
		}
	}
}
