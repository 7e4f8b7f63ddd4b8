package release

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/loaders/synthetic"
)

// A start is kept where its columns are spread over many items, and rejected, with a note, where one item holds one.
func TestCoherentStartIsRejected(t *testing.T) {
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
	estimate.Orthonormalise(v, r)
	spread := append([]float32(nil), v...)
	if s.accept(v, random); v[0] != spread[0] || s.note() != "" {
		t.Errorf("a spread start was rejected: %s", s.note())
	}
	v[4*r+1] = 1000
	estimate.Orthonormalise(v, r)
	if s.accept(v, random); v[0] != 7 || !strings.Contains(s.note(), "The start was rejected") {
		t.Errorf("a start in which one item holds a column was kept; note %q", s.note())
	}
}

// What users add has norm at most 1, and less where they rate everything nearly alike.
func TestRowsHaveNormOne(t *testing.T) {
	r, err := synthetic.Generate(t.Context(), "synth:skewed:n=40,m=30,per=10", 1)
	if err != nil {
		t.Fatal(err)
	}
	d := &Design{Ratings: r, Item: make([]float64, r.Items), User: make([]float64, r.Users)}
	for j := range d.Item {
		d.Item[j] = 1 + float64(j%3)
	}
	values := append([]float32(nil), r.Value...)
	for i := range d.User {
		d.User[i] = 0.3
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
