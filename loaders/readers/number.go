package readers

import (
	"bytes"
	"math"
	"strconv"
)

var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// parseRating parses a decimal number. It returns the number rounded to float64, which is compared with a range, and to
// float32, which is stored. Where the text is not a finite number, reason says so.
func parseRating(text []byte) (wide float64, value float32, reason string) {
	// Up to seven digits, m is exact in float32 and so is the power of ten: one division rounds correctly.
	m, digits, point := uint32(0), 0, -1
	for i, c := range text {
		if d := c - '0'; d <= 9 {
			m = m*10 + uint32(d)
			digits++
		} else if c == '.' && point < 0 {
			point = i
		} else {
			return parseAnyRating(text)
		}
		if digits > 7 {
			return parseAnyRating(text)
		}
	}
	if digits == 0 {
		return parseAnyRating(text)
	}
	power := powersOfTen[0]
	if point >= 0 {
		power = powersOfTen[len(text)-1-point]
	}
	return float64(m) / power, float32(m) / float32(power), ""
}

// parseAnyRating is parseRating without the fast path for up to seven digits.
func parseAnyRating(text []byte) (wide float64, value float32, reason string) {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' && c != 'e' && c != 'E' {
			return 0, 0, "not a number" // among them NaN, Inf and hexadecimal, which strconv would read
		}
	}
	s := string(text)
	wide, err := strconv.ParseFloat(s, 64)
	narrow, err32 := strconv.ParseFloat(s, 32)
	switch {
	case err != nil && !math.IsInf(wide, 0):
		return 0, 0, "not a number"
	case err != nil || err32 != nil:
		return 0, 0, "too large: scale the ratings down"
	}
	return wide, float32(narrow), ""
}

// parse is parseRating, and accepts a decimal comma where the format allows one.
func (f *Format) parse(text []byte) (wide float64, value float32, reason string) {
	wide, value, reason = parseRating(text)
	comma := bytes.IndexByte(text, ',')
	if reason == "" || comma < 0 {
		return wide, value, reason
	}
	var buffer [32]byte
	pointed := append(buffer[:0], text...)
	pointed[comma] = '.'
	if wide, value, other := parseRating(pointed); other == "" {
		// Three digits after the comma may also be thousands: 1,000 is one or a thousand.
		if f.DecimalCommas && len(text)-comma-1 != 3 {
			return wide, value, ""
		}
		reason = "the meaning of its comma is unclear: write the number with a decimal point and without thousands separators"
	}
	return 0, 0, reason
}

// roundInward returns the next float32 inside of [low, high] for a value that rounding to float32 moved outside.
func roundInward(value float32, low, high float64) float32 {
	if float64(value) > high {
		return math.Nextafter32(value, float32(math.Inf(-1)))
	}
	if float64(value) < low {
		return math.Nextafter32(value, float32(math.Inf(1)))
	}
	return value
}
