package canvas

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Grid is a rectangle of cells to draw on in any order. Later drawing covers earlier drawing; drawing outside is ignored.
// Not safe for concurrent use.
type Grid struct {
	w, h  int
	cells []cell
	pens  []Pen
}

// cell holds one grapheme. The cell at the right of a wide grapheme is covered.
type cell struct {
	glyph   string // "" is a blank
	ink     Ink
	covered bool
}

// Ink is the number of a style in one grid.
type Ink uint8

// NewGrid returns a blank grid of w×h cells; a negative size counts as 0.
func NewGrid(w, h int) *Grid {
	w, h = max(w, 0), max(h, 0)
	return &Grid{w: w, h: h, cells: make([]cell, w*h), pens: make([]Pen, 1, 16)}
}

// Ink registers a style for drawing. A grid holds at most 255 styles; further ones draw without style.
func (g *Grid) Ink(s lipgloss.Style) Ink {
	pen := NewPen(s)
	for i, p := range g.pens {
		if p == pen {
			return Ink(i)
		}
	}
	if len(g.pens) > 255 {
		return 0
	}
	g.pens = append(g.pens, pen)
	return Ink(len(g.pens) - 1)
}

// Set draws one glyph of one cell in column x, row y.
func (g *Grid) Set(x, y int, ink Ink, glyph string) {
	if x < 0 || y < 0 || x >= g.w || y >= g.h {
		return
	}
	row := g.cells[y*g.w : (y+1)*g.w]
	if row[x].covered {
		row[x-1] = cell{}
	}
	if x+1 < g.w && row[x+1].covered {
		row[x+1] = cell{}
	}
	row[x] = cell{glyph: glyph, ink: ink}
}

// At returns the glyph in column x, row y; "" for a blank or covered cell, or one outside.
func (g *Grid) At(x, y int) string {
	if x < 0 || y < 0 || x >= g.w || y >= g.h {
		return ""
	}
	return g.cells[y*g.w+x].glyph
}

// Write draws one line of plain text from column x on and returns the column after it. A wide character that would cross
// the edge is left out.
func (g *Grid) Write(x, y int, ink Ink, text string) int {
	var row []cell
	if y >= 0 && y < g.h {
		row = g.cells[y*g.w : (y+1)*g.w]
	}
	var state byte
	for len(text) > 0 {
		glyph, w, n, next := ansi.DecodeSequence(text, state, nil)
		text, state = text[n:], next
		switch {
		case w == 0:
			if x > 0 && x <= len(row) && row[x-1].glyph != "" && accent(glyph) {
				row[x-1].glyph += glyph
			}
		case x >= 0 && x+w <= len(row):
			for i := range w {
				g.Set(x+i, y, ink, "")
				row[x+i].covered = i > 0
			}
			row[x].glyph = glyph
		}
		x += w
	}
	return x
}

// String returns the grid as a block of exactly its size.
func (g *Grid) String() string {
	if g.w == 0 || g.h == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(len(g.cells)*2 + 64*g.h)
	for y := range g.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		current := Ink(0)
		for _, c := range g.cells[y*g.w : (y+1)*g.w] {
			if c.covered {
				continue
			}
			if c.ink != current && (c.glyph != "" || g.pens[current].onBlanks || g.pens[c.ink].onBlanks) {
				b.WriteString(g.pens[current].Close)
				b.WriteString(g.pens[c.ink].Open)
				current = c.ink
			}
			if c.glyph == "" {
				b.WriteByte(' ')
			} else {
				b.WriteString(c.glyph)
			}
		}
		b.WriteString(g.pens[current].Close)
	}
	return b.String()
}
