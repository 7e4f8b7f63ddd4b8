package loaders_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// A fingerprint must never change: the ledger would not recognise data sets with charges.
func TestFingerprintIsFixed(t *testing.T) {
	r := open(t, ratingstest.WriteFile(t, "r.csv", "user,item,rating\nann,alpha,5\nann,beta,3.5\nbob,alpha,1\n"), sources.Options{})
	const want = "4ff88bbcd75353e70ccdde422ce50a4e1c365f01eb033fe283b20adf1212ade0"
	if got := ratingstest.Fingerprint(t, r); got != want {
		t.Errorf("fingerprint %s, want %s", got, want)
	}
}

func TestFingerprintDependsOnContentAlone(t *testing.T) {
	const base = "user,item,rating\n7,10,5\n7,20,3.5\n8,10,0\n"
	want := ratingstest.Fingerprint(t, open(t, ratingstest.WriteFile(t, "r.csv", base), sources.Options{}))
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
		{"compressed", "r.csv.gz", ratingstest.Gzip(t, base), true},
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
			got := ratingstest.Fingerprint(t, open(t, ratingstest.WriteFile(t, c.file, c.content), sources.Options{}))
			if (got == want) != c.same {
				t.Errorf("same fingerprint: %v", got == want)
			}
		})
	}
}

func TestFingerprintIgnoresItemsWithoutRatings(t *testing.T) {
	build := func(items int, low, high float64, titles []string) *loaders.Ratings {
		r, err := loaders.FromTriplets([]uint32{0, 1}, []uint32{0, 1}, []float32{2, 3}, loaders.About{Users: loaders.Numbered(2), Items: loaders.Numbered(items), Low: low, High: high, Titles: titles})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := ratingstest.Fingerprint(t, build(2, 1, 5, nil))
	if got := ratingstest.Fingerprint(t, build(7, 0, 10, make([]string, 7))); got != want {
		t.Error("the fingerprint depends on the catalogue, the range or the titles")
	}
}

// A fingerprint does not depend on the indices of users and items, and it depends on every rating.
func TestFingerprintProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratingstest.Ratings(t)
		want := ratingstest.Fingerprint(t, r)
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
			r, err := loaders.FromTriplets(user, item, value, loaders.About{Users: loaders.NamesOf(userNames), Items: loaders.NamesOf(itemNames), Low: -5, High: 5})
			if err != nil {
				t.Fatal(err)
			}
			return ratingstest.Fingerprint(t, r)
		}
		if build() != want {
			t.Fatal("the fingerprint depends on the indices")
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
			t.Fatal("the fingerprint does not depend on a changed rating")
		}
	})
}

func TestFingerprintCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := loaders.Fingerprint(ctx, open(t, "synth:skewed", sources.Options{})); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled fingerprint gives %v", err)
	}
}
