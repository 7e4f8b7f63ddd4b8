package tune

import (
	"strings"

	"dpals/engine/method"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// drawSliders draws the list of knobs, ε first, in w×h cells, and where there is room the help of the focused knob.
func (t *Screen) drawSliders(w, h int) string {
	var lines []string
	list, columns := t.Knobs.Shown(), t.sliderColumns(w)
	for _, l := range t.knobLines() {
		s := t.Slider(list[l.index], l.index == t.Knobs.Focus && t.Focus == panelKnobs, columns)
		if l.words {
			lines = append(lines, s.Words(t.Theme, w))
		} else if t.Typing() && l.index == t.Knobs.Focus {
			lines = append(lines, t.drawValueInput(list[l.index], columns, w))
		} else {
			lines = append(lines, s.Draw(t.Theme, w))
		}
	}
	sliders := canvas.Fit(strings.Join(lines, "\n"), w, min(len(lines), h))
	if d := helpRows(h); d > 0 {
		return canvas.Stack(sliders, canvas.Fit("", w, 1), ui.Inset(t.knobHelpLines(w-2), w, h-len(lines)-1))
	}
	return canvas.Fit(sliders, w, h)
}

// sliderColumns returns the widths of the symbols, labels and values of the list in lines of w cells. They depend little
// on the values, so that no track moves while its knob is turned.
func (t *Screen) sliderColumns(w int) session.SliderColumns {
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

// focusedSlider returns the slider of the focused knob as it is drawn.
func (t *Screen) focusedSlider() canvas.Slider {
	return t.Slider(t.Knobs.Focused(), t.Focus == panelKnobs, t.sliderColumns(t.slidersRect().W))
}

// drawValueInput draws the line of a knob whose value is being typed.
func (t *Screen) drawValueInput(n session.Knob, c session.SliderColumns, w int) string {
	th := t.Theme
	head := canvas.Paint(th.Focus, th.Glyphs.Current+canvas.Line(n.ShortSymbol(c.Symbol), c.Symbol)+" "+n.Label()+" ")
	room := max(min(canvas.Width(t.Knobs.Edit.Text())+1, w-canvas.Width(head)), 1)
	text := t.Knobs.Edit.Draw(th, room)
	return canvas.Line(head+text+canvas.Paint(th.Muted, " Enter set, Esc cancel"), w)
}
