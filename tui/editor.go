package tui

import (
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// editor is the value of one knob being typed.
type editor struct {
	text    string
	problem string // why the text is no value
}

const editorLimit = 24 // characters; no value is longer

func (e *editor) insert(text string) {
	for _, r := range text {
		if unicode.IsPrint(r) && utf8.RuneCountInString(e.text) < editorLimit {
			e.text += string(r)
		}
	}
	e.problem = ""
}

// press takes a key while a value is typed. It returns the value when Enter finds a valid one.
func (k *knobs) press(key tea.KeyPressMsg) (value float64, done bool) {
	e := k.edit
	switch key.String() {
	case "enter":
		v, err := k.focused().Parse(e.text)
		if err != nil {
			e.problem = firstLine(err)
			return 0, false
		}
		return v, true
	case "esc":
		k.edit = nil
	case "backspace":
		if _, n := utf8.DecodeLastRuneInString(e.text); n > 0 {
			e.text = e.text[:len(e.text)-n]
		}
		e.problem = ""
	default:
		e.insert(key.Text)
	}
	return 0, false
}
