package noise

import (
	"math"
	"math/big"
)

// band is the least distance between a height and the curve at which float64 compares them reliably. Heights are at most 1;
// the position, the exponent, the exponential and the height each add a few units of 2⁻⁵³ (docs/privacy/noise.md#noise).
const band = 0x1p-45

// position is a point x = (base + scale·v)/64, where v = 0.first rest… in [0, 1) is a binary number of which only some
// digits are drawn yet.
type position struct {
	base, scale uint64
	first       uint64
	rest        []uint64
}

// underWedge reports whether a uniform height between lower and 1 is below f(x)/f(left) in strip base, with
// lower = f(right)/f(left).
func (p *position) underWedge(lower float64, word func() uint64) bool {
	v := float64(p.first) * 0x1p-64
	h := v * (2*float64(p.base) + v) / 8192
	height := word()
	gap := lower + float64(height)*0x1p-64*(1-lower) - math.Exp(-h)
	if math.Abs(gap) > band {
		return gap < 0
	}
	return p.underExactly(height, p.base, 0, true, word)
}

// underTail reports whether a uniform height is below f(x)/(f(255/64)·e⁻ʲ) in strip j of the tail.
func (p *position) underTail(j uint64, word func() uint64) bool {
	y := (float64(j) + float64(p.first)*0x1p-64) / 4
	h := y*(float64(tailPart)/(1<<stripBits)) + y*y/2 - float64(j)
	height := word()
	gap := float64(height)*0x1p-64 - math.Exp(-h)
	if math.Abs(gap) > band {
		return gap < 0
	}
	return p.underExactly(height, tailPart, j, false, word)
}

// underExactly reports whether lower + t·(1 − lower) < exp(−h), where h = ((64x)² − origin²)/8192 − drop and t is uniform
// with the first word given; lower is f((base+1)/64)/f(base/64) for a wedge, otherwise 0. It extends position and height
// together until the answer is the same for all digits not drawn yet.
func (p *position) underExactly(first, origin, drop uint64, wedge bool, word func() uint64) bool {
	height := new(big.Int).SetUint64(first)
	for {
		digits, n := p.digits()
		prec := n + 64
		slack := new(big.Float).SetMantExp(num(1), -int(n)-32) // more than the arithmetic's error
		lower := num(0)
		if wedge {
			lower = expNeg(num(float64(2*p.base+1)/8192), prec)
		}
		// The gap grows with x and with t, so its range over the unknown digits lies between two corners.
		gap := func(v, t *big.Int) *big.Float {
			z := new(big.Float).SetPrec(prec + 64).SetInt(v)
			z.SetMantExp(z, -int(n)).Mul(z, num(float64(p.scale))).Add(z, num(float64(p.base)))
			z.Mul(z, z).Sub(z, num(float64(origin*origin)))
			z.SetMantExp(z, -13).Sub(z, num(float64(drop)))
			y := new(big.Float).SetPrec(prec).SetInt(t)
			y.SetMantExp(y, -int(n)).Mul(y, new(big.Float).SetPrec(prec).Sub(num(1), lower)).Add(y, lower)
			return y.Sub(y, expNeg(z, prec))
		}
		one := big.NewInt(1)
		if gap(digits, height).Cmp(slack) > 0 {
			return false
		}
		if gap(new(big.Int).Add(digits, one), new(big.Int).Add(height, one)).Cmp(slack.Neg(slack)) < 0 {
			return true
		}
		p.rest = append(p.rest, word())
		height.Lsh(height, 64).Or(height, new(big.Int).SetUint64(word()))
	}
}

// roundExactly is round with as many digits as it needs.
func (g Gaussian) roundExactly(p *position, word func() uint64) int64 {
	width := new(big.Int).SetUint64(g.mantissa * p.scale)
	for {
		digits, n := p.digits()
		// σ·x = product·2^−shift, and the unknown digits add less than one width to the product.
		product := new(big.Int).Lsh(new(big.Int).SetUint64(g.mantissa*p.base), n)
		product.Add(product, new(big.Int).Mul(width, digits))
		shift := n + uint(stripBits-g.exponent)
		product.Add(product, new(big.Int).Lsh(big.NewInt(1), shift-1))
		most := new(big.Int).Add(product, width)
		most.Sub(most, big.NewInt(1))
		if product.Rsh(product, shift).Cmp(most.Rsh(most, shift)) == 0 {
			return product.Int64()
		}
		p.rest = append(p.rest, word())
	}
}

// digits returns the n binary digits of v drawn so far, as an integer.
func (p *position) digits() (v *big.Int, n uint) {
	v = new(big.Int).SetUint64(p.first)
	for _, w := range p.rest {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(w))
	}
	return v, 64 * uint(1+len(p.rest))
}

// num returns x with the precision of the table.
func num(x float64) *big.Float { return new(big.Float).SetPrec(bigBits).SetFloat64(x) }

// expNeg returns exp(−x) for 0 ≤ x < 2¹⁶, to within 2^−prec.
func expNeg(x *big.Float, prec uint) *big.Float {
	// exp(−x) = exp(−x/2ˢ)^(2ˢ) with s such that the series converges fast; each squaring doubles the error, which
	// the extra precision absorbs.
	s := max(0, x.MantExp(nil)+8)
	work := prec + uint(s) + 32
	y := new(big.Float).SetPrec(work).Set(x)
	y.SetMantExp(y, -s).Neg(y)
	sum := new(big.Float).SetPrec(work).SetInt64(1)
	term := new(big.Float).SetPrec(work).SetInt64(1)
	for i := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(work); i++ {
		term.Mul(term, y).Quo(term, new(big.Float).SetInt64(i))
		sum.Add(sum, term)
	}
	for range s {
		sum.Mul(sum, sum)
	}
	return sum.SetPrec(prec)
}
