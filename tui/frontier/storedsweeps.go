package frontier

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/tui/session"
	"dpals/tui/ui"
)

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

// mostOffered is how many sweeps are offered to be resumed.
const mostOffered = 3

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

// takeKept offers the sweeps of the store.
func (f *Screen) takeKept() tea.Cmd {
	m := f.kept.Value()
	f.all, f.unfinished = m.all, nil
	for _, k := range m.Unfinished {
		if !f.Sweeping() || f.shot == nil || k.ID != f.shot.ID {
			f.unfinished = append(f.unfinished, k)
		}
	}
	f.form.setUnfinished(len(f.unfinished))
	switch {
	case f.kept.Err() != nil:
		f.Complain("cannot read the stored sweeps: %s", session.FirstLine(f.kept.Err()))
	case m.latest != nil && f.shot == nil && !f.Sweeping():
		f.form.setSpec(m.latest.Spec)
		f.show(m.latest)
	}
	return f.refreshCost()
}
