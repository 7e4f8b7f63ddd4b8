package frontier

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/session"
)

// startMode is which runs of a sweep to train.
type startMode int

const (
	startNothing   startMode = iota
	startRemaining           // those that are not finished
	startAll                 // all of them again
)

// start starts the sweep, once its cost is known. If the ratings have a limit it asks first; confirm is the answer yes.
func (f *Screen) start(mode startMode) tea.Cmd {
	switch {
	case f.Sweeping():
		f.Say("a sweep is already running")
		return nil
	case !f.Loaded():
		return nil
	case !f.costKnown():
		f.pendingStart = mode
		return f.refreshCost()
	case f.cost.Err() != nil:
		f.Complain("%s", session.FirstLine(f.cost.Err()))
		return nil
	}
	if row := f.form.focused(); row.kind == rowResume && row.index < len(f.unfinished) && f.unfinished[row.index].busy {
		f.Complain("sweep %d is running in another process", f.unfinished[row.index].id)
		return nil
	}
	if mode == startRemaining && f.cost.Value().left == 0 && f.snapshot != nil && f.snapshot.ID == f.cost.Value().storedID {
		f.Say("%s finished. n: run again", format.ShortPlural(f.cost.Value().total, "run"))
		return nil
	}
	if f.limitedCost(mode) != nil {
		f.asking = mode
		return nil
	}
	return f.train(mode)
}

// confirm starts the sweep of the question.
func (f *Screen) confirm() tea.Cmd { return f.train(f.asking) }

// train starts the sweep without asking.
func (f *Screen) train(mode startMode) tea.Cmd {
	f.cost.Stop()
	f.asking, f.startErr = startNothing, nil
	f.lens.Low, f.lens.High = 0, 0
	return f.startSweep(f.nextSpec(), f.form.jobs, mode == startAll)
}

// limitedCost returns the cost of the sweep for ratings with a limit; nil without a limit or a charge.
func (f *Screen) limitedCost(mode startMode) *sweep.Cost {
	costs := f.cost.Value().costs
	if mode == startAll {
		costs = f.cost.Value().fullCosts
	}
	if i := slices.IndexFunc(costs, func(c sweep.Cost) bool { return c.Limit != nil }); i >= 0 {
		return &costs[i]
	}
	return nil
}

// sweepKnobs starts a sweep of the method and the knobs of Tune.
func (f *Screen) sweepKnobs(m session.SweepKnobsMsg) tea.Cmd {
	if f.Sweeping() {
		f.Say("a sweep is already running")
		return nil
	}
	f.form.selectOnly(m.Method, m.Settings)
	f.FocusOn(panelSweep)
	return f.start(startRemaining)
}
