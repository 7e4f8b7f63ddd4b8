package als

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"dpals/engine/method"
	"dpals/loaders"
)

// some are users who rated some of so many items, named by number, without one of them (−1: with all).
func some(t *testing.T, users, items, without int) *loaders.Ratings {
	t.Helper()
	var names []string
	var user, item []uint32
	var value []float32
	for i := range users {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		if i == without {
			continue
		}
		for j := range items {
			if r.IntN(3) == 0 {
				user, item, value = append(user, uint32(len(names))), append(item, uint32(j)), append(value, float32(1+r.IntN(5)))
			}
		}
		names = append(names, strconv.Itoa(i))
	}
	all, err := loaders.FromTriplets(user, item, value, loaders.About{Users: loaders.NamesOf(names), Items: loaders.Numbered(items), Low: 1, High: 5})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func dealt(t *testing.T, r *loaders.Ratings, parts, threads int) []*loaders.Ratings {
	t.Helper()
	d, err := splitRatings(context.Background(), &method.Task{Train: r, Seed: [32]byte{5}, Threads: threads}, parts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every rating is in one part; a user's parts are as large as each other, or one larger; items ascend.
func TestPartsHoldEveryRatingOnce(t *testing.T) {
	r := some(t, 60, 40, -1)
	for _, parts := range []int{1, 3, 7} {
		d := dealt(t, r, parts, 2)
		for i := range r.Users {
			items, values := r.User(i)
			held := map[uint32]float32{}
			for p := range d {
				mine, theirs := d[p].User(i)
				if even := len(items) / parts; len(mine) != even && len(mine) != even+1 {
					t.Fatalf("user %d: %d of %d ratings in part %d of %d", i, len(mine), len(items), p, parts)
				}
				for k, j := range mine {
					if k > 0 && mine[k-1] >= j {
						t.Fatalf("user %d, part %d: items %v do not ascend", i, p, mine)
					}
					held[j] = theirs[k]
				}
			}
			if len(held) != len(items) {
				t.Fatalf("user %d: %d of %d ratings dealt", i, len(held), len(items))
			}
			for k, j := range items {
				if held[j] != values[k] {
					t.Fatalf("user %d: item %d has %g, was %g", i, j, held[j], values[k])
				}
			}
		}
	}
}

// Removing a user changes no other user's parts, nor does the number of threads.
func TestPartsDoNotDependOnOtherUsers(t *testing.T) {
	const gone = 17
	with, without := dealt(t, some(t, 60, 40, -1), 4, 1), dealt(t, some(t, 60, 40, gone), 4, 7)
	for p := range with {
		for i := range with[p].Users {
			if i == gone {
				continue
			}
			other := i
			if i > gone {
				other--
			}
			a, _ := with[p].User(i)
			b, _ := without[p].User(other)
			if len(a) != len(b) {
				t.Fatalf("user %d has %d ratings in part %d, and %d without user %d", i, len(a), p, len(b), gone)
			}
			for k := range a {
				if a[k] != b[k] {
					t.Fatalf("user %d: part %d is %v, and %v without user %d", i, p, a, b, gone)
				}
			}
		}
	}
}
