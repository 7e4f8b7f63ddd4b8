package als

import (
	"context"

	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/internal/parallel"
	"dpals/loaders"
)

var theory = method.Parameter{
	Name: "theory", Symbol: "", Meaning: "the algorithm as analysed: new ratings in every iteration, V orthonormal; for users with many ratings and data without biases (synth:lowrank)",
	Source: "[DPALS] Alg. 1", Choices: []string{"no", "yes"},
}

// checkTheory refuses settings that the analysis does not cover.
func (c config) checkTheory() error {
	if c.theory && c.lambda0 > 0 {
		return method.ParameterError{Name: "theory", Reason: "its analysis has no unobserved entries: leave out {lambda0} or {theory}"}
	}
	return nil
}

// parts returns into how many parts a user's ratings are split in theory mode: one for every iteration, and one for a start
// that reads ratings.
func (c config) parts() int {
	if c.start.Kind == release.StartRandom {
		return c.iterations
	}
	return c.iterations + 1
}

// splitRatings splits ratings into so many disjoint parts: each user's as evenly as possible, shuffled by the user's own
// coins, so that removing a user changes no other user's parts.
func splitRatings(ctx context.Context, task *method.Task, parts int) ([]*loaders.Ratings, error) {
	r := task.Train
	dealt := make([]*loaders.Ratings, parts)
	for p := range dealt {
		d := &loaders.Ratings{Users: r.Users, Items: r.Items, Ptr: make([]int64, r.Users+1), Low: r.Low, High: r.High, UserNames: r.UserNames}
		for i := range r.Users {
			c := int(r.Ptr[i+1] - r.Ptr[i])
			d.Ptr[i+1] = d.Ptr[i] + int64(partSize(c, parts, p))
		}
		d.Item, d.Value = make([]uint32, d.Ptr[r.Users]), make([]float32, d.Ptr[r.Users])
		dealt[p] = d
	}
	bounds := parallel.Ranges(r.Ptr, release.Chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		var partOf []int
		for i := bounds[b]; i < bounds[b+1]; i++ {
			items, values := r.User(i)
			partOf = partOf[:0]
			for e := range items {
				partOf = append(partOf, e%parts)
			}
			// The parts are shuffled and not the ratings, so that those of a part stay in order.
			random := method.UserRandom(task.Seed, r.UserNames.At(i), splitting)
			random.Shuffle(len(partOf), func(a, b int) { partOf[a], partOf[b] = partOf[b], partOf[a] })
			for p, d := range dealt {
				at := d.Ptr[i]
				for e, of := range partOf {
					if of == p {
						d.Item[at], d.Value[at] = items[e], values[e]
						at++
					}
				}
			}
		}
		return nil
	})
	return dealt, err
}

// partSize returns how many of c ratings part p of so many has.
func partSize(c, parts, p int) int { return (c + parts - 1 - p) / parts }

// splitting tells the coins that split ratings from those that choose k of them in an iteration.
const splitting = -1

// useRatingsOf makes the ratings of iteration t those that users are solved from and that train the items.
func (f *fit) useRatingsOf(ctx context.Context, t int) (err error) {
	f.ratings = f.dealt[len(f.dealt)-f.iterations+t-1]
	f.design, err = release.NewDesign(ctx, f.Selection, f.task, f.ratings, t, f.model.trained, f.counts)
	return err
}

// orthonormal replaces the columns of V by an orthonormal basis of their span, [DPALS] Alg. 1 line 12, scaled so that a
// rating's spread takes a user of norm Γ_u. It reads released numbers only.
func (f *fit) orthonormal() {
	estimate.Orthonormalise(f.model.v, f.rank)
	release.Scale(f.model.v, f.spread/f.clipUser/estimate.StartSize)
}
