package canvas

import (
	"math"
	"strings"

	"dpals/themes"
)

// Slider draws one knob: its name, its position and its value.
type Slider struct {
	Symbol string // "ε"
	Label  string // "privacy"
	Value  string // "1.0"
	Low    string // meaning of the left end: "more private"
	High   string // meaning of the right end: "more accurate"

	Position float64 // of the knob, in [0, 1]; NaN draws no track

	// Choices, if any, are drawn in place of the track, with the one at index Choice highlighted.
	Choices []string
	Choice  int

	Focused  bool
	Changed  bool // differs from the default
	Disabled bool
	Reason   string // why it is disabled; drawn in place of the track

	// Widths of the columns, to align sliders with each other; 0 for the default: 2, 13 and 6 cells.
	SymbolWidth, LabelWidth, ValueWidth int
}

// parts are the widths of a slider's columns: focus mark, symbol, label, track, value. They include the gaps.
type parts struct{ mark, symbol, label, track, value int }

func (s Slider) parts(w int) parts {
	p := parts{mark: 1, symbol: max(s.SymbolWidth, 2) + 1, label: s.LabelWidth, value: s.ValueWidth}
	if p.label <= 0 {
		p.label = 13
	}
	if p.value <= 0 {
		p.value = 6
	}
	p.label, p.value = p.label+1, p.value+2
	// In a narrow slider the label is cut in favour of the track, but keeps its first letters.
	const leastTrack, leastLabel = 6, 5
	rest := w - p.mark - p.symbol - p.value
	if p.track = rest - p.label; p.track < leastTrack {
		p.label = min(p.label, max(rest-leastTrack, leastLabel), max(rest, 0))
		p.track = rest - p.label
	}
	p.track = max(0, p.track)
	return p
}

// Draw returns the slider in one line of w cells.
func (s Slider) Draw(th *themes.Theme, w int) string {
	if w <= 0 {
		return ""
	}
	p := s.parts(w)
	name, value := th.Text, th.Strong
	switch {
	case s.Disabled:
		name, value = th.Muted, th.Muted
	case s.Focused:
		name, value = th.Focus, th.Focus
	case s.Changed:
		value = th.Accent.Bold(true)
	}
	var b strings.Builder
	if s.Focused {
		NewPen(th.Focus.Underline(false)).write(&b, th.Glyphs.Current)
	} else {
		b.WriteByte(' ')
	}
	column(&b, NewPen(name.Bold(!s.Disabled)), s.Symbol, p.symbol)
	column(&b, NewPen(name), s.Label, p.label)
	b.WriteString(s.middle(th, p.track))
	changed := " "
	if s.Changed && !s.Disabled {
		changed = Paint(th.Accent, th.Glyphs.Changed)
	}
	b.WriteString(" ")
	room := p.value - 2
	text := Line(s.Value, min(width(oneLine(s.Value)), room))
	pad(&b, room-width(text))
	NewPen(value).write(&b, text)
	b.WriteString(changed)
	return ascii(th, Line(b.String(), w))
}

// column writes text in w cells, the last one blank. Blanks have no style, so that only the words are underlined.
func column(b *strings.Builder, pen Pen, text string, w int) {
	if w <= 0 {
		return
	}
	text = oneLine(text)
	text = Line(text, min(width(text), w-1))
	b.WriteString(pen.Paint(text))
	pad(b, w-width(text))
}

// middle returns the track, the choices or the reason why the slider is disabled.
func (s Slider) middle(th *themes.Theme, w int) string {
	switch {
	case w <= 0:
		return ""
	case s.Disabled && s.Reason != "":
		return Paint(th.Muted, Line(s.Reason, w))
	case len(s.Choices) > 0:
		return s.choices(th, w)
	case math.IsNaN(s.Position):
		return strings.Repeat(" ", w)
	}
	at := int(math.Round(unit(s.Position) * float64(w-1)))
	knob, pen := th.Glyphs.Knob, th.Accent
	switch {
	case s.Disabled:
		pen = th.Faint
	case s.Focused:
		knob, pen = th.Glyphs.KnobFocus, th.Focus
	}
	return Paint(pen, strings.Repeat(th.Glyphs.Filled, at)+knob) +
		Paint(th.Faint, strings.Repeat(th.Glyphs.Track, w-1-at))
}

// choices returns the names in a row with the chosen one highlighted; where they do not fit, only the chosen one between
// arrows.
func (s Slider) choices(th *themes.Theme, w int) string {
	total := len(s.Choices) - 1
	for _, c := range s.Choices {
		total += width(c)
	}
	pick := th.Selected
	if s.Focused {
		pick = th.Focus.Reverse(true)
	}
	if total <= w {
		var b strings.Builder
		for i, c := range s.Choices {
			if i > 0 {
				b.WriteByte(' ')
			}
			if i == s.Choice {
				NewPen(pick).write(&b, c)
			} else {
				NewPen(th.Muted).write(&b, c)
			}
		}
		return Line(b.String(), w)
	}
	chosen := ""
	if s.Choice >= 0 && s.Choice < len(s.Choices) {
		chosen = s.Choices[s.Choice]
	}
	return Line(Paint(th.Muted, th.Glyphs.Left)+" "+Paint(pick, Line(chosen, min(width(chosen), max(w-4, 1))))+" "+
		Paint(th.Muted, th.Glyphs.Right), w)
}

// Words returns the line under the slider with the meaning of its two ends, below the track where they fit there; a blank
// line where they do not fit at all, and "" where there are none.
func (s Slider) Words(th *themes.Theme, w int) string {
	if w <= 0 || s.Low == "" && s.High == "" {
		return ""
	}
	p := s.parts(w)
	left := p.mark + p.symbol
	room := w - left - 1
	need := width(s.Low) + 2 + width(s.High)
	if p.track >= need {
		left, room = left+p.label, p.track
	}
	if room < need {
		return Fit("", w, 1)
	}
	gap := strings.Repeat(" ", room-width(s.Low)-width(s.High))
	return ascii(th, Line(strings.Repeat(" ", left)+Paint(th.Muted, s.Low+gap+s.High), w))
}

// At returns the position of column x on a slider that is w cells wide, for the mouse; ok is false outside the track.
func (s Slider) At(w, x int) (position float64, ok bool) {
	p := s.parts(w)
	x -= p.mark + p.symbol + p.label
	if s.Disabled || len(s.Choices) > 0 || p.track < 2 || x < 0 || x >= p.track {
		return 0, false
	}
	return float64(x) / float64(p.track-1), true
}
