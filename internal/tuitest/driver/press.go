package driver

import (
	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
)

// Press presses keys by the names of the key table.
func (d *Dashboard) Press(keys ...string) (last tea.Cmd) {
	for _, name := range keys {
		key, ok := tuitest.Keys[name]
		if !ok {
			key = tea.Key{Code: []rune(name)[0], Text: name}
		}
		last = d.Send(tea.KeyPressMsg(key))
	}
	return last
}
