package chart

import (
	"math"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"

	"dpals/themes"
)

// plot draws a curve with asciigraph and hands its cells on. The curve is given as its row at every column boundary:
// n+1 rows, counted upward, make n columns; NaN is a gap.
//
// asciigraph derives its size from the data and panics without any. Given whole rows at a height of exactly their
// range, one row is one unit, so its picture has the plot's own rows; its gutter is reduced to one column and skipped.
// One call draws one curve, without colours: curves are laid over each other and coloured by the caller.
func plot(at []float64, stroke themes.Stroke, draw func(col, row int, glyph string)) {
	low, high := math.Inf(1), math.Inf(-1)
	rows := make([]float64, len(at))
	for i, v := range at {
		rows[i] = math.Round(v)
		if !math.IsNaN(v) {
			low, high = min(low, rows[i]), max(high, rows[i])
		}
	}
	if low > high {
		return
	}
	for i := range rows {
		rows[i] -= low
	}
	picture := asciigraph.Plot(rows,
		asciigraph.Height(int(high-low)),
		asciigraph.Offset(1),
		asciigraph.YAxisValueFormatter(noLabel),
		asciigraph.SeriesChars(asciigraph.CharSet{
			Horizontal: stroke.Horizontal, VerticalLine: stroke.Vertical,
			ArcDownRight: stroke.DownRight, ArcDownLeft: stroke.DownLeft,
			ArcUpRight: stroke.UpRight, ArcUpLeft: stroke.UpLeft,
			StartCap: blank, EndCap: stroke.EndCap,
		}))
	col, row := -1, int(high)
	for i, r := range picture {
		switch {
		case r == '\n':
			col, row = -2, row-1
		case col >= 0 && r != ' ':
			draw(col, row, picture[i:i+utf8.RuneLen(r)])
		}
		col++
	}
}

// A start cap would stand one column before the first point.
const blank = " "

func noLabel(float64) string { return "" }
