package canvas

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpals/themes"
)

// Segment is the part of a gauge for one release.
type Segment struct {
	Label    string  // "gram 2"
	Kind     string  // "gram": selects colour and fill
	Fraction float64 // of the whole budget, in [0, 1]
	Spent    float64 // of the segment, in [0, 1]; 1 once it is charged
	Current  bool    // the release being made, or the next one
}

// Gauge is a budget as one bar, release by release. Budget that is planned and not charged is drawn faint.
type Gauge struct {
	Segments []Segment
	Text     string // at the right of the bar: "0.78 / 1.00"
}

// Draw returns the gauge in w×h cells: the bar, and the legend below it.
func (g Gauge) Draw(th *themes.Theme, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	return ascii(th, Fit(Stack(g.bar(th, w), g.legend(th, w, h-1)), w, h))
}

func (g Gauge) bar(th *themes.Theme, w int) string {
	text := oneLine(g.Text)
	room := w
	if n := width(text); n > 0 && n+2+8 <= w {
		room = w - n - 2
	} else {
		text = ""
	}
	total := 0.0
	for _, s := range g.Segments {
		total += fraction(s)
	}
	scale := float64(room) / math.Max(total, 1)
	var b strings.Builder
	drawn, upto := 0, 0.0
	for _, s := range g.Segments {
		start := upto
		upto += fraction(s)
		end := min(int(math.Round(upto*scale)), room)
		spent := min(max(int(math.Round((start+fraction(s)*unit(s.Spent))*scale)), drawn), end)
		style, fill := th.Kind(s.Kind)
		NewPen(style).write(&b, strings.Repeat(fill, spent-drawn))
		NewPen(th.PlannedKind(s.Kind)).write(&b, strings.Repeat(th.Glyphs.Planned, end-spent))
		drawn = end
	}
	pad(&b, room-drawn)
	if text != "" {
		b.WriteString("  ")
		NewPen(th.Strong).write(&b, text)
	}
	return b.String()
}

// group is the legend entry of all segments of one kind.
type group struct {
	kind, label string
	fraction    float64
	current     bool
}

// groups sums the segments by kind, in the order of their first segments. A group has the name of its kind, or of its
// segment where it has only one or that one is current.
func (g Gauge) groups() []group {
	var all []group
	for _, s := range g.Segments {
		i := slices.IndexFunc(all, func(o group) bool { return o.kind == s.Kind })
		switch {
		case i < 0:
			i, all = len(all), append(all, group{kind: s.Kind, label: s.Label})
		case !all[i].current:
			all[i].label = s.Kind
		}
		all[i].fraction += fraction(s)
		if s.Current {
			all[i].label, all[i].current = s.Label, true
		}
	}
	return all
}

// legend returns the groups with their parts of the budget, in at most h lines. Where they do not fit, the smallest are
// left out.
func (g Gauge) legend(th *themes.Theme, w, h int) string {
	all := g.groups()
	if h <= 0 {
		return ""
	}
	for {
		lines := g.rows(th, all, w)
		if len(lines) <= h || len(all) == 1 {
			return strings.Join(lines[:min(len(lines), h)], "\n")
		}
		least := 0
		for i, o := range all {
			if all[least].current || o.fraction < all[least].fraction && !o.current {
				least = i
			}
		}
		all = slices.Delete(all, least, least+1)
	}
}

// rows returns the groups' entries in lines of w cells; a longer entry has a line of its own.
func (g Gauge) rows(th *themes.Theme, groups []group, w int) (lines []string) {
	used := 0
	for _, o := range groups {
		style, fill := th.Kind(o.kind)
		name, pen := o.label, th.Muted
		if o.current {
			name, pen = th.Glyphs.Current+name, th.Strong
		}
		entry := Paint(style, fill) + " " + Paint(pen, oneLine(name)+" "+percent(o.fraction))
		n := width(entry)
		if len(lines) > 0 && used+2+n <= w {
			lines[len(lines)-1] += "  " + entry
			used += 2 + n
		} else {
			lines, used = append(lines, entry), n
		}
	}
	return lines
}

func fraction(s Segment) float64 { return unit(s.Fraction) }

// percent writes a fraction, and a positive one never as 0 %.
func percent(v float64) string {
	if p := 100 * v; p > 0 && p < 1 {
		return "<1%"
	}
	return fmt.Sprintf("%.0f%%", 100*v)
}
