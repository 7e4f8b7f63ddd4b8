package picture

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// arms are the lines from the middle of a box-drawing character to its edges: 0 none, 1 thin, 2 thick.
type arms struct {
	up, right, down, left int

	round, double bool
	dashes        int // in the cell; 0 for a solid line
}

var boxes = map[string]arms{
	"─": {right: 1, left: 1}, "│": {up: 1, down: 1}, "━": {right: 2, left: 2}, "┃": {up: 2, down: 2},
	"┌": {right: 1, down: 1}, "┐": {down: 1, left: 1}, "└": {up: 1, right: 1}, "┘": {up: 1, left: 1},
	"╭": {right: 1, down: 1, round: true}, "╮": {down: 1, left: 1, round: true},
	"╰": {up: 1, right: 1, round: true}, "╯": {up: 1, left: 1, round: true},
	"┏": {right: 2, down: 2}, "┓": {down: 2, left: 2}, "┗": {up: 2, right: 2}, "┛": {up: 2, left: 2},
	"├": {up: 1, right: 1, down: 1}, "┤": {up: 1, down: 1, left: 1}, "┬": {right: 1, down: 1, left: 1},
	"┴": {up: 1, right: 1, left: 1}, "┼": {up: 1, right: 1, down: 1, left: 1},
	"╴": {left: 1}, "╵": {up: 1}, "╶": {right: 1}, "╷": {down: 1},
	"╸": {left: 2}, "╹": {up: 2}, "╺": {right: 2}, "╻": {down: 2},
	"╌": {right: 1, left: 1, dashes: 2}, "╎": {up: 1, down: 1, dashes: 2},
	"╍": {right: 2, left: 2, dashes: 2}, "╏": {up: 2, down: 2, dashes: 2},
	"┄": {right: 1, left: 1, dashes: 3}, "┆": {up: 1, down: 1, dashes: 3},
	"┅": {right: 2, left: 2, dashes: 3}, "┇": {up: 2, down: 2, dashes: 3},
	"┈": {right: 1, left: 1, dashes: 4}, "┊": {up: 1, down: 1, dashes: 4},
	"┉": {right: 2, left: 2, dashes: 4}, "┋": {up: 2, down: 2, dashes: 4},
	"═": {right: 1, left: 1, double: true}, "║": {up: 1, down: 1, double: true},
	"╔": {right: 1, down: 1, double: true}, "╗": {down: 1, left: 1, double: true},
	"╚": {up: 1, right: 1, double: true}, "╝": {up: 1, left: 1, double: true},
}

// diagonals run through the cell from corner to corner: rising, falling.
var diagonals = map[string][2]bool{"╱": {true, false}, "╲": {false, true}, "╳": {true, true}}

// solid gives the filled parts of a block character: x, y, width and height in parts of the cell.
var solid = map[string][][4]float64{
	"█": {{0, 0, 1, 1}}, "▀": {{0, 0, 1, .5}}, "▄": {{0, .5, 1, .5}}, "▌": {{0, 0, .5, 1}}, "▐": {{.5, 0, .5, 1}},
	"▏": {{0, 0, 1. / 8, 1}}, "▎": {{0, 0, 2. / 8, 1}}, "▍": {{0, 0, 3. / 8, 1}},
	"▋": {{0, 0, 5. / 8, 1}}, "▊": {{0, 0, 6. / 8, 1}}, "▉": {{0, 0, 7. / 8, 1}},
	"▁": {{0, 7. / 8, 1, 1. / 8}}, "▂": {{0, 6. / 8, 1, 2. / 8}}, "▃": {{0, 5. / 8, 1, 3. / 8}},
	"▅": {{0, 3. / 8, 1, 5. / 8}}, "▆": {{0, 2. / 8, 1, 6. / 8}}, "▇": {{0, 1. / 8, 1, 7. / 8}},
	"▚": {{0, 0, .5, .5}, {.5, .5, .5, .5}}, "▞": {{.5, 0, .5, .5}, {0, .5, .5, .5}},
}

// shades gives the opacity of shade characters, which are drawn as plain rectangles: their dots would flicker.
var shades = map[string]float64{"░": 0.32, "▒": 0.58, "▓": 0.8}

func isShape(s string) bool {
	_, box := boxes[s]
	_, diagonal := diagonals[s]
	_, block := solid[s]
	_, shade := shades[s]
	return box || diagonal || block || shade
}

// drawShape draws a glyph as a shape, repeated over some cells.
func (p *pencil) drawShape(b *strings.Builder, glyph string, col, cells int, y float64, ground, text color.Color) {
	paint, fill := p.colours(ground, text)
	opacity := 1.0
	if p.faint {
		opacity = faintness
	}
	x, w := svgPad+float64(col)*svgCellW, float64(cells)*svgCellW
	if fill != nil {
		rect(b, x, y, w, svgCellH, fill, 1)
	}
	if veil, ok := shades[glyph]; ok {
		rect(b, x, y, w, svgCellH, paint, veil*opacity)
		return
	}
	if parts, ok := solid[glyph]; ok {
		for _, r := range parts {
			if r[2] == 1 { // joins the next cell
				rect(b, x, y+r[1]*svgCellH, w, r[3]*svgCellH, paint, opacity)
				continue
			}
			for i := range cells {
				rect(b, x+(r[0]+float64(i))*svgCellW, y+r[1]*svgCellH, r[2]*svgCellW, r[3]*svgCellH, paint, opacity)
			}
		}
		return
	}
	a := boxes[glyph]
	weight := 1.2
	if max(a.up, a.right, a.down, a.left) == 2 {
		weight = 2.6
	}
	var d strings.Builder
	for i := range cells {
		at := x + float64(i)*svgCellW
		if lines, ok := diagonals[glyph]; ok {
			diagonal(&d, lines, at, y)
		} else {
			a.path(&d, at, y)
		}
	}
	fmt.Fprintf(b, `<path d="%s" fill="none" stroke="%s" stroke-width="%.1f"`, d.String(), hex(paint), weight)
	if opacity < 1 {
		fmt.Fprintf(b, ` opacity="%.2f"`, opacity)
	}
	if a.dashes > 0 {
		length := svgCellW
		if a.up > 0 {
			length = svgCellH
		}
		piece := length / float64(a.dashes)
		fmt.Fprintf(b, ` stroke-dasharray="%.2f %.2f" stroke-dashoffset="%.2f"`, piece*0.6, piece*0.4, -piece*0.2)
	}
	b.WriteString("/>\n")
}

// rect fills whole pixels, so that neighbours leave no seam.
func rect(b *strings.Builder, x, y, w, h float64, paint color.Color, opacity float64) {
	left, top := math.Round(x*2)/2, math.Round(y*2)/2
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" shape-rendering="crispEdges"`,
		left, top, math.Round((x+w)*2)/2-left, math.Round((y+h)*2)/2-top, hex(paint))
	if opacity < 1 {
		fmt.Fprintf(b, ` opacity="%.2f"`, opacity)
	}
	b.WriteString("/>\n")
}

func diagonal(d *strings.Builder, lines [2]bool, x, y float64) {
	if lines[0] {
		fmt.Fprintf(d, "M%.2f %.2fL%.2f %.2f", x, y+svgCellH, x+svgCellW, y)
	}
	if lines[1] {
		fmt.Fprintf(d, "M%.2f %.2fL%.2f %.2f", x, y, x+svgCellW, y+svgCellH)
	}
}

// path adds the strokes of a line-drawing character in the cell at (x, y).
func (a arms) path(d *strings.Builder, x, y float64) {
	cx, cy, right, bottom := x+svgCellW/2, y+svgCellH/2, x+svgCellW, y+svgCellH
	if a.round {
		// Straight to the curve, a quarter turn around the centre, and out at the side.
		ex, ey, turn := right, bottom, cy+svgCellW/2
		if a.left > 0 {
			ex = x
		}
		if a.up > 0 {
			ey, turn = y, cy-svgCellW/2
		}
		fmt.Fprintf(d, "M%.2f %.2fL%.2f %.2fQ%.2f %.2f %.2f %.2f", cx, ey, cx, turn, cx, cy, ex, cy)
		return
	}
	offsets := []float64{0}
	if a.double {
		offsets = []float64{-1.4, 1.4}
	}
	// Arms reach a little past the centre, so that corners are whole.
	const past = 0.6
	for _, o := range offsets {
		for _, s := range []struct {
			on             int
			x1, y1, x2, y2 float64
		}{
			{a.left, x, cy + o, cx + past, cy + o}, {a.right, cx - past, cy + o, right, cy + o},
			{a.up, cx + o, y, cx + o, cy + past}, {a.down, cx + o, cy - past, cx + o, bottom},
		} {
			if s.on > 0 {
				fmt.Fprintf(d, "M%.2f %.2fL%.2f %.2f", s.x1, s.y1, s.x2, s.y2)
			}
		}
	}
}
