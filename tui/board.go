package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// look is what everything is drawn with. It is owned by the Update goroutine.
type look struct {
	theme *themes.Theme
	skin  int // changes with the theme
}

// board is what every screen has: panels that fill its body, one of which has the focus and may have the whole screen.
// It is owned by the Update goroutine. A screen that embeds it need only write the methods in which it differs.
type board struct {
	look *look

	// arrange says where the panels stand, in columns from wideFrom cells on and in one below. It returns as many
	// rectangles as the screen has panels, always in the same order; one that is empty is not shown. They may not
	// overlap.
	arrange func(body rect) []rect

	// owner[i] is the panel that has the focus for panel i, which cannot have it by itself; nil where all can.
	owner []int

	paged bool // panels without room can have the focus too: arrange then gives the focused one a place

	placed func() // called when the panels have been placed anew; nil for nothing

	body   rect
	at     []rect // of the panels as they stand
	focus  int
	zoomed bool
	kept   []kept
}

func newBoard(l *look, arrange func(body rect) []rect) board {
	return board{look: l, arrange: arrange}
}

func (b *board) init() tea.Cmd          { return nil }
func (b *board) shown() tea.Cmd         { return nil }
func (b *board) update(tea.Msg) tea.Cmd { return nil }
func (b *board) remark() (string, bool) { return "", false }
func (b *board) choices() []choice      { return nil }

func (b *board) resize(body rect) {
	b.body = body
	b.relayout()
}

// relayout works out anew where the panels stand.
func (b *board) relayout() {
	b.at = b.arrange(b.body)
	if b.zoomed {
		for i := range b.at {
			b.at[i] = rect{}
		}
		b.at[b.focus] = b.body
	}
	if len(b.kept) != len(b.at) {
		b.kept = make([]kept, len(b.at))
	}
	if b.placed != nil {
		b.placed()
	}
}

// wide reports whether panels stand side by side.
func (b *board) wide() bool { return !b.zoomed && b.body.W >= wideFrom }

// focusable lists the panels that can have the focus.
func (b *board) focusable() []int {
	var all []int
	for i := range b.at {
		if b.holder(i) == i {
			all = append(all, i)
		}
	}
	return all
}

// holder is the panel that has the focus for panel i.
func (b *board) holder(i int) int {
	if i < len(b.owner) {
		return b.owner[i]
	}
	return i
}

// step moves the focus to the next (+1) or previous panel; panels without room are passed over, unless they are pages.
func (b *board) step(by int) {
	all := b.focusable()
	if !b.zoomed && !b.paged {
		all = slices.DeleteFunc(all, func(i int) bool { return b.at[i].empty() })
	}
	if len(all) == 0 {
		return
	}
	at := max(slices.Index(all, b.focus), 0)
	b.focusOn(all[((at+by)%len(all)+len(all))%len(all)])
}

func (b *board) focusOn(i int) {
	if b.focus != i {
		b.focus = i
		b.relayout()
	}
}

func (b *board) toggleZoom() {
	b.zoomed = !b.zoomed
	b.relayout()
}

// under is the panel at a cell, which need not be one that can have the focus; -1 without one.
func (b *board) under(x, y int) int {
	return slices.IndexFunc(b.at, func(r rect) bool { return r.contains(x, y) })
}

// click gives the panel at a cell the focus and returns it, -1 without one.
func (b *board) click(x, y int) int {
	i := b.under(x, y)
	if i >= 0 {
		b.focusOn(b.holder(i))
	}
	return i
}

// mouse gives a clicked panel the focus. A screen whose panels do more with the mouse writes its own.
func (b *board) mouse(msg tea.MouseMsg) tea.Cmd {
	if m, ok := msg.(tea.MouseClickMsg); ok && m.Button == tea.MouseLeft {
		b.click(m.X, m.Y)
	}
	return nil
}

// kept is one drawn panel, since every message draws the screen anew and few change a panel.
type kept struct {
	made  bool
	stamp stamp
	seen  []any
	block string
}

// stamp is what every panel depends on.
type stamp struct {
	at          rect
	skin        int
	focused     bool
	title, note string
}

// panel is panel i in its frame; "" where it is not shown. Body is called with the room inside, and only when something
// has changed: the place, the theme, the focus, the title, the note, or one of seen, which name all else that the body
// depends on (versions, cursors) and are comparable.
func (b *board) panel(i int, title, note string, body func(w, h int) string, seen ...any) string {
	at := b.at[i]
	if at.empty() {
		return ""
	}
	focused := b.focus == i
	s := stamp{at, b.look.skin, focused, title, note}
	k := &b.kept[i]
	if !k.made || k.stamp != s || !slices.Equal(k.seen, seen) {
		in := at.inside()
		*k = kept{true, s, slices.Clone(seen), canvas.Panel(b.look.theme, at.W, at.H, title, note, focused, body(in.W, in.H))}
	}
	return k.block
}

// forget lets every panel be drawn again.
func (b *board) forget() { clear(b.kept) }

// compose puts the panels together, each in its place: exactly the body's rectangle.
func (b *board) compose(blocks ...string) string {
	type column struct {
		at    rect
		lines []string
	}
	var columns []column
	for i, block := range blocks {
		if block != "" {
			columns = append(columns, column{b.at[i], strings.Split(block, "\n")})
		}
	}
	slices.SortFunc(columns, func(a, b column) int { return a.at.X - b.at.X })
	var out strings.Builder
	for y := b.body.Y; y < b.body.Y+b.body.H; y++ {
		if y > b.body.Y {
			out.WriteByte('\n')
		}
		x := b.body.X
		for _, c := range columns {
			if row := y - c.at.Y; row >= 0 && row < len(c.lines) && c.at.X >= x {
				out.WriteString(strings.Repeat(" ", c.at.X-x))
				out.WriteString(c.lines[row])
				x = c.at.X + c.at.W
			}
		}
		out.WriteString(strings.Repeat(" ", max(b.body.X+b.body.W-x, 0)))
	}
	return out.String()
}

// say what a panel has to say before there is anything to show.
func (b *board) nothing(sentence string) func(w, h int) string {
	return func(w, h int) string { return canvas.Centre(b.look.theme, sentence, w, h) }
}

// paneled is a screen with a board.
type paneled interface{ panels() *board }

func (b *board) panels() *board { return b }

// panelKeys work on every screen with panels. They go last in its table: Esc leaves what is innermost first.
func panelKeys[T paneled]() []binding[T] {
	key := func(action string, keys []string, when func(T) bool, meaning, footer string, rank int, do func(*board)) binding[T] {
		return binding[T]{Key{action, "", "Panels", keys, meaning, footer, rank}, when, func(t T) tea.Cmd {
			do(t.panels())
			return nil
		}}
	}
	zoomed := func(t T) bool { return t.panels().zoomed }
	return []binding[T]{
		key("panel.next", []string{"f"}, nil, "next panel", "panel", 20, func(b *board) { b.step(+1) }),
		key("panel.previous", []string{"F"}, nil, "previous panel", "", 0, func(b *board) { b.step(-1) }),
		key("panel.zoom", []string{"z"}, nil, "give the panel the whole screen, and back", "zoom", 21, (*board).toggleZoom),
		key("panel.unzoom", []string{"esc"}, zoomed, "leave the zoom", "", 0, (*board).toggleZoom),
	}
}
