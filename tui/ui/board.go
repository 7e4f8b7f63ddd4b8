package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Style is what everything is drawn with. It is owned by the Update goroutine.
type Style struct {
	Theme *themes.Theme
	frame int // changes with everything that may be drawn
}

// Redraw lets every panel be drawn again. It is called before a message that may change what is drawn is handled, so that
// nothing else needs to tell what it changes.
func (s *Style) Redraw() { s.frame++ }

// Board is what every screen has: panels that fill its body, one of which has the focus and may have the whole screen.
// It is owned by the Update goroutine. A screen that embeds it need only write the methods in which it differs.
type Board struct {
	style *Style

	// Arrange says where the panels stand, in columns from wideFrom cells on and in one below. It returns as many
	// rectangles as the screen has panels, always in the same order; one that is empty is not shown. They may not
	// overlap.
	Arrange func(body Rect) []Rect

	// Owner[i] is the panel that has the focus for panel i, which cannot have it by itself; nil where all can.
	Owner []int

	Paged bool // panels without room can have the focus too: arrange then gives the focused one a place

	Placed func() // called when the panels have been placed anew; nil for nothing

	Body   Rect
	Rects  []Rect // of the panels as they stand
	Focus  int
	Zoomed bool
	drawn  []kept
}

func NewBoard(l *Style, arrange func(body Rect) []Rect) Board {
	return Board{style: l, Arrange: arrange}
}

func (b *Board) Init() tea.Cmd          { return nil }
func (b *Board) shown() tea.Cmd         { return nil }
func (b *Board) update(tea.Msg) tea.Cmd { return nil }
func (b *Board) remark() (string, bool) { return "", false }
func (b *Board) Choices() []Choice      { return nil }

func (b *Board) Resize(body Rect) {
	b.Body = body
	b.Relayout()
}

// Relayout works out anew where the panels stand.
func (b *Board) Relayout() {
	b.Rects = b.Arrange(b.Body)
	if b.Zoomed {
		for i := range b.Rects {
			b.Rects[i] = Rect{}
		}
		b.Rects[b.Focus] = b.Body
	}
	if len(b.drawn) != len(b.Rects) {
		b.drawn = make([]kept, len(b.Rects))
	}
	if b.Placed != nil {
		b.Placed()
	}
}

// Wide reports whether panels stand side by side.
func (b *Board) Wide() bool { return !b.Zoomed && b.Body.W >= WideFrom }

// Focusable lists the panels that can have the focus.
func (b *Board) Focusable() []int {
	var all []int
	for i := range b.Rects {
		if b.holder(i) == i {
			all = append(all, i)
		}
	}
	return all
}

// holder is the panel that has the focus for panel i.
func (b *Board) holder(i int) int {
	if i < len(b.Owner) {
		return b.Owner[i]
	}
	return i
}

// step moves the focus to the next (+1) or previous panel; panels without room are passed over, unless they are pages.
func (b *Board) step(by int) {
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

// Under is the panel at a cell, which need not be one that can have the focus; -1 without one.
func (b *Board) Under(x, y int) int {
	return slices.IndexFunc(b.Rects, func(r Rect) bool { return r.Contains(x, y) })
}

// Click gives the panel at a cell the focus and returns it, -1 without one.
func (b *Board) Click(x, y int) int {
	i := b.Under(x, y)
	if i >= 0 {
		b.FocusOn(b.holder(i))
	}
	return i
}

// mouse gives a clicked panel the focus. A screen whose panels do more with the mouse writes its own.
func (b *Board) mouse(msg tea.MouseMsg) tea.Cmd {
	if m, ok := msg.(tea.MouseClickMsg); ok && m.Button == tea.MouseLeft {
		b.Click(m.X, m.Y)
	}
	return nil
}

// kept is one drawn panel: the screen is drawn after every message, and the many that bring nothing but progress change
// no panel.
type kept struct {
	made  bool
	stamp stamp
	block string
}

// stamp is what every panel depends on.
type stamp struct {
	at          Rect
	frame       int
	focused     bool
	title, note string
}

// Panel is panel i in its frame; "" where it is not shown. Body is called with the room inside, and only when something
// may have changed: the place, the focus, the title, the note, or by a message that Style.Redraw was called for.
func (b *Board) Panel(i int, title, note string, body func(w, h int) string) string {
	at := b.Rects[i]
	if at.Empty() {
		return ""
	}
	focused := b.Focus == i
	s := stamp{at, b.style.frame, focused, title, note}
	k := &b.drawn[i]
	if !k.made || k.stamp != s {
		in := at.Inside()
		*k = kept{true, s, canvas.Panel(b.style.Theme, at.W, at.H, title, note, focused, body(in.W, in.H))}
	}
	return k.block
}

// Forget lets every panel be drawn again.
func (b *Board) Forget() { clear(b.drawn) }

// Compose puts the panels together, each in its place: exactly the body's rectangle.
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

// say what a panel has to say before there is anything to show.
func (b *Board) Empty(sentence string) func(w, h int) string {
	return func(w, h int) string { return canvas.Centre(b.style.Theme, sentence, w, h) }
}

// Paneled is a screen with a board.
type Paneled interface{ Panels() *Board }

func (b *Board) Panels() *Board { return b }

// PanelKeys work on every screen with panels. They go last in its table: Esc leaves what is innermost first.
func PanelKeys[T Paneled]() []Binding[T] {
	key := func(action string, keys []string, when func(T) bool, meaning, footer string, rank int, do func(*Board)) Binding[T] {
		return Binding[T]{Key{action, "", "Panels", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.Panels())
			return nil
		}}
	}
	zoomed := func(t T) bool { return t.Panels().Zoomed }
	return []Binding[T]{
		key("panel.next", []string{"f"}, nil, "next panel", "panel", 20, func(b *Board) { b.step(+1) }),
		key("panel.previous", []string{"F"}, nil, "previous panel", "", 0, func(b *Board) { b.step(-1) }),
		key("panel.zoom", []string{"z"}, nil, "give the panel the whole screen, and back", "zoom", 21, (*Board).toggleZoom),
		key("panel.unzoom", []string{"esc"}, zoomed, "leave the zoom", "", 0, (*Board).toggleZoom),
	}
}
