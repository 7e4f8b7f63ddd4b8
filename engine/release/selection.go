package release

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// Sampling is a way to choose the ratings that train the items.
type Sampling int

// The samplings.
const (
	ByWeight Sampling = iota // all ratings, or the K rarest of each user, with weights
	Uniform                  // K of each user at random
	Adaptive                 // the K rarest of each user
)

// String returns the name of the sampling as a choice of the parameter.
func (s Sampling) String() string { return samplings[s] }

var samplings = []string{ByWeight: "weights", Uniform: "uniform", Adaptive: "adaptive"}

// Samplings returns the names of all samplings, in the order of their values.
func Samplings() []string { return slices.Clone(samplings) }

// Selection says which ratings train the items.
type Selection struct {
	K              int     // ratings of a user; 0: all
	Beta           float64 // fraction of the items that is trained, in (0, 1]
	Sampling       Sampling
	WeightExponent float64 // where Sampling is ByWeight: a rating's weight grows with its item's noisy count to this power
}

// SelectionOf returns the selection of settings that have k, beta and weight-exponent.
func SelectionOf(s method.Settings, sampling Sampling) Selection {
	return Selection{K: int(s["k"]), Beta: s["beta"], WeightExponent: s["weight-exponent"], Sampling: sampling}
}

// Bound is the bound on Σ_j ω_ij² of a user: K, or 1 where every rating is used (calibrated noise makes the scale
// immaterial).
func (s Selection) Bound() float64 {
	if s.K > 0 {
		return float64(s.K)
	}
	return 1
}

// Trained returns how many of so many items are trained: ⌈β·items⌉.
func (s Selection) Trained(items int) int {
	return min(items, int(math.Ceil(s.Beta*float64(items))))
}

// choose returns which of the ratings r train the items in iteration t (0: in all): those of trained items, at most K of
// each user. Which ones depends on the user's own ratings, the noisy counts and the user's own coins, so that removing a
// user changes no other user's.
func (s Selection) choose(ctx context.Context, task *method.Task, r *loaders.Ratings, t int, trained []bool, counts []float64) (*loaders.Ratings, error) {
	if s.K == 0 && !slices.Contains(trained, false) {
		return r, nil
	}
	kept := make([]int, r.Users) // ratings kept of each user
	place := make([]uint32, r.Count())
	bounds := parallel.Ranges(r.Ptr, 8*Chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			from, to := r.Ptr[i], r.Ptr[i+1]
			list := place[from:from:to]
			for e := from; e < to; e++ {
				if trained[r.Item[e]] {
					list = append(list, uint32(e-from))
				}
			}
			if s.K > 0 && len(list) > s.K {
				if s.Sampling == Uniform {
					list = method.PickRandom(list, s.K, method.UserRandom(task.Seed, r.UserNames.At(i), t))
				} else {
					list = rarest(list, s.K, r.Item[from:to], counts)
				}
				slices.Sort(list)
			}
			kept[i] = len(list)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &loaders.Ratings{Users: r.Users, Items: r.Items, Ptr: make([]int64, r.Users+1), Low: r.Low, High: r.High}
	for i, n := range kept {
		out.Ptr[i+1] = out.Ptr[i] + int64(n)
	}
	out.Item = make([]uint32, out.Ptr[r.Users])
	out.Value = make([]float32, out.Ptr[r.Users])
	for i, n := range kept {
		from, at := r.Ptr[i], out.Ptr[i]
		for k, p := range place[from : from+int64(n)] {
			out.Item[at+int64(k)] = r.Item[from+int64(p)]
			out.Value[at+int64(k)] = r.Value[from+int64(p)]
		}
	}
	return out, nil
}

// rarest moves the k numbers of list, which holds positions in items, of smallest noisy count to its front and returns them.
func rarest(list []uint32, k int, items []uint32, counts []float64) []uint32 {
	slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(counts[items[a]], counts[items[b]]) })
	return list[:k]
}
