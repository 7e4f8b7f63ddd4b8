package ui

import (
	"strings"

	"dpals/tui/canvas"
)

// Inset is lines in w×h cells with a space before them.
func Inset(lines []string, w, h int) string {
	return canvas.Fit(" "+strings.Join(lines, "\n "), w, h)
}

// Longest returns the first of texts, the longest first, that fits into w cells, and the last where none does.
func Longest(w int, texts ...string) string {
	for _, text := range texts {
		if canvas.Width(text) <= w {
			return text
		}
	}
	return texts[len(texts)-1]
}

// Wrap breaks text at spaces into lines of at most w cells; a longer word stays whole, and a symbol stays with its
// number.
func Wrap(text string, w int) []string {
	var lines []string
	line, symbol := "", ""
	for word := range strings.FieldsSeq(text) {
		if symbol == "" && strings.ContainsAny(word, "εδμσ") && canvas.Width(word) == 1 {
			symbol = word + " "
			continue
		}
		word, symbol = symbol+word, ""
		switch {
		case line == "":
			line = word
		case canvas.Width(line)+1+canvas.Width(word) <= w:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line = strings.TrimSpace(line + " " + symbol); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// AtEnds sets two texts at the two ends of a line of w cells; the right one gives way.
func AtEnds(left, right string, w int) string {
	room := w - canvas.Width(left) - 1
	if n := canvas.Width(right); n < room {
		return left + strings.Repeat(" ", w-canvas.Width(left)-n) + right
	}
	if room < 8 {
		return canvas.Line(left, w)
	}
	return left + " " + canvas.Line(right, room)
}

// Separator stands between the parts of a fact.
const Separator = " · "
