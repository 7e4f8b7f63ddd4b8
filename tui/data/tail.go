package data

import (
	"fmt"
	"math"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// tailRooms is where things stand in the panel of the long tail, as cells of the screen.
type tailRooms struct {
	knobs []ui.Rect // by knob; empty for one that is not shown
	words ui.Rect   // one line: what the curves say
	chart ui.Rect
}

// tailRooms gives the curves the most of the panel: beside each other where it is wide, the knobs take a line or two.
func (d *Screen) tailRooms() tailRooms {
	in := d.Rects[panelTail].Inside()
	all := d.tailKnobs()
	rooms := tailRooms{knobs: make([]ui.Rect, len(all))}
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
	var room ui.Rect
	room, in = in.Top(lines)
	w := room.W / beside
	for i := range all {
		if line := i/beside - first; line >= 0 && line < lines {
			rooms.knobs[i] = ui.Rect{X: room.X + i%beside*w, Y: room.Y + line, W: w - 1, H: 1}
		}
	}
	rooms.words, rooms.chart = in.Top(1)
	return rooms
}

func (d *Screen) drawTail(w, h int) string {
	rooms := d.tailRooms()
	var lines []string
	for i, at := range rooms.knobs {
		if at.Empty() {
			continue
		}
		s := d.slider(i, at.W).Draw(d.Theme, at.W)
		if n, before := len(lines), at.X-d.Rects[panelTail].Inside().X; n > 0 && before > 0 {
			lines[n-1] = canvas.Line(lines[n-1], before) + s
		} else {
			lines = append(lines, s)
		}
	}
	for i := range lines {
		lines[i] = canvas.Line(lines[i], w)
	}
	words := ui.Inset([]string{d.tailWords(rooms.words.W - 2)}, w, rooms.words.H)
	curves := ""
	if c := d.tailChart(); !rooms.chart.Empty() {
		curves = c.Draw(d.Theme, rooms.chart.W, rooms.chart.H)
	}
	return canvas.Fit(canvas.Stack(append(lines, words, curves)...), w, h)
}

// slider is a knob of the session as this panel draws it.
func (d *Screen) slider(i, w int) canvas.Slider {
	all := d.tailKnobs()
	c := session.SliderColumns{Symbol: 2, Label: 15, Value: 6}
	narrow := w < 48
	if narrow {
		c.Label = 8
	}
	s := d.Session.Slider(all[i], false, c)
	if short := shortLabels[all[i].Name]; narrow && short != "" {
		s.Label = short
	}
	s.Focused = i == min(d.knob, len(all)-1) && d.turning()
	return s
}

// shortLabels are for knobs that stand beside each other.
var shortLabels = map[string]string{"k": "ratings", "weight-exponent": "weights"}

// tailNote says what the curves go by.
func (d *Screen) tailNote() string {
	note := session.NotPrivate
	if every := d.count.Value().every; every > 1 {
		note = fmt.Sprintf("by every %s user · %s", ordinal(every), note)
	}
	if d.lens.Zoomed() {
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
	return format.Thousands(n) + suffix
}

// head is the per cent of the items that the words are about while there is no crosshair.
const head = 10

// tailWords say in a sentence what the curves show: of the most popular tenth, or up to the crosshair.
func (d *Screen) tailWords(w int) string {
	th := d.Theme
	if d.tail.Value() == nil {
		return canvas.Paint(th.Muted, "working it out")
	}
	x := float64(head)
	if d.lens.Reading {
		x = d.lens.Cursor
	}
	at := gridAt(x)
	all := d.tail.Value().lines[0].upTo[at]
	strong := func(v float64) string { return canvas.Paint(th.Strong, format.Percent(v/100)) }
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
func (d *Screen) sampling() string {
	m, s := d.Knobs.Method(), d.settings()
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
func (d *Screen) trains() (tailLine, bool) {
	if d.tail.Value() == nil {
		return tailLine{}, false
	}
	name := d.sampling()
	for _, l := range d.tail.Value().lines[1:] {
		if l.sampling == name {
			return l, true
		}
	}
	return tailLine{}, false
}

// tailChart is the share of ratings in the share of items, most popular first: of all ratings, and of what each sampling
// trains on. The farther a curve lies below that of all ratings, the more it is the rare items that train.
func (d *Screen) tailChart() chart.Chart {
	c := chart.Chart{
		XLabel: "items", XTick: func(x int) string { return fmt.Sprintf("%d%%", x) }, Whole: true,
		YLabel: "% of ratings in the most popular items", YMin: 0, YMax: 100, Cursor: math.NaN(), Empty: "working it out",
	}
	d.lens.On(&c, 0, 100, 100, tailGrid)
	t := d.tail.Value()
	if d.tail.Err() != nil {
		c.Empty = session.FirstLine(d.tail.Err())
	}
	if t == nil {
		return c
	}
	if c.LogY {
		c.YMin = math.NaN()
	}
	if t.cut < 100 {
		c.Marks = []chart.Mark{{X: t.cut, Name: "β keeps " + format.Percent(t.cut/100), Series: -1}}
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
		case t.of.K > 0:
			name += fmt.Sprintf(", k %s", format.Thousands(int(t.of.K)))
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
