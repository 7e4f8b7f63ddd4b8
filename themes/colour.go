package themes

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// terminalColours are the names of the terminal's sixteen colours, by number.
var terminalColours = []string{
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
}

// terminalDefault is the name of the terminal's own text or background colour.
const terminalDefault = "default"

// hue returns the terminal colour of a checked colour of a palette.
func hue(name string) color.Color {
	if i := slices.Index(terminalColours, name); i >= 0 {
		return ansi.BasicColor(i)
	}
	if name == terminalDefault || name == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(name)
}

// isFixed tells whether a colour is the same on every terminal.
func isFixed(name string) bool { return strings.HasPrefix(name, "#") }

// Contrast returns the WCAG 2.2 contrast ratio of two colours written as #rrggbb, from 1 to 21.
func Contrast(a, b string) (float64, error) {
	ca, err := parse(a)
	if err != nil {
		return 0, err
	}
	cb, err := parse(b)
	if err != nil {
		return 0, err
	}
	la, lb := luminance(ca), luminance(cb)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05), nil
}

// luminance returns the WCAG relative luminance, in [0, 1].
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// blend moves the checked colour a towards the checked colour b by a fraction in [0, 1].
func blend(a, b string, fraction float64) string {
	ca, _ := parse(a)
	cb, _ := parse(b)
	mix := func(x, y uint8) int { return int(math.Round(float64(x)*(1-fraction) + float64(y)*fraction)) }
	return fmt.Sprintf("#%02x%02x%02x", mix(ca.R, cb.R), mix(ca.G, cb.G), mix(ca.B, cb.B))
}

func parse(hex string) (color.RGBA, error) {
	if len(hex) == 7 && hex[0] == '#' {
		if v, err := strconv.ParseUint(hex[1:], 16, 32); err == nil {
			return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}, nil
		}
	}
	return color.RGBA{}, fmt.Errorf("colour %q is not valid: write %s", hex, spelled)
}
