package audit

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/internal/probe"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/engine/sweep"
)

// A selection publishes the best of several runs. The choice may depend on the released scores and on coins alone. The
// number of runs and their duration must not show.

const (
	selectionRuns = 4                    // of a selection with a fixed number of runs
	slowness      = 2 * time.Millisecond // of a run that is made slow
)

// selections compares selections in pairs. In the first kind all scores are tied, and either the first run is fast and
// the others are slow, or the last is. In the second kind all releases are equal and the numbers of runs differ.
func (a *Audit) selections(ctx context.Context, kept *store.Store, p *Publication) error {
	m := a.asked.method
	if registered, err := engine.Lookup(m.Name); err != nil || registered != m || m.Trust != method.TrustJoint || a.asked.plan == nil {
		return nil
	}
	found, err := a.asked.pairs(smallShape, adversaries[7], scene{place: 0.5, held: heldAll}, keyOf(a.target.Seed, "selection", 0))
	if err != nil {
		return err
	}
	data := publisher{pair: found[0].pair, config: engine.Config{PrivateMetrics: usualMetrics}}
	environment := sweep.Environment{Store: kept, Threads: 1, Load: func(context.Context, string) (engine.Problem, error) {
		return data.problem(data.with), nil
	}}
	prepare := func(law accounting.Law, mean float64, choices []sweep.Parameter) (*sweep.Selection, error) {
		return sweep.PrepareSelection(ctx, sweep.Spec{Data: []string{"audit"}, Methods: []string{m.Name}, Epsilon: []float64{a.target.Epsilon},
			Delta: a.target.Delta, Parameters: choices}, law, mean, environment)
	}
	// That a selection cannot be planned for the target is no fault of the method.
	if s, err := prepare(accounting.Fixed, selectionRuns, a.choices(true)); err == nil {
		for i := range a.selected {
			words := keyOf(a.target.Seed, "tied", i)
			first, err := selectOnce(ctx, s, kept, tied(words, ownKeys(words), 0))
			if err != nil {
				return err
			}
			last, err := selectOnce(ctx, s, kept, tied(words, ownKeys(words), selectionRuns-1))
			if err != nil {
				return err
			}
			p.compareChoices("how long its runs take", first, last)
		}
	}
	if s, err := prepare(accounting.Geometric, selectionRuns, a.choices(false)); err == nil {
		var one selected
		for i := range a.selected {
			other, err := selectOnce(ctx, s, kept, tied(keyOf(a.target.Seed, "many", i), sameKey, noRun))
			if err != nil {
				return err
			}
			if i == 0 {
				one = other
			}
			p.compareChoices("how many runs it makes", one, other)
		}
	}
	return nil
}

// selected is what a selection publishes and stores.
type selected struct {
	best sweep.Best
	kept store.Detail
	took time.Duration // by the stored times
}

// selectOnce makes a selection with a probe.
func selectOnce(ctx context.Context, s *sweep.Selection, kept *store.Store, x *probe.Probe) (out selected, err error) {
	best, err := s.Run(probe.With(ctx, x))
	if err != nil {
		return out, err
	}
	if out.kept, err = kept.Get(best.Run); err != nil {
		return out, err
	}
	out.best, out.best.Run = *best, 0
	out.took = out.kept.Ended.Sub(out.kept.Started)
	return out, nil
}

// compareChoices adds a finding if two selections that must publish the same differ.
func (p *Publication) compareChoices(what string, one, two selected) {
	p.Selections++
	exempt := []string{"ID", "Started", "Ended", "Users"}
	if differ := differences(one, two, exempt); len(differ) > 0 { // all of another run is another
		p.find(Finding{Kind: Selected, Release: differ[0]}, "what a selection publishes depends on %s: %d fields differ, such as %s", what, len(differ), differ[0])
	}
}

// tied returns a probe that makes all released errors equal and all runs slow, but for one fast run.
func tied(words uint64, key func(run int) uint64, fast int) *probe.Probe {
	var runs atomic.Int64
	return &probe.Probe{
		Words: rand.NewPCG(words, 1),
		Key:   func() uint64 { return key(int(runs.Add(1)) - 1) },
		Witness: func(r accounting.Release, block int, _, noisy []float64) {
			if r.Name == "scalars" && fast != noRun && int(runs.Load())-1 != fast {
				time.Sleep(slowness)
			}
			if r.Kind == "error" {
				for i := range noisy {
					noisy[i] = tiedError
				}
			}
		},
	}
}

// noRun is fast: no run is slowed down.
const noRun = -1

// ownKeys gives every run of a selection noise of its own, and sameKey the same to all of them.
func ownKeys(words uint64) func(run int) uint64 {
	return func(run int) uint64 { return keyOf(words, "run", run) }
}

func sameKey(int) uint64 { return 1 }

// tiedError is what every released error is made to be, and its weight.
const tiedError = 1

// choices are the target's settings as a selection takes them, and, where they leave a parameter open, several values of
// one to choose among.
func (a *Audit) choices(several bool) (all []sweep.Parameter) {
	for _, p := range a.parameters {
		if v, fixed := a.target.Settings[p.Name]; fixed {
			all = append(all, sweep.Parameter{Name: p.Name, Values: []string{p.Format(v)}})
			continue
		}
		switch p.Name {
		case "iterations", "rank", "clip-rating":
			if several {
				all = append(all, sweep.Parameter{Name: p.Name, Values: []string{"2", "3", "4"}})
				several = false
			}
		}
	}
	return all
}
