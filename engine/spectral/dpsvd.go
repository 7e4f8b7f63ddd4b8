package spectral

import (
	"context"
	"maps"
	"math"

	"dpals/accounting"
	"dpals/engine/estimate"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/engine/symmetric"
	"dpals/loaders"
)

// DPSVD is [MM]'s "SVD after cleansing": residuals of the ratings after global, item and user averages are clipped; their
// noisy covariance, over a noisy matrix of how often two items were rated together, is shrunk and cut to rank r; and a
// user's ratings are completed from that by regression.
var DPSVD = &method.Method{
	Name:    "dpsvd",
	Summary: "noisy item averages, then a noisy covariance of the residuals, cut to its leading eigenvectors",
	Source:  "[MM]",
	Trust:   method.TrustJoint,
	Parameters: []method.Parameter{
		ratingsOf(0), rank, beta,
		{
			Name: "clip-rating", Symbol: "B", Meaning: "bound on the residual of a rating after global, item and user averages",
			Source: "[MM] §4", Low: 0.01, High: 1000, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
		{
			Name: "pseudo-count", Symbol: "β_m", Meaning: "number of ratings at the global average added to every item; auto: from the noise",
			Source: "[MM] §4", Low: 0, High: 1e4, Default: method.Auto, Step: 5, Auto: true,
		},
	},
	Resolve: func(pub method.Public, s method.Settings) method.Settings {
		s = maps.Clone(s)
		resolveBeta(pub, s)
		if s["clip-rating"] == method.Auto {
			s["clip-rating"] = ruleClip * (pub.High - pub.Low)
		}
		return s
	},
	Plan: planDPSVD,
	Fit:  fitDPSVD,
	Forecast: func(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
		return symmetric.Forecast(r, columnsOf(s, r.Items), int(s["k"]), math.Sqrt2*p.Named("covariance").Sigma)
	},
}

// ruleClip is B over the width of the rating range: [MM] take 1 for ratings from 1 to 5.
const ruleClip = 0.25

// Fractions of what scalars leave of μ²: the averages of items, and the matrix of co-counts. The covariance has the rest.
const (
	itemCountsWeight = 0.05
	itemSumsWeight   = 0.15
	coCountsWeight   = 0.2
)

func planDPSVD(pub method.Public, s method.Settings) ([]accounting.Request, error) {
	list, rest, err := begin(pub, s)
	if err != nil {
		return nil, err
	}
	clip, columns := s["clip-rating"], columnsOf(s, pub.Items)
	weights := symmetric.NewOuter(columns, 1, false).Request()
	weights.Name, weights.Kind, weights.Weight = "co-counts", "co-counts", rest*coCountsWeight
	weights.Claim = accounting.UserSum("docs/privacy/co-counts.md", accounting.RatedItems, accounting.L2)
	covariance := symmetric.NewOuter(columns, 1, false).Request()
	covariance.Name, covariance.Kind = "covariance", "weighted-covariance"
	covariance.Claim = accounting.UserSum("docs/privacy/weighted-covariance.md", accounting.Ratings, accounting.L2)
	covariance.Weight = rest * (1 - itemCountsWeight - itemSumsWeight - coCountsWeight)
	return append(list,
		accounting.Request{Name: "item counts", Kind: "item-counts", Claim: accounting.UserSum("docs/privacy/item-counts.md", accounting.RatedItems, accounting.L2), Weight: rest * itemCountsWeight, Sensitivity: 1,
			Dimension: pub.Items, Grid: accounting.GridFor(1, accounting.SumBits)},
		accounting.Request{Name: "item sums", Kind: "item-sums", Claim: accounting.UserSum("docs/privacy/item-sums.md", accounting.Ratings, accounting.L2), Weight: rest * itemSumsWeight, Sensitivity: clip,
			Dimension: pub.Items, Grid: accounting.GridFor(clip, accounting.SumBits)},
		weights, covariance), nil
}

func fitDPSVD(ctx context.Context, task *method.Task) (method.Model, error) {
	s := task.Settings
	clip, columns := s["clip-rating"], columnsOf(s, task.Train.Items)
	task.Progress.Phase("averages", 0, 1)
	all, err := release.Scalars(task)
	if err != nil {
		return nil, err
	}
	averages, counts, err := cleanse(ctx, task, all)
	if err != nil {
		return nil, err
	}
	var items []int
	if columns < task.Train.Items {
		items = estimate.MostCounted(counts, columns)
	}
	rows, err := symmetric.Select(ctx, task, items, int(s["k"]))
	if err != nil {
		return nil, err
	}
	m := &regression{levels: levels{mean: all.Mean, item: averages}}

	// Both matrices have the weight 1/c_i for a user of c_i ratings, here a factor 1/√c_i in their rows.
	outer := symmetric.NewOuter(columns, 1, false)
	together := rows.With()
	scaled := make([][]float64, task.Threads)
	task.Progress.Phase("users", 1, 1)
	err = rows.Each(ctx, task.Threads, task.Progress.Part, func(worker, i int) {
		level, _ := m.of(task.Train.User(i))
		own, values := rows.User(i)
		_, ones := together.User(i)
		root := 1 / math.Sqrt(float64(len(own)))
		x := scaled[worker][:0]
		for range own {
			x = append(x, root)
		}
		symmetric.Clip(ones, x, 1, outer.Grid())
		x = x[:0]
		for n, p := range own {
			y := float64(values[n]) - level - float64(averages[itemAt(items, p)])
			x = append(x, root*min(max(y/clip, -1), 1))
		}
		symmetric.Clip(values, x, 1, outer.Grid())
		scaled[worker] = x
	})
	if err != nil {
		return nil, err
	}
	matrix := symmetric.NewMatrix(columns)
	if err := releaseOuter(ctx, task, outer, together, "co-counts"); err != nil {
		return nil, err
	}
	if err := matrix.Set(ctx, task.Threads, outer, func(_, _ int, x float64) float64 { return x }); err != nil {
		return nil, err
	}
	if err := releaseOuter(ctx, task, outer, rows, "covariance"); err != nil {
		return nil, err
	}
	task.Progress.Phase("eigenvectors", 1, 1)
	c := shrinkage{pull: rulePull * task.Meter.Plan().Named("co-counts").Sigma, count: counts, items: items, together: matrix}
	covariance := symmetric.NewMatrix(columns)
	if err := covariance.Set(ctx, task.Threads, outer, c.scaled); err != nil {
		return nil, err
	}
	space, err := leading(ctx, task, covariance, columns, int(s["rank"]))
	if err != nil {
		return nil, err
	}
	m.v, m.rank = space.factors(items, task.Train.Items, func(k int) float64 { return clip * math.Sqrt(space.signal(k)*space.trust(k)) })
	c.unscale(m.v, m.rank)
	m.noise = rest(m.v, m.rank, counts, all.Spread)
	m.found = space.diagnostics(clip * clip / float64(columns))
	return m, task.Progress.Iteration(1, m)
}

func itemAt(items []int, place uint32) int {
	if items == nil {
		return int(place)
	}
	return items[place]
}

// shrinkage turns the two released matrices into one to decompose. An entry of the covariance is Cov/(Wgt + pull): the
// pull keeps entries to which few users contribute from being noise over almost nothing. For the decomposition it is scaled by
// the root of both items' counts, which evens the noise out, and the factors are scaled back ([MM] §4.4).
type shrinkage struct {
	pull     float64
	count    []float64 // by item
	items    []int
	together *symmetric.Matrix
}

// rulePull is the pull over the s.d. of the noise of the co-counts.
const rulePull = 10

func (c *shrinkage) size(place int) float64 {
	return math.Sqrt(c.count[itemAt(c.items, uint32(place))])
}

// scaled is entry (j, l) of the matrix to decompose, for cov in the covariance. The diagonal holds every rating's own
// scatter, which no factor explains, and is left out.
func (c *shrinkage) scaled(j, l int, cov float64) float64 {
	if j == l {
		return 0
	}
	return cov / (max(float64(c.together.Row(j)[l]), 0) + c.pull) * c.size(j) * c.size(l)
}

// unscale removes the scale from item factors.
func (c *shrinkage) unscale(v []float32, rank int) {
	if rank == 0 {
		return
	}
	for j := range len(v) / rank {
		f := float32(1 / math.Sqrt(c.count[j]))
		for k := range rank {
			v[j*rank+k] *= f
		}
	}
}

// rest is the variance of a rating that the factors do not explain: at least a half of the spread's square.
func rest(v []float32, rank int, counts []float64, spread float64) float64 {
	explained, total := 0.0, 0.0
	for j, count := range counts {
		norm := 0.0
		if rank > 0 {
			norm = kernel.Norm(v[j*rank : (j+1)*rank])
		}
		explained += count * norm * norm
		total += count
	}
	return max(spread*spread-explained/max(total, 1), spread*spread/2)
}
