package canvas

import (
	"fmt"
	"image/color"
	"strings"
)

// arms says how a line-drawing character leaves its cell: up, right, down, left; 0 not at all, 1 light, 2 heavy.
type arms struct {
	up, right, down, left int
	round                 bool
	dash                  int // pieces, 0 for a solid line
	double                bool
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
	"╌": {right: 1, left: 1, dash: 2}, "╎": {up: 1, down: 1, dash: 2},
	"╍": {right: 2, left: 2, dash: 2}, "╏": {up: 2, down: 2, dash: 2},
	"┄": {right: 1, left: 1, dash: 3}, "┆": {up: 1, down: 1, dash: 3},
	"┈": {right: 1, left: 1, dash: 4}, "┊": {up: 1, down: 1, dash: 4},
	"═": {right: 1, left: 1, double: true}, "║": {up: 1, down: 1, double: true},
	"╔": {right: 1, down: 1, double: true}, "╗": {down: 1, left: 1, double: true},
	"╚": {up: 1, right: 1, double: true}, "╝": {up: 1, left: 1, double: true},
}

// solid gives the filled part of a block character's cell: x, y, width, height as parts of the cell.
var solid = map[string][][4]float64{
	"█": {{0, 0, 1, 1}}, "▀": {{0, 0, 1, .5}}, "▄": {{0, .5, 1, .5}}, "▌": {{0, 0, .5, 1}}, "▐": {{.5, 0, .5, 1}},
	"▏": {{0, 0, 1. / 8, 1}}, "▎": {{0, 0, 2. / 8, 1}}, "▍": {{0, 0, 3. / 8, 1}},
	"▋": {{0, 0, 5. / 8, 1}}, "▊": {{0, 0, 6. / 8, 1}}, "▉": {{0, 0, 7. / 8, 1}},
	"▁": {{0, 7. / 8, 1, 1. / 8}}, "▂": {{0, 6. / 8, 1, 2. / 8}}, "▃": {{0, 5. / 8, 1, 3. / 8}},
	"▅": {{0, 3. / 8, 1, 5. / 8}}, "▆": {{0, 2. / 8, 1, 6. / 8}}, "▇": {{0, 1. / 8, 1, 7. / 8}},
	"▚": {{0, 0, .5, .5}, {.5, .5, .5, .5}}, "▞": {{.5, 0, .5, .5}, {0, .5, .5, .5}},
}

// shades are drawn as a veil, since dots this small only flicker in a picture.
var shades = map[string]float64{"░": 0.28, "▒": 0.5, "▓": 0.75}

func isShape(s string) bool {
	if _, ok := boxes[s]; ok {
		return true
	}
	if _, ok := solid[s]; ok {
		return true
	}
	_, ok := shades[s]
	return ok
}

func (p *pencil) drawShape(b *strings.Builder, glyph string, col int, y float64, ground, text color.Color) {
	paint, fill := p.colours(ground, text)
	x := svgPad + float64(col)*svgCellW
	if fill != nil {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, x, y, svgCellW, svgCellH, hex(fill))
	}
	opacity := 1.0
	if p.faint {
		opacity = 0.55
	}
	if s, ok := shades[glyph]; ok {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" opacity="%.2f"/>`+"\n",
			x, y, svgCellW, svgCellH, hex(paint), s*opacity)
		return
	}
	if parts, ok := solid[glyph]; ok {
		for _, r := range parts {
			fmt.Fprintf(b, `<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s" opacity="%.2f"/>`+"\n",
				x+r[0]*svgCellW, y+r[1]*svgCellH, r[2]*svgCellW, r[3]*svgCellH, hex(paint), opacity)
		}
		return
	}
	a := boxes[glyph]
	weight := 1.2
	if max(a.up, a.right, a.down, a.left) == 2 {
		weight = 2.6
	}
	fmt.Fprintf(b, `<path d="%s" fill="none" stroke="%s" stroke-width="%.1f" opacity="%.2f"`, a.path(x, y), hex(paint), weight, opacity)
	if a.dash > 0 {
		length := svgCellW
		if a.up > 0 {
			length = svgCellH
		}
		piece := length / float64(a.dash)
		fmt.Fprintf(b, ` stroke-dasharray="%.2f %.2f" stroke-dashoffset="%.2f"`, piece*0.6, piece*0.4, -piece*0.2)
	}
	b.WriteString("/>\n")
}

// path is the strokes of a line-drawing character in the cell at (x, y).
func (a arms) path(x, y float64) string {
	cx, cy, right, bottom := x+svgCellW/2, y+svgCellH/2, x+svgCellW, y+svgCellH
	if a.round {
		ex, ey := right, bottom
		if a.left > 0 {
			ex = x
		}
		if a.up > 0 {
			ey = y
		}
		// Straight to the curve, a quarter turn around the centre, straight out.
		r := svgCellW / 2
		sy := cy + r
		if a.up > 0 {
			sy = cy - r
		}
		return fmt.Sprintf("M%.2f %.2fL%.2f %.2fQ%.2f %.2f %.2f %.2f", cx, ey, cx, sy, cx, cy, ex, cy)
	}
	offsets := []float64{0}
	if a.double {
		offsets = []float64{-1.4, 1.4}
	}
	var d strings.Builder
	for _, o := range offsets {
		// Arms reach past the centre by half a stroke, so corners are whole.
		for _, s := range []struct {
			on             int
			x1, y1, x2, y2 float64
		}{
			{a.left, x, cy + o, cx + 0.6, cy + o}, {a.right, cx - 0.6, cy + o, right, cy + o},
			{a.up, cx + o, y, cx + o, cy + 0.6}, {a.down, cx + o, cy - 0.6, cx + o, bottom},
		} {
			if s.on > 0 {
				fmt.Fprintf(&d, "M%.2f %.2fL%.2f %.2f", s.x1, s.y1, s.x2, s.y2)
			}
		}
	}
	return d.String()
}
