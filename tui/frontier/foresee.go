package frontier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/tui/session"
	"dpals/tui/ui"
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

// keptSweep is a sweep of the store.
type keptSweep struct {
	ID       int64
	Spec     sweep.Spec
	Done, Of int
	Busy     bool // another process runs it
}

// keptSweeps are the sweeps of the ratings at hand that the store has. They are read only.
type keptSweeps struct {
	all        []keptSweep     // that have something to show, latest first
	Unfinished []keptSweep     // those that points are missing of
	latest     *sweep.Snapshot // of any that has something to show; nil without one
}

// spec is the sweep that the form describes, over the ratings at hand and with the knobs that a sweep has none for.
func (f *Screen) spec() sweep.Spec {
	k, p, form := &f.Knobs, f.Problem, &f.form
	s := sweep.Spec{
		Data: []string{p.Name}, Methods: form.methodNames(), Split: p.Split.Protocol, SplitSeed: p.Split.Seed, Epsilon: slices.Clone(form.epsilon),
		Delta: k.Delta, Accountant: session.AccountantKnob.Choices[int(k.Accountant)], Repeats: form.repeats, Seed: form.seed,
		MetricsShare: k.Fixed.PrivateMetrics, Parameters: form.parameters(),
		PrivateRange: k.Fixed.Scope.Range, PrivateCatalogue: k.Fixed.Scope.Catalogue,
	}
	if from := p.Split.Train.Origin.Source; from != "" {
		s.Data[0] = from
	}
	source := session.DeclaredFlags(f.Options.Source)
	for i := 0; i+1 < len(source); i += 2 {
		if name := strings.TrimPrefix(source[i], "--"); name != "split-seed" {
			if s.Source == nil {
				s.Source = make(map[string]string)
			}
			s.Source[name] = source[i+1]
		}
	}
	return s
}

// meant is the sweep that Enter would train: the form's, or the one to be resumed that has the focus.
func (f *Screen) meant() sweep.Spec {
	if row := f.form.focused(); row.kind == rowResume && row.index < len(f.unfinished) {
		return f.unfinished[row.index].Spec
	}
	return f.spec()
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

// refreshKept is the command that finds the sweeps of the ratings at hand: those to be resumed, and the latest to show.
func (f *Screen) refreshKept() tea.Cmd {
	if f.Options.Store == nil || !f.Loaded() {
		return nil
	}
	problem, environment, prepare := f.Problem, f.sweepEnvironment(1), &f.Lanes.Prepare
	alike := f.spec()
	show := f.shot == nil && !f.Sweeping()
	return f.kept.Refresh(f.Ctx, problem.Fingerprint, func(ctx context.Context) (found keptSweeps, err error) {
		prepare.Lock() // what another command has taken up would seem to be under way
		defer prepare.Unlock()
		all, err := environment.Store.Sweeps(false)
		if err != nil {
			return found, err
		}
		for _, w := range all {
			spec, err := sweep.ParseSpec(w.Definition)
			if err != nil || w.Outcome == store.SweepReplaced || !w.UsesRatings(problem) || spec.Split != alike.Split || spec.SplitSeed != alike.SplitSeed {
				continue
			}
			k := keptSweep{w.ID, spec, w.Done, w.Points, w.Busy}
			if w.Outcome == "" && (w.Done > 0 || w.Busy) {
				found.Unfinished = append(found.Unfinished, k)
			}
			if w.Done == 0 || w.Busy {
				continue
			}
			found.all = append(found.all, k)
			if show && found.latest == nil {
				found.latest, _ = snapshotOf(ctx, spec, environment) // one that cannot be shown is no trouble yet
			}
		}
		found.Unfinished = found.Unfinished[:min(len(found.Unfinished), mostOffered)]
		return found, nil
	})
}

// snapshotOf is where a sweep stands that nobody trains.
func snapshotOf(ctx context.Context, spec sweep.Spec, e sweep.Environment) (*sweep.Snapshot, error) {
	s, err := sweep.Prepare(ctx, spec, e)
	if err != nil {
		return nil, err
	}
	shot := s.Snapshot()
	return &shot, s.Close()
}

// open is the command that shows a sweep of the store.
func (f *Screen) open(k keptSweep) tea.Cmd {
	if f.Sweeping() {
		f.Say("a sweep is running: stop it (X) to show another")
		return nil
	}
	environment, prepare := f.sweepEnvironment(1), &f.Lanes.Prepare
	return f.opened.Refresh(f.Ctx, k.ID, func(ctx context.Context) (*sweep.Snapshot, error) {
		prepare.Lock()
		defer prepare.Unlock()
		return snapshotOf(ctx, k.Spec, environment)
	})
}

// takeOpened shows a sweep of the store that was asked for.
func (f *Screen) takeOpened() tea.Cmd {
	switch {
	case f.Sweeping():
		return nil
	case f.opened.Err() != nil:
		f.Complain("cannot show the sweep: %s", session.FirstLine(f.opened.Err()))
		return nil
	}
	f.form.setSpec(f.opened.Value().Spec)
	f.show(f.opened.Value())
	return f.refreshCost()
}

// Choices are the sweeps that were kept, for the palette.
func (f *Screen) Choices() (all []ui.Choice) {
	for _, k := range f.all {
		all = append(all, ui.Choice{Title: fmt.Sprintf("sweep %d: %s", k.ID, gridWords(k.Spec)), Hint: fmt.Sprintf("%d of %d runs", k.Done, k.Of), Do: func() tea.Cmd { return f.open(k) }})
	}
	return all
}

// mostOffered is how many sweeps are offered to be resumed.
const mostOffered = 3
