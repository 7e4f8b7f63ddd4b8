package audit

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync/atomic"

	"gonum.org/v1/gonum/stat/distuv"
)

// OneRun is part (c): many canaries, each put in or left out by a coin, guessed from the releases of a single run
// (Steinke, Nasr, Jagielski, Privacy Auditing with One (1) Training Run, NeurIPS 2023).
type OneRun struct {
	Part
	Canaries, Guesses, Right int
	EpsilonBound             float64 // at the target's δ
}

// guessed is the fraction of the canaries that a guess is made for; on the others, in the middle, the attack abstains.
const guessed = 0.5

// If a run releases more than mostReleased coordinates, there are fewer canaries: each takes a run of its own to score.
const (
	mostReleased   = 40000
	fewestCanaries = 20
)

// oneRun puts canaries on items of their own, two for each and rated with the extremes, so that their contributions
// hardly overlap; trains once; and guesses.
func (a *Audit) oneRun(ctx context.Context, s start, o *OneRun) error {
	r := rand.New(rand.NewPCG(keyOf(a.target.Seed, "one run", 0), 1))
	e := experiment{others: smallShape.others(r)}
	canaries := a.canaries
	for {
		var err error
		e.items = catalogue + 2*canaries
		if e.claim, err = a.claim(a.public(e.items, a.target.Epsilon), s.given); err != nil {
			o.Skipped = "its data set cannot be planned for: " + err.Error()
			return nil
		}
		if canaries <= fewestCanaries || e.claim.size() <= mostReleased {
			break
		}
		canaries = canaries * 4 / 5
	}
	in := make([]bool, canaries)
	for i := range in {
		p := person{name: strconv.Itoa(otherUsers + 1 + i)}
		p.rate(catalogue+2*i, high)
		p.rate(catalogue+2*i+1, low)
		e.canaries = append(e.canaries, p)
		in[i] = r.IntN(2) == 1
	}
	var done atomic.Int64
	scores, err := e.scores(ctx, in, keyOf(a.target.Seed, "one run", 1), func() {
		a.reportProgress(PartOneRun, float64(done.Add(1))/float64(len(in)))
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		o.addError(err)
		return nil
	}
	o.guess(scores, in)
	bound := func(d risk) float64 { return oneRunEpsilon(o.Canaries, o.Guesses, o.Right, a.target.Delta, d) }
	o.EpsilonBound = bound(reportRisk)
	if sure := bound(findingRisk); sure > e.claim.plan.Epsilon {
		o.find(Finding{Kind: Guessed, Measured: sure, Claimed: e.claim.plan.Epsilon}, "%d of %d guesses are right, which takes an ε of at least %.4g, claimed %.4g", o.Right, o.Guesses, sure, e.claim.plan.Epsilon)
	}
	return nil
}

// guess takes the canaries of the highest scores for those that are in, and of the lowest for those that are not, and
// counts how often that is right.
func (o *OneRun) guess(scores []float64, in []bool) {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(scores[x], scores[y]) })
	half := max(1, int(guessed*float64(len(order))/2))
	o.Canaries, o.Guesses = len(order), 2*half
	for i := range half {
		if !in[order[i]] {
			o.Right++
		}
		if in[order[len(order)-1-i]] {
			o.Right++
		}
	}
}

// oneRunEpsilon returns the largest ε that this number of right guesses refutes at δ, but for the risk.
func oneRunEpsilon(canaries, guesses, right int, delta float64, d risk) float64 {
	refuted, high := 0.0, 1.0
	for high < 64 && oneRunP(canaries, guesses, right, high, delta) < float64(d) {
		refuted, high = high, 2*high
	}
	for range 40 {
		middle := (refuted + high) / 2
		if oneRunP(canaries, guesses, right, middle, delta) < float64(d) {
			refuted = middle
		} else {
			high = middle
		}
	}
	return refuted
}

// oneRunP bounds the probability that at least `right` of the guesses about m canaries are right, if the mechanism is
// (ε, δ)-DP: P(W ≥ right) + 2mδ·max over i of P(right > W ≥ right − i)/i, where W counts the successes of as many
// trials that succeed with probability e^ε/(1 + e^ε) each.
func oneRunP(m, guesses, right int, epsilon, delta float64) float64 {
	w := distuv.Binomial{N: float64(guesses), P: 1 / (1 + math.Exp(-epsilon))}
	p := 0.0
	for v := right; v <= guesses; v++ {
		p += w.Prob(float64(v))
	}
	most, mass := 0.0, 0.0
	for i := 1; i <= right; i++ {
		mass += w.Prob(float64(right - i))
		most = max(most, mass/float64(i))
	}
	return min(1, p+2*float64(m)*delta*most)
}
