package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// votes is a local method small enough to be made wrong in every way: in each round a user reports a sign for their
// rating of an item that their coins choose, or 0 where they have not rated it. The model is the sum of the signs.
var votes = &method.Method{
	Name: "votes", Trust: method.TrustLocal,
	Parameters: []method.Parameter{{Name: "iterations", Low: 1, High: 6, Default: 3, Step: 1, Integer: true}},
	Plan:       planVotes,
	Fit:        ballot{}.fit,
}

func planVotes(_ method.Public, s method.Settings) ([]accounting.Request, error) {
	var list []accounting.Request
	for t := range int(s["iterations"]) {
		list = append(list, accounting.Request{Name: fmt.Sprintf("votes %d", t+1), Kind: "votes", Claim: accounting.UserReport("proof.md"), Iteration: t + 1,
			Weight: 1, Local: true, Dimension: 1})
	}
	return list, nil
}

// ballot holds the mistakes that votes can be made with.
type ballot struct {
	choice func(chosen int, items []uint32) int                                  // an item that follows from the ratings
	others func(r *loaders.Ratings, user int) (items []uint32, values []float32) // another user's ratings
	who    func(r *loaders.Ratings, user int) bool                               // leaves users out
	twice  bool                                                                  // every user reports again
	drop   bool                                                                  // the first round is not made
}

func (b ballot) fit(_ context.Context, task *method.Task) (method.Model, error) {
	r := task.Train
	m := tallied{scores: make([]float64, r.Items)}
	for t := range int(task.Settings["iterations"]) {
		if b.drop && t == 0 {
			continue
		}
		round, err := task.Meter.BeginReports(fmt.Sprintf("votes %d", t+1))
		if err != nil {
			return nil, err
		}
		one := round.Reporter()
		for user := range r.Users {
			items, values := r.User(user)
			if b.others != nil {
				items, values = b.others(r, user)
			}
			if b.who != nil && !b.who(r, user) {
				continue
			}
			if err := one.Begin(user); err != nil {
				return nil, err
			}
			j := one.Uniform(r.Items)
			if b.choice != nil {
				j = b.choice(j, items)
			}
			x := 0.0
			if k := slices.Index(items, uint32(j)); k >= 0 {
				x = (2*float64(values[k]) - r.Low - r.High) / (r.High - r.Low)
			}
			m.scores[j] += one.Sign(x) * round.Scale()
			if b.twice {
				if err := one.Begin(user); err != nil {
					return nil, err
				}
			}
		}
		if err := round.End(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

type tallied struct{ scores []float64 }

func (m tallied) Local() method.Local         { return m }
func (tallied) Solve([]uint32, []float32)     {}
func (m tallied) Predict(item uint32) float64 { return m.scores[item%uint32(len(m.scores))] }

// whole asks for all of its ε in one report about all items at once: every rating has to be the same for it, so that
// the extremes are distinguished by all of ε.
var whole = &method.Method{
	Name: "whole", Trust: method.TrustLocal, Plan: func(_ method.Public, s method.Settings) ([]accounting.Request, error) {
		return planVotes(method.Public{}, method.Settings{"iterations": 1})
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		r := task.Train
		m := tallied{scores: make([]float64, 1)}
		round, err := task.Meter.BeginReports("votes 1")
		if err != nil {
			return nil, err
		}
		one := round.Reporter()
		for user := range r.Users {
			if err := one.Begin(user); err != nil {
				return nil, err
			}
			_, values := r.User(user)
			sum := 0.0
			for _, v := range values {
				sum += 2*float64(v) - r.Low - r.High
			}
			m.scores[0] += one.Sign(sum)
		}
		return m, round.End()
	},
}

// parted reports bits and numbers.
var parted = &method.Method{
	Name: "parted", Trust: method.TrustLocal, Plan: func(_ method.Public, s method.Settings) ([]accounting.Request, error) {
		return planVotes(method.Public{}, method.Settings{"iterations": 2})
	},
	Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
		r := task.Train
		m := tallied{scores: make([]float64, r.Items)}
		words, numbers := make([]uint64, (r.Items+63)/64), make([]float64, r.Items)
		for t := range 2 {
			round, err := task.Meter.BeginReports(fmt.Sprintf("votes %d", t+1))
			if err != nil {
				return nil, err
			}
			one := round.Reporter()
			for user := range r.Users {
				clear(words)
				clear(numbers)
				items, values := r.User(user)
				for k, j := range items {
					words[j/64] |= 1 << (j % 64)
					numbers[j] = 2*float64(values[k]) - r.Low - r.High
				}
				if err := one.Begin(user); err != nil {
					return nil, err
				}
				if err := one.RandomisedResponse(0.4, words, r.Items); err != nil {
					return nil, err
				}
				if err := one.Laplace(0.6, numbers, 1); err != nil {
					return nil, err
				}
				for j := range m.scores {
					if words[j/64]>>(j%64)&1 == 1 {
						m.scores[j] += numbers[j]
					}
				}
			}
			if err := round.End(); err != nil {
				return nil, err
			}
		}
		return m, nil
	},
}

// Correct local methods pass. The strongest canary loses all that is claimed, and what is sampled of them comes near.
func TestLocalMethodsPass(t *testing.T) {
	for _, m := range []*method.Method{votes, whole, parted} {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			a := quick(t, m, Target{Epsilon: 1.5, Seed: 3, Runs: 600})
			r := run(t, a)
			for _, p := range r.Parts() {
				for _, f := range p.Findings {
					t.Errorf("%s: %s", p.Name, f)
				}
				if p.Skipped != "" {
					t.Errorf("%s: skipped because %q", p.Name, p.Skipped)
				}
			}
			if !r.Local || r.Delta != 0 || r.Epsilon > 1.5 || r.Epsilon < 1.5*(1-1e-9) || r.Noise.Tests == 0 {
				t.Errorf("claims %+v", r)
			}
			want := 0.99
			if m == parted {
				want = 0.4 + 0.6/2 // its numbers are 0 where nothing is rated, so that half of their range is not met with other bits
			}
			if share := r.Sensitivity.Releases[0].Ratio(); share < want-1e-3 {
				t.Errorf("no adversary loses more than %.3f of a report's ε", share)
			}
			if m == whole && (r.Canary.Fraction < 0.99 || r.Canary.EpsilonBound < 1 || r.OneRun.EpsilonBound < 1) {
				t.Errorf("the attacks are weak: %+v, %+v", r.Canary, r.OneRun)
			}
			if r.Canary.EpsilonBound > r.Epsilon || r.OneRun.EpsilonBound > r.Epsilon {
				t.Errorf("bounds of %g and %g are above the claim", r.Canary.EpsilonBound, r.OneRun.EpsilonBound)
			}
		})
	}
}

// made is a mistake in how votes are made.
func made(b ballot) mistake { return changed(func(m *method.Method) { m.Fit = b.fit }) }

// listening changes what is reported, before the audit hears of it.
func listening(change func() accounting.ReportObserver) mistake {
	return says(func(run localRunner) localRunner {
		return func(ctx context.Context, s session, l accounting.ReportObserver, p method.Progress) (method.Model, error) {
			changed := change()
			return run(ctx, s, func(rel accounting.Release, user int, law accounting.Randomiser, exact, reported []float64) {
				changed(rel, user, law, exact, reported)
				l(rel, user, law, exact, reported)
			}, p)
		}
	})
}

// says changes how a local mechanism runs, and not what it claims.
func says(change func(localRunner) localRunner) mistake {
	return func(m *method.Method) mechanism {
		return func(public method.Public, s method.Settings, metrics float64) (*claim, error) {
			c, err := mechanismOf(m)(public, s, metrics)
			if err == nil {
				c.runLocal = change(c.runLocal)
			}
			return c, err
		}
	}
}

// unclipped is the law of a sign whose number was not clipped to [−1, 1].
type unclipped struct {
	accounting.Randomiser
	scale float64
}

func (u unclipped) chance(x float64) float64 {
	return min(max(0.5+x*u.scale/2, 1e-9), 1-1e-9)
}

func (u unclipped) WorstLoss(a, b []float64) float64 {
	p, q := u.chance(a[0]), u.chance(b[0])
	return max(math.Log(p/q), math.Log((1-p)/(1-q)))
}

func TestLocalControls(t *testing.T) {
	for _, c := range []struct {
		name    string
		on      *method.Method
		mistake mistake
		caught  string
		finds   Finding
		says    string
	}{
		{"every round at the whole ε", votes, undivided, PartSensitivity, Finding{Kind: Moved, Measured: 2}, ""},
		{"a user reports twice", votes, made(ballot{twice: true}), PartSensitivity, Finding{Kind: Failed}, "reports twice"},
		{"a round that is not made", votes, made(ballot{drop: true}), PartSensitivity, Finding{Kind: Failed}, "is out of order"},
		{"numbers not clipped", votes, says(func(run localRunner) localRunner {
			return func(ctx context.Context, s session, l accounting.ReportObserver, p method.Progress) (method.Model, error) {
				return run(ctx, s, func(rel accounting.Release, user int, law accounting.Randomiser, exact, reported []float64) {
					twice := []float64{2 * exact[0]}
					l(rel, user, unclipped{law, math.Tanh(rel.Epsilon / 2)}, twice, reported)
				}, p)
			}
		}), PartSensitivity, Finding{Kind: Moved}, ""},
		{"the item chosen among those rated", votes, made(ballot{choice: func(j int, items []uint32) int {
			if len(items) == 0 {
				return j
			}
			return int(items[j%len(items)])
		}}), PartSensitivity, Finding{Kind: Leaked}, ""},
		{"only those who rated anything report", votes, made(ballot{who: func(r *loaders.Ratings, user int) bool {
			items, _ := r.User(user)
			return len(items) > 0
		}}), PartSensitivity, Finding{Kind: Form}, ""},
		{"one user's ratings reported by all", votes, made(ballot{others: func(r *loaders.Ratings, _ int) ([]uint32, []float32) {
			return r.User(r.Users - 1)
		}}), PartSensitivity, Finding{Kind: Forged}, ""},
		{"the mean of all ratings besides", votes, leaks, PartSensitivity, Finding{Kind: Leaked}, ""},
		{"the truth reported", whole, listening(func() accounting.ReportObserver {
			return func(_ accounting.Release, _ int, _ accounting.Randomiser, exact, reported []float64) {
				reported[0] = math.Copysign(1, exact[0])
			}
		}), PartCanary, Finding{Kind: Distinct}, ""},
		{"signs truer than their law", votes, listening(truer), PartNoise, Finding{Kind: Law}, ""},
		{"coins used again in the next round", votes, listening(again), PartNoise, Finding{Kind: Dependent}, ""},
		{"a fixed key", votes, says(func(run localRunner) localRunner {
			return func(ctx context.Context, s session, l accounting.ReportObserver, p method.Progress) (method.Model, error) {
				s.key = 1
				return run(ctx, s, l, p)
			}
		}), PartNoise, Finding{Kind: StaleKey}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := attack(t, c.on, c.mistake(c.on), control{epsilon: 2})
			for _, p := range found.Parts() {
				if p.Name != c.caught {
					continue
				}
				if p.Passed() {
					t.Errorf("not caught by %s: %+v", p.Name, found)
				} else if !slices.ContainsFunc(p.Findings, control{finds: c.finds, says: c.says}.isFound) {
					t.Errorf("none of these is %+v %s:\n%+v", c.finds, c.says, p.Findings)
				}
			}
		})
	}
}

// undivided runs every round at the ε of all of them.
func undivided(m *method.Method) mechanism {
	return func(public method.Public, s method.Settings, metrics float64) (*claim, error) {
		c, err := mechanismOf(m)(public, s, metrics)
		if err != nil {
			return nil, err
		}
		public.Epsilon *= float64(len(c.plan.Releases))
		dear, err := mechanismOf(m)(public, s, metrics)
		if err == nil {
			c.runLocal = dear.runLocal
		}
		return c, err
	}
}

// truer lets every second lie be the truth.
func truer() accounting.ReportObserver {
	lies := 0
	return func(_ accounting.Release, _ int, _ accounting.Randomiser, exact, reported []float64) {
		if reported[0]*exact[0] < 0 {
			if lies++; lies%2 == 0 {
				reported[0] = -reported[0]
			}
		}
	}
}

// again repeats in every round what the user's coins reported in the first.
func again() accounting.ReportObserver {
	first := make(map[int]float64)
	return func(_ accounting.Release, user int, _ accounting.Randomiser, exact, reported []float64) {
		if _, ok := first[user]; !ok {
			first[user] = reported[0] * math.Copysign(1, exact[0])
		}
		reported[0] = first[user] * math.Copysign(1, exact[0])
	}
}
