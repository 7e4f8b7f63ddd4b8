package noise

import "math/bits"

// coins throws 64 independent coins, one in each bit, that are 1 with probability threshold·2⁻⁶⁴ exactly: bit by bit
// from the top, each lane's own uniform 64-bit number is compared with the threshold until it differs from it. That
// takes about eight words.
func (s *Stream) coins(threshold uint64) (ones uint64) {
	for open := ^uint64(0); open != 0 && threshold != 0; threshold <<= 1 {
		w := s.word()
		if int64(threshold) < 0 { // the threshold's digit is 1: lanes with a 0 are below it
			ones |= open &^ w
			open &= w
		} else {
			open &^= w
		}
	}
	return ones
}

// Uniform returns an integer drawn uniformly from 0 … n−1, n ≥ 1 (Lemire's method: a product's upper word, with the
// lower words that would favour some of them rejected).
func (c *Coins) Uniform(n int) int {
	hi, lo := bits.Mul64(c.word(), uint64(n))
	if lo < uint64(n) {
		for least := -uint64(n) % uint64(n); lo < least; {
			hi, lo = bits.Mul64(c.word(), uint64(n))
		}
	}
	return int(hi)
}

// transpose turns a matrix of 64×64 bits about its diagonal: bit j of word i becomes bit i of word j.
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
