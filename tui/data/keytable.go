package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// keyTable work on the Data screen, beside those of texts, charts and panels.
func keyTable() []ui.Binding[*Screen] {
	knob := func(action string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "on the knobs", Group: "Knobs", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: (*Screen).turning, Do: do}
	}
	key := func(action, group string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "", Group: group, Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: nil, Do: do}
	}
	return []ui.Binding[*Screen]{
		knob("knob.down", []string{"left", "h"}, "turn the knob down", "turn", 1, turnData(-1, false)),
		knob("knob.up", []string{"right", "l"}, "turn the knob up", "turn", 1, turnData(+1, false)),
		knob("knob.down-finely", []string{"shift+left", "H", ","}, "turn it down, finely", "", 0, turnData(-1, true)),
		knob("knob.up-finely", []string{"shift+right", "L", "."}, "turn it up, finely", "", 0, turnData(+1, true)),
		knob("knob.previous", []string{"up", "k"}, "knob above", "knob", 2, stepData(-1)),
		knob("knob.next", []string{"down", "j"}, "knob below", "knob", 2, stepData(+1)),
		knob("knob.reset", []string{"r", "backspace"}, "back to the default", "reset", 23, (*Screen).reset),
		key("method.next", "Knobs", []string{"m", "]"}, "next method", "method", 16, chooseData(+1)),
		key("method.previous", "Knobs", []string{"["}, "previous method", "", 0, chooseData(-1)),
		key("tune.retrain", "Training", []string{"enter"}, "train again with the knobs as they stand", "train", 6, func(d *Screen) tea.Cmd { return d.Retrain() }),
		key("data.copy", "Data", []string{"y"}, "copy the command that describes these ratings", "copy", 24, (*Screen).copy),
	}
}

// dataKnobs are the parameters by which methods choose what of the ratings trains, in the order shown.
var dataKnobs = []string{"k", "beta", "sampling", "weight-exponent"}

// tailKnobs are those that the chosen method has.
func (d *Screen) tailKnobs() []session.Knob {
	var all []session.Knob
	for _, name := range dataKnobs {
		if p, ok := d.Knobs.Method().Parameter(name); ok {
			all = append(all, session.Knob{Parameter: p})
		}
	}
	return all
}

// selected is the knob that is turned; ok is false where the method has none.
func (d *Screen) selected() (n session.Knob, ok bool) {
	all := d.tailKnobs()
	if len(all) == 0 {
		return session.Knob{}, false
	}
	return all[min(d.knob, len(all)-1)], true
}

func stepData(by int) func(*Screen) tea.Cmd {
	return func(d *Screen) tea.Cmd {
		d.knob = max(min(d.knob+by, len(d.tailKnobs())-1), 0)
		return nil
	}
}

func turnData(direction int, fine bool) func(*Screen) tea.Cmd {
	return func(d *Screen) tea.Cmd {
		n, ok := d.selected()
		if !ok {
			d.Say("%s has no knob for which ratings train: m takes the next method", d.Knobs.Method().Name)
			return nil
		}
		from := d.Effective(n)
		if n.Auto && from == method.Auto { // what the rule chooses is not known yet
			from = n.Low
		}
		return d.set(n, n.Turn(from, direction, fine))
	}
}

func (d *Screen) reset() tea.Cmd {
	if n, ok := d.selected(); ok {
		return d.set(n, n.Default)
	}
	return nil
}

// set gives a knob of the session a value: its consequences follow, but no run.
func (d *Screen) set(n session.Knob, v float64) tea.Cmd {
	if d.RefusesTurn(n) || !d.Knobs.Set(n, v) {
		return nil
	}
	return tea.Batch(d.RefreshPreview(), d.reckon())
}

func chooseData(direction int) func(*Screen) tea.Cmd {
	return func(d *Screen) tea.Cmd {
		d.Knobs.Choose(direction)
		return tea.Batch(d.RefreshPreview(), d.reckon())
	}
}

// copy copies the command that says the same without a screen.
func (d *Screen) copy() tea.Cmd {
	if !d.Loaded() {
		return nil
	}
	return d.Session.Copy(session.InfoLine(d.Problem, d.Options.Source))
}

// Mouse gives a panel the focus, drags a knob, reads and zooms the curves, and goes through the texts.
func (d *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	panel := d.Under(at.X, at.Y)
	switch msg.(type) {
	case tea.MouseReleaseMsg:
		d.drags = false
		return nil
	case tea.MouseMotionMsg:
		if d.drags {
			return d.drag(at.X)
		}
	case tea.MouseWheelMsg:
		switch panel {
		case panelFacts:
			ui.ScrollWheel(&d.facts, at)
		case panelWarnings:
			ui.ScrollWheel(&d.warns, at)
		}
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			d.Click(at.X, at.Y)
			if cmd, on := d.grab(at.X, at.Y); on {
				return cmd
			}
		}
	}
	if in := d.tailRooms().chart; in.Contains(at.X, at.Y) && !d.drags && d.waiting() == "" {
		c := d.tailChart()
		d.lens.Mouse(msg, &c, d.Theme, in)
	}
	return nil
}

// grab takes the knob under a cell; on is false where there is none.
func (d *Screen) grab(x, y int) (cmd tea.Cmd, on bool) {
	if d.waiting() != "" {
		return nil, false
	}
	all := d.tailKnobs()
	for i, at := range d.tailRooms().knobs {
		if !at.Contains(x, y) {
			continue
		}
		d.knob = i
		n := all[i]
		if len(n.Choices) > 0 {
			return d.set(n, float64((int(d.Knobs.Value(n))+1)%len(n.Choices))), true
		}
		if _, d.drags = d.slider(i, at.W).At(at.W, x-at.X); d.drags {
			return d.drag(x), true
		}
		return nil, true
	}
	return nil, false
}

// drag puts the grabbed knob under x.
func (d *Screen) drag(x int) tea.Cmd {
	rooms := d.tailRooms().knobs
	if d.knob >= len(rooms) {
		return nil
	}
	at := rooms[d.knob]
	if position, on := d.slider(d.knob, at.W).At(at.W, x-at.X); on {
		n, _ := d.selected()
		return d.set(n, n.At(position))
	}
	return nil
}
