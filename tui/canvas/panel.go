package canvas

import (
	"strings"

	"dpals/themes"
)

// Panel returns body in a frame of w×h cells. The title is in the top edge at the left, the note at the right. Below 2×2
// cells there is no frame. Title and note may have styles; where they do not fit they are cut, the note first.
func Panel(th *themes.Theme, w, h int, title, note string, focused bool, body string) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	if w < 2 || h < 2 {
		return ascii(th, Fit(body, w, h))
	}
	g, edge, head := th.Glyphs, NewPen(th.Border), NewPen(th.Title)
	if focused {
		edge, head = NewPen(th.BorderFocus), NewPen(th.TitleFocus)
	}
	var b strings.Builder
	top(&b, g, edge, head, NewPen(th.Note), w, title, note)
	side := edge.Paint(g.Vertical)
	rest := Fit(body, w-2, h-2)
	for range h - 2 {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		b.WriteByte('\n')
		b.WriteString(side)
		b.WriteString(line)
		b.WriteString(side)
	}
	b.WriteByte('\n')
	edge.write(&b, g.BottomLeft+strings.Repeat(g.Horizontal, w-2)+g.BottomRight)
	return ascii(th, b.String())
}

// top draws ╭ title ───── note ─╮.
func top(b *strings.Builder, g themes.Glyphs, edge, head, quiet Pen, w int, title, note string) {
	room := w - 2
	left, right := 0, 0
	if title = oneLine(title); title != "" && room >= 3 {
		title = Line(title, min(width(title), room-2))
		left = width(title) + 2
	}
	// With some edge on both sides a note reads as part of the frame.
	if note = oneLine(note); note != "" && room-left >= 8 {
		note = Line(note, min(width(note), room-left-4))
		right = width(note) + 3
	}
	edge.write(b, g.TopLeft)
	if left > 0 {
		b.WriteString(" ")
		head.write(b, title)
		b.WriteString(" ")
	}
	edge.write(b, strings.Repeat(g.Horizontal, room-left-right))
	if right > 0 {
		b.WriteString(" ")
		quiet.write(b, note)
		b.WriteString(" ")
		edge.write(b, g.Horizontal)
	}
	edge.write(b, g.TopRight)
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
