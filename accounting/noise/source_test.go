package noise

import (
	"bytes"
	"errors"
	"io"
	"math/bits"
	"strings"
	"testing"
	"testing/iotest"
)

func words(s *Stream, n int) []uint64 {
	w := make([]uint64, n)
	for i := range w {
		w[i] = s.word()
	}
	return w
}

func TestStreamsRepeat(t *testing.T) {
	a, b := Seeded(7).Stream(3, 5), Seeded(7).Stream(3, 5)
	for i := range 1000 {
		if x, y := a.word(), b.word(); x != y {
			t.Fatalf("word %d: %x and %x from the same key", i, x, y)
		}
	}
}

// Streams of different runs, releases and blocks must share nothing: no common first word, and half of the bits
// different at every position.
func TestStreamsAreIndependent(t *testing.T) {
	system, err := System(bytes.NewReader(bytes.Repeat([]byte{42}, 32)))
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]*Source{
		"seed 1": Seeded(1), "seed 2": Seeded(2),
		"system": system, "first run": system.Fork(), "second run": system.Fork(),
	}
	const length = 256
	var names []string
	var streams [][]uint64
	first := map[uint64]string{}
	for name, s := range sources {
		for release := range 12 {
			for block := range 12 {
				w := words(s.Stream(release, block), length)
				if other, seen := first[w[0]]; seen {
					t.Fatalf("%s release %d block %d starts like %s", name, release, block, other)
				}
				first[w[0]] = name
				names, streams = append(names, name), append(streams, w)
			}
		}
	}
	for i := 1; i < len(streams); i++ {
		different := 0
		for k, w := range streams[i] {
			different += bits.OnesCount64(w ^ streams[i-1][k])
		}
		// 2¹⁴ fair coins have a standard deviation of 64.
		if d := different - length*32; d < -6*64 || d > 6*64 {
			t.Errorf("%s and %s: %d of %d bits differ", names[i-1], names[i], different, length*64)
		}
	}
}

func TestForkOfASimulationRepeats(t *testing.T) {
	s := Seeded(9)
	a, b := s.Fork(), s.Fork()
	if x, y := a.Stream(0, 0).word(), b.Stream(0, 0).word(); x != y {
		t.Errorf("two runs of one seed differ: %x and %x", x, y)
	}
	if !a.Simulation() {
		t.Error("a fork of a simulation is one too")
	}
}

func TestSystem(t *testing.T) {
	a, err := System(nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := System(nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.Simulation() || a.Fork().Simulation() {
		t.Error("noise from the operating system is no simulation")
	}
	if a.Stream(0, 0).word() == b.Stream(0, 0).word() {
		t.Error("two system sources give the same stream")
	}
}

func TestSystemFails(t *testing.T) {
	broken := errors.New("no entropy")
	cases := map[string]struct {
		reader io.Reader
		want   error
	}{
		"failing generator": {iotest.ErrReader(broken), broken},
		"short read":        {strings.NewReader("31 bytes are one less than enough"[:31]), io.ErrUnexpectedEOF},
		"nothing to read":   {strings.NewReader(""), io.EOF},
		"failure midway":    {io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken)), broken},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if s, err := System(c.reader); s != nil || !errors.Is(err, c.want) {
				t.Errorf("got %v, %v; want no source and %v", s, err, c.want)
			}
		})
	}
	// A reader that hands out a byte at a time is no failure.
	if _, err := System(iotest.OneByteReader(bytes.NewReader(make([]byte, 32)))); err != nil {
		t.Errorf("slow reader: %v", err)
	}
}

// Numbers of releases and of blocks do not run into each other, however large they are: block 65,536 of one release is
// not block 0 of the next, and so on at every power of two.
func TestBlockOfOneReleaseIsNoBlockOfAnother(t *testing.T) {
	type place struct{ release, block int }
	places := make(map[place]bool)
	for _, release := range []int{0, 1, 2, 3, 255, 256, 1 << 16, 1 << 24, 1 << 32} {
		for _, block := range []int{0, 1, 2, 3} {
			places[place{release, block}] = true
			for bit := 2; bit < 63; bit++ {
				for _, b := range []int{1 << bit, 1<<bit + block, 1<<bit - 1} {
					places[place{release, b}] = true
				}
			}
		}
	}
	for name, s := range map[string]*Source{"a run": Seeded(3).Fork(), "local rounds": Seeded(3)} {
		seen := make(map[uint64]place, len(places))
		for p := range places {
			word := s.Stream(p.release, p.block).word()
			if name == "local rounds" {
				coins := s.Round(p.release).Coins()
				coins.SetUser(p.block)
				word = coins.Stream().word()
			}
			if other, met := seen[word]; met {
				t.Errorf("%s: block %d of release %d has the stream of block %d of release %d", name, p.block, p.release, other.block, other.release)
			}
			seen[word] = p
		}
	}
}
