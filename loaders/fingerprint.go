package loaders

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/bits"
	"sort"

	"dpals/internal/parallel"
)

// lanes is how many sums of 64 bits a fingerprint is made of. Each is hashed on its own.
const lanes = 4

// Fingerprint returns 64 hexadecimal digits that depend on the ratings alone: on the set of (user id, item id, value),
// and not on the file's path or format, the order of its rows, or how users and items are numbered here. Titles, the
// range and items that nobody rated do not count, since they say nothing about any user, and neither do users without
// ratings.
//
// A fingerprint is a function of private data, and it is exact: whoever has one can test a guess of all the ratings.
// It may be kept beside the data, as the ledger does in the state folder, and is never published or exported.
//
// Two data sets that overlap have fingerprints that nothing relates: the same users in another file, or a single rating
// changed, cannot be recognised by it.
//
// Every rating is hashed together with the hashes of its names, and the hashes are added modulo 2⁶⁴ in each lane, so
// that their order does not matter. Collisions by accident do not happen; data made up to collide may.
func Fingerprint(ctx context.Context, r *Ratings) (string, error) {
	count := 0
	var total [lanes]uint64
	// Ratings that a catalogue leaves out are of the same people, so they count: the catalogue changes nothing here.
	for part := r; part != nil; part = part.outside {
		sum, err := part.hash(ctx)
		if err != nil {
			return "", err
		}
		count += part.Count()
		add(&total, sum)
	}
	text := []byte("dpals ratings 1\n")
	text = binary.LittleEndian.AppendUint64(text, uint64(count))
	for _, s := range total {
		text = binary.LittleEndian.AppendUint64(text, s)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// hash adds up the hashes of the ratings.
func (r *Ratings) hash(ctx context.Context) (total [lanes]uint64, err error) {
	items := make([][lanes]uint64, r.Items)
	err = parallel.Blocks(ctx, r.Items, 1<<12, func(_, lo, hi int) {
		var name []byte
		for j := lo; j < hi; j++ {
			items[j], name = nameHash("item", r.ItemNames, j, name)
		}
	})
	if err != nil {
		return total, err
	}
	sums := make([][lanes]uint64, parallel.Processors())
	err = parallel.Blocks(ctx, r.Count(), 1<<16, func(worker, lo, hi int) {
		var sum, user [lanes]uint64
		var name []byte
		i := sort.Search(r.Users, func(i int) bool { return r.Ptr[i+1] > int64(lo) })
		for e := lo; e < hi; i++ {
			user, name = nameHash("user", r.UserNames, i, name)
			for end := min(hi, int(r.Ptr[i+1])); e < end; e++ {
				value := uint64(math.Float32bits(r.Value[e] + 0)) // +0 and −0 are one rating
				item := &items[r.Item[e]]
				for l := range sum {
					sum[l] += mixed(mixed(user[l]^bits.RotateLeft64(item[l], 32)) + value*golden)
				}
			}
		}
		add(&sums[worker], sum)
	})
	for _, s := range sums {
		add(&total, s)
	}
	return total, err
}

func add(total *[lanes]uint64, terms [lanes]uint64) {
	for l := range total {
		total[l] += terms[l]
	}
}

// nameHash hashes a name, with room for it that is reused.
func nameHash(kind string, names Names, i int, room []byte) (h [lanes]uint64, _ []byte) {
	room = names.AppendTo(append(append(room[:0], kind...), 0), i)
	sum := sha256.Sum256(room)
	for l := range h {
		h[l] = binary.LittleEndian.Uint64(sum[8*l:])
	}
	return h, room
}

const golden = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio, odd

// mixed is a bijection of 64-bit words every bit of whose result depends on every bit of x (SplitMix64; Steele, Lea,
// Flood 2014).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
