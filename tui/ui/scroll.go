package ui

import (
	tea "charm.land/bubbletea/v2"
)

// Scroller is a panel that can be gone through: a list or a text.
type Scroller interface {
	Move(by int) // rows
	Page(by int) // screenfuls
	ToEnd(end bool)
}

// scrolled is a screen of which panels can be gone through.
type scrolled interface {
	Paneled
	Scrolling() Scroller // the one that has the focus; nil without one
}

// ScrollKeys go through what has the focus.
func ScrollKeys[T scrolled]() []Binding[T] {
	when := func(t T) bool { return t.Scrolling() != nil }
	key := func(action string, keys []string, meaning, footer string, rank int, do func(Scroller)) Binding[T] {
		return Binding[T]{Key{action, "in lists", "Lists and texts", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.Scrolling())
			return nil
		}}
	}
	return []Binding[T]{
		key("list.up", []string{"up", "k"}, "row above", "row", 2, func(s Scroller) { s.Move(-1) }),
		key("list.down", []string{"down", "j"}, "row below", "row", 2, func(s Scroller) { s.Move(+1) }),
		key("list.page-up", []string{"pgup", "ctrl+b"}, "a screenful up", "", 0, func(s Scroller) { s.Page(-1) }),
		key("list.page-down", []string{"pgdown", "ctrl+f"}, "a screenful down", "", 0, func(s Scroller) { s.Page(+1) }),
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

// Listed is a screen with lists.
type Listed interface {
	scrolled
	Listing() Lister // the one that has the focus; nil without one
}

// ListKeys sort and filter the list that has the focus. They go beside scrollKeys.
func ListKeys[T Listed]() []Binding[T] {
	when := func(t T) bool { return t.Listing() != nil }
	key := func(action string, keys []string, meaning, footer string, rank int, do func(Lister)) Binding[T] {
		return Binding[T]{Key{action, "in lists", "Lists and texts", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.Listing())
			return nil
		}}
	}
	return []Binding[T]{
		key("list.filter", []string{"/"}, "filter: Enter keeps it, Esc drops it", "filter", 9, Lister.startFilter),
		key("list.sort", []string{"o"}, "sort by the next column", "sort", 22, Lister.sortNext),
		key("list.reverse", []string{"O"}, "sort the other way round", "", 0, Lister.sortReverse),
	}
}

// WheelRows is how many rows one notch of the mouse wheel moves.
const WheelRows = 3

// ScrollWheel moves a list or a text with the mouse wheel.
func ScrollWheel(s Scroller, m tea.Mouse) {
	switch m.Button {
	case tea.MouseWheelUp:
		s.Move(-WheelRows)
	case tea.MouseWheelDown:
		s.Move(+WheelRows)
	}
}

// TextPanel is a text that may be longer than its panel. Not safe for concurrent use.
type TextPanel struct {
	Top    int
	rows   int // of the panel when it was drawn last
	length int // of the text
}

var _ Scroller = (*TextPanel)(nil)

func (p *TextPanel) Move(by int) { p.To(p.Top + by) }
func (p *TextPanel) Page(by int) { p.To(p.Top + by*max(p.rows-1, 1)) }
func (p *TextPanel) ToEnd(end bool) {
	if end {
		p.To(p.length)
	} else {
		p.To(0)
	}
}

func (p *TextPanel) To(top int) {
	p.Top = min(max(top, 0), max(p.length-p.rows, 0))
}

// Draw is the part of lines that shows, in exactly w×h cells.
func (p *TextPanel) Draw(lines []string, w, h int) string {
	p.rows, p.length = h, len(lines)
	p.Top = min(max(p.Top, 0), max(p.length-h, 0))
	return Inset(lines[p.Top:min(p.Top+h, len(lines))], w, h)
}
