package accounting

import "math"

// runs is the distribution of K, the number of runs of a selection, for one mean. Let G be its generating function. An
// outcome that scores at least as high as a fraction z of all outcomes of one run is G′(z) times as likely to be published
// as to be the outcome of one run. At z = 1 − Φ(s) this is E[K]·exp(−thinning(s)).
type runs interface {
	// thinning is ln(G′(1)/G′(1 − Φ(s))): 0 at s = −∞, rising with s.
	thinning(s float64) float64
	// slope is the derivative of thinning, and bend the derivative of slope. The slope has one peak, or only rises.
	slope(s float64) float64
	bend(s float64) float64
	// order is ln(G″(z)/G″(z′)) divided by ln(G′(z)/G′(z′)), the same for all z and z′.
	order() float64
	// mass is P(K = k).
	mass(k int) float64
	draw(words Words) int
}

func normalCDF(s float64) float64 { return math.Erfc(-s/math.Sqrt2) / 2 } // Φ(s)
func density(s float64) float64   { return invSqrt2Pi * math.Exp(-s*s/2) }

// negativeBinomial is the truncated negative binomial law of [TUNE] Definition 1 with η = power − 1:
// G′(z) = E[K]·(γ/(1 − (1 − γ)·z))^power. It is written with ρ = (1 − γ)/γ, as γ/(1 − (1 − γ)(1 − x)) = 1/(1 + ρx).
type negativeBinomial struct{ rho, power float64 }

func (n negativeBinomial) thinning(s float64) float64 {
	return n.power * math.Log1p(n.rho*normalCDF(s))
}
func (n negativeBinomial) slope(s float64) float64 { return n.power * n.unit(s) }
func (n negativeBinomial) bend(s float64) float64  { return n.power * n.unit(s) * (-s - n.unit(s)) }
func (n negativeBinomial) order() float64          { return (n.power + 1) / n.power }

// unit is the slope at power 1.
func (n negativeBinomial) unit(s float64) float64 {
	return n.rho * density(s) / (1 + n.rho*normalCDF(s))
}

// geometric stops after each run with probability γ = 1/(1 + ρ).
type geometric struct{ negativeBinomial }

func newGeometric(mean float64) geometric {
	return geometric{negativeBinomial{rho: mean - 1, power: 2}}
}

func (g geometric) mass(k int) float64 {
	switch {
	case k < 1:
		return 0
	case k == 1:
		return 1 / (1 + g.rho)
	}
	return math.Exp(-float64(k-1)*math.Log1p(1/g.rho)) / (1 + g.rho)
}

// logarithmic has masses (1 − γ)ᵏ/(k·ln(1/γ)).
type logarithmic struct{ negativeBinomial }

func newLogarithmic(mean float64) logarithmic {
	// The mean is ρ/ln(1 + ρ), between √(1 + ρ) and 1 + ρ/2.
	low, high := 2*(mean-1), mean*mean-1
	for range 200 {
		mid := low + (high-low)/2
		if mid <= low || mid >= high {
			break
		}
		if mid < mean*math.Log1p(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return logarithmic{negativeBinomial{rho: high, power: 1}}
}

func (l logarithmic) mass(k int) float64 {
	switch {
	case k < 1:
		return 0
	case l.rho == 0:
		return fixed{1}.mass(k)
	}
	return math.Exp(-float64(k)*math.Log1p(1/l.rho)) / (float64(k) * math.Log1p(l.rho))
}

// poisson has G′(z) = m·e^(m(z − 1)).
type poisson struct{ mean float64 }

func (p poisson) thinning(s float64) float64 { return p.mean * normalCDF(s) }
func (p poisson) slope(s float64) float64    { return p.mean * density(s) }
func (p poisson) bend(s float64) float64     { return -s * p.slope(s) }
func (poisson) order() float64               { return 1 }

func (p poisson) mass(k int) float64 {
	factorial, _ := math.Lgamma(float64(k) + 1)
	return math.Exp(float64(k)*math.Log(p.mean) - p.mean - factorial)
}

// fixed has G′(z) = n·z^(n − 1).
type fixed struct{ n int }

func (f fixed) thinning(s float64) float64 {
	switch {
	case f.n == 1:
		return 0
	case s < 0:
		return -float64(f.n-1) * math.Log1p(-normalCDF(s))
	case s < remote:
		return -float64(f.n-1) * math.Log(normalCDF(-s))
	}
	return float64(f.n-1) * (s*s/2 - math.Log(invSqrt2Pi*mills(s)))
}
func (f fixed) slope(s float64) float64 { return float64(f.n-1) * hazard(s) }
func (f fixed) bend(s float64) float64  { return f.slope(s) * (hazard(s) - s) }

// remote is where Φ(−s) runs out of digits and the Mills ratio takes over.
const remote = 25

// hazard is φ(s)/Φ(−s).
func hazard(s float64) float64 {
	if s < remote {
		return density(s) / normalCDF(-s)
	}
	return 1 / mills(s)
}

func (f fixed) order() float64 {
	if f.n == 1 {
		return 1
	}
	return float64(f.n-2) / float64(f.n-1)
}

func (f fixed) mass(k int) float64 {
	if k == f.n {
		return 1
	}
	return 0
}
