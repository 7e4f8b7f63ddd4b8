package frontier

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/session"
)

// startWish is what is to be done once it is known what a sweep costs.
type startWish int

const (
	startNothing startWish = iota
	startResumed           // what is left
	startFresh             // everything, also what was done before
)

// start trains the sweep that is meant, once it is known what it costs; where the ratings have a limit it asks first,
// and spend answers.
func (f *Screen) start(wish startWish) tea.Cmd {
	switch {
	case f.Sweeping():
		f.Say("a sweep is already running")
		return nil
	case !f.Loaded():
		return nil
	case !f.known():
		f.starting = wish
		return f.refreshCost()
	case f.cost.Err() != nil:
		f.Complain("%s", session.FirstLine(f.cost.Err()))
		return nil
	}
	if row := f.form.focused(); row.kind == rowResume && row.index < len(f.unfinished) && f.unfinished[row.index].Busy {
		f.Complain("sweep %d is running in another process", f.unfinished[row.index].ID)
		return nil
	}
	if wish == startResumed && f.cost.Value().Left == 0 && f.shot != nil && f.shot.ID == f.cost.Value().kept {
		f.Say("%s finished. n: run again", format.ShortPlural(f.cost.Value().Of, "run"))
		return nil
	}
	if f.limited(wish) != nil {
		f.asking = wish
		f.version++
		return nil
	}
	return f.train(wish)
}

// spend trains what was asked about.
func (f *Screen) spend() tea.Cmd { return f.train(f.asking) }

func (f *Screen) train(wish startWish) tea.Cmd {
	f.cost.Stop()
	f.asking, f.trouble = startNothing, nil
	f.version++
	f.lens.Low, f.lens.High = 0, 0
	return f.sweepNow(f.meant(), f.form.jobs, wish == startFresh)
}

// limited is what the sweep costs ratings that have a limit; nil where none has, or nothing is spent.
func (f *Screen) limited(wish startWish) *sweep.Cost {
	costs := f.cost.Value().Costs
	if wish == startFresh {
		costs = f.cost.Value().Whole
	}
	if i := slices.IndexFunc(costs, func(c sweep.Cost) bool { return c.Limit != nil }); i >= 0 {
		return &costs[i]
	}
	return nil
}

// sweepKnobs begins a sweep of the method and the knobs that Tune has.
func (f *Screen) sweepKnobs(m session.SweepKnobsMsg) tea.Cmd {
	if f.Sweeping() {
		f.Say("a sweep is already running")
		return nil
	}
	f.form.selectOnly(m.Method, m.Settings)
	f.FocusOn(panelSweep)
	return f.start(startResumed)
}
