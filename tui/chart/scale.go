package chart

import (
	"math"
	"slices"
	"strconv"
)

// scale maps values to rows, counted upward from 0. Linear scales have a whole number of rows between ticks, so that
// equal steps look equal.
type scale struct {
	low, unit float64 // of row 0 and of one row, in values or in their logarithms
	rows      int
	log       bool
	ticks     []tick
}

type tick struct {
	at    int // row or column
	label string
}

// row returns the (fractional) row of a value, NaN for a value that has none.
func (s scale) row(v float64) float64 {
	if s.log {
		v = logarithm(v)
	}
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return math.NaN()
	}
	// Dividing first avoids overflow in a range near the largest float. Rows far outside a narrow range are limited to a
	// number that can be computed with.
	return min(max(v/s.unit-s.low/s.unit, -farthest), farthest)
}

// farthest is a row outside every plot, small enough that a weighted mean of such rows keeps its fraction and fits an int.
const farthest = 1e9

func logarithm(v float64) float64 {
	if !(v > 0) {
		return math.NaN()
	}
	return math.Log10(v)
}

// newScale fits rows ≥ 1 rows around [low, high].
func newScale(low, high float64, rows int, log bool) scale {
	if log {
		return logScale(low, high, rows)
	}
	// Beyond the limit a difference would no longer be a finite float; below 1e-12 of the values, or near the smallest
	// float, none at all.
	low, high = min(max(low, -limit), limit), min(max(high, -limit), limit)
	size := math.Max(math.Abs(low), math.Abs(high))
	if low == high {
		// A constant is in the middle of a range that is small compared with it.
		d := math.Max(size*0.02, 1e-9)
		low, high = low-d, high+d
	} else if d := math.Max(size*1e-12, 1e-290); high-low < d {
		low, high = low-d, high+d
	}
	if rows == 1 {
		return scale{rows: 1, low: low/2 + high/2, unit: 3 * (high - low)}
	}
	if rows < fewRows {
		return tightScale(low, high, rows)
	}
	s := scale{rows: rows, low: low, unit: (high - low) / float64(rows-1)}
	step, per := niceRows(low, high, rows)
	if per == 0 {
		return s
	}
	s.unit = step / float64(per)
	s.low = math.Floor(low/s.unit) * s.unit
	first := math.Ceil(math.Round(s.low/s.unit) / float64(per))
	for k := first; ; k++ {
		r := int(math.Round(k*float64(per) - s.low/s.unit))
		if r >= rows {
			break
		}
		s.ticks = append(s.ticks, tick{r, label(k*step, step)})
	}
	return s
}

const limit = math.MaxFloat64 / 16

// fewRows is the height below which every row has its own label, and the range is rounded outward as little as that
// allows.
const fewRows = 8

// tightScale has a tick on each of a few rows, 2 at least: the smallest unit of two digits that covers [low, high] from
// a multiple of its last digit on.
func tightScale(low, high float64, rows int) scale {
	spans := float64(rows - 1)
	exponent := math.Floor(math.Log10((high - low) / spans))
	s := scale{rows: rows, low: low, unit: (high - low) / spans}
	for e := exponent - 1; e <= exponent+1; e++ {
		for _, m := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8} {
			digit := math.Pow(10, e)
			if m != math.Trunc(m) {
				digit = math.Pow(10, e-1)
			}
			unit, first := m*math.Pow(10, e), math.Floor(low/digit+1e-9)*digit
			if digit == 0 || !(first+spans*unit >= high-unit*1e-9) {
				continue
			}
			s.low, s.unit = first, unit
			for r := range rows {
				s.ticks = append(s.ticks, tick{r, label(first+float64(r)*unit, digit)})
			}
			return s
		}
	}
	return s
}

// niceRows finds the finest division of rows into ticks that covers [low, high]: a tick every step, each per rows; per
// is 0 where there is none.
func niceRows(low, high float64, rows int) (step float64, per int) {
	spans := float64(rows - 1)
	least, most := 2, min(max(rows/3, 2), 5) // rows from tick to tick
	best := math.Inf(1)
	exponent := math.Floor(math.Log10((high - low) / spans))
	for e := exponent - 1; e <= exponent+3; e++ {
		for _, m := range []float64{1, 2, 2.5, 5} {
			for k := least; k <= most; k++ {
				st := m * math.Pow(10, e)
				unit := st / float64(k)
				if unit > 0 && unit < best && math.Floor(low/unit)*unit+spans*unit >= high {
					best, step, per = unit, st, k
				}
			}
		}
	}
	return step, per
}

// logScale has its ticks at 1, 2 and 5 times powers of ten, or at powers of ten alone where they would crowd.
func logScale(low, high float64, rows int) scale {
	a, b := logarithm(low), logarithm(high)
	if math.IsNaN(a) || math.IsNaN(b) {
		a, b = 0, 1
	}
	if b-a < 1e-6 {
		a, b = a-0.05, b+0.05
	}
	if rows == 1 {
		return scale{rows: 1, log: true, low: (a + b) / 2, unit: 3 * (b - a)}
	}
	spans := float64(rows - 1)
	s := scale{rows: rows, log: true, low: a, unit: (b - a) / spans}
	mantissas := []float64{1, 2, 5}
	if b-a < 0.5 {
		mantissas = []float64{1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}
	}
	if (b-a)*3 > spans/2 {
		mantissas = mantissas[:1]
	}
	every := math.Max(1, math.Ceil((b-a)*2/spans))
	next := 0
	for e := math.Floor(a); e <= math.Ceil(b); e += every {
		for _, m := range mantissas {
			v := m * math.Pow(10, e)
			r := math.Round((math.Log10(v) - a) / s.unit)
			if r >= float64(next) && r < float64(rows) {
				s.ticks = append(s.ticks, tick{int(r), strconv.FormatFloat(v, 'g', 3, 64)})
				next = int(r) + 2
			}
		}
	}
	return s
}

// label writes a tick with the decimals its step needs.
func label(v, step float64) string {
	if v != 0 && (math.Abs(v) >= 1e6 || step < 1e-6) {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	decimals := 0
	for s := step; decimals < 6 && math.Abs(s-math.Round(s)) > 1e-6*s; decimals++ {
		s *= 10
	}
	if math.Abs(v) < step/2 {
		v = 0 // no -0.00
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// span is the smallest range that shows every value that is not wildly off: further from the median than five times
// the median or the interquartile range, whichever is larger. ok is false without values.
func span(values []float64) (low, high float64, ok bool) {
	if len(values) == 0 {
		return 0, 0, false
	}
	slices.Sort(values)
	n := len(values)
	median := values[(n-1)/2]
	reach := 5 * math.Max(math.Abs(median), values[3*(n-1)/4]-values[(n-1)/4])
	low, high = median, median
	for _, v := range values {
		if math.Abs(v-median) <= reach {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high, true
}
