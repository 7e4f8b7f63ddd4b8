package figures

import (
	"image/color"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Font sizes, in points.
const (
	titleSize = 11
	labelSize = 9
	noteSize  = 8
)

var (
	ink      = color.RGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xff}
	grey     = color.RGBA{R: 0x59, G: 0x59, B: 0x59, A: 0xff}
	gridGrey = color.RGBA{R: 0xe2, G: 0xe2, B: 0xe2, A: 0xff}
)

// palette holds the colours of curves, in their order.
var palette = []color.RGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // bluish green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // reddish purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
	{R: 0x00, G: 0x00, B: 0x00, A: 0xff}, // black
}

var markers = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

// dashes of levels: curves without ε have no markers to tell them apart.
var dashes = [][]vg.Length{{5, 3}, {1.5, 2}, {7, 2, 1.5, 2}, {9, 4}}

// bandAlpha is the opacity of a band, of 255: bands of several curves overlap.
const bandAlpha = 0x28

// curveStyle is how one curve is drawn.
type curveStyle struct {
	line   draw.LineStyle
	marker draw.GlyphStyle
	band   color.NRGBA
}

// styleOf returns the style of the i-th curve of a figure.
func styleOf(i int, isLevel bool) curveStyle {
	c := palette[i%len(palette)]
	s := curveStyle{
		line:   draw.LineStyle{Color: c, Width: 1.4},
		marker: draw.GlyphStyle{Color: c, Radius: 2.6, Shape: markers[i%len(markers)]},
		band:   color.NRGBA{R: c.R, G: c.G, B: c.B, A: bandAlpha},
	}
	if isLevel {
		s.line.Width, s.line.Dashes = 1.1, dashes[i%len(dashes)]
	}
	return s
}

// textStyle returns a style of the sans-serif font.
func textStyle(size font.Length, c color.Color, weight stdfont.Weight) text.Style {
	return text.Style{
		Color: c, Handler: plot.DefaultTextHandler, YAlign: draw.YTop,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size},
	}
}

// newPlot returns an empty plot with the fonts and lines of this package, and a horizontal grid.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = textStyle(labelSize, ink, stdfont.WeightNormal).Font
		a.Tick.Label.Font = textStyle(noteSize, ink, stdfont.WeightNormal).Font
		a.Label.TextStyle.Color, a.Tick.Label.Color = ink, ink
		a.Label.Padding = 3
		a.LineStyle = draw.LineStyle{Color: ink, Width: 0.6}
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, 3
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal = nil, draw.LineStyle{Color: gridGrey, Width: 0.5}
	p.Add(grid)
	return p
}
