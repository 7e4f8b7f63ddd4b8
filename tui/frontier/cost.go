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

// sweepCost is what a sweep would train and cost. It is read only.
type sweepCost struct {
	spec      sweep.Spec   // with every default filled in
	storedID  int64        // its number in the store; 0 if it was never started
	left      int          // runs to train
	total     int          // runs of the whole sweep
	costs     []sweep.Cost // of the runs to train
	fullCosts []sweep.Cost // of all runs
}

// refreshCost computes the cost of the sweep that Enter starts.
func (f *Screen) refreshCost() tea.Cmd {
	if !f.Loaded() || f.Sweeping() {
		return nil
	}
	spec, environment, prepare := f.nextSpec(), f.sweepEnvironment(1), &f.Lanes.Prepare
	request := f.cost.Refresh // the store may have changed
	if f.cost.Running() {
		request = f.cost.Request
	}
	return request(f.Ctx, f.form.generation, func(ctx context.Context) (sweepCost, error) {
		if len(spec.Methods) == 0 {
			return sweepCost{}, errNoMethod
		}
		return computeCost(ctx, spec, environment, prepare)
	})
}

// computeCost returns what a sweep would train and cost. It holds prepare while it opens the stored sweep.
func computeCost(ctx context.Context, spec sweep.Spec, environment sweep.Environment, prepare sync.Locker) (cost sweepCost, err error) {
	withoutStore := environment
	withoutStore.Store = nil
	s, err := sweep.Prepare(ctx, spec, withoutStore)
	if err != nil {
		return cost, err
	}
	cost = sweepCost{spec: s.Spec, storedID: storedNumber(environment.Store, s.Spec)}
	if cost.fullCosts, err = s.Costs(); err != nil {
		return cost, err
	}
	if cost.storedID != 0 {
		prepare.Lock()
		defer prepare.Unlock()
		if s, err = sweep.Prepare(ctx, s.Spec, environment); err != nil {
			return cost, err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
	}
	cost.left, cost.total = s.Left()
	cost.costs, err = s.Costs()
	return cost, err
}

var errNoMethod = errors.New("select at least one method (Space)")

// storedNumber returns the number of the stored sweep with this Spec; 0 for none.
func storedNumber(s *store.Store, spec sweep.Spec) int64 {
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

// takeCost starts the sweep that waited for its cost.
func (f *Screen) takeCost() tea.Cmd {
	if mode := f.pendingStart; mode != startNothing && f.costKnown() {
		f.pendingStart = startNothing
		return f.start(mode)
	}
	return nil
}

// costKnown reports whether the cost, or an error, of the sweep that Enter starts is known.
func (f *Screen) costKnown() bool {
	return (f.cost.Known() || f.cost.Err() != nil) && f.cost.Key() == f.form.generation
}
