package loaders

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"dpals/internal/parallel"
)

const synthPrefix = "synth:"

// Bounds of what a recipe may ask for, well above what fits into memory at once.
const (
	mostRows = 1 << 27 // users or items
	mostRank = 200
)

// Synthetic generates the ratings that a recipe describes:
//
//	synth:lowrank[:n=…,m=…,rank=…,p=…,seed=…]
//	synth:skewed[:shape][:n=…,m=…,per=…,rank=…,noise=…,seed=…]
//
// The first is [DPALS] §6.1: n users, m items, and entries observed with probability p. The second looks like what
// people rate: per is the mean number of ratings a user gives, noise the s.d. of what nothing explains, and a shape
// one of small (the default), ml-100k, ml-1m, ml-10m, ml-20m. The seed counts where the recipe names none. The same
// recipe and seed give the same ratings, whatever the number of processors.
func Synthetic(spec string, seed uint64) (*Ratings, error) {
	return synthetic(context.Background(), spec, seed)
}

func synthetic(ctx context.Context, spec string, seed uint64) (*Ratings, error) {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(spec, synthPrefix), ":")
	about := About{Origin: Origin{Source: spec, Format: "synthetic"}}
	switch {
	case !strings.HasPrefix(spec, synthPrefix):
	case kind == "lowrank":
		recipe := lowRank{n: 20000, m: 1000, rank: 5, seed: seed}
		err := setRecipe(spec, rest, []setting{
			{"n", whole(&recipe.n, 2, mostRows)},
			{"m", whole(&recipe.m, 1, mostRows)},
			{"rank", whole(&recipe.rank, 1, mostRank)},
			{"p", decimal(&recipe.p, 1e-9, 1)},
			{"seed", seedOf(&recipe.seed)},
		})
		if err != nil {
			return nil, err
		}
		return recipe.generate(ctx, about)
	case kind == "skewed":
		name := "small"
		if first, more, _ := strings.Cut(rest, ":"); first != "" && !strings.Contains(first, "=") {
			name, rest = first, more
		}
		recipe, ok := shapes[name]
		if !ok {
			return nil, refuse(spec, "no shape %q: choose small, ml-100k, ml-1m, ml-10m or ml-20m", name)
		}
		recipe.seed = seed
		err := setRecipe(spec, rest, []setting{
			{"n", whole(&recipe.n, 1, mostRows)},
			{"m", whole(&recipe.m, 1, mostRows)},
			{"per", decimal(&recipe.per, 1, maxIndex)},
			{"rank", whole(&recipe.rank, 0, mostRank)},
			{"noise", decimal(&recipe.noise, 0, 10)},
			{"seed", seedOf(&recipe.seed)},
		})
		if err != nil {
			return nil, err
		}
		return recipe.generate(ctx, about)
	}
	return nil, refuse(spec, "no such recipe: choose synth:skewed or synth:lowrank")
}

// setting is one key of a recipe and how to set it from text.
type setting struct {
	key string
	set func(text string) error
}

// setRecipe reads "key=value,key=value" into the settings; colons do for commas.
func setRecipe(spec, text string, settings []setting) error {
next:
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ':' }) {
		key, value, _ := strings.Cut(part, "=")
		for _, s := range settings {
			if s.key == strings.TrimSpace(key) {
				if err := s.set(strings.TrimSpace(value)); err != nil {
					return refuse(spec, "%s: %v", part, err)
				}
				continue next
			}
		}
		keys := make([]string, len(settings))
		for i, s := range settings {
			keys[i] = s.key + "="
		}
		return refuse(spec, "%q is none of %s", part, strings.Join(keys, ", "))
	}
	return nil
}

func decimal(target *float64, low, high float64) func(string) error {
	return func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= low && v <= high) {
			return fmt.Errorf("give a number from %g to %g", low, high)
		}
		*target = v
		return nil
	}
}

// whole also reads whole numbers written as 1e6.
func whole(target *int, low, high int) func(string) error {
	return func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || v != math.Trunc(v) || !(v >= float64(low) && v <= float64(high)) {
			return fmt.Errorf("give a whole number from %d to %d", low, high)
		}
		*target = int(v)
		return nil
	}
}

func seedOf(target *uint64) func(string) error {
	return func(text string) error {
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("give a whole number that is not negative")
		}
		*target = v
		return nil
	}
}

// Every user, item and quantity has a stream of random numbers of its own, so that the order of work is free.
const (
	streamItems = iota
	streamItemFactors
	streamUserFactors
	streamChoices
	streamValues
)

// stream is a generator that can be set to the beginning of any stream.
type stream struct {
	*rand.Rand
	pcg  rand.PCG
	seed uint64
}

func newStream(seed uint64) *stream {
	s := &stream{seed: seed}
	s.Rand = rand.New(&s.pcg)
	return s
}

func (s *stream) begin(kind, index int) {
	key := mix(s.seed + uint64(kind)*0x9e3779b97f4a7c15)
	s.pcg.Seed(key, mix(key^uint64(index)))
}

// fillRows builds ratings row by row, in parallel: count gives the length of a row, fill its ratings.
func fillRows(ctx context.Context, about About, count func(worker, i int) int, fill func(worker, i int, items []uint32, values []float32)) (*Ratings, error) {
	r := about.ratings()
	r.Ptr = make([]int64, r.Users+1)
	err := parallel.Blocks(ctx, r.Users, 16, func(worker, lo, hi int) {
		for i := lo; i < hi; i++ {
			r.Ptr[i+1] = int64(count(worker, i))
		}
	})
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for _, c := range r.Ptr {
		total += c
	}
	if total > maxIndex {
		return nil, tooMany(about, float64(total))
	}
	r.allocate()
	err = parallel.Blocks(ctx, r.Users, 16, func(worker, lo, hi int) {
		for i := lo; i < hi; i++ {
			items, values := r.User(i)
			fill(worker, i, items, values)
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func tooMany(about About, ratings float64) error {
	return refuse(about.Origin.Source, "%.3g ratings are more than can be held: ask for fewer users or ratings", ratings)
}
