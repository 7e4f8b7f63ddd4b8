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

// storedSweep is a sweep in the store.
type storedSweep struct {
	id          int64
	spec        sweep.Spec
	done, total int  // runs
	busy        bool // another process runs it
}

// storedSweeps are the stored sweeps of the loaded ratings. They are read only.
type storedSweeps struct {
	withResults []storedSweep   // latest first
	unfinished  []storedSweep   // at most maxUnfinished, latest first
	latest      *sweep.Snapshot // of the latest sweep with results; nil for none, or if it is not needed
}

// maxUnfinished is how many sweeps the form offers to resume.
const maxUnfinished = 3

// refreshStored reads the stored sweeps of the loaded ratings, and the latest of them if no sweep is shown.
func (f *Screen) refreshStored() tea.Cmd {
	if f.Options.Store == nil || !f.Loaded() {
		return nil
	}
	problem, environment, prepare := f.Problem, f.sweepEnvironment(1), &f.Lanes.Prepare
	wanted := f.formSpec()
	show := f.snapshot == nil && !f.Sweeping()
	return f.stored.Refresh(f.Ctx, problem.Fingerprint, func(ctx context.Context) (found storedSweeps, err error) {
		prepare.Lock() // a sweep that another command has open would look busy
		defer prepare.Unlock()
		all, err := environment.Store.Sweeps(false)
		if err != nil {
			return found, err
		}
		for _, w := range all {
			spec, err := sweep.ParseSpec(w.Definition)
			if err != nil || w.Outcome == store.SweepReplaced || !w.UsesRatings(problem) || spec.Split != wanted.Split || spec.SplitSeed != wanted.SplitSeed {
				continue
			}
			k := storedSweep{w.ID, spec, w.Done, w.Points, w.Busy}
			if w.Outcome == "" && (w.Done > 0 || w.Busy) {
				found.unfinished = append(found.unfinished, k)
			}
			if w.Done == 0 || w.Busy {
				continue
			}
			found.withResults = append(found.withResults, k)
			if show && found.latest == nil {
				found.latest, _ = snapshotOf(ctx, spec, environment) // an error is reported when the sweep is opened
			}
		}
		found.unfinished = found.unfinished[:min(len(found.unfinished), maxUnfinished)]
		return found, nil
	})
}

// snapshotOf returns the finished runs of a stored sweep that does not run.
func snapshotOf(ctx context.Context, spec sweep.Spec, e sweep.Environment) (*sweep.Snapshot, error) {
	s, err := sweep.Prepare(ctx, spec, e)
	if err != nil {
		return nil, err
	}
	snapshot := s.Snapshot()
	return &snapshot, s.Close()
}

// open reads a stored sweep to show it.
func (f *Screen) open(k storedSweep) tea.Cmd {
	if f.Sweeping() {
		f.Say("a sweep is running: stop it (X) to show another")
		return nil
	}
	environment, prepare := f.sweepEnvironment(1), &f.Lanes.Prepare
	return f.opened.Refresh(f.Ctx, k.id, func(ctx context.Context) (*sweep.Snapshot, error) {
		prepare.Lock()
		defer prepare.Unlock()
		return snapshotOf(ctx, k.spec, environment)
	})
}

// takeOpened shows the stored sweep that was opened.
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

// Choices returns the stored sweeps with results, for the palette.
func (f *Screen) Choices() (all []ui.Choice) {
	for _, k := range f.withResults {
		all = append(all, ui.Choice{Title: fmt.Sprintf("sweep %d: %s", k.id, gridWords(k.spec)), Hint: fmt.Sprintf("%d of %d runs", k.done, k.total), Do: func() tea.Cmd { return f.open(k) }})
	}
	return all
}

// takeStored offers the unfinished sweeps in the form and shows the latest if no sweep is shown.
func (f *Screen) takeStored() tea.Cmd {
	m := f.stored.Value()
	f.withResults, f.unfinished = m.withResults, nil
	for _, k := range m.unfinished {
		if !f.Sweeping() || f.snapshot == nil || k.id != f.snapshot.ID {
			f.unfinished = append(f.unfinished, k)
		}
	}
	f.form.setUnfinished(len(f.unfinished))
	switch {
	case f.stored.Err() != nil:
		f.Complain("cannot read the stored sweeps: %s", session.FirstLine(f.stored.Err()))
	case m.latest != nil && f.snapshot == nil && !f.Sweeping():
		f.form.setSpec(m.latest.Spec)
		f.show(m.latest)
	}
	return f.refreshCost()
}
