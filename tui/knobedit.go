package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// press takes a key while a value is typed. It returns the value when Enter finds a valid one.
func (k *knobs) press(key tea.KeyPressMsg) (value float64, done bool) {
	switch key.String() {
	case "enter":
		v, err := k.focused().read(k.edit.text())
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

// read is Parse, and takes a share also as it is shown: 50 %.
func (k knob) read(text string) (float64, error) {
	if digits, ok := strings.CutSuffix(strings.TrimSpace(text), "%"); ok && k.share() {
		if v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); err == nil {
			v /= 100
			return v, k.Check(v)
		}
	}
	return k.Parse(text)
}
