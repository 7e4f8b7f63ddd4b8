package loaders

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"sync"

	"dpals/internal/parallel"
)

// DefaultProtocol is the protocol of [DPALS] for ML-10M.
const DefaultProtocol = "80-10-10"

// Split is a partition of ratings into three parts, which all share the users, items, names, titles and range of
// the whole. A part may be empty and is never nil.
type Split struct {
	Train, Valid, Test *Ratings
	Protocol           string // per cent for training, validation and test: "80-10-10"
	Seed               uint64

	trainValidOnce sync.Once
	trainValid     *Ratings
}

// SplitRatings assigns every rating to a part at random, with the probabilities of the protocol: "80-10-10",
// "98-1-1", "99-1" (no validation), or any whole per cents that sum to 100, the training part not being 0.
//
// Where a rating goes depends on the seed, its user's id and its item's id alone, by a keyed hash, and on nothing
// else in the data. Shuffling the ratings, or drawing from one stream in the order of the file, would let one
// user's presence move everybody else's ratings between the parts: two data sets that differ in one user would
// then give training sets that differ in all of them, and no promise for one user would survive the split.
func SplitRatings(r *Ratings, protocol string, seed uint64) (*Split, error) {
	train, valid, err := parseProtocol(protocol)
	if err != nil {
		return nil, err
	}
	if r.UserNames.Len() != r.Users || r.ItemNames.Len() != r.Items {
		return nil, refuse(r.Origin.Source, "cannot be split: a split goes by the ids of users and items, and some have none")
	}
	userKeys := hashNames(r.UserNames, "user", seed)
	itemKeys := hashNames(r.ItemNames, "item", seed)
	toTrain, toValid := threshold(train), threshold(train+valid)
	part := func(user int, item uint32) int {
		switch h := mix(userKeys[user] ^ itemKeys[item]); {
		case h <= toTrain:
			return 0
		case h <= toValid:
			return 1
		}
		return 2
	}
	s := &Split{Protocol: protocol, Seed: seed}
	for k, p := range []**Ratings{&s.Train, &s.Valid, &s.Test} {
		*p = r.filter(func(user int, item uint32) bool { return part(user, item) == k })
	}
	return s, nil
}

// TrainValid returns the training and validation ratings together, from which user vectors are solved for the test
// figure. The first call merges them and every later call shares the result. Safe for concurrent use.
func (s *Split) TrainValid() *Ratings {
	s.trainValidOnce.Do(func() {
		if s.trainValid = s.Train; s.Valid.Count() > 0 {
			s.trainValid = union(s.Train, s.Valid)
		}
	})
	return s.trainValid
}

// parseProtocol returns the shares of training and validation in per cent.
func parseProtocol(protocol string) (train, valid int, err error) {
	parts := strings.Split(protocol, "-")
	if len(parts) == 2 {
		parts = []string{parts[0], "0", parts[1]}
	}
	shares, sum := make([]int, 0, 3), 0
	for _, p := range parts {
		v, err := strconv.ParseUint(p, 10, 8)
		if err != nil || v > 100 {
			break
		}
		shares, sum = append(shares, int(v)), sum+int(v)
	}
	if len(parts) != 3 || len(shares) != 3 || sum != 100 || shares[0] == 0 {
		return 0, 0, refuse("split "+strconv.Quote(protocol), "give 80-10-10, 98-1-1, 99-1 or other whole per cents for training, validation and test that sum to 100")
	}
	return shares[0], shares[1], nil
}

// threshold is the largest hash within the first so many per cent of all hashes.
func threshold(percent int) uint64 {
	if percent >= 100 {
		return math.MaxUint64
	}
	return math.MaxUint64 / 100 * uint64(percent)
}

// hashNames returns 64 bits for every name that look random to whoever does not know the seed.
func hashNames(names Names, kind string, seed uint64) []uint64 {
	keys := make([]uint64, names.Len())
	_ = parallel.Blocks(context.Background(), len(keys), 1<<10, func(_, lo, hi int) {
		message := binary.LittleEndian.AppendUint64(nil, seed)
		message = append(append(message, kind...), ':')
		head := len(message)
		for i := lo; i < hi; i++ {
			message = names.AppendTo(message[:head], i)
			sum := sha256.Sum256(message)
			keys[i] = binary.LittleEndian.Uint64(sum[:])
		}
	})
	return keys
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection in which every bit moves half the others.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
