package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dpals/accounting"
	"dpals/loaders"
)

// Sensitivity is part (a): for every kind of release, the adversary who moved it furthest in terms of its claim.
type Sensitivity struct {
	Part
	Releases []Measured // one of each kind, in the order of the plan
	Pairs    int        // of runs on neighbouring ratings

	unfit string // why nothing further can be measured; "" where it can
}

// Measured is how far a user moved a release, beside what the plan claims.
type Measured struct {
	Release  accounting.Release
	Distance float64 // L2, Frobenius where the release is symmetric, in the release's units; of local reports their pure ε
	Who      string  // the adversary
	Chosen   Chosen
}

// Claimed is what the plan says that a user moves the release by at most.
func (m Measured) Claimed() float64 {
	if m.Release.Local {
		return m.Release.Epsilon
	}
	return m.Release.Sensitivity
}

// Share is the distance over what is claimed: at most 1 where the claim holds.
func (m Measured) Share() float64 { return m.Distance / m.Claimed() }

// errLeak says that a model is more than a function of the releases.
var errLeak = errors.New("the shared model depends on a user although all releases are the same: something else crosses users")

// sensitivities runs the claim on ratings with a user, replays it without her, and returns how far apart each release
// was. An error says what is wrong with the claim, unless the context ended.
func (c *claim) sensitivities(ctx context.Context, with, without *loaders.Ratings, key uint64) ([]Measured, error) {
	if c.local() {
		return c.losses(ctx, with, without, key)
	}
	var first, second watcher
	t, err := c.release(ctx, with, key, &first)
	if err != nil {
		return nil, fmt.Errorf("a run failed: %w", err)
	}
	other, err := t.replay(ctx, c, without, &second)
	if err != nil {
		return nil, fmt.Errorf("a run on neighbouring ratings failed: %w", err)
	}
	if !slices.Equal(first.prints, second.prints) {
		return nil, errLeak
	}
	measured := make([]Measured, len(t.statistics))
	for i, d := range t.distances(other) {
		measured[i] = Measured{Release: t.statistics[i].Release, Distance: d}
	}
	return measured, nil
}

// note keeps the measurements that reach furthest into their claims.
func (s *Sensitivity) note(measured []Measured) {
	for _, m := range measured {
		i := slices.IndexFunc(s.Releases, func(was Measured) bool { return was.Release.Kind == m.Release.Kind })
		if i < 0 {
			s.Releases = append(s.Releases, m)
		} else if m.Share() > s.Releases[i].Share() {
			s.Releases[i] = m
		}
	}
}

// fail notes that the runs themselves are wrong, so that nothing further can be measured.
func (s *Sensitivity) fail(err error) {
	if s.unfit != "" {
		return
	}
	s.find("%s", err)
	s.unfit = "the runs themselves are wrong"
	if errors.Is(err, errLeak) {
		s.unfit = "the releases are not all that there is to attack"
	}
}

// judge compares the measurements with the claims.
func (s *Sensitivity) judge() {
	for _, m := range s.Releases {
		switch {
		case m.Share() <= 1:
		case m.Release.Local:
			s.find("%s tells a pure ε of %.6g by her report to %s, claimed %.6g%s", m.Who, m.Distance, m.Release.Name, m.Claimed(), m.Chosen)
		default:
			s.find("%s moves %s by %.6g, claimed %.6g%s", m.Who, m.Release.Name, m.Distance, m.Release.Sensitivity, m.Chosen)
		}
	}
	if s.unfit == "" && len(s.Releases) == 0 {
		s.unfit = "nothing is released"
	}
}
