package synthetic

import (
	"math/rand/v2"

	"dpals/internal/splitmix"
)

// Every user, item and quantity has a stream of random numbers of its own, so that the result does not depend on the order
// of the work.
const (
	streamItems = iota
	streamItemFactors
	streamUserFactors
	streamChoices
	streamValues
)

// stream is a generator of random numbers that can be moved to the beginning of any stream.
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

// restart moves to the beginning of the stream of a kind and an index.
func (s *stream) restart(kind, index int) {
	key := splitmix.Next(s.seed + uint64(kind)*splitmix.Golden)
	s.pcg.Seed(key, splitmix.Next(key^uint64(index)))
}
