package ui

import (
	tea "charm.land/bubbletea/v2"
)

// Scroller is a list or a text that scrolls.
type Scroller interface {
	Move(by int)    // rows
	Page(by int)    // pages
	ToEnd(end bool) // to the end, or to the start
}

// ScrollScreen is a screen with panels that scroll.
type ScrollScreen interface {
	PanelScreen
	Scrolling() Scroller // the one with the focus, nil without one
}

// ScrollKeys returns the keys that scroll the panel with the focus.
func ScrollKeys[T ScrollScreen]() []Binding[T] {
	when := func(t T) bool { return t.Scrolling() != nil }
	key := func(action string, keys []string, meaning, footer string, rank int, do func(Scroller)) Binding[T] {
		return Binding[T]{Key{action, "in lists", "Lists and texts", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.Scrolling())
			return nil
		}}
	}
	return []Binding[T]{
		key("list.up", []string{"up", "k"}, "previous row", "row", 2, func(s Scroller) { s.Move(-1) }),
		key("list.down", []string{"down", "j"}, "next row", "row", 2, func(s Scroller) { s.Move(+1) }),
		key("list.page-up", []string{"pgup", "ctrl+b"}, "page up", "", 0, func(s Scroller) { s.Page(-1) }),
		key("list.page-down", []string{"pgdown", "ctrl+f"}, "page down", "", 0, func(s Scroller) { s.Page(+1) }),
		key("list.first", []string{"home", "g"}, "first row", "", 0, func(s Scroller) { s.ToEnd(false) }),
		key("list.last", []string{"end", "G"}, "last row", "", 0, func(s Scroller) { s.ToEnd(true) }),
	}
}

// Lister is a list that can be sorted and filtered.
type Lister interface {
	Scroller
	startFilter()
	sortNext()
	sortReverse()
}

// ListScreen is a screen with lists.
type ListScreen interface {
	ScrollScreen
	Listing() Lister // the one with the focus, nil without one
}

// ListKeys returns the keys that sort and filter the list with the focus. A screen that has them has ScrollKeys too.
func ListKeys[T ListScreen]() []Binding[T] {
	when := func(t T) bool { return t.Listing() != nil }
	key := func(action string, keys []string, meaning, footer string, rank int, do func(Lister)) Binding[T] {
		return Binding[T]{Key{action, "in lists", "Lists and texts", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.Listing())
			return nil
		}}
	}
	return []Binding[T]{
		key("list.filter", []string{"/"}, "filter the rows (Enter accept, Esc clear)", "filter", 9, Lister.startFilter),
		key("list.sort", []string{"o"}, "sort by the next column", "sort", 22, Lister.sortNext),
		key("list.reverse", []string{"O"}, "reverse the order", "", 0, Lister.sortReverse),
	}
}

// WheelRows is the number of rows that one notch of the mouse wheel scrolls.
const WheelRows = 3

// ScrollWheel scrolls a list or a text with the mouse wheel.
func ScrollWheel(s Scroller, m tea.Mouse) {
	switch m.Button {
	case tea.MouseWheelUp:
		s.Move(-WheelRows)
	case tea.MouseWheelDown:
		s.Move(+WheelRows)
	}
}

// TextPanel is the scroll position of a text that may be longer than its panel.
type TextPanel struct {
	Top    int // first line that is shown
	rows   int // of the panel
	length int // lines of the text
}

var _ Scroller = (*TextPanel)(nil)

// Move scrolls by lines.
func (p *TextPanel) Move(by int) { p.To(p.Top + by) }

// Page scrolls by pages.
func (p *TextPanel) Page(by int) { p.To(p.Top + by*max(p.rows-1, 1)) }

// ToEnd scrolls to the end, or to the start.
func (p *TextPanel) ToEnd(end bool) {
	if end {
		p.To(p.length)
	} else {
		p.To(0)
	}
}

// To scrolls to a line, or as far as there is text.
func (p *TextPanel) To(top int) {
	p.Top = min(max(top, 0), max(p.length-p.rows, 0))
}

// Draw returns the lines that are shown, in exactly w×h cells.
func (p *TextPanel) Draw(lines []string, w, h int) string {
	p.rows, p.length = h, len(lines)
	p.Top = min(max(p.Top, 0), max(p.length-h, 0))
	return Inset(lines[p.Top:min(p.Top+h, len(lines))], w, h)
}
