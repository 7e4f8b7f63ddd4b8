package canvas

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Beside joins blocks from left to right. Empty blocks are left out, and lower blocks are padded with blank lines.
func Beside(parts ...string) string {
	rows := 0
	columns := make([][]string, 0, len(parts))
	for _, p := range parts {
		if p == "" {
			continue
		}
		lines := strings.Split(p, "\n")
		rows = max(rows, len(lines))
		columns = append(columns, lines)
	}
	var b strings.Builder
	for r := range rows {
		if r > 0 {
			b.WriteByte('\n')
		}
		for _, lines := range columns {
			if r < len(lines) {
				b.WriteString(lines[r])
			} else {
				pad(&b, width(lines[0]))
			}
		}
	}
	return b.String()
}

// Stack joins blocks of equal width from top to bottom. Empty blocks are left out.
func Stack(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p)
	}
	return b.String()
}

// Overlay draws box over base with its top-left corner at column x and row y, which may be negative. The part of box
// outside base is cut, so the result has the size of base.
func Overlay(base, box string, x, y int) string {
	if base == "" || box == "" {
		return base
	}
	lines := strings.Split(base, "\n")
	for i, over := range strings.Split(box, "\n") {
		if r := y + i; r >= 0 && r < len(lines) {
			lines[r] = overlayLine(lines[r], over, x)
		}
	}
	return strings.Join(lines, "\n")
}

func overlayLine(under, over string, x int) string {
	w, n := width(under), width(over)
	if x < 0 {
		over, x = ansi.TruncateLeft(over, -x, ""), 0
		n = width(over)
	}
	if n > w-x {
		over = ansi.Truncate(over, max(w-x, 0), "")
		n = width(over)
	}
	if n == 0 {
		return under
	}
	left, right := ansi.Truncate(under, x, ""), ansi.TruncateLeft(under, x+n, "")
	if width(right) > w-x-n { // the box ends inside a wide character
		right = ansi.TruncateLeft(under, x+n+1, "")
	}
	var b strings.Builder
	b.WriteString(left)
	pad(&b, x-width(left))
	b.WriteString(over)
	pad(&b, w-x-n-width(right))
	b.WriteString(right)
	return b.String()
}
