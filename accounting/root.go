package accounting

import "math"

// narrow searches for the root of f between good and bad, and returns a point where f ≤ 0, which is a safe answer even if
// the search stops early. It needs f(bad) > 0 ≥ f(good), and stops when the interval is 2⁻⁴⁶ of its ends.
//
// It uses the Illinois method of false position, with a bisection after three steps that do not halve the interval.
func narrow(f func(float64) float64, bad, good float64) float64 {
	fBad, fGood := f(bad), f(good)
	width, slow := math.Abs(good-bad), 0
	moved := 0 // which end moved last: 1 bad, −1 good
	for range 400 {
		if math.Abs(good-bad) <= 0x1p-46*max(math.Abs(good), math.Abs(bad)) {
			break
		}
		x := good - fGood*(good-bad)/(fGood-fBad)
		if slow >= 3 || !(min(bad, good) < x && x < max(bad, good)) {
			x, slow = bad+(good-bad)/2, 0
		}
		if x == bad || x == good {
			break
		}
		if fx := f(x); fx > 0 {
			bad, fBad = x, fx
			if moved > 0 {
				fGood /= 2
			}
			moved = 1
		} else {
			good, fGood = x, fx
			if moved < 0 {
				fBad /= 2
			}
			moved = -1
		}
		if w := math.Abs(good - bad); w <= width/2 {
			width, slow = w, 0
		} else {
			slow++
		}
	}
	return good
}
