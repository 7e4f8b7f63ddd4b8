package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Number writes v right-aligned in exactly w cells, with as many decimals as fit, four at most; a value too large or
// too small for that in scientific notation; – for NaN; and all # when nothing fits. The number of decimals depends on
// the magnitude alone, so a value that moves a little does not jump.
func Number(v float64, w int) string {
	if w <= 0 {
		return ""
	}
	switch {
	case math.IsNaN(v):
		return right("–", 1, w)
	case math.IsInf(v, 0):
		s := "∞"
		if v < 0 {
			s = "-∞"
		}
		return right(s, width(s), w)
	}
	if a := math.Abs(v); v == 0 || a >= 1e-3 {
		for decimals := 4; decimals >= 0; decimals-- {
			if s := strconv.FormatFloat(v, 'f', decimals, 64); len(s) <= w {
				return right(s, len(s), w)
			}
		}
	}
	for digits := 3; digits >= 0; digits-- {
		s := strconv.FormatFloat(v, 'e', digits, 64)
		s = strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e").Replace(s)
		if len(s) <= w {
			return right(s, len(s), w)
		}
	}
	return strings.Repeat("#", w)
}

func right(s string, n, w int) string {
	if n > w {
		return strings.Repeat("#", w)
	}
	return strings.Repeat(" ", w-n) + s
}

// Duration writes d in at most 7 cells: 840 ms, 3.2 s, 45 s, 2m 05s, 1h 12m, 9 d; – where d is negative, which stands
// for unknown.
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "–"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second-50*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	s := int64(math.Round(d.Seconds()))
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%dm %02ds", s/60, s%60)
	case s < 100*3600:
		return fmt.Sprintf("%dh %02dm", s/3600, s/60%60)
	}
	return fmt.Sprintf("%d d", s/86400)
}
