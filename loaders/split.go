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
	"dpals/internal/splitmix"
)

// DefaultProtocol is the split protocol of [DPALS] for ML-10M: 80 % training, 10 % validation, 10 % test.
const DefaultProtocol = "80-10-10"

// Split is a partition of ratings into three parts, which all have the users, items, names, titles and range of the
// whole. A part may be empty and is never nil.
type Split struct {
	Train, Valid, Test *Ratings
	Protocol           string // percent for training, validation and test: "80-10-10"
	Seed               uint64

	trainValidOnce sync.Once
	trainValid     *Ratings
}

// SplitRatings assigns every rating to a part at random, with the probabilities of the protocol: "80-10-10",
// "98-1-1", "99-1" (no validation), or any whole percentages that sum to 100, with a training part above 0.
//
// The part of a rating depends on the seed, its user's id and its item's id alone, by a keyed hash, and on nothing else
// in the data. If the ratings were shuffled, or drawn from one stream in the order of the file, the presence of one user
// would move the ratings of all others between the parts: two data sets that differ in one user would then have training
// sets that differ in all of them, and no guarantee for one user would hold after the split.
func SplitRatings(r *Ratings, protocol string, seed uint64) (*Split, error) {
	train, valid, err := parseProtocol(protocol)
	if err != nil {
		return nil, err
	}
	if r.UserNames.Len() != r.Users || r.ItemNames.Len() != r.Items {
		return nil, InputErrorf(r.Origin.Source, "cannot be split: the split uses the ids of users and items, and some have none; give every user and item an id")
	}
	userKeys := hashNames(r.UserNames, "user", seed)
	itemKeys := hashNames(r.ItemNames, "item", seed)
	toTrain, toValid := threshold(train), threshold(train+valid)
	part := func(user int, item uint32) int {
		switch h := splitmix.Next(userKeys[user] ^ itemKeys[item]); {
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

// TrainValid returns the training and validation ratings together, from which user vectors are solved for the test error.
// The first call merges them and every later call returns the same result. Safe for concurrent use.
func (s *Split) TrainValid() *Ratings {
	s.trainValidOnce.Do(func() {
		if s.trainValid = s.Train; s.Valid.Count() > 0 {
			s.trainValid = union(s.Train, s.Valid)
		}
	})
	return s.trainValid
}

// parseProtocol returns the percentages of training and validation.
func parseProtocol(protocol string) (train, valid int, err error) {
	parts := strings.Split(protocol, "-")
	if len(parts) == 2 {
		parts = []string{parts[0], "0", parts[1]}
	}
	percent, sum := make([]int, 0, 3), 0
	for _, p := range parts {
		v, err := strconv.ParseUint(p, 10, 8)
		if err != nil || v > 100 {
			break
		}
		percent, sum = append(percent, int(v)), sum+int(v)
	}
	if len(parts) != 3 || len(percent) != 3 || sum != 100 || percent[0] == 0 {
		return 0, 0, InputErrorf("split "+strconv.Quote(protocol), "give whole percentages for training, validation and test that sum to 100, such as 80-10-10, 98-1-1 or 99-1")
	}
	return percent[0], percent[1], nil
}

// threshold returns the largest hash among the lowest percent of all hashes.
func threshold(percent int) uint64 {
	if percent >= 100 {
		return math.MaxUint64
	}
	return math.MaxUint64 / 100 * uint64(percent)
}

// hashNames returns 64 bits for every name, which look random without the seed.
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
