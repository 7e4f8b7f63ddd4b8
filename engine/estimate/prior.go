package estimate

import "math"

// FitPrior returns the variance L in [0, most] under which values y_j ~ N(h_j·v_j, noise_j) with v_j ~ N(0, L) are most
// likely (empirical Bayes): the maximum of −½ Σ log(h²L + noise) + y²/(h²L + noise).
//
// The logarithm of L is searched on a coarse grid around the scale of the data and then by golden section. L is 0 unless
// its likelihood exceeds that of 0 by evidence: values that noise alone could have made have no signal.
func FitPrior(y, h, noise []float64, most float64) float64 {
	scale := 0.0 // Σ y² / Σ h²: where all of y were signal
	top, bottom := 0.0, 0.0
	for j := range y {
		top += y[j] * y[j]
		bottom += h[j] * h[j]
	}
	if bottom > 0 {
		scale = top / bottom
	}
	if !(scale > 0) || math.IsInf(scale, 0) {
		return 0
	}
	at := func(e float64) float64 { return likelihood(y, h, noise, scale*math.Exp(e)) }
	const span, step = 12.0, 1.5
	best, e := math.Inf(-1), 0.0
	for x := -span; x <= span/2; x += step {
		if l := at(x); l > best {
			best, e = l, x
		}
	}
	low, high := e-step, e+step
	const golden = 0.6180339887498949
	a, b := high-golden*(high-low), low+golden*(high-low)
	la, lb := at(a), at(b)
	for range 12 { // to within a hundredth of a factor e
		if la > lb {
			high, b, lb = b, a, la
			a = high - golden*(high-low)
			la = at(a)
		} else {
			low, a, la = a, b, lb
			b = low + golden*(high-low)
			lb = at(b)
		}
	}
	e = (low + high) / 2
	if at(e) < likelihood(y, h, noise, 0)+evidence {
		return 0
	}
	return min(scale*math.Exp(e), most)
}

// evidence is by how much a signal has to raise the logarithm of the likelihood to be accepted: noise alone does that about
// once in twenty times.
const evidence = 1.5

// likelihood is the logarithm of the marginal likelihood of y at prior variance L, but for a constant.
func likelihood(y, h, noise []float64, l float64) float64 {
	sum, product := 0.0, 1.0
	for j := range y {
		v := h[j]*h[j]*l + noise[j]
		sum -= y[j] * y[j] / v
		// One logarithm for several factors, taken before the product can leave the range of a float64.
		if product *= v; product > 1e100 || product < 1e-100 {
			sum -= math.Log(product)
			product = 1
		}
	}
	return (sum - math.Log(product)) / 2
}
