package ratingstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"dpals/loaders"
)

// WriteFile writes a file into a folder of its own and returns its path.
func WriteFile(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	WriteFileAt(t, path, content)
	return path
}

// WriteFileAt writes a file, and makes its folder.
func WriteFileAt(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Fataler is a test of package testing or of rapid.
type Fataler interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// Loaded returns ratings that must have been loaded without an error.
func Loaded(t testing.TB, r *loaders.Ratings, err error) *loaders.Ratings {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Refused returns the error of loading what must be refused, which is an InputError.
func Refused(t testing.TB, r *loaders.Ratings, err error) *loaders.InputError {
	t.Helper()
	var refusal *loaders.InputError
	if !errors.As(err, &refusal) {
		t.Fatalf("error %v is not an InputError", err)
	}
	if r != nil {
		t.Fatal("there are ratings beside the error")
	}
	return refusal
}

// Gzip returns a text compressed with gzip.
func Gzip(t Fataler, content string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Zstd returns a text compressed with zstd.
func Zstd(t Fataler, content string) string {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(content), nil))
}

// Listing returns every rating as text, with the ids of its user and item, in ascending order.
func Listing(r *loaders.Ratings) []string {
	all := make([]string, 0, r.Count())
	for i := range r.Users {
		items, values := r.User(i)
		for k, j := range items {
			all = append(all, fmt.Sprintf("%q %q %g", r.UserNames.At(i), r.ItemNames.At(int(j)), values[k]))
		}
	}
	slices.Sort(all)
	return all
}

// CheckShape fails the test where ratings break what their type promises.
func CheckShape(t Fataler, r *loaders.Ratings) {
	if len(r.Ptr) != r.Users+1 || r.Ptr[0] != 0 || r.Ptr[r.Users] != int64(r.Count()) || len(r.Value) != r.Count() {
		t.Fatalf("rows %v do not span %d items and %d values", r.Ptr, len(r.Item), len(r.Value))
	}
	if r.UserNames.Len() != r.Users || r.ItemNames.Len() != r.Items || (r.Titles != nil && len(r.Titles) != r.Items) {
		t.Fatalf("%d names of %d users, %d names and %d titles of %d items", r.UserNames.Len(), r.Users, r.ItemNames.Len(), len(r.Titles), r.Items)
	}
	if !(r.Low < r.High) {
		t.Fatalf("empty range %g to %g", r.Low, r.High)
	}
	for i := range r.Users {
		items, values := r.User(i)
		for k, j := range items {
			if int(j) >= r.Items || (k > 0 && items[k-1] >= j) {
				t.Fatalf("user %d: items %v are not ascending below %d", i, items, r.Items)
			}
			if v := float64(values[k]); !(v >= r.Low && v <= r.High) {
				t.Fatalf("user %d: rating %v outside %g to %g", i, v, r.Low, r.High)
			}
		}
	}
}

// Triplets draws triplets with repeats over few users and items.
func Triplets(t *rapid.T, users, items int) (user, item []uint32, value []float32) {
	n := rapid.IntRange(0, 200).Draw(t, "count")
	for range n {
		user = append(user, uint32(rapid.IntRange(0, users-1).Draw(t, "user")))
		item = append(item, uint32(rapid.IntRange(0, items-1).Draw(t, "item")))
		// No two values are so close that no range would hold them.
		value = append(value, float32(math.Round(1024*rapid.Float64Range(-5, 5).Draw(t, "value"))/1024))
	}
	return user, item, value
}

// Ratings draws ratings of few users and items, whose names are 1 to n.
func Ratings(t *rapid.T) *loaders.Ratings {
	users, items := rapid.IntRange(1, 12).Draw(t, "users"), rapid.IntRange(1, 12).Draw(t, "items")
	user, item, value := Triplets(t, users, items)
	r, err := loaders.FromTriplets(user, item, value, loaders.About{Users: loaders.Numbered(users), Items: loaders.Numbered(items), Low: -5, High: 5})
	if err != nil {
		t.Fatalf("FromTriplets: %v", err)
	}
	return r
}

// CheckSame fails the test unless ratings agree in everything but what is built on demand.
func CheckSame(t Fataler, got, want *loaders.Ratings) {
	for got != nil && want != nil {
		for _, f := range []struct {
			name      string
			got, want any
		}{
			{"size", [2]int{got.Users, got.Items}, [2]int{want.Users, want.Items}},
			{"Ptr", got.Ptr, want.Ptr}, {"Item", got.Item, want.Item}, {"Value", got.Value, want.Value},
			{"range", [2]float64{got.Low, got.High}, [2]float64{want.Low, want.High}},
			{"user names", got.UserNames, want.UserNames}, {"item names", got.ItemNames, want.ItemNames},
			{"titles", got.Titles, want.Titles}, {"origin", got.Origin, want.Origin},
		} {
			if !reflect.DeepEqual(f.got, f.want) {
				t.Fatalf("%s: %v, want %v", f.name, f.got, f.want)
			}
		}
		got, want = got.OutsideCatalogue, want.OutsideCatalogue
	}
	if (got == nil) != (want == nil) {
		t.Fatalf("ratings %v, want %v", got, want)
	}
}

// CheckNames fails the test unless names are the given ids.
func CheckNames(t Fataler, names loaders.Names, ids []string) {
	if names.Len() != len(ids) {
		t.Fatalf("%d names for %d ids", names.Len(), len(ids))
	}
	for i, id := range ids {
		if got := names.At(i); got != id {
			t.Fatalf("name %d of %q is %q", i, ids, got)
		}
		if got := string(names.AppendTo([]byte("x"), i)); got != "x"+id {
			t.Fatalf("name %d of %q appends as %q", i, ids, got)
		}
	}
}

// Fingerprint returns the fingerprint of ratings.
func Fingerprint(t Fataler, r *loaders.Ratings) string {
	f, err := loaders.Fingerprint(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
