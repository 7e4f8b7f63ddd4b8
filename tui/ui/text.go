package ui

import (
	"strings"

	"dpals/tui/canvas"
)

// Inset returns lines in w×h cells, each after one space.
func Inset(lines []string, w, h int) string {
	return canvas.Fit(" "+strings.Join(lines, "\n "), w, h)
}

// Longest returns the first of texts, given from the longest to the shortest, that fits into w cells; the last where none
// does.
func Longest(w int, texts ...string) string {
	for _, text := range texts {
		if canvas.Width(text) <= w {
			return text
		}
	}
	return texts[len(texts)-1]
}

// Wrap breaks text at spaces into lines of at most w cells. A longer word stays whole, and a symbol such as ε stays on one
// line with its number.
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

// AtEnds returns a line of w cells with one text at its left end and one at its right end, which is cut where both do not
// fit.
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
