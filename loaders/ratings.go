package loaders

import "sync"

// Ratings is a sparse n×m matrix of ratings (n users, m items), compressed by user. It must not be changed once built,
// and is then safe for concurrent use.
//
// User i (0 ≤ i < Users) rated the items Item[Ptr[i]:Ptr[i+1]], in ascending order without repeats, with the
// values at the same positions of Value.
type Ratings struct {
	Users, Items int
	Ptr          []int64   // length Users+1
	Item         []uint32  // length nnz
	Value        []float32 // length nnz, finite, in [Low, High]

	// Low and High bound every rating, in rating units, Low < High. They count as public: the caller or the format
	// declares them. Where neither does, they are read off the ratings, and Origin.RangeObserved is true. The items
	// count as public too: a catalogue declares them.
	Low, High float64

	// Names and titles are text from a file of the user: code that shows one must make it safe for the screen first.
	UserNames Names    // external ids; length Users
	ItemNames Names    // external ids; length Items
	Titles    []string // by item, "" where unknown; nil where no titles were found
	Origin    Origin

	// OutsideCatalogue are ratings of items that the declared catalogue does not list; nil where there are none. They are
	// kept for Fingerprint alone, so that a catalogue does not make another data set of the same file. Nothing trains on
	// them.
	OutsideCatalogue *Ratings

	byItemOnce sync.Once
	byItem     *ByItem
}

// Origin says where ratings come from and what was noticed while they were read. A cache stores it as JSON, under the
// names of its fields.
type Origin struct {
	Source            string // the name that the user gave: a path, or a recipe such as "synth:skewed"
	Format            string // one of readers.Formats, or "synthetic"
	Duplicates        int64  // (user, item) pairs given more than once; the last one was kept
	Outside           int64  // ratings left out because the declared catalogue does not list their item
	RangeObserved     bool   // Low and High were read off the ratings and are not a declared, public range
	CatalogueObserved bool   // the items were read off the ratings and are not a declared, public list
}

// SetSource sets the source that the ratings are named by. It is called before anything else uses them.
func (r *Ratings) SetSource(name string) {
	r.Origin.Source = name
	if r.OutsideCatalogue != nil {
		r.OutsideCatalogue.Origin.Source = name
	}
}

// Count returns the number of ratings.
func (r *Ratings) Count() int { return len(r.Item) }

// User returns the items and values of user i. The slices alias the matrix and must not be changed.
func (r *Ratings) User(i int) (items []uint32, values []float32) {
	lo, hi := r.Ptr[i], r.Ptr[i+1]
	return r.Item[lo:hi:hi], r.Value[lo:hi:hi]
}
