package audit

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"dpals/accounting"
	"dpals/engine/method"
)

// A local method is attacked through its reports. Neighbouring data sets have the same people, of whom one has exchanged
// all ratings: that this user takes part is no secret. What their reports tell is worked out from the laws they were
// drawn by, so that no sampling hides a loss.

// localRunner trains in a session while a listener hears every report.
type localRunner func(ctx context.Context, s session, l accounting.ReportObserver, p method.Progress) (method.Model, error)

// local reports whether the claim is one of local reports.
func (c *claim) local() bool { return c.plan != nil && c.plan.Pure }

// reporter is one user in one round.
type reporter struct {
	round string
	user  int
}

// part is one part of a report: the exact value, what was reported of it, and the law between the two.
type part struct {
	law             accounting.Randomiser
	exact, reported []float64
}

// reports are all that was reported in a run.
type reports map[reporter][]part

// recorder is a listener that writes down what is reported.
func (recorded reports) recorder() accounting.ReportObserver {
	var mu sync.Mutex
	return func(r accounting.Release, user int, law accounting.Randomiser, exact, reported []float64) {
		mu.Lock()
		defer mu.Unlock()
		s := reporter{r.Name, user}
		recorded[s] = append(recorded[s], part{law, slices.Clone(exact), slices.Clone(reported)})
	}
}

// reports runs the mechanism and writes down what every user reported.
func (c *claim) reports(ctx context.Context, s session, o observer) (reports, error) {
	recorded := make(reports)
	return recorded, c.listen(ctx, s, o, recorded.recorder())
}

func (c *claim) listen(ctx context.Context, s session, o observer, l accounting.ReportObserver) error {
	model, err := c.runLocal(ctx, s, l, o)
	if err == nil {
		o.finish(model)
	}
	return err
}

// replay runs the mechanism on other ratings with the same coins, replaces what every user
// reports by what these reports hold, and returns the exact values that the users reported from. It is an error if other
// users report, or in another form: that would reveal ratings without any randomness.
func (recorded reports) replay(ctx context.Context, c *claim, s session, o observer) (reports, error) {
	r := &reportReplayer{recorded: recorded, other: make(reports, len(recorded))}
	if err := c.listen(ctx, s, o, r.listener); err != nil {
		return nil, err
	}
	return r.reports()
}

// reportReplayer replaces what every user reports by what other reports hold.
type reportReplayer struct {
	recorded reports
	mu       sync.Mutex
	other    reports
	differs  string // the round that has another form
}

func (p *reportReplayer) listener(r accounting.Release, user int, law accounting.Randomiser, exact, reported []float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := reporter{r.Name, user}
	at := len(p.other[s])
	if at >= len(p.recorded[s]) || len(p.recorded[s][at].reported) != len(reported) {
		p.differs = r.Name
		return
	}
	copy(reported, p.recorded[s][at].reported)
	p.other[s] = append(p.other[s], part{law, slices.Clone(exact), p.recorded[s][at].reported})
}

// reports returns the reports of the replayed run.
func (p *reportReplayer) reports() (reports, error) {
	for s, parts := range p.recorded {
		if len(p.other[s]) != len(parts) {
			p.differs = s.round
		}
	}
	if p.differs != "" {
		return nil, findingf(Form, p.differs, "%q has other reports on neighbouring ratings: their form reveals something about a user", p.differs)
	}
	return p.other, nil
}

// losses runs the claim on a data set and replays it where the adversary has exchanged their ratings, and returns the
// pure ε that their reports of each round lose at most, whatever is reported. An error says what is wrong with the claim,
// unless the context ended.
func (c *claim) losses(ctx context.Context, p pair, key uint64, repeat bool) ([]Measured, error) {
	first, second := p.watchers()
	recorded, err := c.reports(ctx, session{p.with, key, 1}, first)
	if err != nil {
		return nil, fmt.Errorf("a run failed: %w", err)
	}
	other, err := recorded.replay(ctx, c, session{p.without, key, threadsOf(repeat)}, second)
	if err != nil {
		return nil, fmt.Errorf("a run on neighbouring ratings failed: %w", err)
	}
	if err := compareViews(first, second); err != nil {
		return nil, err
	}
	for s, parts := range recorded {
		for i, q := range parts {
			if s.user != p.who && !slices.Equal(q.exact, other[s][i].exact) {
				return nil, findingf(Forged, s.round, "the reports of one user depend on the ratings of another, whose privacy loss is not charged")
			}
		}
	}
	if repeat {
		third, _ := p.watchers()
		again, err := c.reports(ctx, session{p.with, key, repeatThreads}, third)
		if err != nil {
			return nil, fmt.Errorf("a repeated run failed: %w", err)
		}
		if err := recorded.same(again, first, third); err != nil {
			return nil, err
		}
	}
	measured := make([]Measured, len(c.plan.Releases))
	for i, r := range c.plan.Releases {
		s := reporter{r.Name, p.who}
		there, back := 0.0, 0.0
		for k, q := range recorded[s] {
			there += q.law.WorstLoss(q.exact, other[s][k].exact)
			back += q.law.WorstLoss(other[s][k].exact, q.exact)
		}
		measured[i] = Measured{Release: r, Distance: max(there, back)}
	}
	return measured, nil
}

// same says whether a run that was repeated with the same coins came out the same.
func (recorded reports) same(again reports, first, second *watcher) error {
	equal := func(a, b part) bool { return slices.Equal(a.exact, b.exact) && slices.Equal(a.reported, b.reported) }
	for s, parts := range recorded {
		if !slices.EqualFunc(parts, again[s], equal) {
			return unsettled(s.round, s.round)
		}
	}
	if len(recorded) != len(again) || !slices.Equal(first.views, second.views) {
		return unsettled("", "what others see")
	}
	return nil
}

// loss is the log-likelihood ratio of all that a user reported, of what they had to say in these reports against what
// they had in others; release by release, in the order of the plan.
func (recorded reports) loss(c *claim, other reports, user int) (losses []float64) {
	losses = make([]float64, len(c.plan.Releases))
	for i, r := range c.plan.Releases {
		s := reporter{r.Name, user}
		for k, p := range recorded[s] {
			losses[i] += p.law.Loss(p.exact, other[s][k].exact, p.reported)
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
