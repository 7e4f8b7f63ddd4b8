package noise

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"sync/atomic"
)

// Domains separate the purposes of derived keys, so that no two derivations give the same key.
const (
	seedDomain   = "dpals/noise/seed/1"
	runDomain    = "dpals/noise/run/1"
	streamDomain = "dpals/noise/stream/1"
)

// Source is a 32-byte master key from which the streams of a run are derived. Safe for concurrent use.
type Source struct {
	key        [sha256.Size]byte
	simulation bool
	runs       atomic.Uint64 // forked off so far
}

// System returns a source keyed with 32 bytes of r, or of the operating system's generator if r is nil. It returns an error
// if the generator fails; the run must then fail too.
func System(r io.Reader) (*Source, error) {
	if r == nil {
		r = rand.Reader
	}
	s := new(Source)
	if _, err := io.ReadFull(r, s.key[:]); err != nil {
		return nil, fmt.Errorf("the operating system's random generator failed, so no noise can be drawn: %w", err)
	}
	return s, nil
}

// Seeded returns the source of a simulation: the noise follows from the seed, so it protects no one.
func Seeded(seed uint64) *Source {
	return &Source{key: derive(nil, seedDomain, seed), simulation: true}
}

// Simulation reports whether the noise follows from a seed.
func (s *Source) Simulation() bool { return s.simulation }

// Fork returns the source of one run. Every fork of a system source has independent noise; every fork of a simulation has
// the same noise, on purpose.
func (s *Source) Fork() *Source {
	if s.simulation {
		return &Source{key: s.key, simulation: true}
	}
	return &Source{key: derive(s.key[:], runDomain, s.runs.Add(1))}
}

// Stream returns the random stream of one block of one release. Each (release, block) has its own key, so streams of
// different pairs are independent, and the same pair always gives the same stream.
func (s *Source) Stream(release, block int) *Stream {
	t := new(Stream)
	s.Seed(t, release, block)
	return t
}

// Seed sets t to the start of the stream of one block of one release.
func (s *Source) Seed(t *Stream, release, block int) {
	t.words.Seed(derive(s.key[:], streamDomain, uint64(release), uint64(block)))
}

// derive returns SHA-256(key ‖ domain ‖ numbers). Key and numbers have fixed lengths within a domain.
func derive(key []byte, domain string, numbers ...uint64) [sha256.Size]byte {
	message := make([]byte, 0, 96)
	message = append(message, key...)
	message = append(message, domain...)
	for _, n := range numbers {
		message = binary.LittleEndian.AppendUint64(message, n)
	}
	return sha256.Sum256(message)
}

// Stream is a sequence of uniform random 64-bit words. Not safe for concurrent use.
type Stream struct {
	words mathrand.ChaCha8
}

func (s *Stream) word() uint64 { return s.words.Uint64() }
