package audit

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"dpals/accounting"
)

// Noise is the other half of part (b): whether the noise that was drawn is the noise that was promised.
type Noise struct {
	Part
	Mu      float64 // √Σ(Δ/σ̂)², from the claimed sensitivities and the measured noise
	Error   float64 // its standard error
	Claimed float64
	Samples float64 // of noise

	Tests int     // of its law and independence
	Least float64 // the smallest p-value among them
}

const (
	// improbable is the p-value from which a test is held against the noise. With some hundred tests a correct
	// implementation is accused once in ten million audits.
	improbable = 1e-9

	// slack is how far the fitted μ may be from the claim, where enough runs measure it that closely.
	slack = 0.02
)

// judge tests the noise and fits the plan's μ to it. Independence comes first: where noise is repeated, the tests of
// its law mean little.
func (n *Noise) judge(p *accounting.Plan, t *tally) {
	n.Least, n.Claimed = 1, p.Mu
	n.repeatedRuns(t)
	if t.across.degrees > 0 {
		n.test(chiSquared(t.across), Finding{Kind: Dependent}, "the noise of different releases of a run is not independent")
	}
	for i, r := range p.Releases {
		if l := &t.levels[i]; l.n > 0 {
			n.independence(r.Name, l)
		}
	}
	squared, variance := 0.0, 0.0
	for i, r := range p.Releases {
		l := &t.levels[i]
		if l.n == 0 { // no coordinates
			squared += r.Mu * r.Mu
			continue
		}
		// σ̂² over σ² is the mean of z².
		mu2 := r.Sensitivity * r.Sensitivity / (r.Sigma * r.Sigma) / (l.second / l.n)
		squared += mu2
		variance += mu2 * mu2 / (2 * l.n) // of half of mu2: the relative error of σ̂ is 1/√(2n)
		n.Samples += l.n
		n.law(r.Name, l)
	}
	n.Mu = math.Sqrt(squared)
	n.Error = math.Sqrt(variance) / n.Mu
	if off := n.Mu/p.Mu - 1; !(math.Abs(off) <= max(slack, alarm*n.Error/n.Mu)) {
		n.find(Finding{Kind: Fitted, Measured: n.Mu, Claimed: p.Mu}, "the noise that was drawn makes a μ of %.5g ± %.1g, claimed %.5g", n.Mu, n.Error, p.Mu)
	}
}

func (n *Noise) independence(name string, l *level) {
	if l.expected > 0 {
		n.test(distuv.Poisson{Lambda: l.expected}.Survival(l.repeats-1), Finding{Kind: Repeated, Release: name, Measured: l.repeats, Claimed: l.expected},
			"%.0f pairs of coordinates of %s have the same noise, where %.2g would by chance", l.repeats, name, l.expected)
	}
	if l.blocks.degrees > 0 {
		n.test(chiSquared(l.blocks), Finding{Kind: Dependent, Release: name}, "the noise of the blocks of %s is not independent", name)
	}
	if l.within.degrees > 0 {
		n.test(chiSquared(l.within), Finding{Kind: Dependent, Release: name}, "the noise within a block of %s is not independent", name)
	}
}

func (n *Noise) law(name string, l *level) {
	mean, variance := l.first/l.n, l.second/l.n
	n.test(math.Erfc(math.Abs(l.first)/math.Sqrt(l.n)/math.Sqrt2), Finding{Kind: Mean, Release: name, Measured: mean},
		"the noise of %s has mean %.3g deviations instead of 0", name, mean)
	n.test(chiSquared(sum{l.second, l.n}), Finding{Kind: Variance, Release: name, Measured: variance, Claimed: 1},
		"the noise of %s has %.4g of the variance it should have", name, variance)
	n.test(fit(l.body, l.n), Finding{Kind: Law, Release: name}, "the noise of %s is not normally distributed", name)
}

// repeatedRuns looks for runs that share noise: all of it, or in part.
func (n *Noise) repeatedRuns(t *tally) {
	const certain = 60 // bits, with which no two of the runs agree by chance
	if t.entropy >= certain {
		p := 1.0
		if len(t.prints) < t.runs {
			p = 0
		}
		n.test(p, Finding{Kind: StaleKey, Measured: float64(t.runs - len(t.prints))}, "%d of %d runs repeat the noise of another: the key is not fresh", t.runs-len(t.prints), t.runs)
	}
	var s sum
	for _, l := range t.levels {
		for _, block := range l.places {
			for _, c := range block {
				s.add(c.total, c.n)
			}
		}
	}
	if s.degrees > 0 {
		n.test(chiSquared(s), Finding{Kind: Dependent}, "the noise of different runs is not independent")
	}
}

// test notes a p-value and what it means where it is improbable. The sentence starts with what the test looks at.
func (n *Noise) test(p float64, f Finding, format string, args ...any) {
	n.Tests++
	if f.P = p; p < n.Least {
		n.Least = p
	}
	if !(p > improbable) {
		n.find(f, "%s (p = %.1g)", fmt.Sprintf(format, args...), p)
	}
}

// chiSquared is the two-sided p-value of a sum of squares of standard normal numbers.
func chiSquared(s sum) float64 {
	d := distuv.ChiSquared{K: s.degrees}
	return min(1, 2*min(d.CDF(s.square), d.Survival(s.square)))
}

// fit is the p-value of a histogram of standard normal numbers.
func fit(body [bins]float64, n float64) float64 {
	const fewest = 10 // expected in a bin, for the χ² law to hold
	statistic, degrees := 0.0, -1.0
	seen, expected := 0.0, 0.0
	for b := range bins {
		seen += body[b]
		expected += n * (below(b+1) - below(b))
		rest := n * (1 - below(b+1))
		if expected >= fewest && (rest >= fewest || b == bins-1) {
			statistic += (seen - expected) * (seen - expected) / expected
			degrees++
			seen, expected = 0, 0
		}
	}
	if degrees < 1 {
		return 1
	}
	return distuv.ChiSquared{K: degrees}.Survival(statistic)
}

// below is the probability of the bins before b.
func below(b int) float64 {
	switch b {
	case 0:
		return 0
	case bins:
		return 1
	}
	return math.Erfc(-(firstBin+float64(b-1)/2)/math.Sqrt2) / 2
}
