package picture

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Cell size of SVG, in pixels, and the font size whose characters are that wide.
const (
	svgCellW = 8.4
	svgCellH = 17.0
	svgFont  = 14.0
	svgPad   = 10.0

	faintness = 0.55 // opacity of faint text
)

// SVG returns a screen as an SVG image: monospaced text with its colours, bold, faint, italic, underline and reverse.
// Box drawing and block characters are drawn as shapes, so that they join in every font. Text without a colour of its own
// and the background have the theme's colours.
func SVG(content string, th *themes.Theme) string {
	ground, text := screenColours(th)
	columns := max(canvas.Width(content), 1)
	lines := strings.Split(canvas.Fit(content, columns, 1+strings.Count(content, "\n")), "\n")
	w, h := float64(columns)*svgCellW+2*svgPad, float64(len(lines))*svgCellH+2*svgPad
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.1f" height="%.1f" viewBox="0 0 %.1f %.1f">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", hex(ground))
	fmt.Fprintf(&b, `<g font-family="'DejaVu Sans Mono','JetBrains Mono',Menlo,Consolas,monospace" font-size="%.0f" xml:space="preserve">`+"\n", svgFont)
	var p pencil
	p.reset()
	for row, l := range lines {
		p.drawLine(&b, l, svgPad+float64(row)*svgCellH, ground, text)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

func screenColours(th *themes.Theme) (ground, text color.Color) {
	ground, text = color.Color(color.RGBA{0x0f, 0x12, 0x18, 255}), color.Color(color.RGBA{0xe4, 0xe8, 0xee, 255})
	if !th.Dark {
		ground, text = text, ground
	}
	if th.Background != nil {
		ground, text = th.Background, th.Foreground
	}
	return ground, text
}

// pencil is the style in force while a line is read.
type pencil struct {
	fg, bg                         color.Color // nil: the default
	bold, faint, underline, invert bool
	italic                         bool
}

func (p *pencil) reset() { *p = pencil{} }

// drawLine writes the runs of one line, each of one style.
func (p *pencil) drawLine(b *strings.Builder, line string, y float64, ground, text color.Color) {
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	var run strings.Builder
	start, col := 0, 0
	flush := func() {
		if run.Len() > 0 {
			p.drawRun(b, run.String(), start, col, y, ground, text)
			run.Reset()
		}
		start = col
	}
	var state byte
	for len(line) > 0 {
		seq, w, n, next := ansi.DecodeSequence(line, state, parser)
		line, state = line[n:], next
		switch {
		case w > 0 && isShape(seq):
			flush()
			cells := 1
			for strings.HasPrefix(line, seq) {
				line = line[len(seq):]
				cells++
			}
			p.drawShape(b, seq, col, cells, y, ground, text)
			col += cells
			start = col
		case w > 0:
			if w > 1 {
				flush()
			}
			run.WriteString(seq)
			col += w
			if w > 1 {
				flush()
			}
		case ansi.Cmd(parser.Command()).Final() == 'm' && strings.HasPrefix(seq, "\x1b["):
			flush()
			p.apply(parser.Params())
		}
	}
	flush()
}

// colours are the paint and the ground of what is drawn; ground is nil where nothing needs to be filled.
func (p *pencil) colours(ground, text color.Color) (paint, fill color.Color) {
	paint = text
	if p.fg != nil {
		paint = p.fg
	}
	fill = p.bg
	if p.invert {
		back := ground
		if p.bg != nil {
			back = p.bg
		}
		paint, fill = back, paint
	}
	return paint, fill
}

func (p *pencil) drawRun(b *strings.Builder, s string, from, to int, y float64, ground, text color.Color) {
	paint, fill := p.colours(ground, text)
	x, w := svgPad+float64(from)*svgCellW, float64(to-from)*svgCellW
	if fill != nil {
		rect(b, x, y, w, svgCellH, fill, 1)
	}
	if strings.TrimSpace(s) == "" && !p.underline {
		return
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s"`,
		x, y+svgCellH*0.76, w, hex(paint))
	for _, a := range []struct {
		on   bool
		text string
	}{
		{p.bold, ` font-weight="bold"`}, {p.faint, fmt.Sprintf(` opacity="%.2f"`, faintness)},
		{p.italic, ` font-style="italic"`}, {p.underline, ` text-decoration="underline"`},
	} {
		if a.on {
			b.WriteString(a.text)
		}
	}
	fmt.Fprintf(b, ">%s</text>\n", html.EscapeString(strings.ReplaceAll(s, " ", "\u00a0")))
}

// apply takes over one SGR sequence.
func (p *pencil) apply(params ansi.Params) {
	if len(params) == 0 {
		p.reset()
	}
	for i := 0; i < len(params); i++ {
		v := params[i].Param(0)
		switch {
		case v == 0:
			p.reset()
		case v == 1:
			p.bold = true
		case v == 2:
			p.faint = true
		case v == 3:
			p.italic = true
		case v == 4:
			p.underline = true
		case v == 7:
			p.invert = true
		case v == 22:
			p.bold, p.faint = false, false
		case v == 23:
			p.italic = false
		case v == 24:
			p.underline = false
		case v == 27:
			p.invert = false
		case v >= 30 && v <= 37:
			p.fg = ansi.BasicColor(v - 30)
		case v >= 90 && v <= 97:
			p.fg = ansi.BasicColor(v - 90 + 8)
		case v == 39:
			p.fg = nil
		case v >= 40 && v <= 47:
			p.bg = ansi.BasicColor(v - 40)
		case v >= 100 && v <= 107:
			p.bg = ansi.BasicColor(v - 100 + 8)
		case v == 49:
			p.bg = nil
		case v == 38 || v == 48:
			var c color.Color
			if n := ansi.ReadStyleColor(params[i:], &c); n > 0 {
				i += n - 1
				if v == 38 {
					p.fg = c
				} else {
					p.bg = c
				}
			}
		}
	}
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
