package tui

import (
	"fmt"
	"slices"
	"strings"

	"dpals/themes"
	"dpals/tui/canvas"
)

// draw is the list in exactly w×h cells: titles, the rows around the selected one, and the filter while there is one.
// Empty is what it says without rows.
func (l *list[R]) draw(th *themes.Theme, w, h int, focused bool, empty string) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	bottom := ""
	if (l.filter.open || l.needle != "") && h >= 4 {
		bottom = l.drawFilter(th, w)
		h--
	}
	l.room = max(h-1, 1)
	n := l.length()
	l.top = min(max(l.top, l.selected-l.room+1, 0), l.selected, max(n-l.room, 0))
	if n == 0 {
		if len(l.rows) > 0 || l.far != nil && l.far.all > 0 {
			empty = "nothing matches"
		}
		return canvas.Stack(canvas.Centre(th, empty, w, h), bottom)
	}
	widths := l.widths(w - 2)
	lines := []string{l.titles(th, widths)}
	for i := l.top; i < min(l.top+h-1, n); i++ {
		row, ok := l.at(i)
		if !ok { // on its way
			lines = append(lines, blankGap+canvas.Paint(th.Faint, th.Glyphs.Ellipsis))
			continue
		}
		lines = append(lines, l.row(th, w, widths, row, i == l.selected, focused))
	}
	return canvas.Stack(canvas.Fit(strings.Join(lines, "\n"), w, h), bottom)
}

// position says where the selection is, for the edge of the panel: "12 of 340".
func (l *list[R]) position() string {
	n, all := l.length(), len(l.rows)
	if l.far != nil {
		all = l.far.all
	}
	switch {
	case n == 0:
		return ""
	case n < all:
		return fmt.Sprintf("%s of %s · %s in all", thousands(l.selected+1), thousands(n), thousands(all))
	}
	return fmt.Sprintf("%s of %s", thousands(l.selected+1), thousands(n))
}

// drawFilter is the filter, while it is typed with what is wrong with it.
func (l *list[R]) drawFilter(th *themes.Theme, w int) string {
	if l.filter.open {
		return l.filter.drawAsked(th, "/", w)
	}
	return canvas.Line(canvas.Paint(th.Accent, "/"+canvas.Text(l.needle)), w)
}

// widths gives every column its cells in w of them; 0 leaves a column out. Two cells stand between columns.
func (l *list[R]) widths(w int) []int {
	widths := make([]int, len(l.columns))
	for i, c := range l.columns {
		widths[i] = c.Width
	}
	total := func() int {
		n := -gap
		for _, w := range widths {
			if w > 0 {
				n += w + gap
			}
		}
		return n
	}
	byPriority := make([]int, len(l.columns))
	for i := range byPriority {
		byPriority[i] = i
	}
	slices.SortStableFunc(byPriority, func(a, b int) int { return l.columns[b].Priority - l.columns[a].Priority })
	for _, i := range byPriority {
		if total() <= w || l.columns[i].Priority == 0 {
			break
		}
		widths[i] = 0
	}
	growing := 0
	for i, c := range l.columns {
		if c.Grow && widths[i] > 0 {
			growing++
		}
	}
	for i, c := range l.columns {
		if rest := w - total(); c.Grow && widths[i] > 0 && rest != 0 {
			widths[i] = max(widths[i]+rest/growing, 1)
			growing--
		}
	}
	return widths
}

// What stands between columns.
const (
	gap      = 2 // cells
	blankGap = "  "
)

func (l *list[R]) titles(th *themes.Theme, widths []int) string {
	var b strings.Builder
	b.WriteString(blankGap)
	for i, c := range l.columns {
		if widths[i] == 0 {
			continue
		}
		title, style := c.Title, th.Muted
		if i == l.by {
			arrow := th.Glyphs.Up
			if l.reverse {
				arrow = th.Glyphs.Down
			}
			title, style = arrow+title, th.Accent
		}
		if b.Len() > gap {
			b.WriteString(blankGap)
		}
		b.WriteString(canvas.Paint(style, cell(title, widths[i], c.Right)))
	}
	return b.String()
}

// row is one line: a mark, then the cells. The selected row is told by a pointer and not by colour alone.
func (l *list[R]) row(th *themes.Theme, w int, widths []int, row R, selected, focused bool) string {
	var b strings.Builder
	mark := " "
	if l.mark != nil {
		mark = l.mark(th, row)
	}
	for i, c := range l.columns {
		if widths[i] == 0 {
			continue
		}
		text, style := cell(canvas.Text(c.Text(row)), widths[i], c.Right), th.Text
		if c.Style != nil {
			style = c.Style(th, row)
		}
		if selected {
			style = th.Selected
		}
		switch {
		case b.Len() == 0:
		case selected:
			b.WriteString(canvas.Paint(style, blankGap))
		default:
			b.WriteString(blankGap)
		}
		b.WriteString(canvas.Paint(style, text))
	}
	pointer := " "
	if selected {
		pointer = canvas.Paint(th.Muted, th.Glyphs.Current)
		if focused {
			pointer = canvas.Paint(th.Focus.Underline(false), th.Glyphs.Current)
		}
	}
	return canvas.Line(pointer+mark+b.String(), w)
}

// cell is one text in w cells, at the left or the right.
func cell(text string, w int, right bool) string {
	text = canvas.Line(text, min(canvas.Width(text), w))
	pad := strings.Repeat(" ", max(w-canvas.Width(text), 0))
	if right {
		return pad + text
	}
	return text + pad
}
