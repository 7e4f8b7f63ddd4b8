package canvas

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text makes text from files safe to draw. Characters that would move the cursor, start an escape sequence or change the
// reading direction become visible text: ^[ for escape, \u202e for a bidirectional override, \xff for a byte that is not
// UTF-8. Printable text stays as it is.
func Text(s string) string {
	clean := true
	for _, r := range s {
		if hidden(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r < 0x20 || r == 0x7f:
			b.WriteByte('^')
			b.WriteByte(byte(r) ^ 0x40)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// hidden reports whether a rune is a control or format character, or an invalid byte. The joiner inside emoji is not.
func hidden(r rune) bool {
	switch {
	case r >= 0x20 && r < 0x7f:
		return false
	case r == '\u200d':
		return false
	}
	return r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
