package method

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
)

// Margin keeps a bounded quantity below its bound through the rounding of the arithmetic that follows: scale by it before
// a sum whose sensitivity is the bound.
const Margin = 1 - 0x1p-20

// UserRandom returns a user's own generator. It follows from the run's seed, the user's id and what it is for, not from
// the user's place among others, so that removing a user changes no other user's choices.
func UserRandom(seed [32]byte, id string, purpose int) *rand.Rand {
	h := fnv.New64a()
	h.Write(seed[:16])
	h.Write([]byte(id))
	if purpose != 0 {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(purpose)))
	}
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[16:24]), h.Sum64()))
}

// PickRandom moves k numbers of list, chosen uniformly by a user's own generator, to its front and returns them.
func PickRandom(list []uint32, k int, random *rand.Rand) []uint32 {
	for i := range k {
		j := i + random.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	return list[:k]
}
