package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
)

// dataKeys work on the Data screen, beside those of texts, charts and panels.
func dataKeys() []binding[*data] {
	knob := func(action string, keys []string, meaning, footer string, rank int, do func(*data) tea.Cmd) binding[*data] {
		return binding[*data]{Key{action, "on the knobs", "Knobs", keys, meaning, footer, rank}, (*data).turning, do}
	}
	key := func(action, group string, keys []string, meaning, footer string, rank int, do func(*data) tea.Cmd) binding[*data] {
		return binding[*data]{Key{action, "", group, keys, meaning, footer, rank}, nil, do}
	}
	return []binding[*data]{
		knob("knob.down", []string{"left", "h"}, "turn the knob down", "turn", 1, turnData(-1, false)),
		knob("knob.up", []string{"right", "l"}, "turn the knob up", "turn", 1, turnData(+1, false)),
		knob("knob.down-finely", []string{"shift+left", "H", ","}, "turn it down, finely", "", 0, turnData(-1, true)),
		knob("knob.up-finely", []string{"shift+right", "L", "."}, "turn it up, finely", "", 0, turnData(+1, true)),
		knob("knob.previous", []string{"up", "k"}, "knob above", "knob", 2, stepData(-1)),
		knob("knob.next", []string{"down", "j"}, "knob below", "knob", 2, stepData(+1)),
		knob("knob.reset", []string{"r", "backspace"}, "back to the default", "reset", 23, (*data).reset),
		key("method.next", "Knobs", []string{"m", "]"}, "next method", "method", 16, chooseData(+1)),
		key("method.previous", "Knobs", []string{"["}, "previous method", "", 0, chooseData(-1)),
		key("tune.retrain", "Training", []string{"enter"}, "train again with the knobs as they stand", "train", 6, func(d *data) tea.Cmd { return d.retrain() }),
		key("data.copy", "Data", []string{"y"}, "copy the command that describes these ratings", "copy", 24, (*data).copy),
	}
}

// dataKnobs are the parameters by which methods choose what of the ratings trains, in the order shown.
var dataKnobs = []string{"k", "beta", "sampling", "weight-exponent"}

// tailKnobs are those that the chosen method has.
func (d *data) tailKnobs() []knob {
	var all []knob
	for _, name := range dataKnobs {
		if p, ok := d.knobs.method().Parameter(name); ok {
			all = append(all, knob{Parameter: p})
		}
	}
	return all
}

// selected is the knob that is turned; ok is false where the method has none.
func (d *data) selected() (n knob, ok bool) {
	all := d.tailKnobs()
	if len(all) == 0 {
		return knob{}, false
	}
	return all[min(d.knob, len(all)-1)], true
}

func stepData(by int) func(*data) tea.Cmd {
	return func(d *data) tea.Cmd {
		d.knob = max(min(d.knob+by, len(d.tailKnobs())-1), 0)
		return nil
	}
}

func turnData(direction int, fine bool) func(*data) tea.Cmd {
	return func(d *data) tea.Cmd {
		n, ok := d.selected()
		if !ok {
			d.say("%s has no knob for which ratings train: m takes the next method", d.knobs.method().Name)
			return nil
		}
		from := d.effective(n)
		if n.Auto && from == method.Auto { // what the rule chooses is not known yet
			from = n.Low
		}
		return d.set(n, n.turn(from, direction, fine))
	}
}

func (d *data) reset() tea.Cmd {
	if n, ok := d.selected(); ok {
		return d.set(n, n.Default)
	}
	return nil
}

// set gives a knob of the session a value: its consequences follow, but no run.
func (d *data) set(n knob, v float64) tea.Cmd {
	if d.refuses(n) || !d.knobs.set(n, v) {
		return nil
	}
	return tea.Batch(d.foresee(), d.reckon())
}

func chooseData(direction int) func(*data) tea.Cmd {
	return func(d *data) tea.Cmd {
		d.knobs.choose(direction)
		return tea.Batch(d.foresee(), d.reckon())
	}
}

// copy copies the command that says the same without a screen.
func (d *data) copy() tea.Cmd {
	if !d.loaded() {
		return nil
	}
	return d.bench.copy(infoLine(d.problem, d.options.Source))
}

// mouse gives a panel the focus, drags a knob, reads and zooms the curves, and goes through the texts.
func (d *data) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	panel := d.under(at.X, at.Y)
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
		case dataFacts:
			roll(&d.facts, at)
		case dataWarnings:
			roll(&d.warns, at)
		}
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			d.click(at.X, at.Y)
			if cmd, on := d.grab(at.X, at.Y); on {
				return cmd
			}
		}
	}
	if in := d.tailRooms().chart; in.contains(at.X, at.Y) && !d.drags && d.waiting() == "" {
		c := d.tailChart()
		d.lens.mouse(msg, &c, d.theme, in)
	}
	return nil
}

// grab takes the knob under a cell; on is false where there is none.
func (d *data) grab(x, y int) (cmd tea.Cmd, on bool) {
	if d.waiting() != "" {
		return nil, false
	}
	all := d.tailKnobs()
	for i, at := range d.tailRooms().knobs {
		if !at.contains(x, y) {
			continue
		}
		d.knob = i
		n := all[i]
		if len(n.Choices) > 0 {
			return d.set(n, float64((int(d.knobs.value(n))+1)%len(n.Choices))), true
		}
		if _, d.drags = d.slider(i, at.W).At(at.W, x-at.X); d.drags {
			return d.drag(x), true
		}
		return nil, true
	}
	return nil, false
}

// drag puts the grabbed knob under x.
func (d *data) drag(x int) tea.Cmd {
	rooms := d.tailRooms().knobs
	if d.knob >= len(rooms) {
		return nil
	}
	at := rooms[d.knob]
	if position, on := d.slider(d.knob, at.W).At(at.W, x-at.X); on {
		n, _ := d.selected()
		return d.set(n, n.at(position))
	}
	return nil
}
