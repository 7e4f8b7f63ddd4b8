package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Style is the theme that everything is drawn with.
type Style struct {
	Theme *themes.Theme
	frame int // changes with everything that may be drawn
}

// Redraw lets every panel be drawn again. It is called before a message is handled that may change what is drawn, so that
// nothing else has to tell what it changes.
func (s *Style) Redraw() { s.frame++ }

// Board holds the panels of a screen. They fill its body; one of them has the focus and may be zoomed to the whole body.
// A screen embeds it.
type Board struct {
	style *Style

	// Arrange returns the rectangle of every panel in a body, always in the same order. Rectangles must not overlap; a
	// panel with an empty one is not shown. From WideFrom cells on panels may be side by side.
	Arrange func(body Rect) []Rect

	// Owner[i] is the panel that gets the focus when panel i is clicked; i where it can have the focus itself. Nil where
	// all panels can.
	Owner []int

	Paged bool // panels that are not shown can have the focus too: Arrange then gives the focused one a rectangle

	Placed func() // called after every layout; nil for nothing

	Body   Rect         // of the screen
	Rects  []Rect       // of the panels in the current layout
	Focus  int          // index of the panel with the focus
	Zoomed bool         // that panel has the whole body
	drawn  []drawnPanel // one per panel
}

// NewBoard returns a board with the focus on its first panel. The style is the one of the session.
func NewBoard(s *Style, arrange func(body Rect) []Rect) Board {
	return Board{style: s, Arrange: arrange}
}

// Resize lays the panels out in a body of another size.
func (b *Board) Resize(body Rect) {
	b.Body = body
	b.Relayout()
}

// Relayout lays the panels out again, after something that Arrange depends on has changed.
func (b *Board) Relayout() {
	b.Rects = b.Arrange(b.Body)
	if b.Zoomed {
		for i := range b.Rects {
			b.Rects[i] = Rect{}
		}
		b.Rects[b.Focus] = b.Body
	}
	if len(b.drawn) != len(b.Rects) {
		b.drawn = make([]drawnPanel, len(b.Rects))
	}
	if b.Placed != nil {
		b.Placed()
	}
}

// Wide reports whether panels may be side by side.
func (b *Board) Wide() bool { return !b.Zoomed && b.Body.W >= WideFrom }

// Focusable returns the panels that can have the focus.
func (b *Board) Focusable() []int {
	var all []int
	for i := range b.Rects {
		if b.owner(i) == i {
			all = append(all, i)
		}
	}
	return all
}

// owner returns the panel that gets the focus for panel i.
func (b *Board) owner(i int) int {
	if i < len(b.Owner) {
		return b.Owner[i]
	}
	return i
}

// moveFocus moves the focus to the next (+1) or previous (-1) panel. It skips panels that are not shown, unless the board
// is paged.
func (b *Board) moveFocus(by int) {
	all := b.Focusable()
	if !b.Zoomed && !b.Paged {
		all = slices.DeleteFunc(all, func(i int) bool { return b.Rects[i].Empty() })
	}
	if len(all) == 0 {
		return
	}
	at := max(slices.Index(all, b.Focus), 0)
	b.FocusOn(all[((at+by)%len(all)+len(all))%len(all)])
}

// FocusOn gives panel i the focus.
func (b *Board) FocusOn(i int) {
	if b.Focus != i {
		b.Focus = i
		b.Relayout()
	}
}

func (b *Board) toggleZoom() {
	b.Zoomed = !b.Zoomed
	b.Relayout()
}

// Under returns the panel at a cell, also one that cannot have the focus; -1 without one.
func (b *Board) Under(x, y int) int {
	return slices.IndexFunc(b.Rects, func(r Rect) bool { return r.Contains(x, y) })
}

// Click gives the focus to the panel at a cell, or to its owner, and returns the panel at the cell; -1 without one.
func (b *Board) Click(x, y int) int {
	i := b.Under(x, y)
	if i >= 0 {
		b.FocusOn(b.owner(i))
	}
	return i
}

// drawnPanel is a panel as it was drawn last: the screen is drawn after every message, and the many that bring nothing but
// progress change no panel.
type drawnPanel struct {
	isDrawn bool
	stamp   stamp
	block   string
}

// stamp is the part of a drawn panel that does not depend on its body.
type stamp struct {
	at          Rect
	frame       int
	focused     bool
	title, note string
}

// Panel returns panel i in its frame, "" where it is not shown. Body draws the inside in exactly w×h cells. It is called
// only when something may have changed: the rectangle, the focus, the title, the note, or anything after Style.Redraw.
func (b *Board) Panel(i int, title, note string, body func(w, h int) string) string {
	at := b.Rects[i]
	if at.Empty() {
		return ""
	}
	focused := b.Focus == i
	s := stamp{at, b.style.frame, focused, title, note}
	k := &b.drawn[i]
	if !k.isDrawn || k.stamp != s {
		in := at.Inside()
		*k = drawnPanel{true, s, canvas.Panel(b.style.Theme, at.W, at.H, title, note, focused, body(in.W, in.H))}
	}
	return k.block
}

// Forget makes every panel draw its body again.
func (b *Board) Forget() { clear(b.drawn) }

// Compose returns the drawn panels, given in their order, as one block of the body's size.
func (b *Board) Compose(blocks ...string) string {
	type column struct {
		at    Rect
		lines []string
	}
	var columns []column
	for i, block := range blocks {
		if block != "" {
			columns = append(columns, column{b.Rects[i], strings.Split(block, "\n")})
		}
	}
	slices.SortFunc(columns, func(a, b column) int { return a.at.X - b.at.X })
	var out strings.Builder
	for y := b.Body.Y; y < b.Body.Y+b.Body.H; y++ {
		if y > b.Body.Y {
			out.WriteByte('\n')
		}
		x := b.Body.X
		for _, c := range columns {
			if row := y - c.at.Y; row >= 0 && row < len(c.lines) && c.at.X >= x {
				out.WriteString(strings.Repeat(" ", c.at.X-x))
				out.WriteString(c.lines[row])
				x = c.at.X + c.at.W
			}
		}
		out.WriteString(strings.Repeat(" ", max(b.Body.X+b.Body.W-x, 0)))
	}
	return out.String()
}

// Empty returns the body of a panel that has nothing to show yet: a sentence in its middle.
func (b *Board) Empty(sentence string) func(w, h int) string {
	return func(w, h int) string { return canvas.Centre(b.style.Theme, sentence, w, h) }
}

// PanelScreen is a screen with a board.
type PanelScreen interface{ Panels() *Board }

// Panels returns the board of the screen that embeds it.
func (b *Board) Panels() *Board { return b }

// PanelKeys returns the keys of a screen with panels. They go last in its key table, since Esc closes what was opened last.
func PanelKeys[T PanelScreen]() []Binding[T] {
	key := func(action string, keys []string, when func(T) bool, meaning, footer string, rank int, do func(*Board)) Binding[T] {
		return Binding[T]{Key{action, "", "Panels", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.Panels())
			return nil
		}}
	}
	zoomed := func(t T) bool { return t.Panels().Zoomed }
	return []Binding[T]{
		key("panel.next", []string{"f"}, nil, "next panel", "panel", 20, func(b *Board) { b.moveFocus(+1) }),
		key("panel.previous", []string{"F"}, nil, "previous panel", "", 0, func(b *Board) { b.moveFocus(-1) }),
		key("panel.zoom", []string{"z"}, nil, "zoom the panel to the whole screen, or back", "zoom", 21, (*Board).toggleZoom),
		key("panel.unzoom", []string{"esc"}, zoomed, "end the zoom", "", 0, (*Board).toggleZoom),
	}
}
