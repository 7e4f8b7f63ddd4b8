package session

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Press handles a key while a value is typed. done reports whether Enter was pressed on a valid value.
func (k *knobs) Press(key tea.KeyPressMsg) (value float64, done bool) {
	switch key.String() {
	case "enter":
		v, err := k.Focused().read(k.Edit.Text())
		if err != nil {
			k.Edit.Refuse(FirstLine(err))
			return 0, false
		}
		return v, true
	case "esc":
		k.Edit.Close()
	default:
		k.Edit.Press(key)
	}
	return 0, false
}

// read parses a value. A fraction may also be a percentage, as it is shown.
func (k Knob) read(text string) (float64, error) {
	if digits, ok := strings.CutSuffix(strings.TrimSpace(text), "%"); ok && k.isFraction() {
		if v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); err == nil {
			v /= 100
			return v, k.Check(v)
		}
	}
	return k.Parse(text)
}
