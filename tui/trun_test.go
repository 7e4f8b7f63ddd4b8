package tui

import (
	"math"
	"time"

	"dpals/accounting"
	"dpals/engine"
)

// fakeRun is a follower that the test writes.
type fakeRun struct {
	events    []engine.Event
	progress  engine.Progress
	nudge     chan struct{}
	done      chan struct{}
	cancelled bool
}

func newFakeRun() *fakeRun {
	return &fakeRun{nudge: make(chan struct{}, 1), done: make(chan struct{})}
}

func (f *fakeRun) Events(from int) []engine.Event { return f.events[min(from, len(f.events)):] }

func (f *fakeRun) Progress() engine.Progress { return f.progress }

func (f *fakeRun) Subscribe() (<-chan struct{}, func()) { return f.nudge, func() {} }

func (f *fakeRun) Done() <-chan struct{} { return f.done }

func (f *fakeRun) Cancel() { f.cancelled = true }

// begin lets a run of this number report what it plans.
func (b *bed) begin(r *run) *fakeRun {
	f := newFakeRun()
	b.send(startedMsg{run: r.number, history: f})
	v, err := b.bench.options.foresee(b.bench.problem, r.config)
	if err != nil {
		b.t.Fatal(err)
	}
	b.report(r, engine.Started{Method: r.method.Name, Plan: v.Plan})
	return f
}

// report brings a snapshot of a run with these events.
func (b *bed) report(r *run, events ...engine.Event) {
	b.send(snapshotMsg{run: r.number, from: r.read, events: events, progress: r.progress})
}

// charge pays the next n releases of a run's plan, as far as there are any.
func (b *bed) charge(r *run, n int) {
	total := 0.0
	for _, c := range r.charges {
		total += c.Mu * c.Mu
	}
	if r.plan == nil {
		return
	}
	for range min(n, len(r.plan.Releases)-len(r.charges)) {
		release := r.plan.Releases[len(r.charges)]
		total += release.Mu * release.Mu
		epsilon, err := r.plan.Accountant.Epsilon(math.Sqrt(total), r.plan.Delta)
		if err != nil {
			b.t.Fatal(err)
		}
		b.report(r, engine.Released{Charge: accounting.Charge{Release: release, SpentMu: math.Sqrt(total), SpentEpsilon: epsilon}})
	}
}

// stepTo brings the error after a step.
func (b *bed) stepTo(r *run, step, of int, train, valid float64) {
	_, epsilon := r.charged()
	b.report(r, engine.Iterated{T: step, Of: of, TrainRMSE: train, ValidRMSE: valid, Epsilon: epsilon, Elapsed: time.Duration(step) * 400 * time.Millisecond})
}

// releaseTo brings a step whose error is released.
func (b *bed) releaseTo(r *run, step, of int, valid, deviation float64) {
	_, epsilon := r.charged()
	b.report(r, engine.Iterated{T: step, Of: of, TrainRMSE: math.NaN(), ValidRMSE: valid, Private: true, Deviation: deviation,
		Epsilon: epsilon, Elapsed: time.Duration(step) * 400 * time.Millisecond})
}

// finish ends a run well.
func (b *bed) finish(r *run) {
	res := &engine.Result{Method: r.method.Name, Private: r.method.Private(), Iterations: len(r.steps), Elapsed: 1234 * time.Millisecond}
	if r.plan != nil {
		res.Epsilon, res.Mu, res.Delta = r.plan.Epsilon, r.plan.Mu, r.plan.Delta
	}
	b.report(r, engine.Ended{Outcome: engine.Done, Result: res})
}

// whole trains the current run to its end, along a curve that ends at valid.
func (b *bed) whole(valid float64) *run {
	r := b.bench.session.current
	b.begin(r)
	b.charge(r, 1)
	of := r.stepsOf()
	for step := 1; step <= of; step++ {
		b.charge(r, 2)
		if r.plan != nil && step == of {
			b.charge(r, len(r.plan.Releases))
		}
		b.stepTo(r, step, of, valid-0.05/float64(step), valid+0.06*float64(of-step))
	}
	b.finish(r)
	return r
}

// compared finishes the two lines of comparison.
func (b *bed) compared() {
	s := &b.bench.session
	for r, valid := range map[*run]float64{s.floor: 1.035, s.ceiling: 0.86} {
		if r == nil || !r.training() {
			continue
		}
		b.send(startedMsg{run: r.number, history: newFakeRun()})
		b.report(r, engine.Started{Method: r.method.Name})
		b.stepTo(r, 1, 1, valid-0.1, valid)
		b.finish(r)
	}
}

// running is a run in the middle of its third step, with the comparisons at hand.
func running(b *bed) *run {
	b.compared()
	r := b.bench.session.current
	b.begin(r)
	b.charge(r, 3)
	b.stepTo(r, 1, 3, 0.985, 1.02)
	b.charge(r, 2)
	b.stepTo(r, 2, 3, 0.952, 0.991)
	b.charge(r, 1)
	r.progress = engine.Progress{Phase: "items", Step: 3, Of: 3, Done: 0.62, Remaining: 400e6}
	b.send(snapshotMsg{run: r.number, from: r.read, progress: r.progress})
	b.compared()
	return r
}

// ghost is a finished run over the one before it, at twice the ε.
func ghost(b *bed) {
	if b.bench.session.current.training() {
		b.whole(0.995)
	}
	b.compared()
	b.press("right", "right")
	b.foresee()
	b.send(settledMsg{b.bench.knobs.generation})
	b.whole(0.948)
}
