package tune

import (
	"fmt"
	"strings"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// knobsInside is the part of the knobs' panel that holds sliders: its left half where the panel also shows what
// the knobs will do.
func (t *Screen) knobsInside() ui.Rect {
	in := t.Rects[panelKnobs].Inside()
	if !t.Wide() {
		in.W = max(in.W*54/100, 32)
	}
	return in
}

// detailRows is how many lines below the sliders explain the focused knob.
func detailRows(h int) int {
	switch {
	case h < 9:
		return 0
	case h < 14:
		return 2
	case h < 18:
		return 3
	}
	return 4
}

// knobRows is how many lines there are for sliders.
func (t *Screen) knobRows() int {
	h := t.knobsInside().H
	if d := detailRows(h); d > 0 {
		h -= d + 1
	}
	return h
}

// knobLine is one line of the list: a knob, or the words below it.
type knobLine struct {
	index int // into shown()
	words bool
}

// knobLines lists what is visible of the knobs, scrolled so that the focused one is.
func (t *Screen) knobLines() []knobLine {
	var all []knobLine
	at := 0
	for i, n := range t.Knobs.Shown() {
		if i == t.Knobs.Focus {
			at = len(all)
		}
		all = append(all, knobLine{index: i})
		if n.Name == session.EpsilonKnob.Name {
			all = append(all, knobLine{index: i, words: true})
		}
	}
	room := max(t.knobRows(), 1)
	if len(all) <= room {
		return all
	}
	from := min(max(at-room/2, 0), len(all)-room)
	return all[from : from+room]
}

func (t *Screen) drawKnobs(w, _ int) string {
	in := t.knobsInside()
	body := t.sliders(in.W, in.H)
	if !t.Wide() {
		rest := w - in.W - 3
		rule := strings.TrimSuffix(strings.Repeat(" "+t.Theme.Glyphs.Vertical+" \n", in.H), "\n")
		body = canvas.Beside(body, canvas.Fit(paintLines(t.Theme, rule), 3, in.H), canvas.Fit(t.consequences(rest, in.H), rest, in.H))
	}
	return body
}

// knobsNote says how many knobs there are beside those that show.
func (t *Screen) knobsNote() string {
	if all := t.Knobs.Shown(); t.hiddenKnobs() > 0 {
		return format.ShortPlural(t.hiddenKnobs(), "more knob") + " " + t.Theme.Glyphs.Current
	} else if t.Knobs.Rows(all) > t.knobRows() {
		return fmt.Sprintf("%d of %d", t.Knobs.Focus+1, len(all))
	}
	return ""
}

func paintLines(th *themes.Theme, block string) string {
	lines := strings.Split(block, "\n")
	for i := range lines {
		lines[i] = canvas.Paint(th.Border, lines[i])
	}
	return strings.Join(lines, "\n")
}

// hiddenKnobs is how many knobs are folded away.
func (t *Screen) hiddenKnobs() int {
	all, _ := t.Knobs.All()
	return len(all) - len(t.Knobs.Shown())
}

// sliders draws the list of knobs and, where there is room, what the focused one means.
func (t *Screen) sliders(w, h int) string {
	var lines []string
	list, columns := t.Knobs.Shown(), t.columns(w)
	for _, l := range t.knobLines() {
		s := t.Slider(list[l.index], l.index == t.Knobs.Focus && t.Focus == panelKnobs, columns)
		if l.words {
			lines = append(lines, s.Words(t.Theme, w))
		} else if t.Typing() && l.index == t.Knobs.Focus {
			lines = append(lines, t.editing(list[l.index], columns, w))
		} else {
			lines = append(lines, s.Draw(t.Theme, w))
		}
	}
	sliders := canvas.Fit(strings.Join(lines, "\n"), w, min(len(lines), h))
	if d := detailRows(h); d > 0 {
		return canvas.Stack(sliders, canvas.Fit("", w, 1), ui.Inset(t.detail(w-2), w, h-len(lines)-1))
	}
	return canvas.Fit(sliders, w, h)
}

// columns gives every symbol, label and value of the list its room in lines of w cells. It depends little on where the
// knobs stand, so that no track moves while its knob is turned.
func (t *Screen) columns(w int) session.SliderColumns {
	c := session.SliderColumns{Symbol: 2, Value: 8}
	most := 3
	if w >= 52 {
		most = 7
	}
	for _, n := range t.Knobs.Shown() {
		c.Symbol = max(c.Symbol, canvas.Width(n.ShortSymbol(most)))
		c.Label = max(c.Label, canvas.Width(n.Label()))
		if len(n.Choices) > 0 {
			continue
		}
		c.Value = max(c.Value, canvas.Width(t.ShownValue(n, t.Knobs.Value(n))), canvas.Width(n.Zero))
		if n.Auto {
			c.Value = max(c.Value, canvas.Width(t.ShownValue(n, method.Auto)))
		}
	}
	c.Label, c.Value = min(c.Label, 15), min(c.Value, 12)
	return c
}

func (t *Screen) focusedSlider() canvas.Slider {
	return t.Slider(t.Knobs.Focused(), t.Focus == panelKnobs, t.columns(t.knobsInside().W))
}

// editing is the line of a knob whose value is being typed.
func (t *Screen) editing(n session.Knob, c session.SliderColumns, w int) string {
	th := t.Theme
	head := canvas.Paint(th.Focus, th.Glyphs.Current+canvas.Line(n.ShortSymbol(c.Symbol), c.Symbol)+" "+n.Label()+" ")
	room := max(min(canvas.Width(t.Knobs.Edit.Text())+1, w-canvas.Width(head)), 1)
	text := t.Knobs.Edit.Draw(th, room)
	return canvas.Line(head+text+canvas.Paint(th.Muted, " Enter sets, Esc keeps"), w)
}

// detail explains the focused knob, or says what is wrong with the value being typed.
func (t *Screen) detail(w int) []string {
	th, n := t.Theme, t.Knobs.Focused()
	if problem := t.Knobs.Edit.Problem; problem != "" {
		return ui.PaintWrapped(th.Glyphs.Alert+" "+problem, w, th.Bad)
	}
	return ui.PaintWrapped(t.meaning(n), w, th.Muted)
}

// meaning is a knob's name and what it does, or why it does nothing.
func (t *Screen) meaning(n session.Knob) string {
	head := n.Name
	if n.Symbol != "" && n.Symbol != n.Name {
		head = n.Sign() + " " + n.Name
	}
	switch why := t.WhyDisabled(n); why {
	case "":
		return head + ": " + n.Meaning
	case session.FromNoise:
		return head + " follows from the noise that is typed in: " + n.Meaning
	default:
		return head + " does nothing now, " + why + ": " + n.Meaning
	}
}
