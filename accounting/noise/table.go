package noise

import (
	"math"
	"math/big"
	"sync"
)

// The curve f(x) = exp(−x²/2), x ≥ 0, lies under an envelope of 511 parts, one of which is picked by the alias method:
//
//	rectangle j   x in strip j = [j, j+1)/64, height f((j+1)/64): below the curve, always accepted
//	wedge j       the rest of strip j up to height f(j/64): accepted if below the curve
//	tail          x ≥ 255/64, in strips of width ¼ whose heights fall by 1/e from f(255/64)
const (
	columnBits = 9
	columns    = 1 << columnBits

	stripBits = 6   // strips have width 2⁻⁶
	tailPart  = 255 // parts 0 … 254 are the rectangles; the tail begins where they end
	wedge0    = 256 // parts 256 … 510 are the wedges; 511 is empty

	tailScale  = 16  // tail strips are 16 strips wide
	tailStrips = 100 // the mass beyond 28.98 is below 2⁻⁶⁰⁰ and is left out

	cutBits = 63 - columnBits // of a column's cut in its first word, after column and sign
	lowBits = 64              // and in its second
	bigBits = 256             // precision of the arithmetic that builds the table
)

// table is an alias table: column c keeps its own part with probability (cut + low·2⁻⁶⁴)·2⁻⁵⁴ and stands for
// other[c] otherwise. Probabilities are multiples of 2⁻¹²⁷.
type table struct {
	cut   [columns]uint64
	low   [columns]uint64
	other [columns]uint16
	lower [tailPart]float64 // f((j+1)/64)/f(j/64)
}

// envelope returns the table, which is built once.
var envelope = sync.OnceValue(func() *table {
	t := &table{}
	t.alias(weights())
	for j := range t.lower {
		t.lower[j] = math.Exp(-float64(2*j+1) / 8192)
	}
	return t
})

// pick returns the part that the word w selects. Its low 9 bits are the column, the next bit is the sign of the sample, and
// the top 54 bits are compared with the column's cut; only a tie needs another word.
func (t *table) pick(w uint64, s *Stream) uint64 {
	c := w & (columns - 1)
	top, cut := w>>(64-cutBits), t.cut[c]
	part := uint64(t.other[c])
	if top < cut { // compiles to a conditional move; a branch would be mispredicted half of the time
		part = c
	}
	if top == cut && s.word() < t.low[c] {
		part = c
	}
	return part
}

// weights returns the areas of the parts as integers that sum to exactly 2^(9+54+64). All but the largest are right to half
// a unit; the largest absorbs the rounding of the others, at most 256 units.
func weights() []*big.Int {
	area := make([]*big.Float, columns)
	total := num(0)
	height := num(1)
	for j := range tailPart {
		next := num(0).Mul(height, expNeg(num(float64(2*j+1)/8192), bigBits))
		area[j] = num(0).Quo(next, num(1<<stripBits))
		area[wedge0+j] = num(0).Quo(num(0).Sub(height, next), num(1<<stripBits))
		height = next
	}
	// A geometric series: ¼·f(255/64)·(1 + 1/e + 1/e² + …).
	area[tailPart] = num(0).Quo(height, num(0).Mul(num(4), num(0).Sub(num(1), expNeg(num(1), bigBits))))
	area[columns-1] = num(0)
	for _, a := range area {
		total.Add(total, a)
	}
	unit := num(0).SetMantExp(num(1), columnBits+cutBits+lowBits)
	scaled := make([]*big.Int, columns)
	left, _ := unit.Int(nil)
	largest := 0
	for i, a := range area {
		a.Mul(a, unit).Quo(a, total).Add(a, num(0.5))
		scaled[i], _ = a.Int(nil)
		if scaled[i].Cmp(scaled[largest]) > 0 {
			largest = i
		}
		left.Sub(left, scaled[i])
	}
	scaled[largest].Add(scaled[largest], left)
	return scaled
}

// alias fills the columns from integer weights whose mean is exactly one column: each light part's column is filled up from
// a heavy part (Vose's method, without rounding).
func (t *table) alias(weight []*big.Int) {
	column := new(big.Int).Lsh(big.NewInt(1), cutBits+lowBits)
	var light, heavy []int
	for i, w := range weight {
		if w.Cmp(column) < 0 {
			light = append(light, i)
		} else {
			heavy = append(heavy, i)
		}
	}
	for len(light) > 0 {
		l, h := light[len(light)-1], heavy[len(heavy)-1]
		light = light[:len(light)-1]
		t.set(l, weight[l], h)
		weight[h].Add(weight[h], weight[l]).Sub(weight[h], column)
		if weight[h].Cmp(column) < 0 {
			heavy = heavy[:len(heavy)-1]
			light = append(light, h)
		}
	}
	for _, h := range heavy {
		t.set(h, weight[h], h)
	}
}

func (t *table) set(c int, cut *big.Int, other int) {
	high, low := new(big.Int).DivMod(cut, new(big.Int).Lsh(big.NewInt(1), lowBits), new(big.Int))
	t.cut[c], t.low[c], t.other[c] = high.Uint64(), low.Uint64(), uint16(other)
}

// invE is 1/e in 128 bits, rounded down.
var invE = func() (w [2]uint64) {
	scaled, _ := num(0).SetMantExp(expNeg(num(1), bigBits), 128).Int(nil)
	low := new(big.Int)
	high, _ := new(big.Int).DivMod(scaled, new(big.Int).Lsh(big.NewInt(1), 64), low)
	return [2]uint64{high.Uint64(), low.Uint64()}
}()

// tailStrip returns a random strip of the tail: j with probability proportional to e⁻ʲ, or tailStrips for all beyond.
func tailStrip(word func() uint64) uint64 {
	for j := uint64(0); j < tailStrips; j++ {
		w := word()
		if w > invE[0] || (w == invE[0] && word() >= invE[1]) {
			return j
		}
	}
	return tailStrips
}
