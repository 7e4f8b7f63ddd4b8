package noise

import (
	"math/big"
	"testing"
)

// parts adds up what every column gives to each part, in units of 2⁻¹²⁷.
func parts(t *table) []*big.Int {
	column := new(big.Int).Lsh(big.NewInt(1), cutBits+lowBits)
	mass := make([]*big.Int, columns)
	for i := range mass {
		mass[i] = new(big.Int)
	}
	for c := range columns {
		own := new(big.Int).Lsh(new(big.Int).SetUint64(t.cut[c]), lowBits)
		own.Add(own, new(big.Int).SetUint64(t.low[c]))
		mass[c].Add(mass[c], own)
		mass[t.other[c]].Add(mass[t.other[c]], new(big.Int).Sub(column, own))
	}
	return mass
}

// The law of |Z| that the table amounts to must give every strip, and the tail, its normal probability to a relative
// 2⁻¹⁰⁰: the claim of docs/privacy/noise.md#noise. The share of a wedge that lies below the curve is taken from Φ.
func TestTableAgainstNormalLaw(t *testing.T) {
	mass := parts(envelope())
	f := func(j int) *big.Float { return refExp(ref(float64(j) * float64(j) / 8192)) }
	area := func(j int) *big.Float { return refHalf(ref(float64(j) / 64)) }
	whole := refRootPi2()

	type cell struct {
		name       string
		got, exact *big.Float
	}
	var cells []cell
	accepted := ref(0)
	for j := range tailPart {
		rectangle := ref(0).Quo(f(j+1), ref(64))
		wedge := ref(0).Sub(f(j), f(j+1))
		wedge.Quo(wedge, ref(64))
		exact := ref(0).Sub(area(j+1), area(j))
		below := ref(0).Sub(exact, rectangle)
		below.Quo(below, wedge).Mul(below, ref(0).SetInt(mass[wedge0+j]))
		got := below.Add(below, ref(0).SetInt(mass[j]))
		accepted.Add(accepted, got)
		cells = append(cells, cell{"strip", got, exact.Quo(exact, whole)})
	}
	// The tail's envelope is ¼·f(255/64)/(1 − 1/e).
	exact := ref(0).Sub(whole, area(tailPart))
	box := ref(0).Quo(f(tailPart), ref(0).Mul(ref(4), ref(0).Sub(ref(1), refExp(ref(1)))))
	got := ref(0).Quo(exact, box)
	got.Mul(got, ref(0).SetInt(mass[tailPart]))
	accepted.Add(accepted, got)
	cells = append(cells, cell{"tail", got, exact.Quo(exact, whole)})

	for j, c := range cells {
		off := c.got.Quo(c.got, accepted).Quo(c.got, c.exact)
		off.Sub(off, ref(1))
		if off.Sign() != 0 && off.MantExp(nil) > -100 {
			t.Errorf("%s %d: probability is off by a factor 1 + 2^%d", c.name, j, off.MantExp(nil))
		}
	}
	if mass[columns-1].Sign() != 0 {
		t.Error("the empty part has mass")
	}
}

func TestTailConstant(t *testing.T) {
	got := new(big.Int).Lsh(new(big.Int).SetUint64(invE[0]), 64)
	got.Or(got, new(big.Int).SetUint64(invE[1]))
	scaled := ref(0).SetMantExp(refExp(ref(1)), 128)
	want, _ := scaled.Int(nil)
	if got.Cmp(want) != 0 {
		t.Errorf("1/e·2¹²⁸ = %x, want %x", got, want)
	}
}

// The envelope of the tail must never be below the curve: f(255/64 + j/4) ≤ f(255/64)·e⁻ʲ.
func TestTailEnvelope(t *testing.T) {
	for j := range tailStrips {
		x := float64(tailPart+tailScale*j) / 64
		origin := float64(tailPart) / 64
		if h := (x*x-origin*origin)/2 - float64(j); h < 0 {
			t.Errorf("strip %d of the tail: the curve is e^%g above its envelope", j, -h)
		}
	}
}

// Ties with a cut must go to the low half of the cut, and only they.
func TestPick(t *testing.T) {
	e := envelope()
	s := Seeded(1).Stream(0, 0)
	for c := range uint64(columns) {
		if cut := e.cut[c]; cut > 0 && e.pick((cut-1)<<(64-cutBits)|c, s) != c {
			t.Errorf("column %d: below its cut is not its own part", c)
		}
		if cut := e.cut[c]; cut+1 < 1<<cutBits && e.pick((cut+1)<<(64-cutBits)|c, s) != uint64(e.other[c]) {
			t.Errorf("column %d: above its cut is not the other part", c)
		}
	}
	ties, own, want := 0, 0.0, 0.0
	for c := range uint64(columns) {
		if cut := e.cut[c]; cut < 1<<cutBits && uint64(e.other[c]) != c {
			for range 200 {
				ties++
				want += float64(e.low[c]) * 0x1p-64
				if e.pick(cut<<(64-cutBits)|c, s) == c {
					own++
				}
			}
		}
	}
	// A sum of at most 1 per tie has a variance of at most a quarter per tie.
	if d := own - want; d*d > 25*float64(ties)/4 {
		t.Errorf("%d ties: %g kept their part, want %g", ties, own, want)
	}
}
