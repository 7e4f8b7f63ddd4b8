package audit

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"dpals/loaders"
)

// The ratings of an audit: few, so that a run takes a fraction of a millisecond, in a range that is neither symmetric
// nor whole nor the stars'.
const (
	audience  = 24 // users besides the adversary
	catalogue = 20 // items
	low, high = -1.5, 4.25
)

// person is one user of the audit's ratings. The name stays with her whoever else takes part.
type person struct {
	name   string
	items  []uint32
	values []float32
}

func (p *person) rate(item int, value float64) {
	p.items, p.values = append(p.items, uint32(item)), append(p.values, float32(value))
}

// ratingsOf puts the ratings of people together, in their order.
func ratingsOf(people []person, items int) (*loaders.Ratings, error) {
	names := make([]string, len(people))
	var user, item []uint32
	var value []float32
	for i, p := range people {
		names[i] = p.name
		for range p.items {
			user = append(user, uint32(i))
		}
		item, value = append(item, p.items...), append(value, p.values...)
	}
	return loaders.FromTriplets(user, item, value, loaders.About{
		Users: loaders.NamesOf(names), Items: loaders.Numbered(items), Low: low, High: high,
	})
}

// crowd are people with real-valued ratings, most of them of few items.
func crowd(r *rand.Rand, count, items int) []person {
	people := make([]person, count)
	for i := range people {
		people[i].name = strconv.Itoa(i + 1)
		for j := range items {
			if r.Float64() < 0.6/float64(1+j)+0.05 {
				people[i].rate(j, low+(high-low)*r.Float64())
			}
		}
	}
	return people
}

// adversary is a family of users who mean to move releases as far as they can.
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
				p.rate(j, low+(high-low)*r.Float64())
			}
		}
	}},
	{"no ratings", func(*person, *rand.Rand, []int) {}},
}

// neighbours returns ratings with an adversary of a family and the same ratings without her.
func neighbours(a adversary, seed uint64) (with, without *loaders.Ratings, err error) {
	people, worst := meeting(a, seed)
	if without, err = ratingsOf(people, catalogue); err != nil {
		return nil, nil, err
	}
	with, err = ratingsOf(append(people, worst), catalogue)
	return with, without, err
}

// exchanged returns ratings with an adversary of a family as the last user, and the same with a rival in her place.
func exchanged(a adversary, rival func(person) person, seed uint64) (with, without *loaders.Ratings, err error) {
	people, worst := meeting(a, seed)
	if with, err = ratingsOf(append(slices.Clone(people), worst), catalogue); err != nil {
		return nil, nil, err
	}
	without, err = ratingsOf(append(people, rival(worst)), catalogue)
	return with, without, err
}

// meeting returns a crowd and an adversary of a family, who knows what the others rated.
func meeting(a adversary, seed uint64) (people []person, worst person) {
	r := rand.New(rand.NewPCG(seed, 77))
	people = crowd(r, audience, catalogue)
	raters := make([]int, catalogue)
	for _, p := range people {
		for _, j := range p.items {
			raters[j]++
		}
	}
	worst.name = strconv.Itoa(audience + 1)
	a.rate(&worst, r, raters)
	return people, worst
}
