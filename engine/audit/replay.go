package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// transcript is everything that one run released.
type transcript struct {
	mu         sync.Mutex
	statistics []statistic // of every release, in the order of the plan
}

// statistic is one release, block by block.
type statistic struct {
	accounting.Release
	exact, noisy [][]float64 // by block
	weight       []float64   // of the coordinates of a block in the squared norm; nil: all 1
}

// sums are the exact sums of a run by statistic and block.
type sums [][][]float64

// release runs the mechanism on the ratings and writes down what it released.
func (c *claim) release(ctx context.Context, r *loaders.Ratings, key uint64, p method.Progress) (*transcript, error) {
	t := new(transcript)
	if c.plan != nil {
		t.statistics = make([]statistic, len(c.plan.Releases))
		for i, r := range c.plan.Releases {
			t.statistics[i].Release = r
		}
	}
	model, err := c.run(ctx, r, key, t.record, p)
	if err == nil {
		err = p.Iteration(0, model)
	}
	return t, err
}

func (t *transcript) record(r accounting.Release, block int, exact, noisy []float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &t.statistics[t.place(r.Name)]
	if s.exact == nil {
		s.weight = weights(r, len(exact))
	}
	for len(s.exact) <= block {
		s.exact, s.noisy = append(s.exact, nil), append(s.noisy, nil)
	}
	s.exact[block], s.noisy[block] = exact, slices.Clone(noisy)
}

// place is where the release of that name stands. A meter makes planned releases only.
func (t *transcript) place(name string) (i int) {
	for t.statistics[i].Name != name {
		i++
	}
	return i
}

// replay runs the mechanism on other ratings, shows it the releases of the transcript in place of its own, and returns
// its exact sums. So every sum differs from the transcript's by the users in whom the ratings differ, and by nothing
// else, as the definition of an adaptive composition asks.
//
// It is an error if what is released differs in form: that would tell about the users without any noise.
func (t *transcript) replay(ctx context.Context, c *claim, r *loaders.Ratings, p method.Progress) (sums, error) {
	other := make(sums, len(t.statistics))
	for i, s := range t.statistics {
		other[i] = make([][]float64, len(s.exact))
	}
	var mu sync.Mutex
	differs := ""
	model, err := c.run(ctx, r, 0, func(r accounting.Release, block int, exact, noisy []float64) {
		mu.Lock()
		defer mu.Unlock()
		i := t.place(r.Name)
		s := &t.statistics[i]
		if block >= len(s.exact) || len(s.exact[block]) != len(exact) {
			differs = r.Name
			return
		}
		other[i][block] = exact
		copy(noisy, s.noisy[block])
	}, p)
	if err == nil {
		err = p.Iteration(0, model)
	}
	if err != nil {
		return nil, err
	}
	for i, s := range t.statistics {
		for b := range s.exact {
			if other[i][b] == nil {
				differs = s.Name
			}
		}
	}
	if differs != "" {
		return nil, fmt.Errorf("release %q has other blocks on neighbouring ratings: its form tells of a user", differs)
	}
	return other, nil
}

// weights are those of a block's coordinates in the squared Frobenius norm: in a packed upper triangle the coordinates
// off the diagonal count twice, and their noise has half the variance. nil: all are 1.
func weights(r accounting.Release, size int) []float64 {
	if !r.Symmetric {
		return nil
	}
	w := make([]float64, 0, size)
	for left := int(math.Sqrt(float64(2 * size))); left > 0; left-- {
		w = append(w, 1)
		for range left - 1 {
			w = append(w, 2)
		}
	}
	return w
}

// dot is ⟨a − b, c − d⟩ in a block's norm.
func (s *statistic) dot(a, b, c, d []float64) float64 {
	total := 0.0
	for i := range a {
		x := (a[i] - b[i]) * (c[i] - d[i])
		if s.weight != nil {
			x *= s.weight[i]
		}
		total += x
	}
	return total
}

// distances returns how far apart in its norm each statistic's sums are in the two runs.
func (t *transcript) distances(other sums) []float64 {
	d := make([]float64, len(t.statistics))
	for i, s := range t.statistics {
		for b, exact := range s.exact {
			d[i] += s.dot(exact, other[i][b], exact, other[i][b])
		}
		d[i] = math.Sqrt(d[i])
	}
	return d
}
