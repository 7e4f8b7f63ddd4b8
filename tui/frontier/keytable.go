package frontier

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// frontierKeys work on the Frontier screen, beside those of lists, charts and panels.
func frontierKeys() []ui.Binding[*Screen] {
	key := func(action, where, group string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: where, Group: group, Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	form := func(action string, keys []string, meaning, footer string, rank int, do func(*sweepForm)) ui.Binding[*Screen] {
		return key(action, "on the next sweep", "Sweep", keys, (*Screen).filling, meaning, footer, rank, func(f *Screen) tea.Cmd {
			do(&f.form)
			return nil
		})
	}
	trains := func(f *Screen) bool { return f.Sweeping() }
	reads := func(f *Screen) bool { _, ok := f.selected(); return ok && f.shot != nil }
	typable := func(f *Screen) bool { return f.filling() && f.form.typable() }
	idle := func(f *Screen) bool { return !f.Sweeping() && f.Loaded() }
	starts := func(f *Screen) bool { return idle(f) && !reads(f) }
	aims := func(f *Screen) bool { return f.Aiming() && f.lens.Reading }
	asked := func(f *Screen) bool { return f.asking != startNothing }
	const onSweep, onPoint, onChart, whenAsked = "on the next sweep", "on a point", "on charts", "when asked"
	return []ui.Binding[*Screen]{
		key("sweep.spend", whenAsked, "Sweep", []string{"y"}, asked, "charge what the sweep costs to the limit; any other key does not", "charge it", 1, (*Screen).spend),
		form("sweep.less", []string{"left", "h"}, "change the line, backwards", "change", 3, func(s *sweepForm) { s.turn(-1) }),
		form("sweep.more", []string{"right", "l"}, "change the line", "change", 3, func(s *sweepForm) { s.turn(+1) }),
		form("sweep.choose", []string{"space"}, "take the method in or out", "choose", 3, (*sweepForm).toggle),
		key("sweep.type", onSweep, "Sweep", []string{"="}, typable, "type the line: a list of ε, k=20,50,all, real or a seed", "type", 5, func(f *Screen) tea.Cmd {
			f.form.startTyping()
			return nil
		}),
		form("sweep.reset", []string{"r", "backspace"}, "the line as it was at first", "", 0, (*sweepForm).reset),
		key("sweep.pause", "", "Sweep", []string{"space"}, trains, "pause the sweep: what trains goes on, nothing new begins; and on again", "pause", 1, (*Screen).hold),
		key("sweep.stop", "", "Sweep", []string{"X"}, trains, "stop the sweep; it can be resumed", "stop sweep", 1, (*Screen).cancel),
		key("point.open", onPoint, "Points", []string{"enter"}, reads, "open the run of the point that is nearest the mean", "open", 1, (*Screen).openPoint),
		key("sweep.start", "", "Sweep", []string{"enter"}, starts, "train the sweep, or what is left of it", "sweep", 1, func(f *Screen) tea.Cmd { return f.start(startResumed) }),
		key("sweep.anew", "", "Sweep", []string{"n"}, idle, "train the sweep anew, also what is done", "", 0, func(f *Screen) tea.Cmd { return f.start(startFresh) }),
		key("point.better", onChart, "Charts", []string{"up", "k"}, aims, "read the line with the next smaller error", "line", 2, func(f *Screen) tea.Cmd {
			f.pick(-1)
			return nil
		}),
		key("point.worse", onChart, "Charts", []string{"down", "j"}, aims, "read the line with the next larger error", "line", 2, func(f *Screen) tea.Cmd {
			f.pick(+1)
			return nil
		}),
		key("sweep.copy", "", "Sweep", []string{"y"}, func(f *Screen) bool { return f.Loaded() }, "copy the command line that sweeps like this", "copy", 24, (*Screen).copyCommand),
		key("sweep.copy-value", "", "Sweep", []string{"Y"}, reads, "copy the mean of the point that is read", "", 0, (*Screen).copyMean),
	}
}

// Press takes a key: for what is typed or asked, else by the key table.
func (f *Screen) Press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	before := f.form.generation
	switch {
	case f.form.edit.Open:
		f.form.Press(key)
		return f.formChanged(before), true
	case f.points.Typing():
		f.points.Press(key)
		return nil, true
	case f.asking != startNothing:
		if cmd, used = ui.Dispatch(f.answers(), f, key.String()); !used {
			f.asking = startNothing
			f.Say("nothing is charged")
		}
		return cmd, true
	}
	cmd, used = f.Actions.Press(key)
	return tea.Batch(cmd, f.formChanged(before)), used
}

// answers are the keys that answer what is asked; any other means no.
func (f *Screen) answers() (table []ui.Binding[*Screen]) {
	for _, b := range f.Table {
		if b.Action == "sweep.spend" {
			table = append(table, b)
		}
	}
	return table
}

// Keys are those of the table, or while something is asked the answers.
func (f *Screen) Keys(now bool) []ui.Key {
	if now && f.asking != startNothing {
		return ui.KeyLines(f.answers(), f, true)
	}
	return f.Actions.Keys(now)
}

// Act does what an action of the key table does.
func (f *Screen) Act(action string) (cmd tea.Cmd, done bool) {
	before := f.form.generation
	cmd, done = f.Actions.Act(action)
	return tea.Batch(cmd, f.formChanged(before)), done
}

// formChanged works out what another sweep would cost.
func (f *Screen) formChanged(before int) tea.Cmd {
	if f.form.generation == before {
		return nil
	}
	return f.refreshCost()
}

// hold pauses the sweep, or lets it go on.
func (f *Screen) hold() tea.Cmd {
	f.live.held = !f.live.held
	f.live.settle()
	return nil
}

// cancel stops the sweep; what is done of it stays.
func (f *Screen) cancel() tea.Cmd {
	f.live.stop()
	return nil
}

func (f *Screen) copyCommand() tea.Cmd {
	s := f.meant()
	if f.Sweeping() {
		s = f.live.spec
	}
	return f.Session.Copy(sweepCommand(s))
}

func (f *Screen) copyMean() tea.Cmd {
	p, ok := f.selected()
	if !ok || p.N == 0 {
		f.Say("no run of this point is done yet")
		return nil
	}
	return f.Session.Copy(strconv.FormatFloat(p.Mean, 'g', -1, 64))
}
