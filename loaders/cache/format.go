package cache

import (
	"errors"
	"hash/crc32"

	"dpals/loaders"
)

// A file of ratings, described in FORMAT.md, has a header, a table of sections, and the sections, which
// are Go's slices as they lie in memory, each at a multiple of sectionAlign.
const (
	formatMagic   = "dpalsRAT"
	formatVersion = 1
	byteOrder     = 0x01020304 // another number on machines with another byte order
	headerSize    = 64
	tableRow      = 24 // offset, length, CRC-32C, 0
	sectionAlign  = 64
	maxSections   = 64
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errFormat = errors.New("not a file of ratings of this version, or a damaged one")

// metadata is the first section, as JSON: everything but the numbers and texts in the other sections.
type metadata struct {
	Users, Items int
	Low, High    float64
	Origin       loaders.Origin
	Titles       bool
	Outside      *metadata // of the ratings outside a catalogue
}

// sectionsPerPart is the number of sections of ratings, and of those outside a catalogue.
const sectionsPerPart = 11
