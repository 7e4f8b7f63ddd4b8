package audit

import (
	"fmt"

	"dpals/accounting"
)

const (
	// farBlocks are the blocks of the large releases: more than 2¹⁶, so that a key which keeps only 16 bits of a block's
	// number, or adds what is above them to the release's, gives two of them one stream.
	farBlocks = 1<<16 + 300

	// farReleases are the releases, the first and the last of them large: more than 2⁸.
	farReleases = 260
)

// place is one block of one release of a run, or one user in one round.
type place struct{ release, block int }

// streams finds two places that share a stream.
type streams struct {
	seen          map[[2]float64]place // by two numbers that were drawn there
	shared        float64
	first, second place // the first two that share one
}

func (s *streams) add(drawn [2]float64, here place) {
	if s.seen == nil {
		s.seen = make(map[[2]float64]place)
	}
	if there, twice := s.seen[drawn]; twice {
		if s.shared == 0 {
			s.first, s.second = there, here
		}
		s.shared++
	}
	s.seen[drawn] = here
}

func (s *streams) judge(n *Noise, of, in string) {
	p := 1.0
	if s.shared > 0 {
		p = 0
	}
	n.test(p, Finding{Kind: SharedKey, Measured: s.shared}, "%s %d of %s %d has the noise of %s %d of %s %d, and so have others: %g in all",
		of, s.second.block, in, s.second.release, of, s.first.block, in, s.first.release, s.shared)
}

// keys looks for two blocks of a run that share a stream of noise, by a plan with more blocks and more releases than a
// method is likely to have. Equal noise, or noise of opposite signs, is no chance: a block holds some eighty bits of it.
func (n *Noise) keys(seed uint64, far int) error {
	var requests []accounting.Request
	for i := range farReleases {
		blocks := 2
		if i == 0 || i == 1 || i == farReleases-1 {
			blocks = far
		}
		requests = append(requests, accounting.Request{Name: fmt.Sprintf("far %d", i), Kind: "far", Claim: accounting.UserSum("docs/privacy/noise.md", accounting.Ratings, accounting.L2), Mu: 1, Sensitivity: 1,
			Dimension: 2 * blocks, Grid: -38})
	}
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, requests)
	if err != nil {
		return err
	}
	plan.Accountant = unpriced{plan.Accountant}
	var all streams
	release := 0
	meter := accounting.NewAuditMeter(plan, seed, func(_ accounting.Release, block int, exact, noisy []float64) {
		drawn := [2]float64{noisy[0] - exact[0], noisy[1] - exact[1]}
		if drawn[0] < 0 {
			drawn[0], drawn[1] = -drawn[0], -drawn[1]
		}
		all.add(drawn, place{release, block})
	})
	for ; release < len(requests); release++ {
		blocks := requests[release].Dimension / 2
		o, err := meter.Begin(requests[release].Name, blocks, 2)
		if err != nil {
			return err
		}
		for b := range blocks {
			if err := o.AddNoise(b, make([]float64, 2)); err != nil {
				return err
			}
		}
		if err := o.End(); err != nil {
			return err
		}
	}
	all.judge(n, "block", "release")
	return nil
}

// farCoins are the coins that are compared of every user in a round: their first, and later ones, which are drawn from
// another stream.
const farCoins = 6

// coins is keys for the coins of local reports: it looks for two users, or two rounds, that share them.
func (n *Noise) coins(seed uint64, far int) error {
	var requests []accounting.Request
	for i := range 2 {
		requests = append(requests, accounting.Request{Name: fmt.Sprintf("far %d", i), Kind: "far", Claim: accounting.UserReport("docs/privacy/noise.md"), Local: true, Weight: 1, Dimension: 1})
	}
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, requests)
	if err != nil {
		return err
	}
	var all streams
	meter := accounting.NewReportAuditMeter(plan, seed, nil)
	for i, q := range requests {
		round, err := meter.BeginReports(q.Name)
		if err != nil {
			return err
		}
		one := round.Reporter()
		for user := range far {
			if err := one.Begin(user); err != nil {
				return err
			}
			var drawn [farCoins]float64
			for k := range drawn {
				drawn[k] = float64(one.Uniform(1 << 50))
			}
			all.add([2]float64(drawn[:2]), place{i, user})
			all.add([2]float64(drawn[farCoins-2:]), place{i, user})
		}
		if err := round.End(); err != nil {
			return err
		}
	}
	all.judge(n, "user", "round")
	return nil
}
