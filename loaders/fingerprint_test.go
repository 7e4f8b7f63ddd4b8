package loaders

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func fingerprint(t fataler, r *Ratings) string {
	f, err := Fingerprint(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The written form of a fingerprint must never change: a ledger would forget what was spent.
func TestFingerprintIsFixed(t *testing.T) {
	r := open(t, put(t, "r.csv", "user,item,rating\nann,alpha,5\nann,beta,3.5\nbob,alpha,1\n"), Options{})
	const want = "4ff88bbcd75353e70ccdde422ce50a4e1c365f01eb033fe283b20adf1212ade0"
	if got := fingerprint(t, r); got != want {
		t.Errorf("fingerprint %s, want %s", got, want)
	}
}

func TestFingerprintSeesContentAlone(t *testing.T) {
	const base = "user,item,rating\n7,10,5\n7,20,3.5\n8,10,0\n"
	want := fingerprint(t, open(t, put(t, "r.csv", base), Options{}))
	for _, c := range []struct {
		name, file, content string
		same                bool
	}{
		{"another path", "other.csv", base, true},
		{"another order", "r.csv", "user,item,rating\n8,10,0\n7,20,3.5\n7,10,5\n", true},
		{"other columns", "r.tsv", "rating\titem\tuser\n5\t10\t7\n3.5\t20\t7\n0\t10\t8\n", true},
		{"timestamps", "r.csv", "user,item,rating,timestamp\n7,10,5,1\n7,20,3.5,2\n8,10,0,3\n", true},
		{"other digits", "r.csv", "user,item,rating\n7,10,5.0\n7,20,3.50\n8,10,0\n", true},
		{"a zero with a sign", "r.csv", "user,item,rating\n7,10,5\n7,20,3.5\n8,10,-0\n", true},
		{"compressed", "r.csv.gz", zipped(t, base), true},
		{"repeated rows", "r.csv", base + "8,10,0\n", true},
		{"one rating changed", "r.csv", "user,item,rating\n7,10,5\n7,20,3\n8,10,0\n", false},
		{"one rating less", "r.csv", "user,item,rating\n7,10,5\n7,20,3.5\n", false},
		{"users exchanged", "r.csv", "user,item,rating\n8,10,5\n8,20,3.5\n7,10,0\n", false},
		{"users and items exchanged", "r.csv", "user,item,rating\n10,7,5\n20,7,3.5\n10,8,0\n", false},
		{"values exchanged", "r.csv", "user,item,rating\n7,10,3.5\n7,20,5\n8,10,0\n", false},
		{"another user", "r.csv", "user,item,rating\n7,10,5\n7,20,3.5\n9,10,0\n", false},
		{"nearly the same name", "r.csv", "user,item,rating\n7,10,5\n7,20,3.5\n08,10,0\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fingerprint(t, open(t, put(t, c.file, c.content), Options{}))
			if (got == want) != c.same {
				t.Errorf("same fingerprint: %v", got == want)
			}
		})
	}
}

func TestFingerprintLeavesOutWhatNobodyRated(t *testing.T) {
	build := func(items int, low, high float64, titles []string) *Ratings {
		r, err := FromTriplets([]uint32{0, 1}, []uint32{0, 1}, []float32{2, 3}, About{Users: Numbered(2), Items: Numbered(items), Low: low, High: high, Titles: titles})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := fingerprint(t, build(2, 1, 5, nil))
	if got := fingerprint(t, build(7, 0, 10, make([]string, 7))); got != want {
		t.Error("the catalogue, the range or the titles count")
	}
}

// Users and items may be numbered in any way, and any one rating tells two sets apart.
func TestFingerprintProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings(t)
		want := fingerprint(t, r)
		users, items := rand.Perm(r.Users), rand.Perm(r.Items)
		userNames, itemNames := make([]string, r.Users), make([]string, r.Items)
		for i, p := range users {
			userNames[p] = r.UserNames.At(i)
		}
		for j, p := range items {
			itemNames[p] = r.ItemNames.At(j)
		}
		var user, item []uint32
		var value []float32
		for i := range r.Users {
			js, vs := r.User(i)
			for k, j := range js {
				user, item, value = append(user, uint32(users[i])), append(item, uint32(items[j])), append(value, vs[k])
			}
		}
		build := func() string {
			r, err := FromTriplets(user, item, value, About{Users: NamesOf(userNames), Items: NamesOf(itemNames), Low: -5, High: 5})
			if err != nil {
				t.Fatal(err)
			}
			return fingerprint(t, r)
		}
		if build() != want {
			t.Fatal("the numbering counts")
		}
		if len(value) == 0 {
			return
		}
		k := rapid.IntRange(0, len(value)-1).Draw(t, "changed")
		if old := value[k]; old == 0.25 {
			value[k] = 0.5
		} else {
			value[k] = 0.25
		}
		if build() == want {
			t.Fatal("a changed rating does not count")
		}
	})
}

func TestFingerprintCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Fingerprint(ctx, open(t, "synth:skewed", Options{})); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled fingerprint gives %v", err)
	}
}

func BenchmarkFingerprint(b *testing.B) {
	r := open(b, "synth:skewed:ml-1m", Options{})
	b.SetBytes(int64(r.Count())) // ratings, so that MB/s reads as millions of ratings a second
	for b.Loop() {
		fingerprint(b, r)
	}
}
