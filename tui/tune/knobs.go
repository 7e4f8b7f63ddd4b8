package tune

import (
	"fmt"
	"strings"

	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// slidersRect returns the part of the knobs' panel that holds the sliders: its left half where the panel also shows the
// consequences.
func (t *Screen) slidersRect() ui.Rect {
	in := t.Rects[panelKnobs].Inside()
	if !t.Wide() {
		in.W = max(in.W*54/100, 32)
	}
	return in
}

// sliderRows returns the number of lines for sliders.
func (t *Screen) sliderRows() int {
	h := t.slidersRect().H
	if d := helpRows(h); d > 0 {
		h -= d + 1
	}
	return h
}

// knobLine is one line of the list: a knob, or the words below its slider.
type knobLine struct {
	index int // into Knobs.Shown()
	words bool
}

// knobLines returns the visible lines of the list, scrolled so that the focused knob is one of them.
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
	room := max(t.sliderRows(), 1)
	if len(all) <= room {
		return all
	}
	from := min(max(at-room/2, 0), len(all)-room)
	return all[from : from+room]
}

// drawKnobs draws the sliders and, in one column, the consequences beside them.
func (t *Screen) drawKnobs(w, _ int) string {
	in := t.slidersRect()
	body := t.drawSliders(in.W, in.H)
	if !t.Wide() {
		rest := w - in.W - 3
		rule := strings.TrimSuffix(strings.Repeat(" "+t.Theme.Glyphs.Vertical+" \n", in.H), "\n")
		body = canvas.Beside(body, canvas.Fit(paintBorder(t.Theme, rule), 3, in.H), canvas.Fit(t.drawConsequences(rest, in.H), rest, in.H))
	}
	return body
}

// paintBorder paints every line of a block like the border of a panel.
func paintBorder(th *themes.Theme, block string) string {
	lines := strings.Split(block, "\n")
	for i := range lines {
		lines[i] = canvas.Paint(th.Border, lines[i])
	}
	return strings.Join(lines, "\n")
}

// knobsNote returns how many knobs are hidden, or which of a list that scrolls is focused.
func (t *Screen) knobsNote() string {
	if all := t.Knobs.Shown(); t.hiddenKnobs() > 0 {
		return format.ShortPlural(t.hiddenKnobs(), "more knob") + " " + t.Theme.Glyphs.Current
	} else if t.Knobs.Rows(all) > t.sliderRows() {
		return fmt.Sprintf("%d of %d", t.Knobs.Focus+1, len(all))
	}
	return ""
}

// hiddenKnobs returns the number of knobs that are not in the list now.
func (t *Screen) hiddenKnobs() int {
	all, _ := t.Knobs.All()
	return len(all) - len(t.Knobs.Shown())
}

// helpRows returns how many of h lines explain the focused knob.
func helpRows(h int) int {
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

// knobHelpLines explains the focused knob in lines of w cells, or says what is wrong with the value being typed.
func (t *Screen) knobHelpLines(w int) []string {
	th, n := t.Theme, t.Knobs.Focused()
	if reason := t.Knobs.Edit.Reason; reason != "" {
		return ui.PaintWrapped(th.Glyphs.Alert+" "+reason, w, th.Bad)
	}
	return ui.PaintWrapped(t.knobHelp(n), w, th.Muted)
}

// knobHelp returns a knob's name and what it does, or why it has no effect now.
func (t *Screen) knobHelp(n session.Knob) string {
	head := n.Name
	if n.Symbol != "" && n.Symbol != n.Name {
		head = n.Sign() + " " + n.Name
	}
	switch why := t.WhyDisabled(n); why {
	case "":
		return head + ": " + n.Meaning
	case session.FromNoise:
		return head + " follows from the fixed noise: " + n.Meaning
	default:
		return head + " has no effect (" + why + "): " + n.Meaning
	}
}
