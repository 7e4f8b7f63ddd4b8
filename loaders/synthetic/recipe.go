package synthetic

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpals/loaders"
)

// Prefix begins the name of every recipe.
const Prefix = "synth:"

// Bounds of what a recipe may ask for, well above what fits into memory at once.
const (
	maxRows = 1 << 27 // users or items
	maxRank = 200
)

// recipe generates ratings.
type recipe interface {
	generate(ctx context.Context, about loaders.About) (*loaders.Ratings, error)
}

// Generate returns the ratings that a recipe describes:
//
//	synth:lowrank[:n=…,m=…,rank=…,p=…,seed=…]
//	synth:skewed[:shape][:n=…,m=…,per=…,rank=…,noise=…,seed=…]
//
// The first is [DPALS] §6.1: n users, m items, and each entry observed with probability p. The second resembles real
// ratings: per is the mean number of ratings of a user, noise the s.d. of the part that no model explains, and a shape is
// one of small (the default), ml-100k, ml-1m, ml-10m, ml-20m. The seed counts where the recipe names none. The same
// recipe and seed give the same ratings, for any number of processors.
func Generate(ctx context.Context, name string, seed uint64) (*loaders.Ratings, error) {
	recipe, err := parse(name, seed)
	if err != nil {
		return nil, err
	}
	return recipe.generate(ctx, loaders.About{Origin: loaders.Origin{Source: name, Format: "synthetic"}})
}

// parse returns the recipe of that name.
func parse(name string, seed uint64) (recipe, error) {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(name, Prefix), ":")
	switch {
	case !strings.HasPrefix(name, Prefix):
	case kind == "lowrank":
		r := lowRank{n: 20000, m: 1000, rank: 5, seed: seed}
		err := setAll(name, rest, []setting{
			{"n", whole(&r.n, 2, maxRows)},
			{"m", whole(&r.m, 1, maxRows)},
			{"rank", whole(&r.rank, 1, maxRank)},
			{"p", decimal(&r.p, 1e-9, 1)},
			{"seed", seedOf(&r.seed)},
		})
		return r, err
	case kind == "skewed":
		shape := "small"
		if first, more, _ := strings.Cut(rest, ":"); first != "" && !strings.Contains(first, "=") {
			shape, rest = first, more
		}
		r, ok := shapes[shape]
		if !ok {
			return nil, loaders.InputErrorf(name, "no shape %q: choose small, ml-100k, ml-1m, ml-10m or ml-20m", shape)
		}
		r.seed = seed
		err := setAll(name, rest, []setting{
			{"n", whole(&r.n, 1, maxRows)},
			{"m", whole(&r.m, 1, maxRows)},
			{"per", decimal(&r.per, 1, loaders.MaxCount)},
			{"rank", whole(&r.rank, 0, maxRank)},
			{"noise", decimal(&r.noise, 0, 10)},
			{"seed", seedOf(&r.seed)},
		})
		return r, err
	}
	return nil, loaders.InputErrorf(name, "no such synthetic data: choose synth:skewed or synth:lowrank")
}

// setting is one key of a recipe and how to set it from text.
type setting struct {
	key string
	set func(text string) error
}

// setAll sets the settings that a text such as "key=value,key=value" gives; colons may take the place of commas.
func setAll(name, text string, settings []setting) error {
next:
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ':' }) {
		key, value, _ := strings.Cut(part, "=")
		for _, s := range settings {
			if s.key == strings.TrimSpace(key) {
				if err := s.set(strings.TrimSpace(value)); err != nil {
					return loaders.InputErrorf(name, "%s: %v", part, err)
				}
				continue next
			}
		}
		keys := make([]string, len(settings))
		for i, s := range settings {
			keys[i] = s.key + "="
		}
		return loaders.InputErrorf(name, "unknown setting %q: choose one of %s", part, strings.Join(keys, ", "))
	}
	return nil
}

// decimal returns a function that sets a number in [low, high].
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

// whole returns a function that sets a whole number in [low, high], which may be written as 1e6.
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

// seedOf returns a function that sets a seed.
func seedOf(target *uint64) func(string) error {
	return func(text string) error {
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("give a whole number from 0 to 18446744073709551615")
		}
		*target = v
		return nil
	}
}

// tooMany returns the error of a recipe for more ratings than fit.
func tooMany(about loaders.About, ratings float64) error {
	return loaders.InputErrorf(about.Origin.Source, "%.3g ratings: at most %d can be loaded; ask for fewer users or ratings", ratings, loaders.MaxCount)
}
