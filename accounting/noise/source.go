// Package noise draws the Gaussian noise of a release: integers from round(N(0, σ²)), from ChaCha8 streams that are
// keyed by the operating system or, in a simulation, by a seed.
//
// It must never fall back on a weaker generator, and it never touches floating-point normals: the law of a sample is
// right to a relative 2⁻¹⁰⁰ at every integer (docs/privacy/noise.md#noise). Timing is not hidden: a sample takes a little
// longer when it is rare, and that channel is out of scope.
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

// Domains separate what keys are derived for, so that no two derivations can meet.
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

// System returns a source keyed with 32 bytes of r, or of the operating system's generator where r is nil. The
// error says that the generator failed; a run must then fail too.
func System(r io.Reader) (*Source, error) {
	if r == nil {
		r = rand.Reader
	}
	s := new(Source)
	if _, err := io.ReadFull(r, s.key[:]); err != nil {
		return nil, fmt.Errorf("the operating system's random generator failed, so there is no noise to be had: %w", err)
	}
	return s, nil
}

// Seeded returns the source of a simulation: whoever knows the seed knows the noise, so it protects nobody.
func Seeded(seed uint64) *Source {
	return &Source{key: derive(nil, seedDomain, seed), simulation: true}
}

// Simulation reports whether the noise follows from a seed.
func (s *Source) Simulation() bool { return s.simulation }

// Fork returns the source of one run. No two runs of a system source share noise, however often it is forked; a
// simulation repeats itself on purpose.
func (s *Source) Fork() *Source {
	if s.simulation {
		return &Source{key: s.key, simulation: true}
	}
	return &Source{key: derive(s.key[:], runDomain, s.runs.Add(1))}
}

// Stream returns the random stream of one block of one release. Streams of different (release, block) are
// independent, because each has a key of its own; the same pair always gives the same stream.
func (s *Source) Stream(release, block int) *Stream {
	t := new(Stream)
	s.Seed(t, release, block)
	return t
}

// Seed puts t at the start of the stream of one block of one release.
func (s *Source) Seed(t *Stream, release, block int) {
	t.words.Seed(derive(s.key[:], streamDomain, uint64(release), uint64(block)))
}

// derive is SHA-256(key ‖ domain ‖ numbers). Key and numbers have fixed lengths within a domain.
func derive(key []byte, domain string, numbers ...uint64) [sha256.Size]byte {
	message := make([]byte, 0, 96)
	message = append(message, key...)
	message = append(message, domain...)
	for _, n := range numbers {
		message = binary.LittleEndian.AppendUint64(message, n)
	}
	return sha256.Sum256(message)
}

// Stream is one sequence of uniform 64-bit words. It is not safe for concurrent use.
type Stream struct {
	words mathrand.ChaCha8
}

func (s *Stream) word() uint64 { return s.words.Uint64() }
