package sweep

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dpals/engine/method"
)

// Measures of the picture, in its units.
const (
	svgWidth   = 960.0
	panelSize  = 420.0 // height of the chart of one data set, with its title and axis, unless its legend needs more
	plotLeft   = 74.0
	plotRight  = 640.0 // the legend stands to the right of it
	plotTop    = 58.0
	plotBottom = 368.0
	lineHeight = 18.0
)

// palette is Okabe and Ito's, told apart by people who do not see all colours; dashes and markers say the same again.
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

var dashes = []string{"", "7 4", "2 3", "9 3 2 3"}

// WriteSVG draws the error against ε as a picture, a chart for each data set: a line for each method and choice of
// parameters, with a band of one s.d. to either side, and a level for what has no ε. The legend names who has to be
// trusted.
func (s Snapshot) WriteSVG(out io.Writer) error {
	w := bufio.NewWriter(out)
	heights, whole := make([]float64, len(s.Spec.Data)), 0.0
	for i, data := range s.Spec.Data {
		heights[i] = max(panelSize, plotTop+2*lineHeight*float64(len(s.seriesOf(data))+1))
		whole += heights[i]
	}
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n",
		svgWidth, whole)
	fmt.Fprintf(w, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n")
	top := 0.0
	for i, data := range s.Spec.Data {
		fmt.Fprintf(w, "<g transform=\"translate(0 %g)\">\n", top)
		s.panel(w, data)
		fmt.Fprintf(w, "</g>\n")
		top += heights[i]
	}
	fmt.Fprintf(w, "</svg>\n")
	return w.Flush()
}

// series is what one line is drawn from, by ε.
type series struct {
	name  string
	trust method.Trust
	cells []Cell
}

func (s series) level() bool { return s.cells[0].Epsilon == 0 }

// seriesOf returns the lines of a data set, in the order of the grid, without those that have nothing to show.
func (s Snapshot) seriesOf(data string) (all []series) {
	for _, c := range s.Cells {
		if c.Data != data || c.N == 0 || math.IsNaN(c.Mean) || math.IsInf(c.Mean, 0) {
			continue
		}
		if i := slices.IndexFunc(all, func(one series) bool { return one.name == c.Name() }); i >= 0 {
			all[i].cells = append(all[i].cells, c)
		} else {
			all = append(all, series{c.Name(), c.Trust, []Cell{c}})
		}
	}
	for _, one := range all {
		slices.SortFunc(one.cells, func(a, b Cell) int { return int(math.Copysign(1, a.Epsilon-b.Epsilon)) })
	}
	return all
}

// axes place values in the picture.
type axes struct{ x, y scale }

// scale maps values to positions, logarithmically where log is set.
type scale struct {
	low, high float64 // of the values
	from, to  float64 // in the picture
	log       bool
}

func (a scale) at(v float64) float64 {
	low, high := a.low, a.high
	if a.log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	return a.from + (a.to-a.from)*(v-low)/(high-low)
}

// axesOf fits axes around what is to be seen.
func axesOf(all []series) axes {
	x := scale{low: math.Inf(1), high: 0, from: plotLeft + 16, to: plotRight - 16, log: true}
	y := scale{low: math.Inf(1), high: math.Inf(-1), from: plotBottom, to: plotTop}
	for _, one := range all {
		for _, c := range one.cells {
			y.low, y.high = min(y.low, c.Mean-c.Deviation), max(y.high, c.Mean+c.Deviation)
			if c.Epsilon > 0 {
				x.low, x.high = min(x.low, c.Epsilon), max(x.high, c.Epsilon)
			}
		}
	}
	if x.high == 0 {
		x.low, x.high = 1, 1
	}
	if x.low == x.high {
		x.low, x.high = x.low/2, x.high*2
	}
	room := 0.06 * (y.high - y.low)
	if room == 0 {
		room = max(0.05*math.Abs(y.high), 1e-3)
	}
	y.low, y.high = y.low-room, y.high+room
	return axes{x, y}
}

func (s Snapshot) panel(w io.Writer, data string) {
	measured, note := "Test RMSE", "errors on held-out ratings, not private numbers"
	if s.Spec.MetricsShare != 0 {
		measured, note = "Validation RMSE", "private: the errors are among the releases"
	}
	if s.Spec.Seed != nil {
		note += "; simulations with known noise, which protect nobody"
	}
	write(w, plotLeft, 24, "font-size=\"15\" font-weight=\"bold\"", fmt.Sprintf("%s on %s", measured, data))
	write(w, plotLeft, 42, "font-size=\"11\" fill=\"#555\"", fmt.Sprintf("mean ± s.d. over up to %d runs, δ %g; %s", s.Spec.Repeats, s.Spec.Delta, note))
	all := s.seriesOf(data)
	if len(all) == 0 {
		write(w, plotLeft, plotTop+40, "", "no run is done yet")
		return
	}
	a := axesOf(all)
	a.draw(w, s.Spec.Epsilon)
	for i, one := range all {
		style := fmt.Sprintf("stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" fill=\"none\"", palette[i%len(palette)], dashes[i/len(palette)%len(dashes)])
		if one.level() {
			style = strings.Replace(style, "stroke-dasharray=\"\"", "stroke-dasharray=\"3 4\"", 1)
		}
		a.line(w, one, palette[i%len(palette)], style, i)
		legend(w, one, palette[i%len(palette)], style, i)
	}
}

// draw writes the frame, the ticks and their labels.
func (a axes) draw(w io.Writer, epsilons []float64) {
	for _, v := range ticks(a.y.low, a.y.high) {
		y := a.y.at(v)
		fmt.Fprintf(w, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e4e4\"/>\n", plotLeft, y, plotRight, y)
		write(w, plotLeft-8, y+4, "text-anchor=\"end\" font-size=\"11\"", fmt.Sprintf("%.4g", v))
	}
	last := math.Inf(-1)
	for _, e := range slices.Sorted(slices.Values(epsilons)) {
		x := a.x.at(e)
		if x < plotLeft || x > plotRight || x < last+26 {
			continue
		}
		last = x
		fmt.Fprintf(w, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#222\"/>\n", x, plotBottom, x, plotBottom+4)
		write(w, x, plotBottom+18, "text-anchor=\"middle\" font-size=\"11\"", fmt.Sprintf("%g", e))
	}
	fmt.Fprintf(w, "<path d=\"M%.1f %.1fV%.1fH%.1f\" stroke=\"#222\" fill=\"none\"/>\n", plotLeft, plotTop, plotBottom, plotRight)
	write(w, (plotLeft+plotRight)/2, plotBottom+38, "text-anchor=\"middle\"", "← more private · ε · more accurate →")
}

// line writes a band, a line over it and its points.
func (a axes) line(w io.Writer, s series, colour, style string, i int) {
	var up, down, middle []string
	at := func(x, y float64) string { return fmt.Sprintf("%.1f,%.1f", x, y) }
	for _, c := range s.cells {
		xs := []float64{a.x.at(c.Epsilon)}
		if s.level() {
			xs = []float64{plotLeft, plotRight}
		}
		for _, x := range xs {
			up, down = append(up, at(x, a.y.at(c.Mean+c.Deviation))), append(down, at(x, a.y.at(c.Mean-c.Deviation)))
			middle = append(middle, at(x, a.y.at(c.Mean)))
			if !s.level() {
				mark(w, x, a.y.at(c.Mean), colour, i)
			}
		}
	}
	slices.Reverse(down)
	fmt.Fprintf(w, "<polygon points=\"%s\" fill=\"%s\" opacity=\"0.15\"/>\n", strings.Join(slices.Concat(up, down), " "), colour)
	fmt.Fprintf(w, "<polyline points=\"%s\" %s/>\n", strings.Join(middle, " "), style)
}

// mark writes a point: a disc, a square, a triangle or a diamond.
func mark(w io.Writer, x, y float64, colour string, i int) {
	const r = 4.5
	corners := [][][2]float64{nil, {{-r, -r}, {r, -r}, {r, r}, {-r, r}}, {{0, -r}, {r, r}, {-r, r}}, {{0, -r}, {r, 0}, {0, r}, {-r, 0}}}[i%4]
	if corners == nil {
		fmt.Fprintf(w, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" fill=\"%s\"/>\n", x, y, r, colour)
		return
	}
	var points []string
	for _, c := range corners {
		points = append(points, fmt.Sprintf("%.1f,%.1f", x+c[0], y+c[1]))
	}
	fmt.Fprintf(w, "<polygon points=\"%s\" fill=\"%s\"/>\n", strings.Join(points, " "), colour)
}

// legend writes the name of a line, and whom it asks to trust.
func legend(w io.Writer, s series, colour, style string, i int) {
	y := plotTop + 10 + 2*lineHeight*float64(i)
	x := plotRight + 20
	fmt.Fprintf(w, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x, y, x+26, y, style)
	if !s.level() {
		mark(w, x+13, y, colour, i)
	}
	write(w, x+34, y+4, "", s.name)
	write(w, x+34, y+4+lineHeight*0.8, "font-size=\"10.5\" fill=\"#555\"", s.trust.Threat().Title)
}

// ticks returns about five round numbers in a range.
func ticks(low, high float64) (all []float64) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, f := range []float64{1, 2, 5, 10} {
		if (high-low)/(f*step) <= 6 {
			step *= f
			break
		}
	}
	if !(step > 0) {
		return nil
	}
	for k := math.Ceil(low / step); k*step <= high && len(all) < 12; k++ {
		all = append(all, k*step)
	}
	return all
}

// write writes text, whatever it holds.
func write(w io.Writer, x, y float64, style, text string) {
	fmt.Fprintf(w, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style)
	_ = xml.EscapeText(w, []byte(text)) // a bufio.Writer reports its errors when it is flushed
	fmt.Fprintf(w, "</text>\n")
}
