package figures

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"dpals/engine/method"
	"dpals/engine/sweep"
)

// Lengths of a figure, in points. The legend takes the width that its longest line needs.
const (
	plotWidth   = 340
	plotHeight  = 200
	margin      = 12
	titleHeight = 17
	noteHeight  = 11
	lineHeight  = 13
	thumbWidth  = 24
	groupGap    = 6 // between two groups of the legend
)

// spareWidth is the room that text gets, as a multiple of its width: viewers without the font may use a wider one.
const spareWidth = 1.2

// WriteErrors draws the errors of a sweep against ε as an SVG, one chart below another for each data set: a curve for
// each method and choice of parameters, with a band of one standard deviation to either side, and a level for each
// method without ε. The legend groups the curves by the model of trust.
func WriteErrors(out io.Writer, s sweep.Snapshot) error {
	panels := make([]panel, len(s.Spec.Data))
	width, height := vg.Length(0), vg.Length(0)
	for i, data := range s.Spec.Data {
		panels[i] = newPanel(s, data)
		width, height = max(width, panels[i].width()), height+panels[i].height()
	}
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, height))
	page := draw.New(canvas)
	page.SetColor(plot.New().BackgroundColor)
	page.Fill(page.Rectangle.Path())
	top := page.Max.Y
	for _, p := range panels {
		area := page
		area.Max.Y, area.Min.Y = top, top-p.height()
		if err := p.draw(area); err != nil {
			return err
		}
		top = area.Min.Y
	}
	var document bytes.Buffer
	if _, err := canvas.WriteTo(&document); err != nil {
		return err
	}
	_, err := out.Write(withFallbackFonts(document.Bytes()))
	return err
}

// withFallbackFonts names fonts of equal widths for viewers that do not have the font that the text was measured with.
func withFallbackFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// panel is the chart of one data set.
type panel struct {
	title   string
	notes   []string
	measure string    // label of the error axis
	curves  []curve   // in the order of the grid
	epsilon []float64 // that the sweep asks for
}

func newPanel(s sweep.Snapshot, data string) panel {
	p := panel{curves: curvesOf(s.Cells, data), epsilon: s.Spec.Epsilon}
	measure, note := "Test RMSE", "Errors on held-out ratings: these numbers are not private."
	if s.Spec.PrivateMetrics != 0 {
		measure, note = "Validation RMSE", "The errors are among the releases: these numbers are private."
	}
	p.title, p.measure = printable(measure+" on "+data), measure+" (rating units)"
	p.notes = []string{
		fmt.Sprintf("Mean ± 1 s.d. of up to %d %s per point. δ = %g. Smaller ε is more private.", s.Spec.Repeats, plural(s.Spec.Repeats, "run"), s.Spec.Delta),
		note,
	}
	if s.Spec.Seed != nil {
		p.notes = append(p.notes, "Simulation: the noise comes from a known seed and protects no user.")
	}
	return p
}

func (p panel) width() vg.Length {
	head := textStyle(titleSize, ink, stdfont.WeightBold).Width(p.title)
	for _, note := range p.notes {
		head = max(head, textStyle(noteSize, grey, stdfont.WeightNormal).Width(note))
	}
	return max(head*spareWidth+2*margin, margin+plotWidth+margin+p.legendWidth()*spareWidth+margin)
}

func (p panel) height() vg.Length {
	return p.headHeight() + max(plotHeight, p.legendHeight()) + 2*margin
}

// headHeight is that of the title and the notes, with the gap below them.
func (p panel) headHeight() vg.Length {
	return titleHeight + noteHeight*vg.Length(len(p.notes)) + margin
}

// draw draws the panel into an area of its width and height.
func (p panel) draw(area draw.Canvas) error {
	left, top := area.Min.X+margin, area.Max.Y-margin
	area.FillText(textStyle(titleSize, ink, stdfont.WeightBold), vg.Point{X: left, Y: top}, p.title)
	note := textStyle(noteSize, grey, stdfont.WeightNormal)
	for i, text := range p.notes {
		area.FillText(note, vg.Point{X: left, Y: top - titleHeight - vg.Length(i)*noteHeight}, text)
	}
	chart := area
	chart.Min.X, chart.Max.X, chart.Min.Y, chart.Max.Y = left, left+plotWidth, area.Min.Y+margin, top-p.headHeight()
	if len(p.curves) == 0 {
		area.FillText(note, vg.Point{X: left, Y: chart.Max.Y}, "No run has finished.")
		return nil
	}
	if err := p.plot(chart); err != nil {
		return err
	}
	legend := chart
	legend.Min.X, legend.Max.X = chart.Max.X+margin, area.Max.X
	p.drawLegend(legend)
	return nil
}

// group is a part of the legend.
type group struct {
	title  string
	curves []curve
}

// groups returns the curves by model of trust, in the order in which the models first appear.
func (p panel) groups() (all []group) {
	at := make(map[method.Trust]int)
	for _, c := range p.curves {
		i, ok := at[c.trust]
		if !ok {
			i = len(all)
			at[c.trust] = i
			all = append(all, group{title: printable(c.trust.Threat().Title)})
		}
		all[i].curves = append(all[i].curves, c)
	}
	return all
}

func (p panel) legendWidth() (width vg.Length) {
	for _, g := range p.groups() {
		width = max(width, textStyle(noteSize, ink, stdfont.WeightBold).Width(g.title))
		for _, c := range g.curves {
			width = max(width, thumbWidth+lineHeight/2+textStyle(noteSize, ink, stdfont.WeightNormal).Width(c.name))
		}
	}
	return width
}

func (p panel) legendHeight() vg.Length {
	groups := p.groups()
	return vg.Length(len(p.curves)+len(groups))*lineHeight + vg.Length(max(len(groups)-1, 0))*groupGap
}

func (p panel) drawLegend(area draw.Canvas) {
	top := area.Max.Y
	heading, label := textStyle(noteSize, ink, stdfont.WeightBold), textStyle(noteSize, ink, stdfont.WeightNormal)
	for _, g := range p.groups() {
		area.FillText(heading, vg.Point{X: area.Min.X, Y: top}, g.title)
		top -= lineHeight
		for _, c := range g.curves {
			thumb := area
			thumb.Max.X, thumb.Max.Y, thumb.Min.Y = area.Min.X+thumbWidth, top-2, top-2-noteSize
			c.thumbnail(&thumb)
			area.FillText(label, vg.Point{X: thumb.Max.X + lineHeight/2, Y: top}, c.name)
			top -= lineHeight
		}
		top -= groupGap
	}
}

// printable replaces characters that XML cannot hold.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
