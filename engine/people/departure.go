package people

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/parallel"
	"dpals/loaders"
)

// Departure is what changes for others when one user's ratings are taken away and the same method is trained again with
// the same noise: all the difference is hers. It is an experiment on private ratings with known noise, for the curator
// alone, and it is one draw of the noise; what holds for every draw is the ε of the method.
type Departure struct {
	Others  int     // whose predictions were compared
	Mean    float64 // absolute change of a prediction, over others and items, in rating units
	Largest float64 // of these changes
	Lists   float64 // share of the others whose favourites are no longer the same items, in [0, 1]
}

// Sample is what a departure looks at: some of the others, and of the items for each.
type Sample struct {
	Others, Items int
	Favourites    int // length of the lists compared
}

// DefaultSample takes well under a second once two models are trained.
var DefaultSample = Sample{Others: 200, Items: 500, Favourites: 10}

// Leave trains c twice, with the user and without, and compares. c needs a seed: noise that differed between the two
// would drown her. Nothing is charged, since the runs protect nobody and only the caller sees what comes of them.
func Leave(ctx context.Context, p engine.Problem, c engine.Config, user int, s Sample) (Departure, error) {
	if c.Seed == nil {
		return Departure{}, fmt.Errorf("leaving is compared under the same noise: give the configuration a seed")
	}
	if user < 0 || user >= p.Split.Train.Users {
		return Departure{}, fmt.Errorf("user %d is not one of %d", user, p.Split.Train.Users)
	}
	c.Ledger, c.PrivateMetrics = nil, 0
	var models [2]method.Model
	for i, train := range []*loaders.Ratings{p.Split.Train, p.Split.Train.WithoutRatingsOf(user)} {
		// Nothing is held out: only the models matter, not their errors.
		split, err := loaders.SplitRatings(train, "100-0-0", 0)
		if err != nil {
			return Departure{}, err
		}
		q := engine.Problem{Name: p.Name, Split: split}
		h, err := engine.Run(ctx, q, c)
		if err != nil {
			return Departure{}, err
		}
		if _, err := h.Wait(); err != nil {
			return Departure{}, err
		}
		models[i] = h.Model()
	}
	return compare(ctx, p.Split.Train, models, user, s, c.Threads)
}

// compare predicts for others who rated something, from both models.
func compare(ctx context.Context, r *loaders.Ratings, models [2]method.Model, user int, s Sample, threads int) (Departure, error) {
	var others []int
	for _, i := range rand.New(rand.NewPCG(uint64(user), 0)).Perm(r.Users) {
		if i != user && r.Ptr[i] < r.Ptr[i+1] && len(others) < s.Others {
			others = append(others, i)
		}
	}
	d := Departure{Others: len(others)}
	if len(others) == 0 {
		return d, nil
	}
	sums, largest, changed := make([]float64, len(others)), make([]float64, len(others)), make([]bool, len(others))
	stride := max(1, r.Items/max(s.Items, 1))
	err := parallel.Each(ctx, max(threads, 1), len(others), func(_, k int) error {
		other := Of(r, others[k])
		before, after := models[0].Local(), models[1].Local()
		before.Solve(other.Items, other.Values)
		after.Solve(other.Items, other.Values)
		seen := 0
		for j := k % stride; j < r.Items; j += stride {
			x, y := before.Predict(uint32(j)), after.Predict(uint32(j))
			change := math.Abs(min(max(x, r.Low), r.High) - min(max(y, r.Low), r.High))
			sums[k] += change
			largest[k] = max(largest[k], change)
			seen++
		}
		sums[k] /= float64(max(seen, 1))
		was := Favourites(models[0], other, r.Items, s.Favourites, r.Low, r.High)
		now := Favourites(models[1], other, r.Items, s.Favourites, r.Low, r.High)
		changed[k] = Overlap(was, now) < len(was)
		return nil
	})
	if err != nil {
		return Departure{}, err
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
