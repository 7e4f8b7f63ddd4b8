package als

import (
	"context"

	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

var theory = method.Parameter{
	Name: "theory", Symbol: "", Meaning: "the algorithm as its analysis has it: every step on fresh ratings, V orthonormal; for many ratings of a user and no biases, as in synth:lowrank",
	Source: "[DPALS] Alg. 1", Choices: []string{"no", "yes"},
}

// checkTheory refuses what the analysis has no room for.
func (c config) checkTheory() error {
	if c.theory && c.lambda0 > 0 {
		return method.ParameterError{Name: "theory", Reason: "its analysis has no unobserved entries: leave out {lambda0} or {theory}"}
	}
	return nil
}

// parts is into how many parts a user's ratings are dealt in theory mode: one for every step, and one for a start that
// reads ratings.
func (c config) parts() int {
	if c.start == initRandom {
		return c.steps
	}
	return c.steps + 1
}

// deal splits ratings into so many disjoint parts: every user deals theirs, shuffled by coins of their own, as evenly as
// they go. So their absence changes nobody else's parts.
func deal(ctx context.Context, task *method.Task, parts int) ([]*loaders.Ratings, error) {
	r := task.Train
	dealt := make([]*loaders.Ratings, parts)
	for p := range dealt {
		d := &loaders.Ratings{Users: r.Users, Items: r.Items, Ptr: make([]int64, r.Users+1), Low: r.Low, High: r.High, UserNames: r.UserNames}
		for i := range r.Users {
			c := int(r.Ptr[i+1] - r.Ptr[i])
			d.Ptr[i+1] = d.Ptr[i] + int64(share(c, parts, p))
		}
		d.Item, d.Value = make([]uint32, d.Ptr[r.Users]), make([]float32, d.Ptr[r.Users])
		dealt[p] = d
	}
	bounds := parallel.Ranges(r.Ptr, chunk)
	err := parallel.Each(ctx, task.Threads, len(bounds)-1, func(_, b int) error {
		var hand []int
		for i := bounds[b]; i < bounds[b+1]; i++ {
			items, values := r.User(i)
			hand = hand[:0]
			for e := range items {
				hand = append(hand, e%parts)
			}
			// The parts are shuffled and not the ratings, so that those of a part stay in order.
			random := coins(task.Seed, r.UserNames.At(i), dealing)
			random.Shuffle(len(hand), func(a, b int) { hand[a], hand[b] = hand[b], hand[a] })
			for p, d := range dealt {
				at := d.Ptr[i]
				for e, of := range hand {
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

// share is how many of c ratings part p of so many has.
func share(c, parts, p int) int { return (c + parts - 1 - p) / parts }

// dealing sets the coins that deal ratings apart from those that choose k of them in a step.
const dealing = -1

// enter makes the ratings of step t those that users are solved from and that train the items.
func (f *fit) enter(ctx context.Context, t int) (err error) {
	f.ratings = f.dealt[len(f.dealt)-f.steps+t-1]
	f.design, err = newDesign(ctx, f.config, f.task, f.ratings, t, f.model.trained, f.counts)
	return err
}

// orthonormal replaces the columns of V by an orthonormal basis of their span, [DPALS] Alg. 1 line 12, scaled so that a
// rating's spread takes a user of norm Γ_u. It reads released numbers only.
func (f *fit) orthonormal() {
	orthonormalise(f.model.v, len(f.model.v)/f.rank, f.rank)
	scale(f.model.v, f.spread/f.clipUser/startScale)
}
