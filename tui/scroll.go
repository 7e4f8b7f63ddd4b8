package tui

import (
	tea "charm.land/bubbletea/v2"
)

// scroller is a panel that can be gone through: a list or a text.
type scroller interface {
	move(by int) // rows
	page(by int) // screenfuls
	toEnd(end bool)
}

// scrolled is a screen of which panels can be gone through.
type scrolled interface {
	paneled
	scrolling() scroller // the one that has the focus; nil without one
}

// scrollKeys go through what has the focus.
func scrollKeys[T scrolled]() []binding[T] {
	when := func(t T) bool { return t.scrolling() != nil }
	key := func(action string, keys []string, meaning, footer string, rank int, do func(scroller)) binding[T] {
		return binding[T]{Key{action, "in lists", "Lists and texts", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.scrolling())
			return nil
		}}
	}
	return []binding[T]{
		key("list.up", []string{"up", "k"}, "row above", "row", 2, func(s scroller) { s.move(-1) }),
		key("list.down", []string{"down", "j"}, "row below", "row", 2, func(s scroller) { s.move(+1) }),
		key("list.page-up", []string{"pgup", "ctrl+b"}, "a screenful up", "", 0, func(s scroller) { s.page(-1) }),
		key("list.page-down", []string{"pgdown", "ctrl+f"}, "a screenful down", "", 0, func(s scroller) { s.page(+1) }),
		key("list.first", []string{"home", "g"}, "first row", "", 0, func(s scroller) { s.toEnd(false) }),
		key("list.last", []string{"end", "G"}, "last row", "", 0, func(s scroller) { s.toEnd(true) }),
	}
}

// lister is a list that can be sorted and filtered.
type lister interface {
	scroller
	startFilter()
	sortNext()
	sortReverse()
}

// listed is a screen with lists.
type listed interface {
	scrolled
	listing() lister // the one that has the focus; nil without one
}

// listKeys sort and filter the list that has the focus. They go beside scrollKeys.
func listKeys[T listed]() []binding[T] {
	when := func(t T) bool { return t.listing() != nil }
	key := func(action string, keys []string, meaning, footer string, rank int, do func(lister)) binding[T] {
		return binding[T]{Key{action, "in lists", "Lists and texts", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.listing())
			return nil
		}}
	}
	return []binding[T]{
		key("list.filter", []string{"/"}, "filter: Enter keeps it, Esc drops it", "filter", 9, lister.startFilter),
		key("list.sort", []string{"o"}, "sort by the next column", "sort", 22, lister.sortNext),
		key("list.reverse", []string{"O"}, "sort the other way round", "", 0, lister.sortReverse),
	}
}

// wheel is how many rows one notch of the mouse wheel moves.
const wheel = 3

// roll moves a list or a text with the mouse wheel.
func roll(s scroller, m tea.Mouse) {
	switch m.Button {
	case tea.MouseWheelUp:
		s.move(-wheel)
	case tea.MouseWheelDown:
		s.move(+wheel)
	}
}

// textPanel is a text that may be longer than its panel. Not safe for concurrent use.
type textPanel struct {
	top     int
	rows    int // of the panel when it was drawn last
	length  int // of the text
	version int
}

var _ scroller = (*textPanel)(nil)

func (p *textPanel) move(by int) { p.to(p.top + by) }
func (p *textPanel) page(by int) { p.to(p.top + by*max(p.rows-1, 1)) }
func (p *textPanel) toEnd(end bool) {
	if end {
		p.to(p.length)
	} else {
		p.to(0)
	}
}

func (p *textPanel) to(top int) {
	p.top = min(max(top, 0), max(p.length-p.rows, 0))
	p.version++
}

// draw is the part of lines that shows, in exactly w×h cells. Its version belongs to what the panel depends on.
func (p *textPanel) draw(lines []string, w, h int) string {
	p.rows, p.length = h, len(lines)
	p.top = min(max(p.top, 0), max(p.length-h, 0))
	return inset(lines[p.top:min(p.top+h, len(lines))], w, h)
}
