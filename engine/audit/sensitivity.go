package audit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/accounting"
)

// Sensitivity is part (a): for every kind of release, the adversary who moved it furthest in terms of its claim.
type Sensitivity struct {
	Part
	Releases []Measured // one of each kind, in the order of the plan
	Pairs    int        // of runs on neighbouring ratings

	samples    []sample // of noise, over the wide shape
	skipReason string   // why nothing further can be measured; "" where it can
}

// Measured is how far a user moved a release, beside what the plan claims.
type Measured struct {
	Release   accounting.Release
	Distance  float64 // L2, Frobenius where the release is symmetric, in the release's units; of local reports their pure ε
	Adversary string  // the adversary
	Chosen    Chosen
}

// Claimed is what the plan says that a user moves the release by at most.
func (m Measured) Claimed() float64 {
	if m.Release.Local {
		return m.Release.Epsilon
	}
	return m.Release.Sensitivity
}

// Ratio is the distance over what is claimed: at most 1 where the claim holds.
func (m Measured) Ratio() float64 { return m.Distance / m.Claimed() }

// sensitivities runs the claim on a data set with the adversary, replays it on the neighbour, and returns how far apart
// each release was. Where the run is to be repeated, the replay is on several threads, and so is a third run, on the
// first data again and with the key of the first, which must be the same to the last bit. An error says what is wrong
// with the claim, unless the context ended.
func (c *claim) sensitivities(ctx context.Context, p pair, key uint64, repeat bool) ([]Measured, error) {
	if c.local() {
		return c.losses(ctx, p, key, repeat)
	}
	first, second := p.watchers()
	t, err := c.release(ctx, session{p.with, key, 1}, first)
	if err != nil {
		return nil, fmt.Errorf("a run failed: %w", err)
	}
	other, err := t.replay(ctx, c, session{p.without, 0, threadsOf(repeat)}, second)
	if err != nil {
		return nil, fmt.Errorf("a run on neighbouring ratings failed: %w", err)
	}
	if err := compareViews(first, second); err != nil {
		return nil, err
	}
	if repeat {
		third, _ := p.watchers()
		again, err := c.release(ctx, session{p.with, key, repeatThreads}, third)
		if err != nil {
			return nil, fmt.Errorf("a repeated run failed: %w", err)
		}
		if err := t.same(again, first, third); err != nil {
			return nil, err
		}
	}
	measured := make([]Measured, len(t.statistics))
	for i, d := range t.distances(other) {
		measured[i] = Measured{Release: t.statistics[i].Release, Distance: d}
	}
	return measured, nil
}

// repeatThreads is the number of threads of runs that are compared with those of one.
const repeatThreads = 3

func threadsOf(repeated bool) int {
	if repeated {
		return repeatThreads
	}
	return 1
}

// watchers see what others see of the runs on the two data sets.
func (p pair) watchers() (with, without *watcher) {
	with, without = &watcher{data: p.with, who: p.who}, &watcher{data: p.without, who: -1}
	if p.stays {
		without.who = p.who
	}
	return with, without
}

// compareViews says whether others see the same of two runs with the same releases.
func compareViews(first, second *watcher) error {
	if slices.Equal(first.views, second.views) {
		return nil
	}
	return findingf(Leaked, "", "what others see depends on a user although all releases are the same: something else crosses users")
}

// same says whether a run that was repeated came out the same: sums, noise and all that is seen. Sums that depend on
// the order of addition, or on what another run left behind, move further than any bound on one user's part in them.
func (t *transcript) same(again *transcript, first, second *watcher) error {
	equal := func(a, b [][]float64) bool { return slices.EqualFunc(a, b, slices.Equal) }
	for i := range t.statistics {
		a, b := &t.statistics[i], &again.statistics[i]
		if !equal(a.exact, b.exact) || !equal(a.noisy, b.noisy) {
			return unsettled(a.Name, a.Name)
		}
	}
	if !slices.Equal(first.views, second.views) {
		return unsettled("", "what others see")
	}
	return nil
}

func unsettled(release, what string) error {
	return findingf(Unsettled, release, "%s differs where the run is repeated with the same key, on %d threads instead of 1", what, repeatThreads)
}

// note keeps the measurements that reach furthest into their claims.
func (s *Sensitivity) note(measured []Measured) {
	for _, m := range measured {
		i := slices.IndexFunc(s.Releases, func(was Measured) bool { return was.Release.Kind == m.Release.Kind })
		if i < 0 {
			s.Releases = append(s.Releases, m)
		} else if was := s.Releases[i].Ratio(); m.Ratio() > was || math.IsNaN(m.Ratio()) {
			s.Releases[i] = m
		}
	}
}

// fail notes that the runs themselves are wrong, so that nothing further can be measured.
func (s *Sensitivity) fail(err error) {
	if s.skipReason != "" {
		return
	}
	s.addError(err)
	s.skipReason = "the runs themselves are wrong"
	if findingOf(err).Kind == Leaked {
		s.skipReason = "the model reveals more than the releases"
	}
}

// judge compares the measurements with the claims.
func (s *Sensitivity) judge() {
	for _, m := range s.Releases {
		f := Finding{Kind: Moved, Release: m.Release.Name, Measured: m.Distance, Claimed: m.Claimed()}
		switch {
		case m.Ratio() <= 1:
		case m.Release.Local:
			s.find(f, "%s loses a pure ε of %.6g by a report to %s, claimed %.6g%s", m.Adversary, m.Distance, m.Release.Name, m.Claimed(), m.Chosen)
		default:
			s.find(f, "%s moves %s by %.6g, claimed %.6g%s", m.Adversary, m.Release.Name, m.Distance, m.Release.Sensitivity, m.Chosen)
		}
	}
}
