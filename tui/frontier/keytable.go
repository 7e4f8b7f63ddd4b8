package frontier

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// frontierKeys returns the keys of this screen; those of lists, charts and panels come from package ui.
func frontierKeys() []ui.Binding[*Screen] {
	key := func(action, where, group string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: where, Group: group, Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	form := func(action string, keys []string, meaning, footer string, rank int, do func(*sweepForm)) ui.Binding[*Screen] {
		return key(action, "in the sweep form", "Sweep", keys, (*Screen).filling, meaning, footer, rank, func(f *Screen) tea.Cmd {
			do(&f.form)
			return nil
		})
	}
	sweeps := func(f *Screen) bool { return f.Sweeping() }
	hasPoint := func(f *Screen) bool { _, ok := f.selected(); return ok && f.snapshot != nil }
	canType := func(f *Screen) bool { return f.filling() && f.form.canType() }
	idle := func(f *Screen) bool { return !f.Sweeping() && f.Loaded() }
	canStart := func(f *Screen) bool { return idle(f) && !hasPoint(f) }
	aiming := func(f *Screen) bool { return f.Aiming() && f.lens.Reading }
	asked := func(f *Screen) bool { return f.asking != startNothing }
	const onSweep, onPoint, onChart, whenAsked = "in the sweep form", "on a point", "on charts", "when asked"
	return []ui.Binding[*Screen]{
		key("sweep.spend", whenAsked, "Sweep", []string{"y"}, asked, "start the sweep and charge its cost; any other key cancels", "charge", 1, (*Screen).confirm),
		form("sweep.less", []string{"left", "h"}, "previous value of the row", "change", 3, func(s *sweepForm) { s.change(-1) }),
		form("sweep.more", []string{"right", "l"}, "next value of the row", "change", 3, func(s *sweepForm) { s.change(+1) }),
		form("sweep.choose", []string{"space"}, "select or deselect the method", "select", 3, (*sweepForm).toggle),
		key("sweep.type", onSweep, "Sweep", []string{"="}, canType, "type a value: a list of ε, k=20,50,all, real or a seed", "type", 5, func(f *Screen) tea.Cmd {
			f.form.startTyping()
			return nil
		}),
		form("sweep.reset", []string{"r", "backspace"}, "reset the row to its default", "", 0, (*sweepForm).reset),
		key("sweep.pause", "", "Sweep", []string{"space"}, sweeps, "pause or resume the sweep; runs in progress finish", "pause", 1, (*Screen).togglePause),
		key("sweep.stop", "", "Sweep", []string{"X"}, sweeps, "stop the sweep; it can be resumed", "stop sweep", 1, (*Screen).stopSweep),
		key("point.open", onPoint, "Points", []string{"enter"}, hasPoint, "open the run nearest to the mean of the point", "open", 1, (*Screen).openPoint),
		key("sweep.start", "", "Sweep", []string{"enter"}, canStart, "start or resume the sweep", "sweep", 1, func(f *Screen) tea.Cmd { return f.start(startRemaining) }),
		key("sweep.anew", "", "Sweep", []string{"n"}, idle, "run the whole sweep again, finished runs included", "", 0, func(f *Screen) tea.Cmd { return f.start(startAll) }),
		key("point.better", onChart, "Charts", []string{"up", "k"}, aiming, "select the line with the next smaller error", "line", 2, func(f *Screen) tea.Cmd {
			f.pickLine(-1)
			return nil
		}),
		key("point.worse", onChart, "Charts", []string{"down", "j"}, aiming, "select the line with the next larger error", "line", 2, func(f *Screen) tea.Cmd {
			f.pickLine(+1)
			return nil
		}),
		key("sweep.copy", "", "Sweep", []string{"y"}, func(f *Screen) bool { return f.Loaded() }, "copy the command line of the sweep", "copy", 24, (*Screen).copyCommand),
		key("sweep.copy-value", "", "Sweep", []string{"Y"}, hasPoint, "copy the mean of the selected point", "", 0, (*Screen).copyMean),
	}
}

// Press handles a key: of an input or a question if one is open, else by the key table.
func (f *Screen) Press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	before := f.form.generation
	switch {
	case f.form.edit.Open:
		f.form.handleInput(key)
		return f.formChanged(before), true
	case f.points.Typing():
		f.points.Press(key)
		return nil, true
	case f.asking != startNothing:
		if cmd, used = ui.Dispatch(f.answers(), f, key.String()); !used {
			f.asking = startNothing
			f.Say("cancelled, nothing charged")
		}
		return cmd, true
	}
	cmd, used = f.Actions.Press(key)
	return tea.Batch(cmd, f.formChanged(before)), used
}

// answers returns the keys that answer the question; any other key means no.
func (f *Screen) answers() (table []ui.Binding[*Screen]) {
	for _, b := range f.Table {
		if b.Action == "sweep.spend" {
			table = append(table, b)
		}
	}
	return table
}

// Keys returns the keys of the table or, while a question is open, its answers.
func (f *Screen) Keys(now bool) []ui.Key {
	if now && f.asking != startNothing {
		return ui.KeyLines(f.answers(), f, true)
	}
	return f.Actions.Keys(now)
}

// Act runs an action of the key table by its name.
func (f *Screen) Act(action string) (cmd tea.Cmd, done bool) {
	before := f.form.generation
	cmd, done = f.Actions.Act(action)
	return tea.Batch(cmd, f.formChanged(before)), done
}

// formChanged computes the cost again if the form describes another sweep than before.
func (f *Screen) formChanged(before int) tea.Cmd {
	if f.form.generation == before {
		return nil
	}
	return f.refreshCost()
}

// togglePause pauses or resumes the running sweep.
func (f *Screen) togglePause() tea.Cmd {
	f.live.paused = !f.live.paused
	f.live.applyPause()
	return nil
}

// stopSweep stops the running sweep; its finished runs stay.
func (f *Screen) stopSweep() tea.Cmd {
	f.live.stop()
	return nil
}

// copyCommand copies the command line of the running sweep, or of the one that Enter starts.
func (f *Screen) copyCommand() tea.Cmd {
	s := f.nextSpec()
	if f.Sweeping() {
		s = f.live.spec
	}
	return f.Session.Copy(sweepCommand(s))
}

// copyMean copies the mean of the selected point with all its digits.
func (f *Screen) copyMean() tea.Cmd {
	p, ok := f.selected()
	if !ok || p.N == 0 {
		f.Say("no finished run at this point yet")
		return nil
	}
	return f.Session.Copy(strconv.FormatFloat(p.Mean, 'g', -1, 64))
}
