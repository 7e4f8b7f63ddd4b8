package canvas

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

const ellipsis = "…"

// Fit returns s as a block of exactly w×h cells: long lines end in …, short ones are padded with spaces, lines are
// dropped or added at the bottom. Styles of s are kept and closed at the end of every line. Fit is for text that
// this program made; text from files and names goes through Text first.
func Fit(s string, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	var b strings.Builder
	b.Grow((w + 8) * h)
	rest, more := s, s != ""
	for row := range h {
		if row > 0 {
			b.WriteByte('\n')
		}
		var line string
		if more {
			line, rest, more = strings.Cut(rest, "\n")
		}
		writeFitted(&b, line, w)
	}
	return b.String()
}

// Line is Fit for one line.
func Line(s string, w int) string { return Fit(s, w, 1) }

func writeFitted(b *strings.Builder, line string, w int) {
	line = printable(line)
	n := width(line)
	if n > w {
		line = ansi.Truncate(line, w, ellipsis)
		n = width(line)
	}
	if n > w || joins(line, n) {
		line = ansi.Truncate(unjoined(line), w, ellipsis)
		n = width(line)
	}
	b.WriteString(line)
	pad(b, w-n)
}

const blanks = "                                                                                "

func pad(b *strings.Builder, n int) {
	for n > len(blanks) {
		b.WriteString(blanks)
		n -= len(blanks)
	}
	if n > 0 {
		b.WriteString(blanks[:n])
	}
}

// joins reports whether the line's width depends on what stands beside it, as it does for the rare characters that
// form one cluster with a neighbour.
func joins(line string, n int) bool {
	for i := range len(line) {
		if line[i] >= 0x80 {
			return ansi.StringWidth("x"+line+"x") != n+2
		}
	}
	return false
}

// unjoined replaces what is not ASCII, one ? for each character.
func unjoined(line string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 {
			return '?'
		}
		return r
	}, line)
}

// printable keeps printable text and escape sequences; a tab becomes a space, other control characters vanish.
func printable(line string) string {
	for i := range len(line) {
		if c := line[i]; (c < 0x20 && c != 0x1b) || c == 0x7f {
			return strings.Map(func(r rune) rune {
				switch {
				case r == '\t':
					return ' '
				case (r < 0x20 && r != 0x1b) || r == 0x7f:
					return -1
				}
				return r
			}, line)
		}
	}
	return line
}
