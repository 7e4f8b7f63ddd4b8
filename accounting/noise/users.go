package noise

import (
	"crypto/sha256"
	"encoding/binary"
)

const (
	roundDomain = "dpals/noise/round/1"
	userDomain  = "user/1"
)

// Round is the key of one round of local reports, from which every user's stream is derived. It stands for coins that
// would be thrown on her own device. Safe for concurrent use.
type Round struct{ key [sha256.Size]byte }

// Round returns the key of the round that is release number release of a run.
func (s *Source) Round(release int) Round {
	return Round{derive(s.key[:], roundDomain, uint64(release))}
}

// Seed puts t at the start of a user's stream. Streams of different users and rounds are independent, since each has
// a key of its own. Key, domain and number fit one block of SHA-256, as every report of every user pays for this.
func (r Round) Seed(t *Stream, user int) {
	var message [sha256.Size + len(userDomain) + 8]byte
	copy(message[:], r.key[:])
	copy(message[sha256.Size:], userDomain)
	binary.LittleEndian.PutUint64(message[sha256.Size+len(userDomain):], uint64(user))
	t.words.Seed(sha256.Sum256(message[:]))
}

// Uniform returns an integer drawn uniformly from 0 … n−1, for n ≥ 1.
func (s *Stream) Uniform(n int) int { return int(s.below(uint64(n))) }
