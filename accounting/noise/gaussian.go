package noise

import (
	"fmt"
	"math"
	"math/bits"
)

// MinSigma and MaxSigma bound the standard deviation, in grid units. Smaller noise would nearly always round to 0; with
// larger noise, a sum of up to 2⁵³ units would not fit in a float64.
const (
	MinSigma = 0x1p-10
	MaxSigma = 0x1p40
)

// Gaussian is the distribution round(N(0, σ²)) on the integers. Adding it to an integer x gives round(x + N(0, σ²)), so its
// cost is exactly that of the continuous Gaussian mechanism: rounding is post-processing.
//
// A Gaussian is a value without state, safe for concurrent use. Its zero value must not be sampled.
type Gaussian struct {
	table    *table
	mantissa uint64 // σ = mantissa·2^exponent, 2⁵² ≤ mantissa < 2⁵³
	exponent int    // in [−62, −12]
	shift    uint   // from the upper word of a product to half units: see nearest
}

// NewGaussian returns the distribution with standard deviation σ, in grid units, MinSigma ≤ σ ≤ MaxSigma.
func NewGaussian(sigma float64) (Gaussian, error) {
	if !(sigma >= MinSigma && sigma <= MaxSigma) {
		return Gaussian{}, fmt.Errorf("its noise is %.3g grid units, and only 2^-10 to 2^40 can be drawn exactly", sigma)
	}
	fraction, exponent := math.Frexp(sigma)
	g := Gaussian{table: envelope(), mantissa: uint64(math.Ldexp(fraction, 53)), exponent: exponent - 53}
	g.shift = uint(stripBits - g.exponent - 1)
	return g, nil
}

// Sample returns one random integer.
//
// |Z| is drawn by rejection under the envelope of table. The position inside a strip starts as one 64-bit word and is
// extended by further words whenever the answer depends on them, so the distribution is that of a real-valued position.
func (g Gaussian) Sample(s *Stream) int64 {
	for {
		w := s.word()
		part := g.table.pick(w, s)
		sign := -int64(w >> columnBits & 1)
		u := s.word()
		if part < tailPart {
			// The product is exact in 128 bits. The digits not drawn yet add less than one mantissa to the lower word, so
			// without a carry the upper word is final.
			hi, lo := bits.Mul64(g.mantissa, u)
			if lo <= ^g.mantissa {
				return g.nearest(hi+g.mantissa*part) ^ sign - sign
			}
		}
		if k, ok := g.sampleRare(part, u, s); ok {
			return k ^ sign - sign
		}
	}
}

// nearest returns σ·x rounded to an integer, halves up, given the upper word of the 128-bit mantissa·(64·x). Units lie at
// bit shift+1, so of the lower word only its carry matters.
func (g Gaussian) nearest(hi uint64) int64 { return int64((hi>>g.shift + 1) >> 1) }

// sampleRare finishes a sample that the first word of its position does not decide: in the wedges between rectangles and
// curve, in the tail, and next to a rounding boundary. It returns false if the position is rejected.
func (g Gaussian) sampleRare(part, u uint64, s *Stream) (int64, bool) {
	p := position{base: part, scale: 1, first: u}
	switch {
	case part == tailPart:
		j := tailStrip(s.word)
		if j >= tailStrips {
			return 0, false
		}
		p.base, p.scale = tailPart+tailScale*j, tailScale
		if !p.underTail(j, s.word) {
			return 0, false
		}
	case part > tailPart:
		p.base = part - wedge0
		if !p.underWedge(g.table.lower[p.base], s.word) {
			return 0, false
		}
	}
	return g.round(&p, s.word), true
}

// round returns σ·x rounded to an integer. It extends the position until the result is certain.
func (g Gaussian) round(p *position, word func() uint64) int64 {
	if len(p.rest) == 0 {
		width := g.mantissa * p.scale
		hi, lo := bits.Mul64(width, p.first)
		hi += g.mantissa * p.base
		k := g.nearest(hi)
		if lo <= ^width || g.nearest(hi+1) == k {
			return k
		}
	}
	return g.roundExactly(p, word)
}
