package sources

import (
	"fmt"
	"path/filepath"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/readers"
)

// A declared range stays as declared, whatever ratings are in it: read, split, with a user left out, through a
// catalogue and from a cache. A bound that was read off the ratings instead would tell that a user gave that rating.
func TestDeclaredRangeIsKept(t *testing.T) {
	const low, high = -1, 7.25
	items := ratingstest.WriteFile(t, "items.csv", "item\n1\n2\n3\n")
	cached := filepath.Join(t.TempDir(), "cache")
	for name, text := range map[string]string{
		"both ends rated":   "1,1,-1\n1,2,7.25\n2,1,3\n",
		"the upper end not": "1,1,-1\n1,2,5\n2,1,3\n",
		"neither end":       "1,1,2\n1,2,3\n2,1,2.5\n",
		"one value alone":   "1,1,2\n2,1,2\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := ratingstest.WriteFile(t, "x.csv", text)
			for how, opt := range map[string]Options{
				"read":                {},
				"with a catalogue":    {Reading: readers.Options{Catalogue: items}},
				"kept in a cache":     {Cache: cached},
				"read from the cache": {Cache: cached},
			} {
				opt.Reading.Low, opt.Reading.High = low, high
				r := openKept(t, path, opt)
				if how == "read from the cache" {
					r = openKept(t, path, opt)
				}
				split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
				if err != nil {
					t.Fatal(err)
				}
				parts := map[string]*loaders.Ratings{"all": r, "train": split.Train, "validation": split.Valid, "test": split.Test,
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
