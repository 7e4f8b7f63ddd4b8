// Package loaders turns files and recipes into Ratings, the one data type that every method trains on.
//
// It reads the MovieLens formats and any delimited text, generates the synthetic sets of the literature, and
// splits ratings for evaluation. It knows nothing of privacy or training, and it never returns half of a file:
// the whole source is read and checked, or an error names the file, line and column that stopped it.
package loaders

import "sync"

// Ratings is a sparse n×m matrix of ratings, compressed by user. It is read only once built, and safe for
// concurrent use.
//
// User i (0 ≤ i < Users) rated the items Item[Ptr[i]:Ptr[i+1]], in ascending order without repeats, with the
// values at the same positions of Value.
type Ratings struct {
	Users, Items int
	Ptr          []int64   // length Users+1
	Item         []uint32  // length nnz
	Value        []float32 // length nnz, finite, in [Low, High]

	// Low and High bound every rating, in rating units, Low < High. They count as public: declared by the
	// caller or the format, or, failing both, read off the ratings, which Origin then says. So do the items, which a
	// catalogue declares.
	Low, High float64

	// Names and titles are text from somebody's file: whoever shows one must make it safe for the
	// screen first.
	UserNames Names    // external ids; length Users
	ItemNames Names    // external ids; length Items
	Titles    []string // by item, "" where unknown; nil where no titles were found
	Origin    Origin

	outside *Ratings // of items that the declared catalogue leaves out; nil where there are none

	byItemOnce sync.Once
	byItem     *ByItem
}

// Origin says where ratings come from and what reading them noticed.
type Origin struct {
	Source            string // what the user asked for: a path or a name such as "synth:skewed"
	Format            string // one of Formats, or "synthetic"
	Duplicates        int64  // (user, item) pairs given more than once; the last one was kept
	Outside           int64  // ratings left out because the declared catalogue has not their item
	RangeObserved     bool   // Low and High were read off the ratings and are not a declared, public range
	CatalogueObserved bool   // the items were read off the ratings and are not a declared, public list
}

// Count is the number of ratings held.
func (r *Ratings) Count() int { return len(r.Item) }

// User returns the items and values of user i. The slices alias the matrix and must not be changed.
func (r *Ratings) User(i int) (items []uint32, values []float32) {
	lo, hi := r.Ptr[i], r.Ptr[i+1]
	return r.Item[lo:hi:hi], r.Value[lo:hi:hi]
}
