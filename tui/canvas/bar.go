package canvas

import (
	"math"
	"strings"

	"dpals/themes"
)

// Bar returns a progress bar of w cells, filled to done in [0, 1] with a resolution of an eighth of a cell. NaN is an empty
// bar.
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

// unit returns v limited to [0, 1], and 0 for NaN.
func unit(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, 1)
}
