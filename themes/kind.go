package themes

import (
	"hash/fnv"
	"slices"

	"charm.land/lipgloss/v2"
)

// kinds are the release kinds that the methods plan, in the order of their colours and fills. A kind's place never
// changes, so a release looks the same in every method and every run; later kinds go to the end.
var kinds = []string{"items", "gram", "rhs", "counts", "scalars", "mean", "curvature", "weights"}

// Kind gives the style and the one-cell fill glyph of a kind of release. The fills alone tell neighbours apart, so a
// gauge reads without colour. A kind that is not in the list takes the place its name hashes to.
func (t *Theme) Kind(name string) (style lipgloss.Style, glyph string) {
	i := slices.Index(kinds, name)
	if i < 0 {
		h := fnv.New32a()
		h.Write([]byte(name))
		i = int(h.Sum32() % uint32(len(kinds)))
	}
	return t.series[i%len(t.series)], t.Glyphs.Fills[i%len(t.Glyphs.Fills)]
}
