package loaders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

// put writes a file into a folder of its own and returns its path.
func put(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	putAt(t, path, content)
	return path
}

func putAt(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, source string, opt Options) *Ratings {
	t.Helper()
	r, err := Open(context.Background(), source, opt)
	if err != nil {
		t.Fatalf("Open(%q): %v", source, err)
	}
	return r
}

// refused opens what must not open and returns the reason.
func refused(t testing.TB, source string, opt Options) *InputError {
	t.Helper()
	r, err := Open(context.Background(), source, opt)
	var bad *InputError
	if !errors.As(err, &bad) {
		t.Fatalf("Open(%q) gives error %v, not an InputError", source, err)
	}
	if r != nil {
		t.Fatalf("Open(%q) returns ratings beside its error", source)
	}
	return bad
}

// fataler is a test of the testing package or of rapid.
type fataler interface{ Fatal(...any) }

func zipped(t fataler, content string) string {
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

func zstandard(t fataler, content string) string {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(content), nil))
}

// listing is every rating as text, by external id.
func listing(r *Ratings) []string {
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

// checkShape fails where ratings break what the type promises.
func checkShape(t interface{ Fatalf(string, ...any) }, r *Ratings) {
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

// triplets draws triplets with repeats over few users and items.
func triplets(t *rapid.T, users, items int) (user, item []uint32, value []float32) {
	n := rapid.IntRange(0, 200).Draw(t, "count")
	for range n {
		user = append(user, uint32(rapid.IntRange(0, users-1).Draw(t, "user")))
		item = append(item, uint32(rapid.IntRange(0, items-1).Draw(t, "item")))
		// No two values are so close that no range would hold them.
		value = append(value, float32(math.Round(1024*rapid.Float64Range(-5, 5).Draw(t, "value"))/1024))
	}
	return user, item, value
}

// ratings draws ratings with the names 1 to n.
func ratings(t *rapid.T) *Ratings {
	users, items := rapid.IntRange(1, 12).Draw(t, "users"), rapid.IntRange(1, 12).Draw(t, "items")
	user, item, value := triplets(t, users, items)
	r, err := FromTriplets(user, item, value, About{Users: Numbered(users), Items: Numbered(items), Low: -5, High: 5})
	if err != nil {
		t.Fatalf("FromTriplets: %v", err)
	}
	return r
}
