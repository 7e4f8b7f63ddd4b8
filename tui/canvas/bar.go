package canvas

import (
	"math"
	"strings"

	"dpals/themes"
)

// Bar is a progress bar of w cells, filled to done in [0, 1] in steps of an eighth of a cell. NaN is an empty bar.
func Bar(th *themes.Theme, w int, done float64) string {
	if w <= 0 {
		return ""
	}
	eighths := int(math.Round(unit(done) * float64(8*w)))
	full, part := eighths/8, eighths%8
	s := strings.Repeat(th.Glyphs.Full, full)
	empty := w - full
	if part > 0 {
		s += th.Glyphs.Eighths[part-1]
		empty--
	}
	return Paint(th.Accent, s) + Paint(th.Faint, strings.Repeat(th.Glyphs.Empty, empty))
}

// Sparkline is the shape of values in exactly w cells, lowest to highest; the last w values where there are more. What
// is not a number is a gap.
func Sparkline(th *themes.Theme, w int, values []float64) string {
	if w <= 0 {
		return ""
	}
	values = values[max(0, len(values)-w):]
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	var b strings.Builder
	for _, v := range values {
		switch {
		case !finite(v):
			b.WriteByte(' ')
		case high == low:
			b.WriteString(th.Glyphs.Sparks[3])
		default:
			b.WriteString(th.Glyphs.Sparks[int(math.Round(7*unit((v/2-low/2)/(high/2-low/2))))])
		}
	}
	return Paint(th.Accent, b.String()) + strings.Repeat(" ", w-len(values))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// unit clamps v to [0, 1]; NaN becomes 0.
func unit(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}
