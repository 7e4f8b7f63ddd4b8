package noise

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// script hands out the given words, then the last one for ever.
func script(w ...uint64) func() uint64 {
	return func() uint64 {
		x := w[0]
		if len(w) > 1 {
			w = w[1:]
		}
		return x
	}
}

// at returns the exact x = (base + scale·v)/64 of a position whose digits are followed by the given ones for ever.
func (p position) at(follow uint64) *big.Float {
	digits, n := p.digits()
	for range 4 {
		digits.Lsh(digits, 64).Or(digits, new(big.Int).SetUint64(follow))
		n += 64
	}
	x := ref(0).SetInt(digits)
	x.SetMantExp(x, -int(n)).Mul(x, ref(float64(p.scale))).Add(x, ref(float64(p.base)))
	return x.Quo(x, ref(64))
}

// Positions whose first word straddles a rounding boundary must be settled by the words that follow.
func TestRoundAtBoundaries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sigma := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "mantissa"), rapid.IntRange(-1, 40).Draw(t, "exponent"))
		g, err := NewGaussian(sigma)
		if err != nil {
			t.Skip("out of range")
		}
		k := int64(rapid.Float64Range(0, 3.9).Draw(t, "x") * sigma)
		// The boundary between k and k + 1 lies at x = (k + ½)/σ.
		edge := ref(0).Quo(ref(float64(k)+0.5), ref(sigma))
		edge.Mul(edge, ref(64))
		base, _ := edge.Int64()
		if base >= tailPart {
			t.Skip("in the tail")
		}
		edge.Sub(edge, ref(float64(base)))
		u, _ := edge.SetMantExp(edge, 64).Uint64()
		if below, above := (position{base: uint64(base), scale: 1, first: u}), (position{base: uint64(base), scale: 1, first: u + 1}); u < math.MaxUint64 {
			if got := g.round(&below, script(0)); got != k && !exactly(&below, sigma, k) {
				t.Fatalf("σ %g: just below the boundary rounds to %d, not %d", sigma, got, k)
			}
			if got := g.round(&above, script(0)); got != k+1 {
				t.Fatalf("σ %g: above the boundary rounds to %d, not %d", sigma, got, k+1)
			}
		}
		p := position{base: uint64(base), scale: 1, first: u}
		want := int64(0)
		follow := rapid.Uint64().Draw(t, "follow")
		y := p.at(follow)
		y.Mul(y, ref(sigma)).Add(y, ref(0.5))
		want, _ = y.Int64()
		if got := g.round(&p, script(follow)); got != want {
			t.Fatalf("σ %g, strip %d + %#x…%#x: rounds to %d, want %d", sigma, base, u, follow, got, want)
		}
	})
}

// exactly reports whether the position begins on the boundary above k, where it rounds up.
func exactly(p *position, sigma float64, k int64) bool {
	y := p.at(0)
	return y.Mul(y, ref(sigma)).Cmp(ref(float64(k)+0.5)) == 0
}

// Heights within 2⁻⁶⁴ of the curve must be settled by the words that follow, as arithmetic of 600 bits settles them.
func TestUnderCurveAtTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wedge := rapid.Bool().Draw(t, "wedge")
		base := rapid.Uint64Range(0, tailPart-1).Draw(t, "strip")
		p := position{base: base, scale: 1, first: rapid.Uint64().Draw(t, "u")}
		origin, drop := base, uint64(0)
		if !wedge {
			drop = rapid.Uint64Range(0, 8).Draw(t, "j")
			origin = tailPart
			p.base, p.scale = tailPart+tailScale*drop, tailScale
		}
		lower := ref(0)
		if wedge {
			lower = refExp(ref(float64(2*base+1) / 8192))
		}
		// height(v) is the t at which lower + t·(1 − lower) meets the curve.
		height := func(x *big.Float) *big.Float {
			h := ref(0).Mul(x, x)
			o := float64(origin) / 64
			h.Sub(h, ref(o*o)).Quo(h, ref(2)).Sub(h, ref(float64(drop)))
			y := refExp(h)
			return y.Sub(y, lower).Quo(y, ref(0).Sub(ref(1), lower))
		}
		follow := rapid.Uint64().Draw(t, "digits of position")
		then := rapid.Uint64().Draw(t, "digits of height")
		meet := height(p.at(follow))
		first, _ := ref(0).SetMantExp(meet, 64).Uint64()
		y := position{base: 0, scale: 64, first: first}.at(then)
		want := y.Cmp(meet) < 0
		q := p
		turn := 0
		got := q.underExactly(first, origin, drop, wedge, func() uint64 {
			turn++
			if turn%2 == 1 {
				return follow
			}
			return then
		})
		if got != want {
			t.Fatalf("wedge %v, strip %d, %#x: under the curve %v, want %v", wedge, base, p.first, got, want)
		}
	})
}

// Where float64 decides, exact arithmetic must decide the same.
func TestFloatAgreesWithExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, height := rapid.Uint64().Draw(t, "u"), rapid.Uint64().Draw(t, "height")
		var fast, slow bool
		if rapid.Bool().Draw(t, "wedge") {
			base := rapid.Uint64Range(0, tailPart-1).Draw(t, "strip")
			p := position{base: base, scale: 1, first: u}
			q := p
			fast = p.underWedge(envelope().lower[base], script(height, 0))
			slow = q.underExactly(height, base, 0, true, script(0))
		} else {
			j := rapid.Uint64Range(0, 20).Draw(t, "j")
			p := position{base: tailPart + tailScale*j, scale: tailScale, first: u}
			q := p
			fast = p.underTail(j, script(height, 0))
			slow = q.underExactly(height, tailPart, j, false, script(0))
		}
		if fast != slow {
			t.Fatalf("float64 says %v, exact arithmetic %v", fast, slow)
		}
	})
}
