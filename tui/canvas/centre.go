package canvas

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dpals/themes"
)

// Centre returns a message in the muted style in the middle of w×h cells, wrapped between words where it is too long.
func Centre(th *themes.Theme, message string, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	lines := strings.Split(ansi.Wordwrap(message, max(w-2, 1), ""), "\n")
	pen := NewPen(th.Muted)
	var b strings.Builder
	b.WriteString(strings.Repeat("\n", max(0, (h-len(lines))/2)))
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		pad(&b, (w-width(line))/2)
		pen.write(&b, line)
	}
	return ascii(th, Fit(b.String(), w, h))
}
