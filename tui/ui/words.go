package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpals/tui/canvas"
)

// Figure writes a number as a person reads it: three significant digits, no exponent where it can be helped.
func Figure(v float64) string {
	v = RoundTo(v, 3)
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
		return Thousands(int(math.Round(v)))
	}
	decimals := 2 - int(math.Floor(math.Log10(a)))
	return strconv.FormatFloat(v, 'f', max(0, decimals), 64)
}

// FloorTo rounds a positive number down to so many significant digits.
func FloorTo(v float64, digits int) float64 {
	down := RoundTo(v, digits)
	if down > v {
		unit := math.Pow(10, math.Floor(math.Log10(v))-float64(digits-1))
		down = RoundTo(down-unit, digits)
	}
	return down
}

// Setting writes a value that was chosen, not measured: as short as it is, but 1.0 for a whole number that need not
// be one.
func Setting(v float64) string {
	a := math.Abs(v)
	if v != 0 && (a < 1e-3 || a >= 1e6) {
		return Figure(v)
	}
	s := strconv.FormatFloat(RoundTo(v, 6), 'f', -1, 64)
	if a < 10 && !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func shortExponent(s string) string {
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(s)
}

// RMSE writes an error in rating units.
func RMSE(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	if v >= 100 {
		return Figure(v)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// Percent writes a share in [0, 1].
func Percent(v float64) string {
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

// Thousands writes 6040 as 6,040.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number of things in few cells: 3,706 or 20.0 M.
func Count(n int) string {
	switch {
	case n >= 1_000_000_000:
		return fmt.Sprintf("%.1f G", float64(n)/1e9)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	}
	return Thousands(n)
}

// Plural is "1 run", "2 runs".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}

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

// RoundTo rounds to so many significant digits.
func RoundTo(v float64, digits int) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	scale := math.Pow(10, float64(digits-1)-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}

// SnapTo rounds to a multiple of step.
func SnapTo(v, step float64) float64 { return math.Round(v/step) * step }

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
