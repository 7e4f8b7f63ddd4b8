package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
)

// press presses keys by the names of the key table.
func (b *bed) press(keys ...string) (last tea.Cmd) {
	for _, name := range keys {
		key, ok := tuitest.Keys[name]
		if !ok {
			key = tea.Key{Code: []rune(name)[0], Text: name}
		}
		last = b.send(tea.KeyPressMsg(key))
	}
	return last
}
