package frontier

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/engine/sweep"
)

// foresight is what the sweep that is offered would train and cost. It is read only.
type foresight struct {
	Spec  sweep.Spec // settled
	kept  int64      // the store's number of it, where it was begun before
	Left  int        // runs still to be trained
	Of    int
	Costs []sweep.Cost // of what is left
	Whole []sweep.Cost // of all of it
}

// refreshCost is the command that works out what the sweep that is offered would cost.
func (f *Screen) refreshCost() tea.Cmd {
	if !f.Loaded() || f.Sweeping() {
		return nil
	}
	spec, environment, one := f.meant(), f.sweepEnvironment(1), &f.Lanes.Prepare
	ask := f.cost.Refresh // the store may have changed
	if f.cost.Running() {
		ask = f.cost.Request
	}
	return ask(f.Ctx, f.form.generation, func(ctx context.Context) (foresight, error) {
		if len(spec.Methods) == 0 {
			return foresight{}, errNoMethod
		}
		return costOfSweep(ctx, spec, environment, one)
	})
}

// costOfSweep is what a sweep would train and cost; prepare is held while the store's own is taken up.
func costOfSweep(ctx context.Context, spec sweep.Spec, environment sweep.Environment, prepare sync.Locker) (seen foresight, err error) {
	bare := environment
	bare.Store = nil
	s, err := sweep.Prepare(ctx, spec, bare)
	if err != nil {
		return seen, err
	}
	seen = foresight{Spec: s.Spec, kept: sameKept(environment.Store, s.Spec)}
	if seen.Whole, err = s.Costs(); err != nil {
		return seen, err
	}
	if seen.kept != 0 {
		prepare.Lock()
		defer prepare.Unlock()
		if s, err = sweep.Prepare(ctx, s.Spec, environment); err != nil {
			return seen, err
		}
		defer s.Close()
	}
	seen.Left, seen.Of = s.Left()
	seen.Costs, err = s.Costs()
	return seen, err
}

var errNoMethod = errors.New("select at least one method (Space)")

// sameKept is the number of the sweep of this Spec that the store has; 0 without one.
func sameKept(s *store.Store, spec sweep.Spec) int64 {
	definition, err := json.Marshal(spec)
	if s == nil || err != nil {
		return 0
	}
	all, err := s.Sweeps(false)
	if err != nil {
		return 0
	}
	for _, w := range all {
		if w.Definition == string(definition) && w.Outcome != store.SweepReplaced {
			return w.ID
		}
	}
	return 0
}

// takeCost starts the sweep that waited for it.
func (f *Screen) takeCost() tea.Cmd {
	if wish := f.starting; wish != startNothing && f.known() {
		f.starting = startNothing
		return f.start(wish)
	}
	return nil
}

// known reports whether what the form means, as it stands, has been worked out.
func (f *Screen) known() bool {
	return (f.cost.Known() || f.cost.Err() != nil) && f.cost.Key() == f.form.generation
}
