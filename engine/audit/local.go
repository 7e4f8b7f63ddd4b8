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

// hearer trains in a session while a listener hears every report.
type hearer func(ctx context.Context, s session, l accounting.ReportObserver, p method.Progress) (method.Model, error)

// local reports whether the claim is one of local reports.
func (c *claim) local() bool { return c.plan != nil && c.plan.Pure }

// speaker is one user in one round.
type speaker struct {
	round string
	user  int
}

// part is one part of a report: what the user had to say, what was said, and the law between the two.
type part struct {
	law         accounting.Randomiser
	exact, said []float64
}

// reports are all that was said in a run.
type reports map[speaker][]part

// recorder is a listener that writes down what is said.
func (heard reports) recorder() accounting.ReportObserver {
	var mu sync.Mutex
	return func(r accounting.Release, user int, law accounting.Randomiser, exact, said []float64) {
		mu.Lock()
		defer mu.Unlock()
		s := speaker{r.Name, user}
		heard[s] = append(heard[s], part{law, slices.Clone(exact), slices.Clone(said)})
	}
}

// reports runs the mechanism and writes down what every user said.
func (c *claim) reports(ctx context.Context, s session, o observer) (reports, error) {
	heard := make(reports)
	return heard, c.listen(ctx, s, o, heard.recorder())
}

func (c *claim) listen(ctx context.Context, s session, o observer, l accounting.ReportObserver) error {
	model, err := c.hear(ctx, s, l, o)
	if err == nil {
		o.finish(model)
	}
	return err
}

// replay runs the mechanism on other ratings with the same coins, lets every user say what was said in these reports,
// and returns what they had to say. It is an error if others report, or in another form: that would tell of ratings
// without any randomness.
func (heard reports) replay(ctx context.Context, c *claim, s session, o observer) (reports, error) {
	r := &prompter{heard: heard, other: make(reports, len(heard))}
	if err := c.listen(ctx, s, o, r.listener); err != nil {
		return nil, err
	}
	return r.reports()
}

// prompter lets every user say what was said in other reports.
type prompter struct {
	heard   reports
	mu      sync.Mutex
	other   reports
	differs string // the round that has another form
}

func (p *prompter) listener(r accounting.Release, user int, law accounting.Randomiser, exact, said []float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := speaker{r.Name, user}
	at := len(p.other[s])
	if at >= len(p.heard[s]) || len(p.heard[s][at].said) != len(said) {
		p.differs = r.Name
		return
	}
	copy(said, p.heard[s][at].said)
	p.other[s] = append(p.other[s], part{law, slices.Clone(exact), p.heard[s][at].said})
}

// reports are those of the run that was prompted.
func (p *prompter) reports() (reports, error) {
	for s, parts := range p.heard {
		if len(p.other[s]) != len(parts) {
			p.differs = s.round
		}
	}
	if p.differs != "" {
		return nil, wrongf(Form, p.differs, "%q has other reports on neighbouring ratings: their form tells of a user", p.differs)
	}
	return p.other, nil
}

// losses runs the claim on a data set and replays it where the adversary has exchanged their ratings, and returns the
// pure ε that their reports of each round lose at most, whatever is said. An error says what is wrong with the claim,
// unless the context ended.
func (c *claim) losses(ctx context.Context, p pair, key uint64, repeat bool) ([]Measured, error) {
	first, second := p.watchers()
	heard, err := c.reports(ctx, session{p.with, key, 1}, first)
	if err != nil {
		return nil, fmt.Errorf("a run failed: %w", err)
	}
	other, err := heard.replay(ctx, c, session{p.without, key, threadsOf(repeat)}, second)
	if err != nil {
		return nil, fmt.Errorf("a run on neighbouring ratings failed: %w", err)
	}
	if err := compareViews(first, second); err != nil {
		return nil, err
	}
	for s, parts := range heard {
		for i, q := range parts {
			if s.user != p.who && !slices.Equal(q.exact, other[s][i].exact) {
				return nil, wrongf(Forged, s.round, "what one user reports depends on the ratings of another, who does not pay for it")
			}
		}
	}
	if repeat {
		third, _ := p.watchers()
		again, err := c.reports(ctx, session{p.with, key, several}, third)
		if err != nil {
			return nil, fmt.Errorf("a repeated run failed: %w", err)
		}
		if err := heard.same(again, first, third); err != nil {
			return nil, err
		}
	}
	measured := make([]Measured, len(c.plan.Releases))
	for i, r := range c.plan.Releases {
		s := speaker{r.Name, p.who}
		there, back := 0.0, 0.0
		for k, q := range heard[s] {
			there += q.law.WorstLoss(q.exact, other[s][k].exact)
			back += q.law.WorstLoss(other[s][k].exact, q.exact)
		}
		measured[i] = Measured{Release: r, Distance: max(there, back)}
	}
	return measured, nil
}

// same says whether a run that was repeated with the same coins came out the same.
func (heard reports) same(again reports, first, second *watcher) error {
	equal := func(a, b part) bool { return slices.Equal(a.exact, b.exact) && slices.Equal(a.said, b.said) }
	for s, parts := range heard {
		if !slices.EqualFunc(parts, again[s], equal) {
			return unsettled(s.round, s.round)
		}
	}
	if len(heard) != len(again) || !slices.Equal(first.views, second.views) {
		return unsettled("", "what others see")
	}
	return nil
}

// loss is the log-likelihood ratio of all that a user said, of what they had to say in these reports against what
// they had in others; release by release, in the order of the plan.
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
