package tune

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// BeginTour prepares the screen for a step of the tour, which turns the knobs of a method: all panels are visible, and
// nothing trains until TrainTour.
func (t *Screen) BeginTour(method string) tea.Cmd {
	t.Zoomed, t.autoPaused, t.onTour, t.curvesView = false, false, true, ui.View{}
	t.FocusOn(panelKnobs)
	t.Relayout()
	for i, known := range t.Knobs.Methods {
		if known.Name == method && i != t.Knobs.Chosen {
			t.Knobs.Choose(i - t.Knobs.Chosen)
			return t.knobChanged()
		}
	}
	return nil
}

// TurnTowards turns a knob one step towards a value; moves is false where the knob has the value, or cannot take it.
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

// TrainTour trains the knobs that the tour has turned, and ends the step.
func (t *Screen) TrainTour() tea.Cmd {
	t.onTour = false
	if t.IsTrained() || !t.Loaded() || !t.CanTrain() {
		return nil
	}
	return t.TrainKnobs()
}

// EndTour lets turned knobs train again.
func (t *Screen) EndTour() { t.onTour = false }
