package engine

import (
	"bytes"
	"crypto/rand"
	"testing"

	"dpals/accounting/noise"
)

// fromBytes are what randomness makes of what the system's generator gives: the seed of initial factors and sampling,
// which a model may tell of, and some noise.
func fromBytes(t *testing.T, bits []byte) (rest [32]byte, drawn int64) {
	t.Helper()
	system := rand.Reader
	defer func() { rand.Reader = system }()
	reader := bytes.NewReader(bits)
	rand.Reader = reader
	source, err := randomness(nil, &rest)
	if err != nil {
		t.Fatal(err)
	}
	if source.Simulation() {
		t.Error("noise without a seed is a simulation")
	}
	if used := len(bits) - reader.Len(); used != 64 {
		t.Errorf("it draws %d bytes, want 32 for the noise and 32 for the rest", used)
	}
	law, err := noise.NewGaussian(1 << 30)
	if err != nil {
		t.Fatal(err)
	}
	return rest, law.Sample(source.Fork().Stream(0, 0))
}

// Noise follows from 32 bytes of the system's generator that nothing else follows from: not the seed of the initial
// factors and of sampling, which all that is published of a model may tell of.
func TestNoiseHasItsOwnKey(t *testing.T) {
	bits := make([]byte, 64)
	for i := range bits {
		bits[i] = byte(7 * i)
	}
	rest, drawn := fromBytes(t, bits)
	ofRest, ofNoise := 0, 0
	for i := range bits {
		changed := bytes.Clone(bits)
		changed[i] ^= 1
		otherRest, other := fromBytes(t, changed)
		switch {
		case otherRest != rest && other != drawn:
			t.Errorf("byte %d changes both the noise and what is not secret", i)
		case otherRest != rest:
			ofRest++
		case other != drawn:
			ofNoise++
		}
	}
	if ofRest != 32 || ofNoise != 32 {
		t.Errorf("%d bytes make the noise and %d the rest, want 32 each", ofNoise, ofRest)
	}
}
