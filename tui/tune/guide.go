package tune

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// Guide readies the screen for a tour, which turns the knobs of a method: everything shows, and nothing trains until
// they have arrived.
func (t *Screen) Guide(method string) tea.Cmd {
	t.Zoomed, t.held, t.guided, t.lens = false, false, true, ui.View{}
	t.FocusOn(panelKnobs)
	t.Relayout()
	for i, known := range t.Knobs.Methods {
		if known.Name == method && i != t.Knobs.Chosen {
			t.Knobs.Choose(i - t.Knobs.Chosen)
			return t.changed()
		}
	}
	return nil
}

// TurnTowards turns a knob once on the way to a value; moves is false where it is there, or cannot go there.
func (t *Screen) TurnTowards(name string, value float64) (cmd tea.Cmd, moves bool) {
	for i, n := range t.Knobs.Shown() {
		if n.Name != name || t.Knobs.Value(n) == value || n.Check(value) != nil {
			continue
		}
		t.Knobs.Focus = i
		return t.setFocused(n.Towards(t.Effective(n), value)), true
	}
	return nil, false
}

// Arrived trains with the knobs as the tour has turned them.
func (t *Screen) Arrived() tea.Cmd {
	t.guided = false
	if t.IsTrained() || !t.Loaded() || !t.CanTrain() {
		return nil
	}
	return t.TrainKnobs()
}

// LeaveGuide gives the knobs back.
func (t *Screen) LeaveGuide() { t.guided = false }
