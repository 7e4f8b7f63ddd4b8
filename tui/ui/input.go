package ui

import (
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Input is a line of text being typed: a value, a filter, a search in the palette. Its cursor does not blink, so it needs
// no timer. The zero input is closed.
type Input struct {
	Open   bool
	Reason string // why the text is refused, "" where it is not
	line   textinput.Model
}

// inputLimit is the longest text.
const inputLimit = 200 // characters

// Begin opens the input with a text.
func (i *Input) Begin(text string) {
	i.line = textinput.New()
	i.line.CharLimit = inputLimit
	i.line.SetVirtualCursor(false)
	i.line.KeyMap.Paste = key.NewBinding() // the terminal pastes
	i.line.Focus()
	i.line.SetValue(text)
	i.line.CursorEnd()
	i.Open, i.Reason = true, ""
}

// Close closes the input and keeps its text.
func (i *Input) Close() {
	i.Open, i.Reason = false, ""
}

// Text returns the typed text, "" where the input was never open.
func (i *Input) Text() string { return i.line.Value() }

// Refuse shows why the text is not accepted, until it changes.
func (i *Input) Refuse(reason string) {
	i.Reason = reason
}

// Press handles a key that edits the text, and reports whether the text has changed. The caller handles Enter and Esc.
func (i *Input) Press(key tea.KeyPressMsg) (changed bool) {
	before := i.line.Value()
	if key.Text != "" { // unprintable text is ignored
		for _, r := range key.Text {
			if !unicode.IsPrint(r) {
				key.Text = ""
			}
		}
		if key.Text == "" {
			return false
		}
	}
	i.line, _ = i.line.Update(key)
	if changed = i.line.Value() != before; changed {
		i.Reason = ""
	}
	return changed
}

// Draw returns the text with its cursor in w cells, scrolled to the cursor.
func (i *Input) Draw(th *themes.Theme, w int) string {
	text, at := []rune(i.line.Value()), i.line.Position()
	at = min(at, len(text))
	from := 0
	for from < at && canvas.Width(string(text[from:at]))+1 > w {
		from++
	}
	under, after := " ", ""
	if at < len(text) {
		under, after = string(text[at]), string(text[at+1:])
	}
	cursor := canvas.Paint(th.Focus.Reverse(true), canvas.Text(under))
	return canvas.Line(canvas.Paint(th.Strong, canvas.Text(string(text[from:at])))+cursor+canvas.Paint(th.Strong, canvas.Text(after)), w)
}

// DrawAsked returns the input in w cells after its label, and before the reason why it is refused.
func (i *Input) DrawAsked(th *themes.Theme, label string, w int) string {
	head := canvas.Paint(th.Focus, label)
	room := max(w-canvas.Width(label), 1)
	if i.Reason == "" {
		return canvas.Line(head+i.Draw(th, room), w)
	}
	typed := min(canvas.Width(i.Text())+1, max(room/3, 1))
	return canvas.Line(head+i.Draw(th, typed)+"  "+canvas.Paint(th.Bad, th.Glyphs.Alert+" "+canvas.Text(i.Reason)), w)
}
