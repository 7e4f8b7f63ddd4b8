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
	"dpals/internal/splitmix"
)

// lanes is the number of 64-bit sums in a fingerprint, which are computed from independent bits of the hashes.
const lanes = 4

// Fingerprint returns 64 hexadecimal digits that depend on the ratings alone: on the set of (user id, item id, value),
// and not on the file's path or format, the order of its rows, or the indices of users and items. It does not depend on
// titles, the range and items without ratings, since these say nothing about any user, nor on users without ratings.
//
// A fingerprint is a function of private data, and it is exact: it lets its holder test a guess of all the ratings. The
// ledger keeps it beside the data, in the state folder. It must never be published or exported.
//
// Fingerprints of overlapping data sets are unrelated: the same users in another file, or a file in which one rating has
// changed, are not recognised.
//
// Every rating is hashed together with the hashes of its names, and the hashes are added modulo 2⁶⁴ in each lane, so
// that their order does not matter. Accidental collisions do not happen; data constructed to collide may.
func Fingerprint(ctx context.Context, r *Ratings) (string, error) {
	count := 0
	var total [lanes]uint64
	// Ratings outside the catalogue are of the same users, so they count: a catalogue does not change the fingerprint.
	for part := r; part != nil; part = part.OutsideCatalogue {
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

// hash returns the sum of the hashes of the ratings, by lane.
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
					sum[l] += splitmix.Mix(splitmix.Mix(user[l]^bits.RotateLeft64(item[l], 32)) + value*splitmix.Golden)
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

// add adds the terms to the total, modulo 2⁶⁴.
func add(total *[lanes]uint64, terms [lanes]uint64) {
	for l := range total {
		total[l] += terms[l]
	}
}

// nameHash returns the hash of a name, and a buffer for the next call.
func nameHash(kind string, names Names, i int, buffer []byte) (h [lanes]uint64, _ []byte) {
	buffer = names.AppendTo(append(append(buffer[:0], kind...), 0), i)
	sum := sha256.Sum256(buffer)
	for l := range h {
		h[l] = binary.LittleEndian.Uint64(sum[8*l:])
	}
	return h, buffer
}
