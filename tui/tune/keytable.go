package tune

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// keyTable returns the keys of the Tune screen, without those of charts and panels.
func keyTable() []ui.Binding[*Screen] {
	onKnobs := func(t *Screen) bool { return t.Focus == panelKnobs }
	knob := func(action string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "on the knobs", Group: "Knobs", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: onKnobs, Do: do}
	}
	key := func(action, group string, keys []string, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "", Group: group, Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: nil, Do: do}
	}
	return []ui.Binding[*Screen]{
		knob("knob.down", []string{"left", "h"}, "lower the knob by one step", "turn", 1, turn(-1, false)),
		knob("knob.up", []string{"right", "l"}, "raise the knob by one step", "turn", 1, turn(+1, false)),
		knob("knob.down-finely", []string{"shift+left", "H", ","}, "lower the knob by a small step", "", 0, turn(-1, true)),
		knob("knob.up-finely", []string{"shift+right", "L", "."}, "raise the knob by a small step", "", 0, turn(+1, true)),
		knob("knob.previous", []string{"up", "k"}, "select the knob above", "knob", 2, moveFocus(-1)),
		knob("knob.next", []string{"down", "j"}, "select the knob below", "knob", 2, moveFocus(+1)),
		knob("knob.type", []string{"="}, "type a value, or a name such as all (Enter set, Esc cancel)", "type", 19, (*Screen).startTyping),
		knob("knob.reset", []string{"r", "backspace"}, "reset the knob to its default", "reset", 23, (*Screen).resetFocused),
		knob("knob.more", []string{"e"}, "show all knobs, or only the main ones", "more", 17, (*Screen).toggleMore),
		key("method.next", "Knobs", []string{"m", "]"}, "select the next method", "method", 16, chooseMethod(+1)),
		key("method.previous", "Knobs", []string{"["}, "select the previous method", "", 0, chooseMethod(-1)),

		key("tune.retrain", "Training", []string{"enter"}, "train with these settings", "train", 6, (*Screen).Retrain),
		key("tune.hold", "Training", []string{"space"}, "pause or resume automatic training", "pause", 14, (*Screen).toggleAuto),
		key("tune.pin", "Training", []string{"p"}, "pin the run to compare with later runs, or unpin it", "pin", 15, (*Screen).pin),
		key("tune.unpin", "Training", []string{"P"}, "unpin all runs", "", 0, (*Screen).unpinAll),
		key("tune.sweep", "Training", []string{"s"}, "sweep this method over several ε, on the Frontier screen", "sweep", 16, (*Screen).startSweep),
		key("tune.copy", "Training", []string{"y"}, "copy the command line of these settings", "copy", 24, (*Screen).copyCommand),
		key("tune.copy-value", "Training", []string{"Y"}, "copy the value under the crosshair, else of the knob", "", 0, (*Screen).copyValue),
	}
}
