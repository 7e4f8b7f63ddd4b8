package format

import (
	"fmt"
	"strconv"
)

// Thousands writes 6040 as "6,040".
func Thousands[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number of things in few cells: "3,706" or "20.0 M".
func Count(n int) string {
	switch {
	case n >= 1_000_000_000:
		return fmt.Sprintf("%.1f G", float64(n)/1e9)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	}
	return Thousands(n)
}

// Plural writes a number of things with every digit: "1 run", "2 runs", "1,000,209 ratings".
func Plural(n int, noun string) string { return plural(Thousands(n), n, noun) }

// ShortPlural is Plural in few cells: "20.0 M ratings".
func ShortPlural(n int, noun string) string { return plural(Count(n), n, noun) }

func plural(number string, n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number + " " + noun + "s"
}
