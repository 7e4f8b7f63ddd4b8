package engine

import (
	"context"
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// metricCap is how many of a user's validation ratings have full weight: with more, each has less.
const metricCap = 20

// metricBound is the largest error that counts in full, over the width of the rating range. Larger ones are so rare on
// star ratings that leaving out their excess moves the RMSE by less than one per cent.
const metricBound = 0.75

// PrivateMetrics returns the method with its validation errors released: a fraction of μ², in (0, 1), is spent on
//
//	error weight   W = Σ_i w_i,       w_i = min(c_i, 20)/20 for a user with c_i validation ratings
//	error t        S_t = Σ_i w_i·s_i, s_i = the mean of min(err², B²)/B², B = ¾·(high − low)
//
// each moved by at most 1 by a user. Report is called with B·√(S̃_t/W̃) and the s.d. of its noise after every iteration t.
// Valid returns the validation ratings, with the users of the task's training ratings.
func PrivateMetrics(m *method.Method, fraction float64, valid func(*method.Task) *loaders.Ratings, report func(t int, rmse, deviation float64)) *method.Method {
	wrapped := *m
	wrapped.Plan = func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		if !m.Private() {
			return nil, refuseMetrics("", "%s is not private, so its errors cannot be released", m.Name)
		}
		if m.Trust == method.TrustLocal {
			return nil, refuseMetrics("", "%s has no curator to sum up errors: leave {private-metrics} out", m.Name)
		}
		if !(fraction > 0 && fraction < 1) {
			return nil, refuseMetrics(fmt.Sprintf("%g", fraction), "choose a fraction between 0 and 1")
		}
		var list []accounting.Request
		if m.Plan != nil {
			var err error
			if list, err = m.Plan(pub, s); err != nil {
				return nil, err
			}
		}
		return withMetrics(list, fraction), nil
	}
	wrapped.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
		watched := *task
		watched.Progress = &meteredProgress{Progress: task.Progress, ctx: ctx, task: task, valid: valid(task), report: report}
		return m.Fit(ctx, &watched)
	}
	return &wrapped
}

// refuseMetrics returns a method.ParameterError about Config.PrivateMetrics.
func refuseMetrics(value, format string, args ...any) error {
	return method.ParameterError{Name: "private-metrics", Value: value, Reason: fmt.Sprintf(format, args...)}
}

// withMetrics puts the error releases after the releases of their iterations and scales the weights so that they have the
// fraction together.
func withMetrics(list []accounting.Request, fraction float64) []accounting.Request {
	iterations, weight := 1, 0.0
	for _, q := range list {
		iterations = max(iterations, q.Iteration)
		weight += q.Weight
	}
	if weight == 0 { // nothing else is calibrated, so the errors have the whole budget
		weight = 1
	}
	each := weight * fraction / (1 - fraction) / float64(iterations+1)
	request := func(name string, t int) accounting.Request {
		return accounting.Request{Name: name, Kind: "error", Iteration: t, Claim: accounting.UserSum("docs/privacy/error.md", accounting.SplitRatings, accounting.L2), Weight: each, Sensitivity: 1,
			Dimension: 1, Grid: accounting.GridFor(1, accounting.SumBits)}
	}
	out := make([]accounting.Request, 0, len(list)+iterations+1)
	for t, at := 1, 0; t <= iterations; t++ {
		for at < len(list) && (list[at].Iteration <= t || t == iterations) {
			out = append(out, list[at])
			at++
		}
		if t == 1 {
			out = append(out, request("error weight", 1))
		}
		out = append(out, request(fmt.Sprintf("error %d", t), t))
	}
	return out
}

// meteredProgress releases the validation error before it reports an iteration.
type meteredProgress struct {
	method.Progress
	ctx    context.Context
	task   *method.Task
	valid  *loaders.Ratings
	report func(t int, rmse, deviation float64)
	weight float64 // W̃
}

func (p *meteredProgress) Iteration(t int, m method.Model) error {
	bound := metricBound * (p.task.Public.High - p.task.Public.Low)
	weight, sum, err := p.sums(m, bound)
	if err != nil {
		return err
	}
	if t == 1 {
		released := []float64{weight}
		if err := p.task.Meter.Release("error weight", released); err != nil {
			return err
		}
		p.weight = max(released[0], 1)
	}
	released := []float64{sum}
	name := fmt.Sprintf("error %d", t)
	if err := p.task.Meter.Release(name, released); err != nil {
		return err
	}
	mean := min(max(released[0]/p.weight, 0), 1)
	sigma := p.task.Meter.Plan().Named(name).Sigma
	rmse := bound * math.Sqrt(mean)
	// The derivative of the root, bounded by the root of the noise itself, since the derivative diverges near 0.
	deviation := min(bound*sigma/p.weight/(2*max(math.Sqrt(mean), 1e-9)), bound*math.Sqrt(sigma/p.weight))
	p.report(t, rmse, deviation)
	return p.Progress.Iteration(t, m)
}

// sums returns Σ w_i and Σ w_i·s_i, exact on their grid.
func (p *meteredProgress) sums(m method.Model, bound float64) (weight, sum float64, err error) {
	known := p.task.Train
	grid := accounting.GridFor(1, accounting.SumBits)
	bounds := parallel.Ranges(known.Ptr, evaluationRange)
	pieces := len(bounds) - 1
	weights, sums := make([]float64, pieces), make([]float64, pieces)
	locals := make([]method.Local, p.task.Threads)
	err = parallel.Each(p.ctx, p.task.Threads, pieces, func(worker, b int) error {
		if locals[worker] == nil {
			locals[worker] = m.Local()
		}
		local := locals[worker]
		for user := bounds[b]; user < bounds[b+1]; user++ {
			items, values := p.valid.User(user)
			if len(items) == 0 {
				continue
			}
			local.Solve(known.User(user))
			total := 0.0
			for i, item := range items {
				d := min(max(local.Predict(item), p.task.Public.Low), p.task.Public.High) - float64(values[i])
				// A model may diverge: an error that is not a number counts as the largest.
				if square := d * d / (bound * bound); square < 1 {
					total += square
				} else {
					total++
				}
			}
			w := min(float64(len(items)), metricCap) / metricCap
			weights[b] += accounting.Truncate(w, grid)
			sums[b] += accounting.Truncate(min(w*total/float64(len(items)), 1), grid)
		}
		return nil
	})
	for b := range sums {
		weight += weights[b]
		sum += sums[b]
	}
	return weight, sum, err
}
