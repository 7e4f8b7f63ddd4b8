package noise

import (
	"crypto/sha256"
	"encoding/binary"
)

const (
	roundDomain = "dpals/noise/round/1"
	groupDomain = "group/1"
	userDomain  = "users/1"
)

// Round is the key of one round of local reports, from which every user's random coins are derived. It stands in for the
// generators of the users' devices. Safe for concurrent use.
type Round struct{ key [sha256.Size]byte }

// Round returns the key of the round with the given release number in a run.
func (s *Source) Round(release int) Round {
	return Round{derive(s.key[:], roundDomain, uint64(release))}
}

// seed sets t to the start of the stream of a domain and number. Key, domain and number fit one block of SHA-256.
func (r Round) seed(t *Stream, domain string, number int) {
	var message [sha256.Size + len(userDomain) + 8]byte
	copy(message[:], r.key[:])
	copy(message[sha256.Size:], domain)
	binary.LittleEndian.PutUint64(message[sha256.Size+len(userDomain):], uint64(number))
	t.words.Seed(sha256.Sum256(message[:]))
}

// The first words of all users of a group are drawn at once. Most reports need no more, and seeding a stream for each user
// would take several times as long as a report.
const (
	groupUsers = 8
	firstWords = 4
)

// Coins are the random coins of one user at a time in one round. A user's coins are a function of the round and the user's
// number alone, and independent of all others: firstWords words of the group's stream, then a stream of their own. Not safe
// for concurrent use.
type Coins struct {
	round  Round
	group  int // whose first words are in first; −1: none
	first  [groupUsers * firstWords]uint64
	user   int
	next   int // index among the user's first words
	own    Stream
	seeded bool // whether own is seeded for the user
}

// Coins returns coins for one goroutine. Call SetUser before the first use.
func (r Round) Coins() Coins { return Coins{round: r, group: -1, next: firstWords} }

// SetUser selects a user and starts with their first coin.
func (c *Coins) SetUser(user int) {
	if g := user / groupUsers; g != c.group {
		c.round.seed(&c.own, groupDomain, g)
		for i := range c.first {
			c.first[i] = c.own.word()
		}
		c.group = g
	}
	c.user, c.next, c.seeded = user, 0, false
}

func (c *Coins) word() uint64 {
	if c.next < firstWords {
		w := c.first[c.user%groupUsers*firstWords+c.next]
		c.next++
		return w
	}
	return c.Stream().word()
}

// Stream returns the user's own stream, for reports that need many words.
func (c *Coins) Stream() *Stream {
	if !c.seeded {
		c.round.seed(&c.own, userDomain, c.user)
		c.seeded = true
	}
	return &c.own
}
