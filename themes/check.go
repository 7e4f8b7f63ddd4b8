package themes

import (
	"fmt"
	"slices"
	"strings"
)

// role is one colour of a palette: its key in a file, and how much it must stand out from the background.
type role struct {
	key    string
	colour *string
	least  float64 // contrast below which a theme file is refused; 0 for none
}

// Least contrasts of a usable theme: half of what the built-in themes reach.
const (
	leastText = 2.5
	leastMark = 1.3
)

// roles lists the colours of a palette.
func (p *Palette) roles() []role {
	all := []role{
		{"background", &p.Background, 0}, {"surface", &p.Surface, 0},
		{"text", &p.Text, leastText}, {"muted", &p.Muted, leastText}, {"faint", &p.Faint, leastMark},
		{"accent", &p.Accent, leastText}, {"focus", &p.Focus, leastText},
		{"good", &p.Good, leastText}, {"warning", &p.Warning, leastText}, {"bad", &p.Bad, leastText},
		{"border", &p.Border, 0}, {"border-focus", &p.BorderFocus, leastMark},
	}
	for i := range p.Series {
		all = append(all, role{fmt.Sprintf("series %d", i+1), &p.Series[i], leastText})
	}
	return all
}

// flaw returns the first role whose colour is not valid or has too little contrast with the background; key is the role.
func (p Palette) flaw() (key string, err error) {
	for _, r := range p.roles() {
		c := *r.colour
		switch {
		case r.key == "background" && c == "", c == terminalDefault && r.key != "background", slices.Contains(terminalColours, c):
			continue
		}
		if _, err := parse(c); err != nil {
			return r.key, err
		}
	}
	if !isFixed(p.Background) {
		return "", nil
	}
	for _, r := range p.roles() {
		if r.least == 0 || !isFixed(*r.colour) {
			continue
		}
		if got, err := Contrast(*r.colour, p.Background); err == nil && got < r.least {
			return r.key, fmt.Errorf("%s on the background %s has a contrast of %.1f:1; choose a colour with at least %.1f:1",
				*r.colour, p.Background, got, r.least)
		}
	}
	return "", nil
}

// check returns the error of flaw with the name of the theme and the role.
func (p Palette) check() error {
	if key, err := p.flaw(); err != nil {
		return fmt.Errorf("theme %q: %s: %w", p.Name, key, err)
	}
	return nil
}

// spelled lists the ways to write a colour, for errors.
var spelled = "#rrggbb, default, or one of " + strings.Join(terminalColours, ", ")
