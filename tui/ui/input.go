package ui

import (
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Input is a line of text being typed: a value, a filter, a wish to the palette. Its cursor does not blink, so nothing
// ticks. The zero input is closed.
type Input struct {
	Open    bool
	Problem string // why the text is not accepted; "" where nobody has said so
	line    textinput.Model
}

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
	i.Open, i.Problem = true, ""
}

func (i *Input) Close() {
	i.Open, i.Problem = false, ""
}

// Text is what has been typed; "" where the input was never open.
func (i *Input) Text() string { return i.line.Value() }

func (i *Input) Refuse(problem string) {
	i.Problem = problem
}

// Press takes a key that edits the text, and reports whether the text has changed. Enter and Esc are the owner's.
func (i *Input) Press(key tea.KeyPressMsg) (changed bool) {
	before := i.line.Value()
	if key.Text != "" { // what cannot be shown is not taken
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
		i.Problem = ""
	}
	return changed
}

// Draw is the text with its cursor in w cells, scrolled so that the cursor is seen.
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

// DrawAsked is the input in w cells behind what it is for, and before what is wrong with it.
func (i *Input) DrawAsked(th *themes.Theme, what string, w int) string {
	head := canvas.Paint(th.Focus, what)
	room := max(w-canvas.Width(what), 1)
	if i.Problem == "" {
		return canvas.Line(head+i.Draw(th, room), w)
	}
	typed := min(canvas.Width(i.Text())+1, max(room/3, 1))
	return canvas.Line(head+i.Draw(th, typed)+"  "+canvas.Paint(th.Bad, th.Glyphs.Alert+" "+canvas.Text(i.Problem)), w)
}
