package tui

import (
	"fmt"
	"math"

	"dpals/tui/canvas"
	"dpals/tui/chart"
)

// tailRooms is where things stand in the panel of the long tail, as cells of the screen.
type tailRooms struct {
	knobs []rect // by knob; empty for one that is not shown
	words rect   // one line: what the curves say
	chart rect
}

// tailRooms gives the curves the most of the panel: beside each other where it is wide, the knobs take a line or two.
func (d *data) tailRooms() tailRooms {
	in := d.at[dataTail].inside()
	all := d.tailKnobs()
	rooms := tailRooms{knobs: make([]rect, len(all))}
	if in.H < 3 {
		rooms.words = in
		return rooms
	}
	const leastChart, leastSlider = 6, 34
	beside := max(min(in.W/leastSlider, 2), 1)
	lines := min((len(all)+beside-1)/beside, max(in.H-1-leastChart, 1))
	first := 0 // line of knobs that shows
	if at := min(d.knob, max(len(all)-1, 0)) / beside; at >= lines {
		first = at - lines + 1
	}
	var room rect
	room, in = in.top(lines)
	w := room.W / beside
	for i := range all {
		if line := i/beside - first; line >= 0 && line < lines {
			rooms.knobs[i] = rect{room.X + i%beside*w, room.Y + line, w - 1, 1}
		}
	}
	rooms.words, rooms.chart = in.top(1)
	return rooms
}

func (d *data) drawTail(w, h int) string {
	rooms := d.tailRooms()
	var lines []string
	for i, at := range rooms.knobs {
		if at.empty() {
			continue
		}
		s := d.slider(i, at.W).Draw(d.theme, at.W)
		if n, before := len(lines), at.X-d.at[dataTail].inside().X; n > 0 && before > 0 {
			lines[n-1] = canvas.Line(lines[n-1], before) + s
		} else {
			lines = append(lines, s)
		}
	}
	for i := range lines {
		lines[i] = canvas.Line(lines[i], w)
	}
	words := inset([]string{d.tailWords(rooms.words.W - 2)}, w, rooms.words.H)
	curves := ""
	if c := d.tailChart(); !rooms.chart.empty() {
		curves = c.Draw(d.theme, rooms.chart.W, rooms.chart.H)
	}
	return canvas.Fit(canvas.Stack(append(lines, words, curves)...), w, h)
}

// slider is a knob of the session as this panel draws it.
func (d *data) slider(i, w int) canvas.Slider {
	all := d.tailKnobs()
	c := columns{symbol: 2, label: 15, value: 6}
	narrow := w < 48
	if narrow {
		c.label = 8
	}
	s := d.bench.slider(all[i], false, c)
	if short := shortLabels[all[i].Name]; narrow && short != "" {
		s.Label = short
	}
	s.Focused = i == min(d.knob, len(all)-1) && d.turning()
	return s
}

// shortLabels are for knobs that stand beside each other.
var shortLabels = map[string]string{"k": "ratings", "weight-exponent": "weights"}

// tailNote says what the curves go by.
func (d *data) tailNote() string {
	note := notPrivate
	if every := d.known.every; every > 1 {
		note = fmt.Sprintf("by every %s user · %s", ordinal(every), note)
	}
	if d.lens.zoomed() {
		note = "part, 0 shows all · " + note
	}
	return note
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100/10 == 1:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return thousands(n) + suffix
}

// head is the per cent of the items that the words are about while there is no crosshair.
const head = 10

// tailWords say in a sentence what the curves show: of the most popular tenth, or up to the crosshair.
func (d *data) tailWords(w int) string {
	th := d.theme
	if d.tail == nil {
		return canvas.Paint(th.Muted, "working it out")
	}
	x := float64(head)
	if d.lens.reading {
		x = d.lens.cursor
	}
	at := gridAt(x)
	all := d.tail.lines[0].upTo[at]
	strong := func(v float64) string { return canvas.Paint(th.Strong, percent(v/100)) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	text := muted("the top ") + strong(tailGrid[at]) + muted(" of the items have ") + strong(all) + muted(" of all ratings")
	short := muted("top ") + strong(tailGrid[at]) + muted(" of items: ") + strong(all) + muted(" of ratings")
	if line, ok := d.trains(); ok {
		text += muted(" and ") + strong(line.upTo[at]) + muted(" of what trains, which is ") + strong(100*line.used) + muted(" of the ratings")
		short += muted(", ") + strong(line.upTo[at]) + muted(" of what trains")
	}
	if canvas.Width(text) > w {
		return short
	}
	return text
}

// gridAt is the point of tailGrid nearest to x.
func gridAt(x float64) int {
	step := tailGrid[1] - tailGrid[0]
	return min(max(int(math.Round(x/step)), 0), len(tailGrid)-1)
}

// sampling is how the chosen method chooses what trains, "" where that is none of the curves.
func (d *data) sampling() string {
	m, s := d.knobs.method(), d.settings()
	if p, ok := m.Parameter("sampling"); ok {
		return p.Format(s[p.Name])
	}
	if _, ok := m.Parameter("weight-exponent"); ok {
		return "weights"
	}
	if _, ok := m.Parameter("k"); ok {
		return "uniform"
	}
	return ""
}

// trains is the curve of what the chosen method trains on.
func (d *data) trains() (tailLine, bool) {
	if d.tail == nil {
		return tailLine{}, false
	}
	name := d.sampling()
	for _, l := range d.tail.lines[1:] {
		if l.sampling == name {
			return l, true
		}
	}
	return tailLine{}, false
}

// tailChart is the share of ratings in the share of items, most popular first: of all ratings, and of what each sampling
// trains on. The farther a curve lies below that of all ratings, the more it is the rare items that train.
func (d *data) tailChart() chart.Chart {
	c := chart.Chart{
		XLabel: "items", XTick: func(x int) string { return fmt.Sprintf("%d%%", x) }, Whole: true,
		YLabel: "% of ratings in the most popular items", YMin: 0, YMax: 100, Cursor: math.NaN(), Empty: "working it out",
	}
	d.lens.on(&c, 0, 100, 100, tailGrid)
	t := d.tail
	if d.tailErr != nil {
		c.Empty = firstLine(d.tailErr)
	}
	if t == nil {
		return c
	}
	if c.LogY {
		c.YMin = math.NaN()
	}
	if t.cut < 100 {
		c.Marks = []chart.Mark{{X: t.cut, Name: "β keeps " + percent(t.cut/100), Series: -1}}
	}
	line := func(series int, name string, l tailLine) chart.Line {
		x, y := tailGrid, l.upTo
		if c.LogY { // which has no place for nothing
			x, y = x[1:], y[1:]
		}
		return chart.Line{Name: name, X: x, Y: y, Series: series}
	}
	chosen := d.sampling()
	for i, l := range t.lines[1:] {
		name := l.sampling
		switch {
		case t.of.k > 0:
			name += fmt.Sprintf(", k %s", thousands(int(t.of.k)))
		case l.sampling == "weights":
		case l.sampling == chosen: // without k all that β keeps trains alike
			name = "what β keeps"
		default:
			continue
		}
		if l.sampling == chosen {
			name += ", in use"
		}
		c.Lines = append(c.Lines, line(i+1, name, l))
	}
	all := line(0, "all ratings", t.lines[0])
	all.Ghost = true
	c.Lines = append(c.Lines, all)
	return c
}
