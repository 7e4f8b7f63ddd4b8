package noise

import "math/bits"

// RandomisedResponse is randomised response on a vector of bits: each bit is flipped independently with probability
// ½ − h·2⁻⁶⁴. Equivalently, each bit is replaced by a fair coin with probability 1 − h·2⁻⁶³ = 2/(1 + e^(ε/m)). It is a value
// without state, safe for concurrent use.
type RandomisedResponse struct {
	size int
	lean int64
}

// NewRandomisedResponse returns randomised response with a total pure ε on vectors of m ≥ 1 bits, all of which may differ.
func NewRandomisedResponse(epsilon float64, m int) (RandomisedResponse, error) {
	each := epsilon / float64(m) * (1 - 0x1p-50)
	if !(each >= MinPure) {
		return RandomisedResponse{}, tooPrivate(each)
	}
	return RandomisedResponse{m, maxBias(each)}, nil
}

// KeepProbability returns the probability p that a bit is kept instead of replaced by a fair coin: a reported bit has the
// mean ½·(1 − p) + p·bit.
func (f RandomisedResponse) KeepProbability() float64 { return float64(f.lean) * 0x1p-63 }

// Sample randomises bits in place: bit j of the vector is bit j mod 64 of word j/64. Unused bits of the last word become 0.
func (f RandomisedResponse) Sample(words []uint64, t *Stream) {
	for i := range words {
		words[i] ^= t.coins(1<<63 - uint64(f.lean))
	}
	if rest := f.size % 64; rest > 0 {
		words[len(words)-1] &= 1<<rest - 1
	}
}

// Words returns the number of words that hold a vector.
func (f RandomisedResponse) Words() int { return (f.size + 63) / 64 }

// Loss returns the privacy loss ln P(reported | a)/P(reported | b) for vectors of zeros and ones.
func (f RandomisedResponse) Loss(a, b, reported []float64) float64 {
	more := 0 // bits that agree with a, less those that agree with b
	for j, bit := range reported {
		if bit == a[j] {
			more++
		}
		if bit == b[j] {
			more--
		}
	}
	return float64(more) * ratio(1<<63+uint64(f.lean), 1<<63-uint64(f.lean))
}

// WorstLoss returns the largest Loss of any report, which is that of a itself.
func (f RandomisedResponse) WorstLoss(a, b []float64) float64 { return f.Loss(a, b, a) }

// Statistic returns the number of unchanged bits less its mean, and its variance.
func (f RandomisedResponse) Statistic(exact, reported []float64) (statistic, variance float64) {
	kept := f.KeepProbability()
	for j, bit := range reported {
		if bit == exact[j] {
			statistic++
		}
	}
	n := float64(f.size)
	return statistic - n*(1+kept)/2, n * (1 - kept*kept) / 4
}

// Unpack returns bits as zeros and ones.
func (f RandomisedResponse) Unpack(words []uint64) []float64 {
	v := make([]float64, f.size)
	for i, w := range words {
		for ; w != 0; w &= w - 1 {
			v[64*i+bits.TrailingZeros64(w)] = 1
		}
	}
	return v
}

// Pack sets the bits of words from zeros and ones; it is the inverse of Unpack.
func (f RandomisedResponse) Pack(words []uint64, v []float64) {
	clear(words)
	for j, bit := range v {
		if bit != 0 {
			words[j/64] |= 1 << (j % 64)
		}
	}
}
