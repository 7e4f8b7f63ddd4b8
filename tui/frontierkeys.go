package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// frontierKeys work on the Frontier screen, beside those of lists, charts and panels.
func frontierKeys() []binding[*frontier] {
	key := func(action, where, group string, keys []string, when func(*frontier) bool, meaning, footer string, rank int, do func(*frontier) tea.Cmd) binding[*frontier] {
		return binding[*frontier]{Key{action, where, group, keys, meaning, footer, rank}, when, do}
	}
	form := func(action string, keys []string, meaning, footer string, rank int, do func(*sweepForm)) binding[*frontier] {
		return key(action, "on the next sweep", "Sweep", keys, (*frontier).filling, meaning, footer, rank, func(f *frontier) tea.Cmd {
			do(&f.form)
			return nil
		})
	}
	trains := func(f *frontier) bool { return f.sweeping() }
	reads := func(f *frontier) bool { _, ok := f.selected(); return ok && f.shot != nil }
	typable := func(f *frontier) bool { return f.filling() && f.form.typable() }
	idle := func(f *frontier) bool { return !f.sweeping() && f.loaded() }
	starts := func(f *frontier) bool { return idle(f) && !reads(f) }
	aims := func(f *frontier) bool { return f.aiming() && f.lens.reading }
	asked := func(f *frontier) bool { return f.asking != startNothing }
	const onSweep, onPoint, onChart, whenAsked = "on the next sweep", "on a point", "on charts", "when asked"
	return []binding[*frontier]{
		key("sweep.spend", whenAsked, "Sweep", []string{"y"}, asked, "charge what the sweep costs to the limit; any other key does not", "charge it", 1, (*frontier).spend),
		form("sweep.less", []string{"left", "h"}, "change the line, backwards", "change", 3, func(s *sweepForm) { s.turn(-1) }),
		form("sweep.more", []string{"right", "l"}, "change the line", "change", 3, func(s *sweepForm) { s.turn(+1) }),
		form("sweep.choose", []string{"space"}, "take the method in or out", "choose", 3, (*sweepForm).toggle),
		key("sweep.type", onSweep, "Sweep", []string{"="}, typable, "type the line: a list of ε, k=20,50,all, real or a seed", "type", 5, func(f *frontier) tea.Cmd {
			f.form.startTyping()
			return nil
		}),
		form("sweep.reset", []string{"r", "backspace"}, "the line as it was at first", "", 0, (*sweepForm).reset),
		key("sweep.pause", "", "Sweep", []string{"space"}, trains, "pause the sweep: what trains goes on, nothing new begins; and on again", "pause", 1, (*frontier).hold),
		key("sweep.stop", "", "Sweep", []string{"X"}, trains, "stop the sweep; it can be resumed", "stop sweep", 1, (*frontier).cancel),
		key("point.open", onPoint, "Points", []string{"enter"}, reads, "open the run of the point that is nearest the mean", "open", 1, (*frontier).openPoint),
		key("sweep.start", "", "Sweep", []string{"enter"}, starts, "train the sweep, or what is left of it", "sweep", 1, func(f *frontier) tea.Cmd { return f.start(startResumed) }),
		key("sweep.anew", "", "Sweep", []string{"n"}, idle, "train the sweep anew, also what is done", "", 0, func(f *frontier) tea.Cmd { return f.start(startFresh) }),
		key("point.better", onChart, "Charts", []string{"up", "k"}, aims, "read the line with the next smaller error", "line", 2, func(f *frontier) tea.Cmd {
			f.pick(-1)
			return nil
		}),
		key("point.worse", onChart, "Charts", []string{"down", "j"}, aims, "read the line with the next larger error", "line", 2, func(f *frontier) tea.Cmd {
			f.pick(+1)
			return nil
		}),
		key("sweep.copy", "", "Sweep", []string{"y"}, func(f *frontier) bool { return f.loaded() }, "copy the command line that sweeps like this", "copy", 24, (*frontier).copyCommand),
		key("sweep.copy-value", "", "Sweep", []string{"Y"}, reads, "copy the mean of the point that is read", "", 0, (*frontier).copyMean),
	}
}

// press takes a key: for what is typed or asked, else by the key table.
func (f *frontier) press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	before := f.form.generation
	switch {
	case f.form.edit.open:
		f.form.press(key)
		return f.formChanged(before), true
	case f.points.typing():
		f.points.press(key)
		return nil, true
	case f.asking != startNothing:
		if cmd, used = dispatch(f.answers(), f, key.String()); !used {
			f.asking = startNothing
			f.version++
			f.say("nothing is charged")
		}
		return cmd, true
	}
	cmd, used = f.actions.press(key)
	return tea.Batch(cmd, f.formChanged(before)), used
}

// answers are the keys that answer what is asked; any other means no.
func (f *frontier) answers() (table []binding[*frontier]) {
	for _, b := range f.table {
		if b.Action == "sweep.spend" {
			table = append(table, b)
		}
	}
	return table
}

// keys are those of the table, or while something is asked the answers.
func (f *frontier) keys(now bool) []Key {
	if now && f.asking != startNothing {
		return lines(f.answers(), f, true)
	}
	return f.actions.keys(now)
}

// act does what an action of the key table does.
func (f *frontier) act(action string) (cmd tea.Cmd, done bool) {
	before := f.form.generation
	cmd, done = f.actions.act(action)
	return tea.Batch(cmd, f.formChanged(before)), done
}

// formChanged works out what another sweep would cost.
func (f *frontier) formChanged(before int) tea.Cmd {
	if f.form.generation == before {
		return nil
	}
	return f.foresee()
}

// hold pauses the sweep, or lets it go on.
func (f *frontier) hold() tea.Cmd {
	f.live.held = !f.live.held
	f.live.settle()
	f.version++
	return nil
}

// cancel stops the sweep; what is done of it stays.
func (f *frontier) cancel() tea.Cmd {
	f.live.stop()
	f.version++
	return nil
}

func (f *frontier) copyCommand() tea.Cmd {
	s := f.meant()
	if f.sweeping() {
		s = f.live.spec
	}
	return f.bench.copy(sweepCommand(s))
}

func (f *frontier) copyMean() tea.Cmd {
	p, ok := f.selected()
	if !ok || p.N == 0 {
		f.say("no run of this point is done yet")
		return nil
	}
	return f.bench.copy(strconv.FormatFloat(p.Mean, 'g', -1, 64))
}
