package gradient

import (
	"context"
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
)

// LDPRR is the baseline that [LDP] compares with: whole gradients under local privacy of the user.
var LDPRR = &method.Method{
	Name:      "ldp-rr",
	Summary:   "local privacy, baseline: randomised response on every item and Laplace noise on its gradient",
	Source:    "[LDP], DPMF",
	Trust:     method.TrustLocal,
	Iterative: true,
	Parameters: []method.Parameter{rounds(20), rank(1), rate(rateRule), lambda("rating range"), clip, {
		Name: "item-share", Symbol: "ε₁/ε", Meaning: "fraction of ε that hides which items a user rated; the rest hides the gradients",
		Source: "[LDP], DPMF", Low: 0.01, High: 0.99, Default: 0.5, Step: 0.05,
	}, reporting, asPublished},
	Resolve: resolve,
	Plan:    planOf("flips"),
	Fit: func(ctx context.Context, task *method.Task) (method.Model, error) {
		c, r := read(task.Settings), task.Train
		turns := 1
		if c.everyRound {
			turns = c.rounds
		}
		if work := float64(r.Users) * float64(r.Items) * float64(c.rank) * float64(turns); work > mostNumbers {
			return nil, method.ParameterError{Name: "method", Value: "ldp-rr", Reason: fmt.Sprintf("it draws noise for every user, item, factor and report, here %.2g numbers and at most %.0g: "+
				"choose fewer users, items, factors ({rank}) or reports ({reporting} one-round), or ldp-gd-dr, which draws one bit for a report", work, float64(mostNumbers))}
		}
		return fitLocal(ctx, task, "flips", flips)
	},
}

// mostNumbers bounds the numbers that ldp-rr blurs: some minutes on two cores.
const mostNumbers = 1e10

// flips makes reports of whole gradients: a bit for every item, passed on by randomised response, and the d numbers of
// every item with Laplace noise, of which the server reads those whose bit came out as 1. A bit of a rated item does so
// with probability (1 + K)/2, K being the chance that it is passed on, so the numbers are divided by that.
//
// Noisy numbers are whole multiples of half their grid, and are added up as such, so that sums do not depend on threads.
func flips(ctx context.Context, f *fit, reports *accounting.Reports, phi projection, t int) (*estimate, error) {
	type place struct {
		reporter *accounting.Reporter
		user     contribution
		bits     []uint64
		numbers  []float64
		sums     []int64
	}
	var (
		items, d = f.task.Train.Items, f.rank
		half     = math.Ldexp(1, accounting.GridFor(1, accounting.FactorBits)-1)
		places   = make([]*place, f.task.Threads)
		e        = &estimate{phi: phi, values: make([]float64, items*d)}
		kept     = 1.0
		err      error
	)
	if items > 0 {
		if kept, err = reports.KeepProbability(f.itemFraction, items); err != nil {
			return nil, err
		}
	}
	e.reports, err = f.each(ctx, t, max(1, chunk*16/max(items*d, 1)), func(worker, i int) error {
		p := places[worker]
		if p == nil {
			p = &place{reporter: reports.Reporter(), user: f.contribution(), bits: make([]uint64, (items+63)/64),
				numbers: make([]float64, items*d), sums: make([]int64, items*d)}
			places[worker] = p
		}
		if err := p.reporter.Begin(i); err != nil || items == 0 {
			return err
		}
		clear(p.bits)
		clear(p.numbers)
		rated, values := f.task.Train.User(i)
		p.user.of(rated, values)
		for k, j := range rated {
			p.bits[j/64] |= 1 << (j % 64)
			for l := range d {
				p.numbers[int(j)*d+l] = p.user.entry(k, l)
			}
		}
		if err := p.reporter.RandomisedResponse(f.itemFraction, p.bits, items); err != nil {
			return err
		}
		if err := p.reporter.Laplace(1-f.itemFraction, p.numbers, 1); err != nil {
			return err
		}
		for j := range items {
			if p.bits[j/64]>>(j%64)&1 == 1 {
				for at := j * d; at < j*d+d; at++ {
					p.sums[at] += int64(p.numbers[at] / half)
				}
			}
		}
		return nil
	})
	if err != nil || e.reports == 0 || items == 0 {
		return e, err
	}
	total := make([]int64, items*d)
	for _, p := range places {
		if p != nil {
			for at, n := range p.sums {
				total[at] += n
			}
		}
	}
	passed := (1 + kept) / 2
	for at, n := range total {
		e.values[at] = float64(n) * half / (passed * float64(e.reports))
	}
	// Laplace noise of variance 2·scale², on bits that come out as 1 though nearly all stand for items that were not rated;
	// and that the bit of a rated item may be lost. An ε of a number is made use of up to 64.
	scale := 2 / min(reports.Epsilon()*(1-f.itemFraction)/float64(items*d), 64)
	e.variance = ((1-kept)*scale*scale/passed + 1 - passed) / (passed * float64(e.reports))
	return e, nil
}
