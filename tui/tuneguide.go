package tui

import tea "charm.land/bubbletea/v2"

// guide readies the screen for a tour, which turns the knobs of a method: everything shows, and nothing trains until
// they have arrived.
func (t *tune) guide(method string) tea.Cmd {
	t.zoomed, t.held, t.guided, t.lens = false, false, true, lens{}
	t.focusOn(panelKnobs)
	t.relayout()
	for i, known := range t.knobs.methods {
		if known.Name == method && i != t.knobs.chosen {
			t.knobs.choose(i - t.knobs.chosen)
			return t.changed()
		}
	}
	return nil
}

// turnTowards turns a knob once on the way to a value; moves is false where it is there, or cannot go there.
func (t *tune) turnTowards(name string, value float64) (cmd tea.Cmd, moves bool) {
	for i, n := range t.knobs.shown() {
		if n.Name != name || t.knobs.value(n) == value || n.Check(value) != nil {
			continue
		}
		t.knobs.focus = i
		return t.setFocused(n.towards(t.effective(n), value)), true
	}
	return nil, false
}

// arrived trains with the knobs as the tour has turned them.
func (t *tune) arrived() tea.Cmd {
	t.guided = false
	if t.trained() || !t.loaded() || !t.possible() {
		return nil
	}
	return t.trainKnobs()
}

// leaveGuide gives the knobs back.
func (t *tune) leaveGuide() { t.guided = false }
