package canvas

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Pen is a style as escape sequences: one that starts it and one that ends it. The end undoes only what the start did, unlike
// a full reset, so a background behind the text stays.
type Pen struct {
	Open, Close string

	onBlanks bool // the style is visible on a blank: background, underline, reverse
}

// NewPen returns the colours and attributes of a style; it ignores borders, padding and sizes.
func NewPen(s lipgloss.Style) Pen {
	var open, end ansi.Style
	onBlanks := s.GetUnderline() || s.GetReverse()
	if c := s.GetForeground(); c != (lipgloss.NoColor{}) {
		open, end = open.ForegroundColor(c), end.ForegroundColor(nil)
	}
	if c := s.GetBackground(); c != (lipgloss.NoColor{}) {
		open, end = open.BackgroundColor(c), end.BackgroundColor(nil)
		onBlanks = true
	}
	if s.GetBold() {
		open = open.Bold()
	}
	if s.GetFaint() {
		open = open.Faint()
	}
	if s.GetBold() || s.GetFaint() {
		end = end.Normal()
	}
	if s.GetItalic() {
		open, end = open.Italic(true), end.Italic(false)
	}
	if s.GetUnderline() {
		open, end = open.Underline(true), end.Underline(false)
	}
	if s.GetReverse() {
		open, end = open.Reverse(true), end.Reverse(false)
	}
	if len(open) == 0 {
		return Pen{}
	}
	return Pen{Open: open.String(), Close: end.String(), onBlanks: onBlanks}
}

// Paint returns one line of text in the pen's style.
func (p Pen) Paint(text string) string {
	if text == "" {
		return ""
	}
	return p.Open + text + p.Close
}

// Paint returns one line of text in a style, without any layout.
func Paint(s lipgloss.Style, text string) string { return NewPen(s).Paint(text) }

func (p Pen) write(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	b.WriteString(p.Open)
	b.WriteString(text)
	b.WriteString(p.Close)
}
