package people

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// Departure is what changes for others when one user's ratings are taken away and the same method is trained again with
// the same noise: all the difference is that user's. It is an experiment on private ratings with known noise, for the curator
// alone, and it is one draw of the noise; what holds for every draw is the ε of the method.
type Departure struct {
	Others  int     // whose predictions were compared
	Mean    float64 // absolute change of a prediction, over others and items, in rating units
	Largest float64 // of these changes
	Lists   float64 // share of the others whose recommendations are no longer the same items, in [0, 1]
}

// Sample is what a departure looks at: some of the others, and of the items for each.
type Sample struct {
	Others, Items int
	Favourites    int // length of the lists compared
}

// DefaultSample takes well under a second once two models are trained.
var DefaultSample = Sample{Others: 200, Items: 500, Favourites: 10}

// Community is a method trained on everybody, for comparison with the same where somebody is missing. It is read only
// once made.
type Community struct {
	problem engine.Problem
	config  engine.Config
	model   method.Model
}

// Gather trains c on everybody. c needs a seed: noise that differed between two trainings would drown any one person.
// Nothing is charged, since the run protects nobody and only the caller sees what comes of it.
func Gather(ctx context.Context, p engine.Problem, c engine.Config) (*Community, error) {
	if c.Seed == nil {
		return nil, fmt.Errorf("leaving is compared under the same noise: give the configuration a seed")
	}
	c.Ledger, c.Keep, c.PrivateMetrics = nil, nil, 0
	m, err := fit(ctx, p, p.Split.Train, c)
	if err != nil {
		return nil, err
	}
	return &Community{problem: p, config: c, model: m}, nil
}

// Without trains again without the ratings of a user, and compares what others are predicted.
func (y *Community) Without(ctx context.Context, user int, s Sample) (Departure, error) {
	train := y.problem.Split.Train
	if user < 0 || user >= train.Users {
		return Departure{}, fmt.Errorf("user %d is not one of %d", user, train.Users)
	}
	m, err := fit(ctx, y.problem, train.WithoutRatingsOf(user), y.config)
	if err != nil {
		return Departure{}, err
	}
	return compare(ctx, train, y.model, m, user, s, max(y.config.Threads, 1))
}

// fit trains on ratings of which nothing is held out: only the model matters, not its errors.
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

// compare predicts for others who rated something, from both models.
func compare(ctx context.Context, r *loaders.Ratings, with, without method.Model, user int, s Sample, threads int) (Departure, error) {
	others := draw(r, user, s.Others)
	d := Departure{Others: len(others)}
	if len(others) == 0 {
		return d, nil
	}
	sums, largest, changed := make([]float64, len(others)), make([]float64, len(others)), make([]bool, len(others))
	stride := max(1, r.Items/max(s.Items, 1))
	before, after := menuOf(with, r), menuOf(without, r)
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
		was, now := shortlist(w.before, other, before, s.Favourites).Picks, shortlist(w.after, other, after, s.Favourites).Picks
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

// draw picks n users with ratings, or as many as there are, beside the one who leaves: for the same user always the
// same. Each draw of a shuffle is made when it is needed, so that many users cost no more than few.
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
