package release

import (
	"context"
	"math"

	"dpals/engine/method"
	"dpals/loaders"
)

// Design says which ratings train the items, and how much each weighs: ω_ij = (item_j·user_i)².
type Design struct {
	Ratings  *loaders.Ratings
	Selected *loaders.ByItem // the same by item
	Item     []float64       // by item
	User     []float64       // by user
}

// NewDesign selects from the ratings r, for iteration t (0: for all), those of trained items, K of each user (all where K is
// 0), and sets their weights so that Σ_j ω_ij² ≤ Bound for every user.
func NewDesign(ctx context.Context, s Selection, task *method.Task, r *loaders.Ratings, t int, trained []bool, counts []float64) (*Design, error) {
	chosen, err := s.choose(ctx, task, r, t, trained, counts)
	if err != nil {
		return nil, err
	}
	d := &Design{Ratings: chosen, Selected: chosen.ByItem(), Item: make([]float64, chosen.Items), User: make([]float64, chosen.Users)}
	for j := range d.Item {
		d.Item[j] = 1
		if s.Sampling == ByWeight {
			d.Item[j] = math.Pow(counts[j], s.WeightExponent/2)
		}
	}
	for i := range d.User {
		d.User[i] = method.Margin
		if s.Sampling == ByWeight {
			items, _ := chosen.User(i)
			total := 0.0
			for _, j := range items {
				w := d.Item[j] * d.Item[j]
				total += w * w
			}
			if total > 0 {
				d.User[i] = method.Margin * math.Sqrt(math.Sqrt(s.Bound()/total))
			}
		}
	}
	return d, nil
}

// Omega returns ω_ij.
func (d *Design) Omega(i, j int) float64 {
	root := d.User[i] * d.Item[j]
	return root * root
}
