package ui

import (
	"fmt"
	"slices"
	"strings"

	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
)

// Draw returns the list in exactly w×h cells: the titles, the rows around the selected one, and the filter if there is one.
// Empty is the text of a list without rows.
func (l *List[R]) Draw(th *themes.Theme, w, h int, focused bool, empty string) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	bottom := ""
	if (l.Filter.Open || l.FilterText != "") && h >= 4 {
		bottom = l.drawFilter(th, w)
		h--
	}
	l.room = max(h-1, 1)
	n := l.Length()
	l.top = min(max(l.top, l.Selected-l.room+1, 0), l.Selected, max(n-l.room, 0))
	if n == 0 {
		if len(l.Rows) > 0 || l.Remote != nil && l.Remote.all > 0 {
			empty = "no match"
		}
		return canvas.Stack(canvas.Centre(th, empty, w, h), bottom)
	}
	widths := l.widths(w - 2)
	lines := []string{l.titles(th, widths)}
	for i := l.top; i < min(l.top+h-1, n); i++ {
		row, ok := l.At(i)
		if !ok { // it has not come yet
			lines = append(lines, ColumnSpace+canvas.Paint(th.Faint, th.Glyphs.Ellipsis))
			continue
		}
		lines = append(lines, l.row(th, w, widths, row, i == l.Selected, focused))
	}
	return canvas.Stack(canvas.Fit(strings.Join(lines, "\n"), w, h), bottom)
}

// Position returns the position of the selection, for the note of a panel: "12 of 340".
func (l *List[R]) Position() string {
	n, all := l.Length(), len(l.Rows)
	if l.Remote != nil {
		all = l.Remote.all
	}
	switch {
	case n == 0:
		return ""
	case n < all:
		return fmt.Sprintf("%s of %s · %s in total", format.Thousands(l.Selected+1), format.Thousands(n), format.Thousands(all))
	}
	return fmt.Sprintf("%s of %s", format.Thousands(l.Selected+1), format.Thousands(n))
}

// drawFilter returns the line of the filter.
func (l *List[R]) drawFilter(th *themes.Theme, w int) string {
	if l.Filter.Open {
		return l.Filter.DrawAsked(th, "/", w)
	}
	return canvas.Line(canvas.Paint(th.Accent, "/"+canvas.Text(l.FilterText)), w)
}

// widths divides w cells among the columns, with ColumnGap between them; 0 leaves a column out.
func (l *List[R]) widths(w int) []int {
	widths := make([]int, len(l.Columns))
	for i, c := range l.Columns {
		widths[i] = c.Width
	}
	total := func() int {
		n := -ColumnGap
		for _, w := range widths {
			if w > 0 {
				n += w + ColumnGap
			}
		}
		return n
	}
	byPriority := make([]int, len(l.Columns))
	for i := range byPriority {
		byPriority[i] = i
	}
	slices.SortStableFunc(byPriority, func(a, b int) int { return l.Columns[b].Priority - l.Columns[a].Priority })
	for _, i := range byPriority {
		if total() <= w || l.Columns[i].Priority == 0 {
			break
		}
		widths[i] = 0
	}
	growing := 0
	for i, c := range l.Columns {
		if c.Grow && widths[i] > 0 {
			growing++
		}
	}
	for i, c := range l.Columns {
		if rest := w - total(); c.Grow && widths[i] > 0 && rest != 0 {
			widths[i] = max(widths[i]+rest/growing, 1)
			growing--
		}
	}
	return widths
}

// The space between columns.
const (
	ColumnGap   = 2 // cells
	ColumnSpace = "  "
)

// titles returns the line of column titles, with an arrow at the one that rows are sorted by.
func (l *List[R]) titles(th *themes.Theme, widths []int) string {
	var b strings.Builder
	b.WriteString(ColumnSpace)
	for i, c := range l.Columns {
		if widths[i] == 0 {
			continue
		}
		title, style := c.Title, th.Muted
		if i == l.By {
			arrow := th.Glyphs.Up
			if l.Reverse {
				arrow = th.Glyphs.Down
			}
			title, style = arrow+title, th.Accent
		}
		if b.Len() > ColumnGap {
			b.WriteString(ColumnSpace)
		}
		b.WriteString(canvas.Paint(style, Pad(title, widths[i], c.Right)))
	}
	return b.String()
}

// row returns one line: a mark, then the cells. A pointer, and not only a colour, shows the selected row.
func (l *List[R]) row(th *themes.Theme, w int, widths []int, row R, selected, focused bool) string {
	var b strings.Builder
	mark := " "
	if l.Mark != nil {
		mark = l.Mark(th, row)
	}
	for i, c := range l.Columns {
		if widths[i] == 0 {
			continue
		}
		text, style := Pad(canvas.Text(c.Text(row)), widths[i], c.Right), th.Text
		if c.Style != nil {
			style = c.Style(th, row)
		}
		if selected {
			style = th.Selected
		}
		switch {
		case b.Len() == 0:
		case selected:
			b.WriteString(canvas.Paint(style, ColumnSpace))
		default:
			b.WriteString(ColumnSpace)
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

// Pad returns one line of text in w cells, aligned at the left or the right.
func Pad(text string, w int, right bool) string {
	text = canvas.Line(text, min(canvas.Width(text), w))
	pad := strings.Repeat(" ", max(w-canvas.Width(text), 0))
	if right {
		return pad + text
	}
	return text + pad
}
