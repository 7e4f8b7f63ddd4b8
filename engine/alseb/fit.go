package alseb

import (
	"context"
	"slices"

	"dpals/engine/alseb/internal/posterior"
	"dpals/engine/estimate"
	"dpals/engine/method"
	"dpals/engine/release"
)

// run is one fit: its local state, its published state, and the model that users see.
type run struct {
	config
	task  *method.Task
	local *local
	state *posterior.State
	all   release.Level
	model *model
}

func fit(ctx context.Context, task *method.Task) (method.Model, error) {
	f, err := newRun(ctx, task)
	if err != nil {
		return nil, err
	}
	for t := 1; t <= f.iterations; t++ {
		task.Progress.Phase("users", t, f.iterations)
		if err := f.local.solve(ctx, f.state, f.model); err != nil {
			return nil, err
		}
		task.Progress.Phase("items", t, f.iterations)
		if err := f.updateItems(ctx, t); err != nil {
			return nil, err
		}
		if err := task.Progress.Iteration(t, f.model); err != nil {
			return nil, err
		}
	}
	return f.model, nil
}

// newRun makes the releases before the iterations: scalars, counts, weights where k limits the ratings, item sums, and those
// of the start.
func newRun(ctx context.Context, task *method.Task) (*run, error) {
	f := &run{config: read(task.Settings), task: task}
	task.Progress.Phase("counting", 0, f.iterations)
	var err error
	if f.all, err = release.Scalars(task); err != nil {
		return nil, err
	}
	counts, err := release.FlooredCounts(ctx, task)
	if err != nil {
		return nil, err
	}
	items := estimate.MostCounted(counts, f.Trained(len(counts)))
	trained := estimate.Marked(items, len(counts))
	design, err := release.NewDesign(ctx, f.Selection, task, task.Train, 0, trained, counts)
	if err != nil {
		return nil, err
	}
	f.local = newLocal(task, f.config, design)
	f.state = posterior.New(f.Scales, f.all.Users, f.all.Spread*f.all.Spread, len(counts), items, release.RandomFactors(task, f.Rank, trained))
	if err := f.setWeights(ctx, counts); err != nil {
		return nil, err
	}
	f.model = &model{rank: f.Rank, mean: f.all.Mean, trained: trained, offsetPrecision: 1 / (f.all.Between * f.all.Between)}
	if err := f.updateBiases(ctx); err != nil {
		return nil, err
	}
	err = f.startFactors(ctx, counts)
	f.model = f.model.with(f.state)
	return f, err
}

// startFactors moves the item factors from random ones to where the configuration starts them, by the ratings less the
// biases.
func (f *run) startFactors(ctx context.Context, counts []float64) error {
	if f.start.Kind == release.StartRandom {
		return nil
	}
	if err := f.local.eachUser(ctx, func(_, i int) { f.local.updateResiduals(i, nil, f.state, f.all.Mean) }); err != nil {
		return err
	}
	factors := slices.Clone(f.state.Factors)
	note, err := f.start.Factors(ctx, f.task, f.Rank, f.state.Trained, counts, f.local.design, slices.Clone(f.local.residuals), factors)
	f.state.Factors, f.model.note = factors, note
	return err
}

// updateItems makes the releases of iteration t and moves the items to their posterior means. In the eigenbasis of the pooled
// curvature the expected curvature of every item is diagonal, so no item needs a matrix of its own.
func (f *run) updateItems(ctx context.Context, t int) error {
	curvature, err := f.releaseCurvature(ctx, t)
	if err != nil {
		return err
	}
	if err := f.releaseResidual(ctx, t); err != nil {
		return err
	}
	moments, err := f.releaseMoments(ctx, t)
	if err != nil {
		return err
	}
	if err := f.state.Update(ctx, f.task.Threads, curvature, moments); err != nil {
		return err
	}
	f.model = f.model.with(f.state)
	return nil
}
