package tui

import (
	tea "charm.land/bubbletea/v2"
)

// tuneKeys work on the Tune screen, beside those of charts and panels.
func tuneKeys() []binding[*tune] {
	onKnobs := func(t *tune) bool { return t.focus == panelKnobs }
	knob := func(action string, keys []string, meaning, footer string, rank int, do func(*tune) tea.Cmd) binding[*tune] {
		return binding[*tune]{Key{action, "on the knobs", "Knobs", keys, meaning, footer, rank}, onKnobs, do}
	}
	key := func(action, group string, keys []string, meaning, footer string, rank int, do func(*tune) tea.Cmd) binding[*tune] {
		return binding[*tune]{Key{action, "", group, keys, meaning, footer, rank}, nil, do}
	}
	return []binding[*tune]{
		knob("knob.down", []string{"left", "h"}, "turn the knob down", "turn", 1, turn(-1, false)),
		knob("knob.up", []string{"right", "l"}, "turn the knob up", "turn", 1, turn(+1, false)),
		knob("knob.down-finely", []string{"shift+left", "H", ","}, "turn it down, finely", "", 0, turn(-1, true)),
		knob("knob.up-finely", []string{"shift+right", "L", "."}, "turn it up, finely", "", 0, turn(+1, true)),
		knob("knob.previous", []string{"up", "k"}, "knob above", "knob", 2, step(-1)),
		knob("knob.next", []string{"down", "j"}, "knob below", "knob", 2, step(+1)),
		knob("knob.type", []string{"="}, "type a value or a name, such as all: Enter sets it, Esc keeps the old one", "type", 19, (*tune).startEditing),
		knob("knob.reset", []string{"r", "backspace"}, "back to the default", "reset", 23, (*tune).reset),
		knob("knob.more", []string{"e"}, "show more knobs, or fewer", "more", 17, (*tune).toggleMore),
		key("method.next", "Knobs", []string{"m", "]"}, "next method", "method", 16, choose(+1)),
		key("method.previous", "Knobs", []string{"["}, "previous method", "", 0, choose(-1)),

		key("tune.retrain", "Training", []string{"enter"}, "train again with the knobs as they stand", "train", 6, (*tune).retrain),
		key("tune.hold", "Training", []string{"space"}, "hold: turned knobs train nothing until Space is pressed again", "hold", 14, (*tune).hold),
		key("tune.pin", "Training", []string{"p"}, "pin the run to compare with later ones, or unpin it", "pin", 15, (*tune).pin),
		key("tune.unpin", "Training", []string{"P"}, "unpin all", "", 0, (*tune).unpin),
		key("tune.sweep", "Training", []string{"s"}, "sweep this method with these knobs over several ε, on the Frontier screen", "sweep", 16, (*tune).sweepFromHere),
		key("tune.copy", "Training", []string{"y"}, "copy the command line that trains like this", "copy", 24, (*tune).copy),
		key("tune.copy-value", "Training", []string{"Y"}, "copy the value: of the knob, or under the crosshair", "", 0, (*tune).copyValue),
	}
}

// sweepFromHere asks for a sweep of the method with the knobs as they stand.
func (t *tune) sweepFromHere() tea.Cmd {
	if !t.loaded() {
		return nil
	}
	m, c := t.knobs.method(), t.knobs.config()
	return func() tea.Msg { return sweepKnobsMsg{m, c.Settings} }
}

func (t *tune) charting() *lens { return &t.lens }

func (t *tune) aiming() bool { return t.focus == panelCurves }
