package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// A local method is attacked through its reports. Neighbouring ratings have the same people, of whom one has exchanged
// all her ratings: that she takes part is no secret. What her reports tell is worked out from the laws they were drawn
// by, so that no sampling hides a loss.

// hearer trains on ratings with the coins of a key while a listener hears every report.
type hearer func(ctx context.Context, r *loaders.Ratings, key uint64, l accounting.Listener, p method.Progress) (method.Model, error)

// local reports whether the claim is one of local reports.
func (c *claim) local() bool { return c.plan != nil && c.plan.Pure }

// speaker is one user in one round.
type speaker struct {
	round string
	user  int
}

// part is one part of a report: what she had to say, what she said, and the law between the two.
type part struct {
	law         accounting.Randomiser
	exact, said []float64
}

// reports are all that was said in a run.
type reports map[speaker][]part

// reports runs the mechanism and writes down what every user said.
func (c *claim) reports(ctx context.Context, r *loaders.Ratings, key uint64, p method.Progress) (reports, error) {
	heard := make(reports)
	var mu sync.Mutex
	err := c.listen(ctx, r, key, p, func(r accounting.Release, user int, law accounting.Randomiser, exact, said []float64) {
		mu.Lock()
		defer mu.Unlock()
		s := speaker{r.Name, user}
		heard[s] = append(heard[s], part{law, slices.Clone(exact), slices.Clone(said)})
	})
	return heard, err
}

func (c *claim) listen(ctx context.Context, r *loaders.Ratings, key uint64, p method.Progress, l accounting.Listener) error {
	model, err := c.hear(ctx, r, key, l, p)
	if err == nil {
		err = p.Iteration(0, model)
	}
	return err
}

// replay runs the mechanism on other ratings with the same coins, lets every user say what was said in these reports,
// and returns what they had to say. It is an error if others report, or in another form: that would tell of ratings
// without any randomness.
func (heard reports) replay(ctx context.Context, c *claim, r *loaders.Ratings, key uint64, p method.Progress) (reports, error) {
	other := make(reports, len(heard))
	var mu sync.Mutex
	differs := ""
	err := c.listen(ctx, r, key, p, func(r accounting.Release, user int, law accounting.Randomiser, exact, said []float64) {
		mu.Lock()
		defer mu.Unlock()
		s := speaker{r.Name, user}
		at := len(other[s])
		if at >= len(heard[s]) || len(heard[s][at].said) != len(said) {
			differs = r.Name
			return
		}
		copy(said, heard[s][at].said)
		other[s] = append(other[s], part{law, slices.Clone(exact), heard[s][at].said})
	})
	if err != nil {
		return nil, err
	}
	for s, parts := range heard {
		if len(other[s]) != len(parts) {
			differs = s.round
		}
	}
	if differs != "" {
		return nil, fmt.Errorf("%q has other reports on neighbouring ratings: their form tells of a user", differs)
	}
	return other, nil
}

// errForged marks reports that carry somebody else's ratings.
var errForged = errors.New("what one user reports depends on the ratings of another, who does not pay for it")

// losses runs the claim on ratings and replays it where the last user has exchanged hers, and returns the pure ε that
// her reports of each round lose at most, whatever is said. An error says what is wrong with the claim, unless the
// context ended.
func (c *claim) losses(ctx context.Context, with, without *loaders.Ratings, key uint64) ([]Measured, error) {
	var first, second watcher
	heard, err := c.reports(ctx, with, key, &first)
	if err != nil {
		return nil, fmt.Errorf("a run failed: %w", err)
	}
	other, err := heard.replay(ctx, c, without, key, &second)
	if err != nil {
		return nil, fmt.Errorf("a run on neighbouring ratings failed: %w", err)
	}
	if !slices.Equal(first.prints, second.prints) {
		return nil, errLeak
	}
	who := with.Users - 1
	for s, parts := range heard {
		for i, p := range parts {
			if s.user != who && !slices.Equal(p.exact, other[s][i].exact) {
				return nil, errForged
			}
		}
	}
	measured := make([]Measured, len(c.plan.Releases))
	for i, r := range c.plan.Releases {
		s := speaker{r.Name, who}
		there, back := 0.0, 0.0
		for k, p := range heard[s] {
			there += p.law.WorstLoss(p.exact, other[s][k].exact)
			back += p.law.WorstLoss(other[s][k].exact, p.exact)
		}
		measured[i] = Measured{Release: r, Distance: max(there, back)}
	}
	return measured, nil
}

// loss is the log-likelihood ratio of all that a user said, of what she had to say in these reports against what she
// had in others; release by release, in the order of the plan.
func (heard reports) loss(c *claim, other reports, user int) (losses []float64) {
	losses = make([]float64, len(c.plan.Releases))
	for i, r := range c.plan.Releases {
		s := speaker{r.Name, user}
		for k, p := range heard[s] {
			losses[i] += p.law.Loss(p.exact, other[s][k].exact, p.said)
		}
	}
	return losses
}

// rivals are what a user's ratings are exchanged for. Under the first of them everything is turned about.
var rivals = []struct {
	name string
	of   func(p person) person
}{
	{"the same turned about", func(p person) person {
		turned := person{name: p.name}
		for i, item := range p.items {
			turned.rate(int(item), low+high-float64(p.values[i]))
		}
		return turned
	}},
	{"no ratings", func(p person) person { return person{name: p.name} }},
}
