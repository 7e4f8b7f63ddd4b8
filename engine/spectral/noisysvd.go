package spectral

import (
	"context"
	"fmt"
	"maps"
	"math"

	"dpals/accounting"
	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
	"dpals/engine/symmetric"
	"dpals/loaders"
)

// NoisySVD is [DPFW] Algorithm 3: W = Σ_i Π_L(y_i)ᵀΠ_L(y_i) + N for users' centred ratings y_i, V_r its leading
// eigenvectors, and Ŷ_i = (m·n/|Ω|)·y_i·V_r·V_rᵀ.
var NoisySVD = &method.Method{
	Name:    "noisy-svd",
	Summary: "one noisy item covariance; a user's ratings are projected onto its leading eigenvectors",
	Source:  "[DPFW] Alg. 3",
	Trust:   method.TrustJoint,
	Parameters: []method.Parameter{
		ratingsOf(80), rank, beta,
		{
			Name: "clip-row", Symbol: "L", Meaning: "bound on the norm of a user's centred ratings in the covariance; auto: from the released spread and ξ",
			Source: "[DPFW] Alg. 3", Low: 0.01, High: 1e4, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
		},
	},
	Resolve: func(pub method.Public, s method.Settings) method.Settings {
		s = maps.Clone(s)
		resolveBeta(pub, s)
		return s
	},
	Plan: planNoisySVD,
	Fit:  fitNoisySVD,
	Forecast: func(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
		return symmetric.Forecast(r, columnsOf(s, r.Items), int(s["k"]), math.Sqrt2*p.Named("covariance").Sigma)
	},
}

// Fractions of μ² before the covariance, which has the rest.
const (
	countsWeight  = 0.04
	ratingsWeight = 0.01
)

// countCap is how many ratings of a user count for |Ω| where the covariance takes all of them.
const countCap = 1000

// counted is the largest number of ratings of a user that count for |Ω|.
func counted(k int) float64 {
	if k == 0 {
		return countCap
	}
	return float64(k)
}

func planNoisySVD(pub method.Public, s method.Settings) ([]accounting.Request, error) {
	list, rest, err := begin(pub, s)
	if err != nil {
		return nil, err
	}
	columns := columnsOf(s, pub.Items)
	if columns < pub.Items {
		list, rest = append(list, release.CountsRequest(pub.Items, countsWeight)), rest-countsWeight
	}
	covariance := symmetric.NewOuter(columns, 1, false).Request()
	covariance.Name, covariance.Kind, covariance.Weight = "covariance", "covariance", rest-ratingsWeight
	covariance.Claim = accounting.UserSum("docs/privacy/covariance.md", accounting.Ratings, accounting.L2)
	return append(list,
		accounting.Request{Name: "ratings", Kind: "ratings", Claim: accounting.UserSum("docs/privacy/ratings.md", accounting.RatedItems, accounting.L2), Weight: ratingsWeight, Sensitivity: 1, Dimension: 1,
			Grid: accounting.GridFor(1, accounting.SumBits)},
		covariance), nil
}

func fitNoisySVD(ctx context.Context, task *method.Task) (method.Model, error) {
	s := task.Settings
	k, columns := int(s["k"]), columnsOf(s, task.Train.Items)
	task.Progress.Phase("counting", 0, 1)
	all, err := release.Scalars(task)
	if err != nil {
		return nil, err
	}
	var items []int
	if columns < task.Train.Items {
		counts, err := release.Counts(ctx, task)
		if err != nil {
			return nil, err
		}
		items = estimate.MostCounted(counts, columns)
	}
	rows, err := symmetric.Select(ctx, task, items, k)
	if err != nil {
		return nil, err
	}
	ratings, grid := []float64{0}, task.Meter.Plan().Named("ratings").Grid
	for i := range rows.Users() {
		own, _ := rows.User(i)
		ratings[0] += accounting.Truncate(min(float64(len(own)), counted(k))/counted(k), grid)
	}
	if err := task.Meter.Release("ratings", ratings); err != nil {
		return nil, err
	}
	mean := min(max(ratings[0]*counted(k)/all.Users, 1), counted(k)) // ratings of a user: |Ω|/n

	m := &projection{levels: levels{mean: all.Mean}, scale: float64(columns) / mean, most: k}
	row := s["clip-row"]
	if row == method.Auto {
		row = all.Spread * math.Sqrt(mean)
	}
	outer := symmetric.NewOuter(columns, 1, false)
	scaled := make([][]float64, task.Threads)
	task.Progress.Phase("users", 1, 1)
	err = rows.Each(ctx, task.Threads, task.Progress.Part, func(worker, i int) {
		_, own := task.Train.User(i)
		level, _ := m.of(nil, own)
		_, values := rows.User(i)
		y := scaled[worker][:0]
		for _, v := range values {
			y = append(y, (float64(v)-level)/row)
		}
		symmetric.Clip(values, y, 1, outer.Grid())
		scaled[worker] = y
	})
	if err != nil {
		return nil, err
	}
	matrix := symmetric.NewMatrix(columns)
	if err := releaseOuter(ctx, task, outer, rows, "covariance"); err != nil {
		return nil, err
	}
	if err := matrix.Set(ctx, task.Threads, outer, func(_, _ int, x float64) float64 { return x }); err != nil {
		return nil, err
	}
	task.Progress.Phase("eigenvectors", 1, 1)
	space, err := leading(ctx, task, matrix, columns, int(s["rank"]))
	if err != nil {
		return nil, err
	}
	m.v, m.rank = space.factors(items, task.Train.Items, func(k int) float64 { return math.Sqrt(space.trust(k)) })
	m.found = space.diagnostics(row * row)
	return m, task.Progress.Iteration(1, m)
}

// release sums the rows' outer products and releases them.
func releaseOuter(ctx context.Context, task *method.Task, outer *symmetric.Outer, rows *symmetric.Rows, name string) error {
	task.Progress.Phase(name, 1, 1)
	if err := outer.Add(ctx, task.Threads, rows, task.Progress.Part); err != nil {
		return err
	}
	return outer.Release(ctx, task, name)
}

// projection is the model of noisy-svd: levels, and item factors onto which a user's centred ratings are projected.
type projection struct {
	levels
	v     []float32 // m×rank by rows: eigenvectors, each times its cosine to the eigenvector without noise
	rank  int
	scale float64 // m·n/|Ω|
	most  int     // ratings of a user that the scale is for; 0: all
	found []method.Factor
}

// Local implements method.Model.
func (m *projection) Local() method.Local {
	return &projectionLocal{projection: m, u: make([]float32, m.rank)}
}

type projectionLocal struct {
	*projection
	level float64
	u     []float32
}

func (l *projectionLocal) Solve(items []uint32, values []float32) {
	l.level, _ = l.of(nil, values)
	scale := l.scale
	if c := len(items); l.most > 0 && c > l.most { // what ξ of them would give on average
		scale *= float64(l.most) / float64(c)
	}
	clear(l.u)
	for n, j := range items {
		y := float32(scale * (float64(values[n]) - l.level))
		for k := range l.u {
			l.u[k] += y * l.v[int(j)*l.rank+k]
		}
	}
}

func (l *projectionLocal) Predict(item uint32) float64 {
	total := l.level
	for k, x := range l.u {
		total += float64(x) * float64(l.v[int(item)*l.rank+k])
	}
	return total
}

// Row implements method.Rower.
func (l *projectionLocal) Row() []float32 { return l.u }

// Factors implements method.Diagnostics.
func (m *projection) Factors() []method.Factor { return m.found }

// Retained implements method.Diagnostics: no item is shrunk by itself.
func (m *projection) Retained() []float64 { return nil }

// Shared implements method.Sharer.
func (m *projection) Shared() method.Shared {
	return method.Shared{
		Rank: m.rank, Items: m.v, Columns: columnNames(m.rank),
		Scalars: map[string]float64{"mean": m.mean, "pull": ownPull, "scale": m.scale, "most": float64(m.most)},
		Recipe: "A user's level is mean + (sum of rating_j - mean over their c ratings)/(c + pull), and u = scale·share times the sum over\n" +
			"their rated items j of (rating_j - level)·V_j; share is most/c where c > most > 0, and 1 otherwise.\n" +
			"Their prediction is level + u·V_j, clamped to the rating range.\n",
	}
}

func columnNames(rank int) (names []string) {
	for k := range rank {
		names = append(names, fmt.Sprintf("v%d", k+1))
	}
	return names
}

// levels are what is subtracted from a user's ratings: the mean of all, an item's deviation from it, and the user's deviation
// from both, shrunk to 0.
type levels struct {
	mean float64
	item []float32 // by item; nil: 0
}

// of returns a user's level and what they are above the mean of all and their items' levels.
func (l levels) of(items []uint32, values []float32) (level, above float64) {
	if len(values) == 0 {
		return l.mean, 0
	}
	for n, v := range values {
		above += float64(v) - l.mean
		if l.item != nil {
			above -= float64(l.item[items[n]])
		}
	}
	above /= float64(len(values)) + ownPull
	return l.mean + above, above
}
