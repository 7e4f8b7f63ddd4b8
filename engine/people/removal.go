package people

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// RemovalEffect is what changes for other users when one user's ratings are removed and the same method is trained again
// with the same noise: the removed ratings cause the whole difference. It is an experiment on private ratings with known
// noise, for the curator alone, and with one draw of the noise; what holds for every draw is the ε of the method.
type RemovalEffect struct {
	Others  int     // number of users whose predictions were compared
	Mean    float64 // mean absolute change of a prediction, over these users and the items, in rating units
	Largest float64 // largest of these changes
	Lists   float64 // fraction of these users whose recommendations are other items, in [0, 1]
}

// Sample is the size of the sample that a comparison takes: a number of other users, and of items for each.
type Sample struct {
	Others, Items   int
	Recommendations int // length of the lists compared
}

// DefaultSample takes well under a second once two models are trained.
var DefaultSample = Sample{Others: 200, Items: 500, Recommendations: 10}

// FullModel is a method trained on all users, to compare with the same method trained without one of them. It is read
// only once made.
type FullModel struct {
	problem engine.Problem
	config  engine.Config
	model   method.Model
}

// TrainFull trains c on all users. c needs a seed: if the noise differed between two runs, it would hide the effect of
// one user. Nothing is charged, since the run is a simulation and only the caller sees the result.
func TrainFull(ctx context.Context, p engine.Problem, c engine.Config) (*FullModel, error) {
	if c.Seed == nil {
		return nil, errors.New("the effect of removing a user needs the same noise in both runs: set a seed")
	}
	c.Ledger, c.Keep, c.PrivateMetrics = nil, nil, 0
	m, err := fit(ctx, p, p.Split.Train, c)
	if err != nil {
		return nil, err
	}
	return &FullModel{problem: p, config: c, model: m}, nil
}

// Remove trains again without the ratings of a user and returns the effect on the predictions for other users.
func (f *FullModel) Remove(ctx context.Context, user int, s Sample) (RemovalEffect, error) {
	train := f.problem.Split.Train
	if user < 0 || user >= train.Users {
		return RemovalEffect{}, fmt.Errorf("user %d is not in the ratings: give an index from 0 to %d", user, train.Users-1)
	}
	m, err := fit(ctx, f.problem, train.WithoutRatingsOf(user), f.config)
	if err != nil {
		return RemovalEffect{}, err
	}
	return compare(ctx, train, f.model, m, user, s, max(f.config.Threads, 1))
}

// fit trains on all ratings: only the model matters, so none is held out for errors.
func fit(ctx context.Context, p engine.Problem, train *loaders.Ratings, c engine.Config) (method.Model, error) {
	split, err := loaders.SplitRatings(train, "100-0-0", 0)
	if err != nil {
		return nil, err
	}
	h, err := engine.Run(ctx, engine.Problem{Name: p.Name, Split: split}, c)
	if err != nil {
		return nil, err
	}
	if _, err := h.Wait(); err != nil {
		return nil, err
	}
	return h.Model(), nil
}

// compare compares the predictions of two models for a sample of other users with ratings.
func compare(ctx context.Context, r *loaders.Ratings, with, without method.Model, user int, s Sample, threads int) (RemovalEffect, error) {
	others := draw(r, user, s.Others)
	d := RemovalEffect{Others: len(others)}
	if len(others) == 0 {
		return d, nil
	}
	sums, largest, changed := make([]float64, len(others)), make([]float64, len(others)), make([]bool, len(others))
	stride := max(1, r.Items/max(s.Items, 1))
	before, after := allowedBy(with, r), allowedBy(without, r)
	type pair struct{ before, after method.Local }
	pairs := make([]pair, threads)
	err := parallel.Each(ctx, threads, len(others), func(worker, k int) error {
		if pairs[worker].before == nil {
			pairs[worker] = pair{with.Local(), without.Local()}
		}
		other, w := Of(r, others[k]), pairs[worker]
		w.before.Solve(other.Items, other.Values)
		w.after.Solve(other.Items, other.Values)
		seen := 0
		for j := k % stride; j < r.Items; j += stride {
			x, y := w.before.Predict(uint32(j)), w.after.Predict(uint32(j))
			change := math.Abs(min(max(x, before.low), before.high) - min(max(y, after.low), after.high))
			sums[k] += change
			largest[k] = max(largest[k], change)
			seen++
		}
		sums[k] /= float64(max(seen, 1))
		was, now := recommend(w.before, other, before, s.Recommendations).Picks, recommend(w.after, other, after, s.Recommendations).Picks
		changed[k] = Overlap(was, now) < len(was)
		return nil
	})
	if err != nil {
		return RemovalEffect{}, err
	}
	for k := range others {
		d.Mean += sums[k] / float64(len(others))
		d.Largest = max(d.Largest, largest[k])
		if changed[k] {
			d.Lists += 1 / float64(len(others))
		}
	}
	return d, nil
}

// draw returns n users with ratings, or as many as there are, without the removed user. The same user gives the same
// sample. It draws from a shuffle as far as needed, so that many users cost no more than few.
func draw(r *loaders.Ratings, user, n int) []int {
	var others []int
	random := rand.New(rand.NewPCG(uint64(user), 0))
	moved := make(map[int]int) // of a shuffle of all users, the places that are not their own
	at := func(i int) int {
		if v, ok := moved[i]; ok {
			return v
		}
		return i
	}
	for i := 0; i < r.Users && len(others) < n; i++ {
		k := i + random.IntN(r.Users-i)
		one := at(k)
		moved[k] = at(i)
		if one != user && r.Ptr[one] < r.Ptr[one+1] {
			others = append(others, one)
		}
	}
	return others
}
