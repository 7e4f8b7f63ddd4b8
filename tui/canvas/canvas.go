// Package canvas draws exact rectangles of terminal cells as strings with ANSI styles.
//
// A block is a string of lines separated by "\n", every line the same number of cells wide. Each function here
// returns a block of exactly the size it was asked for, at every size, and "" where a size is not positive, so a
// screen is put together from blocks without measuring again. It knows nothing of runs, methods or keys.
package canvas

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Size is a width and a height in cells.
type Size struct{ W, H int }

// Width is the number of cells of the widest line of s; escape sequences count nothing.
func Width(s string) int {
	widest := 0
	for line := range strings.SplitSeq(s, "\n") {
		widest = max(widest, width(line))
	}
	return widest
}

// Height is the number of lines of s; 0 for "".
func Height(s string) int {
	if s == "" {
		return 0
	}
	return strings.Count(s, "\n") + 1
}

// width is ansi.StringWidth of one line with a shortcut for printable ASCII, which is most of what is drawn.
func width(line string) int {
	for i := range len(line) {
		if line[i] < 0x20 || line[i] >= 0x7f {
			return ansi.StringWidth(line)
		}
	}
	return len(line)
}
