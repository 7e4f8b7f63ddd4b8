package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// keyTable returns the keys of the Data screen, besides those of texts, charts and panels.
func keyTable() []ui.Binding[*Screen] {
	knob := func(action string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "on the knobs", Group: "Knobs", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: (*Screen).knobsHaveArrows, Do: do}
	}
	key := func(action, group string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "", Group: group, Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: nil, Do: do}
	}
	return []ui.Binding[*Screen]{
		knob("knob.down", []string{"left", "h"}, "lower the knob by one step", "turn", 1, turnKnob(-1, false)),
		knob("knob.up", []string{"right", "l"}, "raise the knob by one step", "turn", 1, turnKnob(+1, false)),
		knob("knob.down-finely", []string{"shift+left", "H", ","}, "lower the knob by a small step", "", 0, turnKnob(-1, true)),
		knob("knob.up-finely", []string{"shift+right", "L", "."}, "raise the knob by a small step", "", 0, turnKnob(+1, true)),
		knob("knob.previous", []string{"up", "k"}, "select the knob above", "knob", 2, selectKnob(-1)),
		knob("knob.next", []string{"down", "j"}, "select the knob below", "knob", 2, selectKnob(+1)),
		knob("knob.reset", []string{"r", "backspace"}, "reset the knob to its default", "reset", 23, (*Screen).resetKnob),
		key("method.next", "Knobs", []string{"m", "]"}, "select the next method", "method", 16, chooseMethod(+1)),
		key("method.previous", "Knobs", []string{"["}, "select the previous method", "", 0, chooseMethod(-1)),
		key("tune.retrain", "Training", []string{"enter"}, "train with these settings", "train", 6, func(d *Screen) tea.Cmd { return d.Retrain() }),
		key("data.copy", "Data", []string{"y"}, "copy the command that describes these ratings", "copy", 24, (*Screen).copyCommand),
	}
}

// samplingParameters are the parameters by which methods choose their training ratings, in the order shown.
var samplingParameters = []string{"k", "beta", "sampling", "weight-exponent"}

// samplingKnobs returns the knobs of samplingParameters that the chosen method has.
func (d *Screen) samplingKnobs() []session.Knob {
	var all []session.Knob
	for _, name := range samplingParameters {
		if p, ok := d.Knobs.Method().Parameter(name); ok {
			all = append(all, session.Knob{Parameter: p})
		}
	}
	return all
}

// currentKnob returns the selected knob; ok is false where the method has none.
func (d *Screen) currentKnob() (n session.Knob, ok bool) {
	all := d.samplingKnobs()
	if len(all) == 0 {
		return session.Knob{}, false
	}
	return all[min(d.selectedKnob, len(all)-1)], true
}

func selectKnob(by int) func(*Screen) tea.Cmd {
	return func(d *Screen) tea.Cmd {
		d.selectedKnob = max(min(d.selectedKnob+by, len(d.samplingKnobs())-1), 0)
		return nil
	}
}

func turnKnob(direction int, fine bool) func(*Screen) tea.Cmd {
	return func(d *Screen) tea.Cmd {
		n, ok := d.currentKnob()
		if !ok {
			d.Say("%s has no knobs here (m: next method)", d.Knobs.Method().Name)
			return nil
		}
		from := d.Effective(n)
		if n.Auto && from == method.Auto { // the value of the rule is not known yet
			from = n.Low
		}
		return d.setKnob(n, n.Turn(from, direction, fine))
	}
}

func (d *Screen) resetKnob() tea.Cmd {
	if n, ok := d.currentKnob(); ok {
		return d.setKnob(n, n.Default)
	}
	return nil
}

// setKnob sets a knob of the session, and updates the preview and the curves. It starts no run.
func (d *Screen) setKnob(n session.Knob, v float64) tea.Cmd {
	if d.RefusesTurn(n) || !d.Knobs.Set(n, v) {
		return nil
	}
	return tea.Batch(d.RefreshPreview(), d.computeTail())
}

func chooseMethod(direction int) func(*Screen) tea.Cmd {
	return func(d *Screen) tea.Cmd {
		d.Knobs.Choose(direction)
		return tea.Batch(d.RefreshPreview(), d.computeTail())
	}
}

// copyCommand copies the command that prints the same facts in a terminal.
func (d *Screen) copyCommand() tea.Cmd {
	if !d.Loaded() {
		return nil
	}
	return d.Session.Copy(session.InfoLine(d.Problem, d.Options.Source))
}
