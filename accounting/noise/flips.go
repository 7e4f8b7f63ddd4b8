package noise

import "math/bits"

// RandomisedResponse is the law of randomised response on a vector of bits: each is flipped with probability ½ − h·2⁻⁶⁴, on its own.
// That is the same as putting a fair coin in its place with probability p = 1 − h·2⁻⁶³ = 2/(1 + e^(ε/m)). A value
// without state, safe for concurrent use.
type RandomisedResponse struct {
	size int
	lean int64
}

// NewRandomisedResponse returns the law for vectors of m ≥ 1 bits, any of which may differ, of pure ε in all.
func NewRandomisedResponse(epsilon float64, m int) (RandomisedResponse, error) {
	each := epsilon / float64(m) * (1 - 0x1p-50)
	if !(each >= MinPure) {
		return RandomisedResponse{}, tooPrivate(each)
	}
	return RandomisedResponse{m, lean(each)}, nil
}

// KeepProbability is the probability 1 − p that a bit is passed on, so that a reported bit has the mean ½·(1 − Kept) + Kept·bit.
func (f RandomisedResponse) KeepProbability() float64 { return float64(f.lean) * 0x1p-63 }

// Sample flips bits in place: bit j of the vector is bit j mod 64 of word j/64. The rest of the last word becomes 0.
func (f RandomisedResponse) Sample(words []uint64, t *Stream) {
	for i := range words {
		words[i] ^= t.coins(1<<63 - uint64(f.lean))
	}
	if rest := f.size % 64; rest > 0 {
		words[len(words)-1] &= 1<<rest - 1
	}
}

// Words is the number of words that hold a vector.
func (f RandomisedResponse) Words() int { return (f.size + 63) / 64 }

// Loss is ln P(said | a)/P(said | b) for vectors of zeros and ones.
func (f RandomisedResponse) Loss(a, b, said []float64) float64 {
	more := 0 // bits that agree with a
	for j, bit := range said {
		if bit == a[j] {
			more++
		}
		if bit == b[j] {
			more--
		}
	}
	return float64(more) * ratio(1<<63+uint64(f.lean), 1<<63-uint64(f.lean))
}

// WorstLoss is the largest Loss of anything that can be said: of a itself.
func (f RandomisedResponse) WorstLoss(a, b []float64) float64 { return f.Loss(a, b, a) }

// Statistic is how many more bits were passed on than are on average, and the variance of that.
func (f RandomisedResponse) Statistic(exact, said []float64) (off, variance float64) {
	kept := f.KeepProbability()
	for j, bit := range said {
		if bit == exact[j] {
			off++
		}
	}
	n := float64(f.size)
	return off - n*(1+kept)/2, n * (1 - kept*kept) / 4
}

// Unpack writes bits as zeros and ones.
func (f RandomisedResponse) Unpack(words []uint64) []float64 {
	v := make([]float64, f.size)
	for i, w := range words {
		for ; w != 0; w &= w - 1 {
			v[64*i+bits.TrailingZeros64(w)] = 1
		}
	}
	return v
}

// Pack is the inverse of Unpack.
func (f RandomisedResponse) Pack(words []uint64, v []float64) {
	clear(words)
	for j, bit := range v {
		if bit != 0 {
			words[j/64] |= 1 << (j % 64)
		}
	}
}
