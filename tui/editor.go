package tui

import (
	tea "charm.land/bubbletea/v2"
)

// press takes a key while a value is typed. It returns the value when Enter finds a valid one.
func (k *knobs) press(key tea.KeyPressMsg) (value float64, done bool) {
	switch key.String() {
	case "enter":
		v, err := k.focused().Parse(k.edit.text())
		if err != nil {
			k.edit.refuse(firstLine(err))
			return 0, false
		}
		return v, true
	case "esc":
		k.edit.close()
	default:
		k.edit.press(key)
	}
	return 0, false
}
