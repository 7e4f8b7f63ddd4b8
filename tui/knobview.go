package tui

import (
	"fmt"
	"strings"

	"dpals/engine/method"
	"dpals/themes"
	"dpals/tui/canvas"
)

// knobsInside is the part of the knobs' panel that holds sliders: its left half where the panel also shows what
// the knobs will do.
func (t *tune) knobsInside() rect {
	in := t.at[panelKnobs].inside()
	if !t.wide() {
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
func (t *tune) knobRows() int {
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
func (t *tune) knobLines() []knobLine {
	var all []knobLine
	at := 0
	for i, n := range t.knobs.shown() {
		if i == t.knobs.focus {
			at = len(all)
		}
		all = append(all, knobLine{index: i})
		if n.Name == epsilonKnob.Name {
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

func (t *tune) drawKnobs(w, _ int) string {
	in := t.knobsInside()
	body := t.sliders(in.W, in.H)
	if !t.wide() {
		rest := w - in.W - 3
		rule := strings.TrimSuffix(strings.Repeat(" "+t.theme.Glyphs.Vertical+" \n", in.H), "\n")
		body = canvas.Beside(body, canvas.Fit(paintLines(t.theme, rule), 3, in.H), canvas.Fit(t.consequences(rest, in.H), rest, in.H))
	}
	return body
}

// knobsNote says how many knobs there are beside those that show.
func (t *tune) knobsNote() string {
	if all := t.knobs.shown(); t.hiddenKnobs() > 0 {
		return plural(t.hiddenKnobs(), "more knob") + " " + t.theme.Glyphs.Current
	} else if t.knobs.rows(all) > t.knobRows() {
		return fmt.Sprintf("%d of %d", t.knobs.focus+1, len(all))
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
func (t *tune) hiddenKnobs() int {
	all, _ := t.knobs.all()
	return len(all) - len(t.knobs.shown())
}

// sliders draws the list of knobs and, where there is room, what the focused one means.
func (t *tune) sliders(w, h int) string {
	var lines []string
	list, columns := t.knobs.shown(), t.columns(w)
	for _, l := range t.knobLines() {
		s := t.slider(list[l.index], l.index == t.knobs.focus && t.focus == panelKnobs, columns)
		if l.words {
			lines = append(lines, s.Words(t.theme, w))
		} else if t.typing() && l.index == t.knobs.focus {
			lines = append(lines, t.editing(list[l.index], columns, w))
		} else {
			lines = append(lines, s.Draw(t.theme, w))
		}
	}
	sliders := canvas.Fit(strings.Join(lines, "\n"), w, min(len(lines), h))
	if d := detailRows(h); d > 0 {
		return canvas.Stack(sliders, canvas.Fit("", w, 1), inset(t.detail(w-2), w, h-len(lines)-1))
	}
	return canvas.Fit(sliders, w, h)
}

// columns gives every symbol, label and value of the list its room in lines of w cells. It depends little on where the
// knobs stand, so that no track moves while its knob is turned.
func (t *tune) columns(w int) columns {
	c := columns{symbol: 2, value: 8}
	most := 3
	if w >= 52 {
		most = 7
	}
	for _, n := range t.knobs.shown() {
		c.symbol = max(c.symbol, canvas.Width(n.symbol(most)))
		c.label = max(c.label, canvas.Width(n.label()))
		if len(n.Choices) > 0 {
			continue
		}
		c.value = max(c.value, canvas.Width(t.shownValue(n, t.knobs.value(n))), canvas.Width(n.Zero))
		if n.Auto {
			c.value = max(c.value, canvas.Width(t.shownValue(n, method.Auto)))
		}
	}
	c.label, c.value = min(c.label, 15), min(c.value, 12)
	return c
}

func (t *tune) focusedSlider() canvas.Slider {
	return t.slider(t.knobs.focused(), t.focus == panelKnobs, t.columns(t.knobsInside().W))
}

// editing is the line of a knob whose value is being typed.
func (t *tune) editing(n knob, c columns, w int) string {
	th := t.theme
	head := canvas.Paint(th.Focus, th.Glyphs.Current+canvas.Line(n.symbol(c.symbol), c.symbol)+" "+n.label()+" ")
	room := max(min(canvas.Width(t.knobs.edit.text())+1, w-canvas.Width(head)), 1)
	text := t.knobs.edit.draw(th, room)
	return canvas.Line(head+text+canvas.Paint(th.Muted, " Enter sets, Esc keeps"), w)
}

// detail explains the focused knob, or says what is wrong with the value being typed.
func (t *tune) detail(w int) []string {
	th, n := t.theme, t.knobs.focused()
	if problem := t.knobs.edit.problem; problem != "" {
		return paintAll(th.Glyphs.Alert+" "+problem, w, th.Bad)
	}
	return paintAll(t.meaning(n), w, th.Muted)
}

// meaning is a knob's name and what it does, or why it does nothing.
func (t *tune) meaning(n knob) string {
	head := n.Name
	if n.Symbol != "" && n.Symbol != n.Name {
		head = n.sign() + " " + n.Name
	}
	switch why := t.disabled(n); why {
	case "":
		return head + ": " + n.Meaning
	case fromNoise:
		return head + " follows from the noise that is typed in: " + n.Meaning
	default:
		return head + " does nothing now, " + why + ": " + n.Meaning
	}
}
