package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpals/tui/canvas"
)

// figure writes a number as a person reads it: three significant digits, no exponent where it can be helped.
func figure(v float64) string {
	v = roundTo(v, 3)
	a := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return "∞"
	case v == 0:
		return "0"
	case a < 1e-3 || a >= 1e6:
		return shortExponent(strconv.FormatFloat(v, 'g', -1, 64))
	case a >= 1000:
		return thousands(int(math.Round(v)))
	}
	decimals := 2 - int(math.Floor(math.Log10(a)))
	return strconv.FormatFloat(v, 'f', max(0, decimals), 64)
}

// floorTo rounds a positive number down to so many significant digits.
func floorTo(v float64, digits int) float64 {
	down := roundTo(v, digits)
	if down > v {
		unit := math.Pow(10, math.Floor(math.Log10(v))-float64(digits-1))
		down = roundTo(down-unit, digits)
	}
	return down
}

// setting writes a value that was chosen, not measured: as short as it is, but 1.0 for a whole number that need not
// be one.
func setting(v float64) string {
	a := math.Abs(v)
	if v != 0 && (a < 1e-3 || a >= 1e6) {
		return figure(v)
	}
	s := strconv.FormatFloat(roundTo(v, 6), 'f', -1, 64)
	if a < 10 && !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func shortExponent(s string) string {
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(s)
}

// rmse writes an error in rating units.
func rmse(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	if v >= 100 {
		return figure(v)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// percent writes a share in [0, 1].
func percent(v float64) string {
	switch p := 100 * v; {
	case math.IsNaN(v):
		return "–"
	case p > 0 && p < 0.1:
		return "<0.1 %"
	case p >= 99.95 && v < 1:
		return ">99.9 %"
	case p < 10 && p != math.Round(p):
		return fmt.Sprintf("%.1f %%", p)
	case p > 99 && v < 1:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// thousands writes 6040 as 6,040.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes a number of things in few cells: 3,706 or 20.0 M.
func count(n int) string {
	switch {
	case n >= 1_000_000_000:
		return fmt.Sprintf("%.1f G", float64(n)/1e9)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	}
	return thousands(n)
}

// plural is "1 run", "2 runs".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}

// inset is lines in w×h cells with a space before them.
func inset(lines []string, w, h int) string {
	return canvas.Fit(" "+strings.Join(lines, "\n "), w, h)
}

// longest returns the first of texts, the longest first, that fits into w cells, and the last where none does.
func longest(w int, texts ...string) string {
	for _, text := range texts {
		if canvas.Width(text) <= w {
			return text
		}
	}
	return texts[len(texts)-1]
}

// wrap breaks text at spaces into lines of at most w cells; a longer word stays whole, and a symbol stays with its
// number.
func wrap(text string, w int) []string {
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

// roundTo rounds to so many significant digits.
func roundTo(v float64, digits int) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	scale := math.Pow(10, float64(digits-1)-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}

// snap rounds to a multiple of step.
func snap(v, step float64) float64 { return math.Round(v/step) * step }

// ends sets two texts at the two ends of a line of w cells; the right one gives way.
func ends(left, right string, w int) string {
	room := w - canvas.Width(left) - 1
	if n := canvas.Width(right); n < room {
		return left + strings.Repeat(" ", w-canvas.Width(left)-n) + right
	}
	if room < 8 {
		return canvas.Line(left, w)
	}
	return left + " " + canvas.Line(right, room)
}

// partsApart stands between the parts of a fact.
const partsApart = " · "
