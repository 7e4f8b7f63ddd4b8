package themes

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// sights turn linear light into what three kinds of eyes make of it: as it is, and the simulations of protanopia and
// deuteranopia of Machado, Oliveira and Fernandes (2009), Table 1 at severity 1.
var sights = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
}

// lab is the CIE L*a*b* place of a colour as a kind of eyes sees it.
func lab(t *testing.T, hex string, sight [3][3]float64) [3]float64 {
	c, err := parse(hex)
	if err != nil {
		t.Fatal(err)
	}
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	light := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var seen [3]float64
	for i := range seen {
		for j := range light {
			seen[i] += sight[i][j] * light[j]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.9505)
	y := f(0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2])
	z := f((0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// A difference of 2.3 is just noticed; runs and outcomes must be distinguishable at a glance.
func TestColourBlindThemesKeepColoursApart(t *testing.T) {
	const least = 18
	for _, p := range []Palette{ColourBlind, ColourBlindLight} {
		groups := map[string][]string{"outcomes": {p.Good, p.Warning, p.Bad}, "series": p.Series[:]}
		for sight, matrix := range sights {
			for group, all := range groups {
				for i, a := range all {
					for _, b := range all[:i] {
						pa, pb := lab(t, a, matrix), lab(t, b, matrix)
						d := math.Hypot(math.Hypot(pa[0]-pb[0], pa[1]-pb[1]), pa[2]-pb[2])
						if d < least {
							t.Errorf("%s: %s %s and %s differ by %.1f with %s", p.Name, group, a, b, d, sight)
						}
					}
				}
			}
		}
	}
}

// The terminal theme never names a colour of its own, and what is read is legible with the colours of xterm on black.
func TestTerminalThemeUsesTheTerminalsColours(t *testing.T) {
	p := Terminal
	for _, r := range p.roles() {
		c := *r.colour
		if isFixed(c) {
			t.Errorf("%s is %s", r.key, c)
		}
		basic, ok := hue(c).(ansi.BasicColor)
		if !ok || r.least < leastText {
			continue
		}
		red, green, blue, _ := color.RGBAModel.Convert(basic).RGBA()
		got, err := Contrast(fmt.Sprintf("#%02x%02x%02x", red>>8, green>>8, blue>>8), "#000000")
		if err != nil || got < 3 {
			t.Errorf("%s %s has a contrast of %.1f, %v", r.key, c, got, err)
		}
	}
}
