package themes

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Options adapt a theme to what the terminal can show.
type Options struct {
	NoColor bool // no colours; bold, faint, underline and reverse carry the meaning
	ASCII   bool // every glyph is 7-bit
}

// Theme is a style sheet. It is read only once built and safe for concurrent use.
type Theme struct {
	Name string
	Dark bool
	Options

	// Background is the colour of the whole screen, nil for the terminal's own. It is set once for the whole screen
	// (tea.View.BackgroundColor), so the styles below leave it alone and resets punch no holes.
	Background color.Color
	Foreground color.Color // the text's colour, for the whole screen; nil for the terminal's own

	Text     lipgloss.Style
	Strong   lipgloss.Style // text that matters: values, headings inside a panel
	Muted    lipgloss.Style // secondary text
	Faint    lipgloss.Style // tracks, rules, budget that is planned and not yet spent
	Accent   lipgloss.Style
	Focus    lipgloss.Style // what the keyboard acts on
	Good     lipgloss.Style
	Warning  lipgloss.Style
	Bad      lipgloss.Style
	Selected lipgloss.Style // active tab, selected row: accent on the surface, or reversed without colours
	Surface  lipgloss.Style // text on the surface
	Key      lipgloss.Style // a key's name in help and footer

	Border      lipgloss.Style
	BorderFocus lipgloss.Style
	Title       lipgloss.Style // of a panel
	TitleFocus  lipgloss.Style
	Note        lipgloss.Style // at the right of a panel's top edge

	Glyphs Glyphs

	series [8]lipgloss.Style
	ghosts [8]lipgloss.Style
}

// Names returns the names of the built-in themes.
func Names() []string { return BuiltIn().Names() }

// New turns a palette into a style sheet. It is an error if a colour is not valid or has too little contrast with the
// background.
func New(p Palette, opts Options) (*Theme, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	t := &Theme{Name: p.Name, Dark: p.Dark, Options: opts, Glyphs: unicodeGlyphs}
	if opts.ASCII {
		t.Glyphs = asciiGlyphs
	}
	if opts.NoColor {
		t.monochrome()
	} else {
		t.colour(p)
	}
	return t, nil
}

// ghostFade is how far the colour of an earlier run is blended into the background.
const ghostFade = 0.5

func (t *Theme) colour(p Palette) {
	ink := func(c string) lipgloss.Style { return lipgloss.NewStyle().Foreground(hue(c)) }
	if p.Background != "" {
		t.Background, t.Foreground = hue(p.Background), hue(p.Text)
	}
	t.Text = ink(p.Text)
	t.Strong = ink(p.Text).Bold(true)
	t.Muted = ink(p.Muted)
	t.Faint = ink(p.Faint)
	t.Accent = ink(p.Accent)
	t.Focus = ink(p.Focus).Bold(true)
	t.Good = ink(p.Good)
	t.Warning = ink(p.Warning)
	t.Bad = ink(p.Bad)
	t.Surface = ink(p.Text).Background(hue(p.Surface))
	t.Selected = ink(p.Accent).Background(hue(p.Surface)).Bold(true)
	if p.Surface == terminalDefault {
		t.Selected = ink(p.Accent).Reverse(true).Bold(true)
	}
	t.Key = ink(p.Accent).Bold(true)
	t.Border = ink(p.Border)
	t.BorderFocus = ink(p.BorderFocus)
	t.Title = ink(p.Text).Bold(true)
	t.TitleFocus = ink(p.Focus).Bold(true)
	t.Note = ink(p.Muted)
	for i, hex := range p.Series {
		t.series[i] = ink(hex)
		if !isFixed(p.Background) || !isFixed(hex) {
			t.ghosts[i] = ink(hex).Faint(true)
		} else {
			t.ghosts[i] = ink(blend(hex, p.Background, ghostFade))
		}
	}
}

func (t *Theme) monochrome() {
	plain := lipgloss.NewStyle()
	bold, faint, reverse := plain.Bold(true), plain.Faint(true), plain.Reverse(true)
	t.Text, t.Strong, t.Muted, t.Faint = plain, bold, plain, faint
	t.Accent, t.Focus = bold, bold.Underline(true)
	t.Good, t.Warning, t.Bad = plain, bold, bold.Underline(true)
	t.Selected, t.Surface, t.Key = reverse, plain, bold
	t.Border, t.BorderFocus, t.Title, t.TitleFocus, t.Note = faint, bold, bold, reverse, plain
	for i := range t.series {
		t.series[i], t.ghosts[i] = plain, faint
	}
}

// Series returns the style of run number i, i ≥ 0; eight colours, then they repeat.
func (t *Theme) Series(i int) lipgloss.Style { return t.series[wrap(i, len(t.series))] }

// Ghost returns the style of run number i when it is an earlier run: the same hue, half blended into the background.
func (t *Theme) Ghost(i int) lipgloss.Style { return t.ghosts[wrap(i, len(t.ghosts))] }

// Marker returns the glyph that marks the points of run number i.
func (t *Theme) Marker(i int) string { return t.Glyphs.Markers[wrap(i, len(t.Glyphs.Markers))] }

func wrap(i, n int) int { return ((i % n) + n) % n }
