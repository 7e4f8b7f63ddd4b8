package als

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// sample returns which of the ratings r train the items in step t (0: in all): those of trained items, at most k of
// each user. Which ones depends on the user's own ratings, the noisy counts and coins of their own, so that their absence
// changes nobody else's.
func sample(ctx context.Context, c config, task *method.Task, r *loaders.Ratings, t int, trained []bool, counts []float64) (*loaders.Ratings, error) {
	if c.k == 0 && !slices.Contains(trained, false) {
		return r, nil
	}
	kept := make([]int, r.Users) // ratings kept of each user
	place := make([]uint32, r.Count())
	bounds := parallel.Ranges(r.Ptr, 8*chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			from, to := r.Ptr[i], r.Ptr[i+1]
			list := place[from:from:to]
			for e := from; e < to; e++ {
				if trained[r.Item[e]] {
					list = append(list, uint32(e-from))
				}
			}
			if c.k > 0 && len(list) > c.k {
				choose(c, list, r.Item[from:to], counts, func() *rand.Rand { return coins(task.Seed, r.UserNames.At(i), t) })
				list = list[:c.k]
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

// choose moves the k ratings to keep to the front of list, which holds positions in items: uniformly at random, or
// the rarest by noisy count.
func choose(c config, list []uint32, items []uint32, counts []float64, random func() *rand.Rand) {
	if c.sampling != samplingUniform {
		slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(counts[items[a]], counts[items[b]]) })
		return
	}
	r := random()
	for i := 0; i < c.k; i++ {
		j := i + r.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
}

// coins are a user's own: they follow from the run's seed, their id and what they are for, not from their place among the
// others.
func coins(seed [32]byte, name string, what int) *rand.Rand {
	h := fnv.New64a()
	h.Write(seed[:16])
	h.Write([]byte(name))
	if what != 0 {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(what)))
	}
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[16:24]), h.Sum64()))
}
