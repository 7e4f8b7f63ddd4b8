package loaders

import (
	"fmt"
	"path/filepath"
	"testing"
)

// A declared range is what was declared, whatever was rated within it: read, split, with a user left out, through a
// catalogue and from a cache. An end that was read off the ratings instead would tell that somebody gave that rating.
func TestDeclaredRangeIsKept(t *testing.T) {
	const low, high = -1, 7.25
	keepAll(t)
	items := put(t, "items.csv", "item\n1\n2\n3\n")
	cached := filepath.Join(t.TempDir(), "cache")
	for name, text := range map[string]string{
		"both ends rated":   "1,1,-1\n1,2,7.25\n2,1,3\n",
		"the upper end not": "1,1,-1\n1,2,5\n2,1,3\n",
		"neither end":       "1,1,2\n1,2,3\n2,1,2.5\n",
		"one value alone":   "1,1,2\n2,1,2\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, "x.csv", text)
			for how, opt := range map[string]Options{
				"read":                {},
				"with a catalogue":    {Catalogue: items},
				"kept in a cache":     {Cache: cached},
				"read from the cache": {Cache: cached},
			} {
				opt.Low, opt.High = low, high
				r := open(t, path, opt)
				if how == "read from the cache" {
					r = open(t, path, opt)
				}
				split, err := SplitRatings(r, DefaultProtocol, 1)
				if err != nil {
					t.Fatal(err)
				}
				parts := map[string]*Ratings{"all": r, "train": split.Train, "validation": split.Valid, "test": split.Test,
					"train and validation": split.TrainValid()}
				for i := range r.Users {
					parts[fmt.Sprintf("without user %d", i)] = r.WithoutUser(i)
					parts[fmt.Sprintf("without the ratings of user %d", i)] = r.WithoutRatingsOf(i)
				}
				for part, r := range parts {
					if r.Low != low || r.High != high || r.Origin.RangeObserved {
						t.Errorf("%s, %s: the range is %g to %g, declared %g to %g; observed: %v", how, part, r.Low, r.High, float64(low), high, r.Origin.RangeObserved)
					}
				}
			}
		})
	}
}
