package driver

import (
	"math"
	"time"

	"dpals/accounting"
	"dpals/engine"
	"dpals/tui/session"
)

// Run is a fake run: the test writes its events.
type Run struct {
	Sent      []engine.Event
	progress  engine.Progress
	Nudge     chan struct{}
	Finished  chan struct{}
	Cancelled bool
}

// NewRun returns a run without events.
func NewRun() *Run {
	return &Run{Nudge: make(chan struct{}, 1), Finished: make(chan struct{})}
}

// Events implements session.Follower.
func (f *Run) Events(from int) []engine.Event { return f.Sent[min(from, len(f.Sent)):] }

// Progress implements session.Follower.
func (f *Run) Progress() engine.Progress { return f.progress }

// Subscribe implements session.Follower.
func (f *Run) Subscribe() (<-chan struct{}, func()) { return f.Nudge, func() {} }

// Done implements session.Follower.
func (f *Run) Done() <-chan struct{} { return f.Finished }

// Cancel implements session.Follower.
func (f *Run) Cancel() { f.Cancelled = true }

// Begin starts a run and sends its plan.
func (d *Dashboard) Begin(r *session.Run) *Run {
	f := NewRun()
	d.Send(session.StartedMsg{Run: r.Number, History: f})
	v, err := d.Session.Options.Foresee(d.Session.Problem, r.Config)
	if err != nil {
		d.T.Fatal(err)
	}
	d.Report(r, engine.Started{Method: r.Method.Name, Plan: v.Plan})
	return f
}

// Report sends a snapshot of a run with these events.
func (d *Dashboard) Report(r *session.Run, events ...engine.Event) {
	d.Send(session.SnapshotMsg{Run: r.Number, From: r.Read, Events: events, Progress: r.Progress})
}

// Charge charges the next n releases of a run's plan, or all that are left.
func (d *Dashboard) Charge(r *session.Run, n int) {
	total := 0.0
	for _, c := range r.Charges {
		total += c.Mu * c.Mu
	}
	if r.Plan == nil {
		return
	}
	for range min(n, len(r.Plan.Releases)-len(r.Charges)) {
		release := r.Plan.Releases[len(r.Charges)]
		total += release.Mu * release.Mu
		epsilon, err := r.Plan.Accountant.Epsilon(math.Sqrt(total), r.Plan.Delta)
		if err != nil {
			d.T.Fatal(err)
		}
		d.Report(r, engine.Released{Charge: accounting.Charge{Release: release, SpentMu: math.Sqrt(total), SpentEpsilon: epsilon}})
	}
}

// IterateTo sends the errors after an iteration.
func (d *Dashboard) IterateTo(r *session.Run, t, of int, train, valid float64) {
	_, epsilon := r.Charged()
	d.Report(r, engine.Iterated{T: t, Of: of, TrainRMSE: train, ValidRMSE: valid, Epsilon: epsilon, Elapsed: time.Duration(t) * 400 * time.Millisecond})
}

// ReleaseTo sends a released error after an iteration.
func (d *Dashboard) ReleaseTo(r *session.Run, t, of int, valid, deviation float64) {
	_, epsilon := r.Charged()
	d.Report(r, engine.Iterated{T: t, Of: of, TrainRMSE: math.NaN(), ValidRMSE: valid, Private: true, Deviation: deviation,
		Epsilon: epsilon, Elapsed: time.Duration(t) * 400 * time.Millisecond})
}

// Finish ends a run without an error.
func (d *Dashboard) Finish(r *session.Run) {
	res := &engine.Result{Method: r.Method.Name, Private: r.Method.Private(), Iterations: len(r.Iterations), Elapsed: 1234 * time.Millisecond}
	if r.Plan != nil {
		res.Epsilon, res.Mu, res.Delta = r.Plan.Epsilon, r.Plan.Mu, r.Plan.Delta
	}
	d.Report(r, engine.Ended{Outcome: engine.Done, Result: res})
}

// Whole sends all events of the current run, with a curve that ends at valid.
func (d *Dashboard) Whole(valid float64) *session.Run {
	r := d.Session.Runs.Current
	d.Begin(r)
	d.Charge(r, 1)
	of := r.PlannedIterations()
	for t := 1; t <= of; t++ {
		d.Charge(r, 2)
		if r.Plan != nil && t == of {
			d.Charge(r, len(r.Plan.Releases))
		}
		d.IterateTo(r, t, of, valid-0.05/float64(t), valid+0.06*float64(of-t))
	}
	d.Finish(r)
	return r
}

// Compared finishes the baseline and the non-private reference.
func (d *Dashboard) Compared() {
	s := &d.Session.Runs
	for r, valid := range map[*session.Run]float64{s.Baseline: 1.035, s.Reference: 0.86} {
		if r == nil || !r.Training() {
			continue
		}
		d.Send(session.StartedMsg{Run: r.Number, History: NewRun()})
		d.Report(r, engine.Started{Method: r.Method.Name})
		d.IterateTo(r, 1, 1, valid-0.1, valid)
		d.Finish(r)
	}
}

// Running brings the current run into its third iteration, with baseline and reference finished.
func Running(d *Dashboard) *session.Run {
	d.Compared()
	r := d.Session.Runs.Current
	d.Begin(r)
	d.Charge(r, 3)
	d.IterateTo(r, 1, 3, 0.985, 1.02)
	d.Charge(r, 2)
	d.IterateTo(r, 2, 3, 0.952, 0.991)
	d.Charge(r, 1)
	r.Progress = engine.Progress{Phase: "items", Iteration: 3, Of: 3, Done: 0.62, Remaining: 400e6}
	d.Send(session.SnapshotMsg{Run: r.Number, From: r.Read, Progress: r.Progress})
	d.Compared()
	return r
}

// Ghost finishes two runs, the second at a larger ε.
func Ghost(d *Dashboard) {
	if d.Session.Runs.Current.Training() {
		d.Whole(0.995)
	}
	d.Compared()
	d.Press("right", "right")
	d.Preview()
	d.Send(session.SettledMsg{Generation: d.Session.Knobs.Generation})
	d.Whole(0.948)
}
