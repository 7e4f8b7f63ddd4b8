package frontier_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/internal/tuitest/driver"
	"dpals/tui/frontier"
	"dpals/tui/session"
)

// fakeSweep is a running sweep that the test controls.
type fakeSweep struct {
	snapshot          sweep.Snapshot
	updates           chan struct{}
	done              chan struct{}
	paused, cancelled bool
}

func newFakeSweep() *fakeSweep {
	return &fakeSweep{updates: make(chan struct{}, 1), done: make(chan struct{})}
}

func (f *fakeSweep) Snapshot() sweep.Snapshot             { return f.snapshot }
func (f *fakeSweep) Subscribe() (<-chan struct{}, func()) { return f.updates, func() {} }
func (f *fakeSweep) Done() <-chan struct{}                { return f.done }
func (f *fakeSweep) Pause()                               { f.paused = true }
func (f *fakeSweep) Resume()                              { f.paused = false }
func (f *fakeSweep) Cancel()                              { f.cancelled = true }

// sweepStart is when the sweeps of the fixture start.
var sweepStart = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func atSweepStart(o *session.Options) { o.Now = func() time.Time { return sweepStart } }

func live(b *driver.Dashboard) *frontier.LiveSweep {
	return b.Screen("Frontier").(*frontier.Screen).Live()
}

func screenOf(b *driver.Dashboard) *frontier.Screen { return b.GoTo("Frontier").(*frontier.Screen) }

// sweepLine is a line of a fake sweep: a method with its settings and its error at an ε; ε is 0 without releases.
type sweepLine struct {
	method   string
	trust    method.Trust
	settings map[string]string
	error    func(epsilon float64) float64
	private  bool
}

var (
	joint     = sweepLine{"dpals", method.TrustJoint, nil, func(e float64) float64 { return 0.9 + 0.13/(1+e) }, true}
	reference = sweepLine{"als", method.TrustNone, nil, func(float64) float64 { return 0.861 }, false}
	baseline  = sweepLine{"user-mean", method.TrustJoint, nil, func(float64) float64 { return 1.035 }, false}
	local     = sweepLine{"ldp-gd", method.TrustLocal, nil, func(e float64) float64 { return 0.97 + 0.1/(1+e) }, true}
)

// fakeSnapshot is a sweep with done finished runs; all of them if done is negative.
func fakeSnapshot(spec sweep.Spec, done int, lines ...sweepLine) sweep.Snapshot {
	s := sweep.Snapshot{ID: 3, Spec: spec, Status: sweep.Running, Elapsed: 38 * time.Second, Remaining: 72 * time.Second}
	for _, l := range lines {
		epsilons := spec.Epsilon
		if !l.private {
			epsilons = []float64{0}
		}
		for _, e := range epsilons {
			c := sweep.Cell{Data: spec.Data[0], Method: l.method, Trust: l.trust, Settings: l.settings, Epsilon: e, Of: spec.Repeats, Mean: math.NaN(), Deviation: math.NaN()}
			for repeat := range spec.Repeats {
				point := s.Total
				s.Total++
				if done >= 0 && point >= done {
					if point < done+1 {
						c.Running++
					}
					continue
				}
				v := l.error(e) + 0.004*float64(repeat-1)
				r := sweep.Result{Point: point, Cell: len(s.Cells), Repeat: repeat, Run: int64(100 + point)}
				r.Method, r.TestRMSE, r.Trust, r.Private = l.method, v, l.trust, l.private
				if l.private {
					r.Mu, r.Epsilon, r.Total = 0.3, e, accounting.TotalCost{Mu: 0.3, GaussianMu: 0.3}
				}
				s.Results = append(s.Results, r)
				s.Done++
				c.N++
				c.Runs = append(c.Runs, r.Run)
				c.Mean, c.Deviation = l.error(e)+0.002*float64(c.N-3), 0.002*float64(c.N-1)
			}
			s.Cells = append(s.Cells, c)
		}
	}
	if done < 0 {
		s.Status, s.Remaining = sweep.Done, 0
	}
	return s
}

func plainSpec() sweep.Spec {
	return sweep.Spec{Data: []string{"ml-1m"}, Split: "80-10-10", Methods: []string{"dpals", "als", "user-mean"}, Epsilon: []float64{0.5, 1, 2, 5, 10},
		Delta: 1e-5, Accountant: "exact", Repeats: 3}
}

// plainCosts are the costs of plainSpec; limit is that of its ratings, 0 for none.
func plainCosts(limit float64) []sweep.Cost {
	c := sweep.Cost{Data: "ml-1m", Runs: 15, Mu: 3.1, Epsilon: 14.2, Delta: 1e-5, Spent: 1, Together: 14.4, Fits: true}
	if limit > 0 {
		c.Limit, c.Fits = &ledger.Limit{Epsilon: limit, Delta: 1e-5}, limit > 14
	}
	return []sweep.Cost{c}
}

// setCost sends the cost of the sweep that Enter starts.
func setCost(b *driver.Dashboard, left, of int, costs []sweep.Cost) {
	f := screenOf(b)
	b.Send(f.Cost().Finished(f.Form().Generation(), frontier.NewSweepCost(f.NextSpec(), left, of, costs), nil))
}

// startSweep starts the sweep of the form after the run of Tune.
func startSweep(b *driver.Dashboard, before sweep.Snapshot) *fakeSweep {
	b.T.Helper()
	if b.Session.Runs.Current.Training() {
		b.Whole(0.995)
	}
	setCost(b, 21, 21, plainCosts(0))
	b.Press("enter")
	if live(b) == nil {
		b.T.Fatal("no sweep has started")
	}
	s := newFakeSweep()
	b.Send(frontier.NewStarted(live(b).Number(), s, before, plainCosts(0), nil))
	return s
}

// reportProgress sends the progress of the running sweep.
func reportProgress(b *driver.Dashboard, s sweep.Snapshot, ended bool) {
	b.Send(frontier.NewProgress(live(b).Number(), s, ended, sweepStart))
}

func sweepUntil(b *driver.Dashboard, done int) *fakeSweep {
	s := startSweep(b, fakeSnapshot(plainSpec(), 0, joint, reference, baseline))
	reportProgress(b, fakeSnapshot(plainSpec(), done, joint, reference, baseline), done < 0)
	return s
}

// finishedSweep is a finished sweep, with changes.
func finishedSweep(b *driver.Dashboard, change func(*sweep.Snapshot)) {
	startSweep(b, fakeSnapshot(plainSpec(), 0, joint, reference, baseline))
	s := fakeSnapshot(plainSpec(), -1, joint, reference, baseline)
	if change != nil {
		change(&s)
	}
	reportProgress(b, s, true)
	setCost(b, 0, 21, plainCosts(0))
}

// variedSweep has two trust models, and a line for each value of a parameter.
func variedSweep() sweep.Snapshot {
	spec := plainSpec()
	spec.Methods, spec.Parameters = []string{"dpals", "ldp-gd"}, []sweep.Parameter{{Name: "k", Values: []string{"20", "50", "all"}}, {Name: "rank", Values: []string{"4"}}}
	var lines []sweepLine
	for i, k := range spec.Parameters[0].Values {
		l := joint
		l.settings = map[string]string{"k": k, "rank": "4"}
		l.error = func(e float64) float64 { return joint.error(e) + 0.015*float64(2-i) }
		lines = append(lines, l)
	}
	return fakeSnapshot(spec, -1, append(lines, local)...)
}

var frontierStates = []driver.State{
	{Name: "empty"},
	{Name: "cost-known", Act: func(b *driver.Dashboard) { b.Whole(0.995); setCost(b, 21, 21, plainCosts(0)) }},
	{Name: "limited", Act: func(b *driver.Dashboard) { b.Whole(0.995); b.Press("f"); setCost(b, 21, 21, plainCosts(4)) }},
	{Name: "asking", Act: func(b *driver.Dashboard) { b.Whole(0.995); setCost(b, 21, 21, plainCosts(20)); b.Press("enter") }},
	{Name: "not-found", Options: driver.Unloaded, Act: func(b *driver.Dashboard) { b.Send(session.LoadedMsg{Err: errors.New("ratings.csv: no such file")}) }},
	{Name: "impossible", Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.Press("f")
		b.Send(screenOf(b).Cost().Finished(screenOf(b).Form().Generation(), frontier.NewSweepCost(sweep.Spec{}, 0, 0, nil), fmt.Errorf("%w: --param k: none of als has such a parameter", engine.ErrConfig)))
	}},
	{Name: "starting", Act: func(b *driver.Dashboard) { b.Whole(0.995); setCost(b, 21, 21, plainCosts(0)); b.Press("enter") }},
	{Name: "running", Act: func(b *driver.Dashboard) { sweepUntil(b, 11) }},
	{Name: "running-form", Act: func(b *driver.Dashboard) { sweepUntil(b, 11); b.Press("f") }},
	{Name: "paused", Act: func(b *driver.Dashboard) { sweepUntil(b, 11); b.Press("space", "f") }},
	{Name: "waits-for-tune", Act: func(b *driver.Dashboard) {
		sweepUntil(b, 11)
		b.GoTo("Tune")
		b.Press("enter")
		b.Begin(b.Session.Runs.Current)
		b.GoTo("Frontier")
		b.Press("f")
	}},
	{Name: "stopping", Act: func(b *driver.Dashboard) { sweepUntil(b, 11); b.Press("X", "f") }},
	{Name: "quit-asked", Act: func(b *driver.Dashboard) { sweepUntil(b, 11); b.Press("q") }, Options: func(o *session.Options) { o.Store = new(store.Store) }},
	{Name: "stopped", Act: func(b *driver.Dashboard) {
		startSweep(b, fakeSnapshot(plainSpec(), 0, joint, reference, baseline))
		s := fakeSnapshot(plainSpec(), 11, joint, reference, baseline)
		s.Status, s.Remaining, s.Cells[3].Running = sweep.Cancelled, 0, 0
		reportProgress(b, s, true)
		b.Send(screenOf(b).Stored().Finished(b.Session.Problem.Fingerprint, frontier.NewStoredSweeps(frontier.NewStoredSweep(3, plainSpec(), 11, 21, false), frontier.NewStoredSweep(2, plainSpec(), 1, 9, true)), nil))
		b.Press("f", "g")
		setCost(b, 10, 21, plainCosts(0))
	}},
	{Name: "done", Act: func(b *driver.Dashboard) { b.Compared(); finishedSweep(b, nil) }},
	{Name: "crosshair", Act: func(b *driver.Dashboard) { finishedSweep(b, nil); b.Press("left", "left", "left") }},
	{Name: "points", Act: func(b *driver.Dashboard) {
		finishedSweep(b, nil)
		b.Press("F", "o", "o", "o", "o", "/", "d", "p", "enter", "down")
	}},
	{Name: "failed", Act: func(b *driver.Dashboard) {
		finishedSweep(b, func(s *sweep.Snapshot) {
			s.Cells[4].N, s.Cells[4].Failed, s.Failed = 2, 1, 1
			s.Err = errors.New("1 of 21 runs failed, the first of them: dpals: the noise is larger than the grid of the release")
		})
	}},
	{Name: "diverged", Act: func(b *driver.Dashboard) {
		finishedSweep(b, func(s *sweep.Snapshot) { s.Cells[0].Mean, s.Cells[0].Deviation = math.Inf(1), math.NaN() })
		b.Press("F")
	}},
	{Name: "refused", Act: func(b *driver.Dashboard) {
		startSweep(b, fakeSnapshot(plainSpec(), 0, joint, reference, baseline))
		s := fakeSnapshot(plainSpec(), 7, joint, reference, baseline)
		s.Status, s.Err, s.Cells[2].Running = sweep.Refused, driver.Refusal, 0
		reportProgress(b, s, true)
		setCost(b, 14, 21, plainCosts(4))
		b.Press("f")
	}},
	{Name: "not-started", Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		setCost(b, 21, 21, plainCosts(0))
		b.Press("enter")
		b.Send(frontier.NewStarted(live(b).Number(), nil, sweep.Snapshot{}, nil, errors.New("sweep 3 is under way: wait for its end, or stop the process that runs it")))
	}},
	{Name: "varied", Act: func(b *driver.Dashboard) { startSweep(b, variedSweep()); reportProgress(b, variedSweep(), true) }},
	{Name: "varied-points", Act: func(b *driver.Dashboard) {
		startSweep(b, variedSweep())
		reportProgress(b, variedSweep(), true)
		b.Press("F", "z")
	}},
	{Name: "released", Options: driver.Released, Act: func(b *driver.Dashboard) {
		spec := plainSpec()
		spec.PrivateMetrics = 0.1
		startSweep(b, fakeSnapshot(spec, 0, joint))
		reportProgress(b, fakeSnapshot(spec, -1, joint), true)
	}},
	{Name: "simulated", Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.Press("f", "down", "down", "down", "right")
		costs := plainCosts(0)
		costs[0].Simulation = true
		setCost(b, 21, 21, costs)
	}},
	{Name: "typing", Act: func(b *driver.Dashboard) { b.Whole(0.995); b.Press("f", "=", "x", "enter") }},
	{Name: "zoom", Act: func(b *driver.Dashboard) { finishedSweep(b, nil); b.Press("z", "left", "left", "+", "o") }},
	{Name: "no-colour", Options: func(o *session.Options) { o.NoColor = true }, Act: func(b *driver.Dashboard) { finishedSweep(b, nil) }},
	{Name: "ascii", Options: func(o *session.Options) { o.ASCII, o.NoColor = true, true }, Act: func(b *driver.Dashboard) { finishedSweep(b, nil); b.Press("left") }},
	{Name: "light", Options: func(o *session.Options) { o.Theme = "light" }, Act: func(b *driver.Dashboard) { startSweep(b, variedSweep()); reportProgress(b, variedSweep(), true) }},
}

func TestFrontierScreens(t *testing.T) {
	states := make([]driver.State, len(frontierStates))
	for i, s := range frontierStates {
		options := s.Options
		s.Options = func(o *session.Options) {
			atSweepStart(o)
			if options != nil {
				options(o)
			}
		}
		states[i] = s
	}
	driver.RequireGolden(t, "Frontier", states, driver.UsualSizes)
}
