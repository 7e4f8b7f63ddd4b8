package als

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
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
	d, err := deal(context.Background(), &method.Task{Train: r, Seed: [32]byte{5}, Threads: threads}, parts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every rating is in one part; a user's parts are as large as each other, or one larger; items ascend.
func TestDealingUsesEveryRatingOnce(t *testing.T) {
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

// A user's absence changes nobody else's parts, nor does the number of threads.
func TestDealingIsEachUsersOwn(t *testing.T) {
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

// A start is kept where its columns are spread over many items, and given up, with a note, where one item holds one.
func TestACoherentStartIsGivenUp(t *testing.T) {
	const m, r = 100, 3
	s := &starter{rank: r, items: make([]int, m)}
	random, v := make([]float32, m*r), make([]float32, m*r)
	source := rand.New(rand.NewPCG(1, 1))
	for j := range m {
		s.items[j] = j
		for d := range r {
			random[j*r+d], v[j*r+d] = 7, float32(source.NormFloat64())
		}
	}
	orthonormalise(v, m, r)
	spread := append([]float32(nil), v...)
	if s.accept(v, random); v[0] != spread[0] || s.note() != "" {
		t.Errorf("a spread start was given up: %s", s.note())
	}
	v[4*r+1] = 1000
	orthonormalise(v, m, r)
	if s.accept(v, random); v[0] != 7 || !strings.Contains(s.note(), "The start was given up") {
		t.Errorf("a start in which one item holds a column was kept; note %q", s.note())
	}
}

// A direction that nothing is believed of has the size of a start again and leans as what was released of it.
func TestRevivedFactorsLeanAsReleased(t *testing.T) {
	f := &ebFit{config: config{rank: 2}, items: []int{0, 1, 3}}
	q, y := make([]float32, 8), []float64{3, -4, 0}
	f.revive(q, 1, y)
	norm := math.Sqrt(float64(q[1]*q[1]+q[3]*q[3]+q[7]*q[7]) / 3)
	if math.Abs(norm-startScale) > 1e-6 || q[1] <= 0 || math.Abs(float64(q[3]/q[1])+4./3) > 1e-6 || q[0] != 0 || q[5] != 0 {
		t.Errorf("factors %v, want column 1 of items 0, 1 and 3 along %v with s.d. %g", q, y, startScale)
	}
	before := append([]float32(nil), q...)
	f.revive(q, 1, []float64{0, 0, 0})
	for k := range q {
		if q[k] != before[k] {
			t.Fatalf("nothing released changed the factors to %v", q)
		}
	}
}

// What users add has norm at most 1, and less where they rate everything nearly alike.
func TestRowsHaveNormOne(t *testing.T) {
	r := some(t, 40, 30, -1)
	d := &design{ratings: r, item: make([]float64, r.Items), user: make([]float64, r.Users)}
	for j := range d.item {
		d.item[j] = 1 + float64(j%3)
	}
	values := append([]float32(nil), r.Value...)
	for i := range d.user {
		d.user[i] = 0.3
	}
	first, _ := r.User(0)
	for e := range first {
		values[e] = 1e-4
	}
	s, err := newStarter(context.Background(), &method.Task{Train: r, Public: method.Public{Low: 1, High: 5}, Threads: 2, Progress: silent{}}, 2, nil, nil, d, values)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Users {
		squares := 0.0
		for _, a := range s.rowOf(i) {
			squares += float64(a) * float64(a)
		}
		if norm := math.Sqrt(squares); norm > 1 || (i > 0 && len(s.rowOf(i)) > 0 && norm < 0.999) || (i == 0 && norm > 0.01) {
			t.Errorf("user %d has a row of norm %g", i, norm)
		}
	}
}

type silent struct{}

func (silent) Phase(string, int, int)            {}
func (silent) Part(float64)                      {}
func (silent) Iteration(int, method.Model) error { return nil }
