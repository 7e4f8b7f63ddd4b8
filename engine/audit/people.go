package audit

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"dpals/internal/parallel"
	"dpals/loaders"
)

// The ratings of an audit: few, so that a run takes a fraction of a millisecond, in a range that is neither symmetric
// nor whole nor the stars'.
const (
	otherUsers = 24 // users besides the adversary
	catalogue  = 20 // items
	low, high  = -1.5, 4.25
)

// shape is the size of a data set.
type shape struct {
	users, items int                 // without the adversary
	density      func(j int) float64 // probability that a user rates item j
	held         int                 // most held-out ratings of a user
}

// smallShape is what most runs are over. wideShape has more items than any cap on a user's ratings, more held-out ratings than
// count in full, and enough of both for the work to be cut into pieces for several threads.
var (
	smallShape = shape{otherUsers, catalogue, popularFirst, 3}
	wideShape  = shape{150, 1100, func(int) float64 { return 0.45 }, 40}
)

// popularFirst is the probability of rating item j where some items are popular and most are not.
func popularFirst(j int) float64 { return 0.6/float64(1+j) + 0.05 }

// list is a list of ratings, each of another item.
type list struct {
	items  []uint32
	values []float32
}

func (l *list) rate(item int, value float64) {
	l.items, l.values = append(l.items, uint32(item)), append(l.values, float32(value))
}

// person is one user of the audit's ratings. The name does not depend on which other users take part.
type person struct {
	name string
	list      // in the training ratings
	held list // out: in the validation ratings. An item may be in both; the bounds hold for that too
}

// dataset is what a run trains on, and the held-out ratings of the same users.
type dataset struct {
	*loaders.Ratings
	held *loaders.Ratings
}

// datasetOf puts the ratings of people together, in their order.
func datasetOf(people []person, items int) (d dataset, err error) {
	if d.Ratings, err = ratingsOf(people, items); err == nil {
		d.held, err = triplets(people, items, func(p *person) *list { return &p.held })
	}
	return d, err
}

// ratingsOf puts the training ratings of people together, in their order.
func ratingsOf(people []person, items int) (*loaders.Ratings, error) {
	return triplets(people, items, func(p *person) *list { return &p.list })
}

func triplets(people []person, items int, of func(*person) *list) (*loaders.Ratings, error) {
	names := make([]string, len(people))
	var user, item []uint32
	var value []float32
	for i := range people {
		names[i] = people[i].name
		l := of(&people[i])
		for range l.items {
			user = append(user, uint32(i))
		}
		item, value = append(item, l.items...), append(value, l.values...)
	}
	return loaders.FromTriplets(user, item, value, loaders.About{
		Users: loaders.NamesOf(names), Items: loaders.Numbered(items), Low: low, High: high,
	})
}

// crowd are people with real-valued ratings, most of them of few items, some of none.
func (s shape) others(r *rand.Rand) []person {
	people := make([]person, s.users)
	for i := range people {
		p := &people[i]
		p.name = strconv.Itoa(i + 1)
		silent := r.IntN(6) == 0
		for j := range s.items {
			if r.Float64() < s.density(j) && !silent {
				p.rate(j, randomRating(r))
			}
		}
		first, count := r.IntN(s.items), r.IntN(s.held+1)
		for n := range count {
			p.held.rate((first+n)%s.items, randomRating(r))
		}
	}
	return people
}

// anywhere is a random value in the rating range.
func randomRating(r *rand.Rand) float64 { return low + (high-low)*r.Float64() }

// adversary is a family of users whose ratings move releases as far as possible.
type adversary struct {
	name string
	rate func(p *person, r *rand.Rand, raters []int)
}

// adversaries are the families that a sensitivity is tried with. raters counts the ratings of every item by others.
// Together they reach the bounds of what is known to be released: few ratings and many, of rare items and of all, with
// the largest mean and with the largest spread, at values that rounding meets and at values that it does not.
var adversaries = []adversary{
	{"one rating of the rarest item", func(p *person, _ *rand.Rand, raters []int) {
		rarest := 0
		for j, n := range raters {
			if n < raters[rarest] {
				rarest = j
			}
		}
		p.rate(rarest, high)
	}},
	{"all items at the top", func(p *person, _ *rand.Rand, raters []int) {
		for j := range raters {
			p.rate(j, high)
		}
	}},
	{"all items at the bottom", func(p *person, _ *rand.Rand, raters []int) {
		for j := range raters {
			p.rate(j, low)
		}
	}},
	{"all items, extremes in turn", func(p *person, _ *rand.Rand, raters []int) {
		for j := range raters {
			p.rate(j, []float64{low, high}[j%2])
		}
	}},
	{"all items, extremes at random", func(p *person, r *rand.Rand, raters []int) {
		for j := range raters {
			p.rate(j, []float64{low, high}[r.IntN(2)])
		}
	}},
	{"rare half, extremes at random", func(p *person, r *rand.Rand, raters []int) {
		for j := len(raters) / 2; j < len(raters); j++ {
			p.rate(j, []float64{low, high}[r.IntN(2)])
		}
	}},
	{"two items, one at each extreme", func(p *person, r *rand.Rand, raters []int) {
		j := r.IntN(len(raters) - 1)
		p.rate(j, low)
		p.rate(j+1, high)
	}},
	{"random items, real values", func(p *person, r *rand.Rand, raters []int) {
		for j := range raters {
			if r.IntN(2) == 0 || j == 0 {
				p.rate(j, randomRating(r))
			}
		}
	}},
	{"no ratings", func(*person, *rand.Rand, []int) {}},
}

// pair is two neighbouring data sets.
type pair struct {
	with, without dataset
	who           int  // the adversary's place among the users of with
	stays         bool // without has the adversary too, with other ratings
}

// neighbours returns a data set with an adversary of a family and the same without.
func (s shape) neighbours(a adversary, at scene, seed uint64) (p pair, err error) {
	people, who := s.withAdversary(a, at, seed)
	if p.with, err = datasetOf(people, s.items); err != nil {
		return p, err
	}
	p.who = who
	p.without, err = datasetOf(slices.Delete(people, who, who+1), s.items)
	return p, err
}

// exchanged returns a data set with an adversary of a family, and the same with a rival in the adversary's place.
func (s shape) exchanged(a adversary, rival func(person) person, at scene, seed uint64) (p pair, err error) {
	people, who := s.withAdversary(a, at, seed)
	if p.with, err = datasetOf(people, s.items); err != nil {
		return p, err
	}
	p.who, p.stays = who, true
	people[who] = rival(people[who])
	p.without, err = datasetOf(people, s.items)
	return p, err
}

// scene is where an adversary stands, and with what held-out ratings.
type scene struct {
	place    float64 // fraction of the other users that come before: 0 is the first place, 1 the last
	piece    int     // instead of place: behind the users whose ratings fill a piece of this size; 0: by place
	silent   bool    // the users next to the adversary have no training ratings, only held-out ones
	allAtTop bool    // all others rate at the top alone, so that a model expects nothing else
	held     heldOut
}

// heldOut is how many held-out ratings an adversary has.
type heldOut int

const (
	heldNone heldOut = iota
	heldOne
	heldAll // of every item
)

// sceneOf draws a scene: the first place and the last each once in four times.
func sceneOf(r *rand.Rand) scene {
	return scene{place: max(0, min(2*r.Float64()-0.5, 1)), silent: r.IntN(2) == 0, allAtTop: r.IntN(8) == 0, held: heldOut(r.IntN(3))}
}

// meeting returns a crowd with an adversary of a family, who knows what the others rated, and the adversary's place.
func (s shape) withAdversary(a adversary, at scene, seed uint64) (people []person, who int) {
	r := rand.New(rand.NewPCG(seed, 77))
	people = s.others(r)
	who = s.placeOf(people, at)
	for _, p := range people {
		for i := range p.values {
			if at.allAtTop {
				p.values[i] = high
			}
		}
	}
	if at.silent { // what a run keeps from one user to the next shows in them
		for _, i := range []int{who - 1, who} {
			if i >= 0 && i < len(people) {
				people[i].list = list{}
				people[i].held.rate(s.items-1, randomRating(r))
			}
		}
	}
	raters := make([]int, s.items)
	for _, p := range people {
		for _, j := range p.items {
			raters[j]++
		}
	}
	worst := person{name: strconv.Itoa(s.users + 1)}
	a.rate(&worst, r, raters)
	worst.holdOut(at.held, s.items, r)
	return slices.Insert(people, who, worst), who
}

// placeOf is the place of an adversary in a scene. Work on many users is cut into pieces, and the first user of a piece
// is the one that an error at its edge would count twice or leave out.
func (s shape) placeOf(people []person, at scene) int {
	if at.piece == 0 {
		return int(at.place * float64(len(people)))
	}
	ptr := make([]int64, len(people)+1)
	for i, p := range people {
		ptr[i+1] = ptr[i] + int64(len(p.items))
	}
	return parallel.Ranges(ptr, at.piece)[1]
}

// holdOut gives an adversary held-out ratings that make errors as large as can be: at the end of the range that is
// farther from their training ratings.
func (p *person) holdOut(held heldOut, items int, r *rand.Rand) {
	total := 0.0
	for _, v := range p.values {
		total += float64(v) - (low+high)/2
	}
	far := high
	if total > 0 {
		far = low
	}
	switch held {
	case heldOne:
		p.held.rate(r.IntN(items), far)
	case heldAll:
		for j := range items {
			p.held.rate(j, far)
		}
	}
}
