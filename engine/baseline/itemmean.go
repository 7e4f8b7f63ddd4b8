package baseline

import (
	"context"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/release"
)

// ItemMean predicts an item's mean deviation from the user's own level, released as weighted sums and counts.
var ItemMean = &method.Method{
	Name:       "item-mean",
	Summary:    "item means from noisy sums and counts, as deviations from each user's own mean",
	Source:     "baseline",
	Trust:      method.TrustJoint,
	Parameters: []method.Parameter{clipRating},
	Resolve:    resolveClip,
	Plan: func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		clip := s["clip-rating"]
		return []accounting.Request{
			release.ScalarsRequest(0.02), release.ItemCountsRequest(pub.Items, 0.18), release.ItemSumsRequest(pub.Items, clip, 0.8),
		}, nil
	},
	Fit: fitItemMean,
}

// clipRating bounds the contribution of one rating to its item.
var clipRating = method.Parameter{
	Name: "clip-rating", Symbol: "Γ_M", Meaning: "bound on the deviation of a rating from its user's mean",
	Source: "docs/methods/item-mean.md", Low: 0.01, High: 1000, Default: method.Auto, Step: 1.25, Log: true, Auto: true,
}

func resolveClip(pub method.Public, s method.Settings) method.Settings {
	if s["clip-rating"] == method.Auto {
		return method.Settings{"clip-rating": 0.3 * (pub.High - pub.Low)}
	}
	return s
}

// ownPull is the pull of a user's level to the mean of all, in ratings: the variance of a rating about its user's
// mean over the variance of those means.
const ownPull = 5

func fitItemMean(ctx context.Context, task *method.Task) (method.Model, error) {
	task.Progress.Phase("items", 1, 1)
	all, err := release.Scalars(task)
	if err != nil {
		return nil, err
	}
	counts, err := release.ItemCounts(ctx, task)
	if err != nil {
		return nil, err
	}
	sums, err := release.ItemSums(ctx, task, task.Settings["clip-rating"], func(_ []uint32, values []float32) float64 {
		return all.Mean + own(values, all.Mean, ownPull)
	})
	if err != nil {
		return nil, err
	}
	m := &itemMeans{mean: all.Mean, bias: shrink(sums, counts, task.Meter.Plan().Named("item sums").Sigma)}
	return m, task.Progress.Iteration(1, m)
}

// shrink estimates every item's deviation b_j from its noisy weighted sum s_j ~ N(h_j·b_j, σ²) and count h_j, with
// b_j ~ N(0, v): the posterior mean h·v·s/(h²v + σ²). The variance v is fitted by moments from the releases
// themselves, so all of it is post-processing.
func shrink(sums, counts []float64, sigma float64) []float64 {
	top, bottom := 0.0, 0.0
	for j, s := range sums {
		h := max(counts[j], 0)
		top += s*s - sigma*sigma
		bottom += h * h
	}
	v := 0.0
	if bottom > 0 {
		v = max(top/bottom, 0)
	}
	bias := make([]float64, len(sums))
	for j, s := range sums {
		if h := max(counts[j], 0); h > 0 && v > 0 {
			bias[j] = h * v * s / (h*h*v + sigma*sigma)
		}
	}
	return bias
}

// itemMeans predicts mean + b_j + the user's own deviation from those.
type itemMeans struct {
	mean float64
	bias []float64
}

// Shared implements method.Sharer.
func (m *itemMeans) Shared() method.Shared {
	bias := make([]float32, len(m.bias))
	for j, b := range m.bias {
		bias[j] = float32(b)
	}
	return method.Shared{
		Rank: 1, Items: bias, Columns: []string{"bias"}, Scalars: map[string]float64{"mean": m.mean, "pull": ownPull},
		Recipe: "A user with c ratings has level = mean + (sum over their rated items j of rating_j - mean - bias_j)/(c + pull).\n" +
			"Their prediction is level + bias_j, clamped to the rating range.\n",
	}
}

func (m *itemMeans) Local() method.Local { return &itemMeansLocal{itemMeans: m} }

type itemMeansLocal struct {
	*itemMeans
	level float64
}

func (l *itemMeansLocal) Solve(items []uint32, values []float32) {
	total := 0.0
	for k, j := range items {
		total += float64(values[k]) - l.mean - l.bias[j]
	}
	l.level = l.mean + total/(float64(len(items))+ownPull)
}

func (l *itemMeansLocal) Predict(item uint32) float64 { return l.level + l.bias[item] }
