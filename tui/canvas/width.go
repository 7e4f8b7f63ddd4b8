package canvas

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width returns the number of cells of the widest line of s; escape sequences have none.
func Width(s string) int {
	widest := 0
	for line := range strings.SplitSeq(s, "\n") {
		widest = max(widest, width(line))
	}
	return widest
}

// width returns the number of cells of one line.
func width(line string) int {
	if n, plain := measure(line); plain {
		return n
	}
	return ansi.StringWidth(line)
}

// measure counts the cells of a line in one fast pass. Plain reports that every character fills one cell beside any other
// and every escape sequence is a style, as in nearly all lines; where it is false, n has no meaning.
func measure(line string) (n int, plain bool) {
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c >= 0x20 && c < 0x7f:
			n++
			i++
		case c == 0x1b:
			end := style(line[i:])
			if end == 0 {
				return 0, false
			}
			i += end
		case c < 0x80:
			return 0, false
		default:
			r, size := utf8.DecodeRuneInString(line[i:])
			if !single(r) {
				return 0, false
			}
			n++
			i += size
		}
	}
	return n, true
}

// style returns the length of the style sequence (SGR) at the start of s, 0 where there is none.
func style(s string) int {
	if len(s) < 3 || s[0] != 0x1b || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return 0
		}
	}
	return 0
}

// single reports whether a character is known to fill one cell and never to combine: Latin, Greek, letters as
// indices, punctuation, arrows, mathematics, line drawing, blocks and shapes.
func single(r rune) bool {
	switch {
	case r < 0xa1 || r == 0xad: // controls, and the soft hyphen
		return false
	case r < 0x250, r >= 0x386 && r < 0x400, r >= 0x2010 && r < 0x2028, r >= 0x2030 && r < 0x205f,
		r >= 0x1d2c && r < 0x1d6b, r >= 0x2074 && r < 0x20a0, r >= 0x2190 && r < 0x231a, r >= 0x2500 && r < 0x25fd:
		return true
	}
	return r == '✓' || r == '✗'
}
