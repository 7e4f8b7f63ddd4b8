package canvas

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const ellipsis = "…"

// Fit returns s as a block of exactly w×h cells: long lines are cut and end in …, short ones are padded with spaces, and
// lines are dropped or added at the bottom. It keeps styles, removes other escape sequences and control characters, and
// turns a tab into a space. Text from files should go through Text first, which makes such characters visible.
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
	n, plain := measure(line)
	if !plain {
		line = stable(line)
		n = width(line)
	}
	if n > w {
		line = ansi.Truncate(line, w, ellipsis)
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

// stable returns a line of text and styles alone, whose width is the same beside any other text. Where characters would
// join with their neighbours, or are measured differently as a whole and one by one, everything that is not ASCII becomes
// a ?.
func stable(line string) string {
	var b strings.Builder
	var state byte
	total := 0
	for rest := line; len(rest) > 0; {
		seq, w, n, next := ansi.DecodeSequence(rest, state, nil)
		rest, state = rest[n:], next
		switch {
		case w > 0 && utf8.ValidString(seq), style(seq) == len(seq), accent(seq):
			b.WriteString(seq)
		case w > 0:
			b.WriteString(strings.Repeat("?", w))
		case seq == "\t":
			b.WriteByte(' ')
			w = 1
		}
		total += w
	}
	line = b.String()
	if ansi.StringWidth("x"+line+"x") == total+2 && ansi.StringWidth(line) == total {
		return line
	}
	return strings.Map(func(r rune) rune {
		if r >= 0x80 {
			return '?'
		}
		return r
	}, line)
}

// accent reports whether seq is a combining mark: part of the character before it, without a cell of its own.
func accent(seq string) bool {
	r, n := utf8.DecodeRuneInString(seq)
	return n == len(seq) && unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Variation_Selector, r)
}
