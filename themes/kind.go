package themes

import (
	"hash/fnv"
	"slices"

	"charm.land/lipgloss/v2"
)

// kinds are the kinds of release that the methods plan, by their place among the fills. A kind's place never changes, so
// that a release looks the same in every method and run. Kinds of one place never occur in one plan. From the ninth
// place on, colours repeat and only the fills differ.
var kinds = [12][]string{
	{"rhs", "moments", "slope"},
	{"gram", "residual-covariance", "weighted-covariance"},
	{"items", "item-sums", "power"},
	{"counts", "item-counts"},
	{"scalars"},
	{"curvature", "global-gram"},
	{"weights", "co-counts"},
	{"mean", "covariance"},
	{"error"},
	{"residual", "ratings"},
	{"clipping", "raters"},
}

// Kind returns the style and the one-cell fill glyph of a kind of release. The fills alone distinguish kinds, so that a
// gauge is readable without colour. The place of an unknown kind follows from a hash of its name.
func (t *Theme) Kind(name string) (style lipgloss.Style, glyph string) {
	i := place(name)
	return t.Series(i), t.Glyphs.Fills[i]
}

// PlannedKind returns the style of a kind's part of the budget that is not spent yet.
func (t *Theme) PlannedKind(name string) lipgloss.Style { return t.Ghost(place(name)) }

func place(kind string) int {
	for i, names := range kinds {
		if slices.Contains(names, kind) {
			return i
		}
	}
	h := fnv.New32a()
	h.Write([]byte(kind))
	return int(h.Sum32() % uint32(len(kinds)))
}
