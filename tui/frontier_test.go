package tui

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/engine/sweep"
)

// fakeSweep is a sweep that the test writes.
type fakeSweep struct {
	snapshot          sweep.Snapshot
	nudge             chan struct{}
	done              chan struct{}
	paused, cancelled bool
}

func newFakeSweep() *fakeSweep {
	return &fakeSweep{nudge: make(chan struct{}, 1), done: make(chan struct{})}
}

func (f *fakeSweep) Snapshot() sweep.Snapshot             { return f.snapshot }
func (f *fakeSweep) Subscribe() (<-chan struct{}, func()) { return f.nudge, func() {} }
func (f *fakeSweep) Done() <-chan struct{}                { return f.done }
func (f *fakeSweep) Pause()                               { f.paused = true }
func (f *fakeSweep) Resume()                              { f.paused = false }
func (f *fakeSweep) Cancel()                              { f.cancelled = true }

// sweepStart is when the sweeps of the fixture begin.
var sweepStart = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func atSweepStart(o *Options) { o.now = func() time.Time { return sweepStart } }

func (b *bed) live() *liveSweep { return b.screen("Frontier").(*frontier).live }

func (b *bed) frontier() *frontier { return b.goTo("Frontier").(*frontier) }

// lines of a made-up sweep: a method with a parameter, and its error at an ε; 0 where nothing is released.
type sweepLine struct {
	method   string
	trust    method.Trust
	settings map[string]string
	error    func(epsilon float64) float64
	private  bool
}

var (
	joint    = sweepLine{"dpals", method.TrustJoint, nil, func(e float64) float64 { return 0.9 + 0.13/(1+e) }, true}
	ceiling  = sweepLine{"als", method.TrustNone, nil, func(float64) float64 { return 0.861 }, false}
	ownMean  = sweepLine{"user-mean", method.TrustJoint, nil, func(float64) float64 { return 1.035 }, false}
	reported = sweepLine{"ldp-gd", method.TrustLocal, nil, func(e float64) float64 { return 0.97 + 0.1/(1+e) }, true}
)

// madeUp is a sweep of which so many runs are done; negative for all.
func madeUp(spec sweep.Spec, done int, lines ...sweepLine) sweep.Snapshot {
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
					r.Mu, r.Epsilon = 0.3, e
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

// plainCosts are those of plainSpec; limited is the limit of its ratings, 0 for none.
func plainCosts(limit float64) []sweep.Cost {
	c := sweep.Cost{Data: "ml-1m", Runs: 15, Mu: 3.1, Epsilon: 14.2, Delta: 1e-5, Spent: 1, Together: 14.4, Fits: true}
	if limit > 0 {
		c.Limit, c.Fits = &ledger.Limit{Epsilon: limit, Delta: 1e-5}, limit > 14
	}
	return []sweep.Cost{c}
}

// foreseeSweep brings what the sweep that is offered costs.
func (b *bed) foreseeSweep(left, of int, costs []sweep.Cost) {
	f := b.frontier()
	b.send(foreseenSweepMsg{f.form.generation, foresight{spec: f.meant(), left: left, of: of, costs: costs, whole: costs}})
}

// sweepOff begins the sweep that is offered, with Tune at rest.
func (b *bed) sweepOff(before sweep.Snapshot) *fakeSweep {
	b.t.Helper()
	if b.bench.session.current.training() {
		b.whole(0.995)
	}
	b.foreseeSweep(21, 21, plainCosts(0))
	b.press("enter")
	if b.live() == nil {
		b.t.Fatal("no sweep has begun")
	}
	s := newFakeSweep()
	b.send(sweepBegunMsg{number: b.live().number, handle: s, before: before, costs: plainCosts(0)})
	return s
}

// swept brings where the sweep stands.
func (b *bed) swept(s sweep.Snapshot, ended bool) {
	b.send(sweptMsg{b.live().number, s, ended, sweepStart})
}

func (b *bed) sweepTo(done int) *fakeSweep {
	s := b.sweepOff(madeUp(plainSpec(), 0, joint, ceiling, ownMean))
	b.swept(madeUp(plainSpec(), done, joint, ceiling, ownMean), done < 0)
	return s
}

// wholeSweep is a sweep that is done, with or without troubles.
func (b *bed) wholeSweep(change func(*sweep.Snapshot)) {
	b.sweepOff(madeUp(plainSpec(), 0, joint, ceiling, ownMean))
	s := madeUp(plainSpec(), -1, joint, ceiling, ownMean)
	if change != nil {
		change(&s)
	}
	b.swept(s, true)
	b.foreseeSweep(0, 21, plainCosts(0))
}

// variedSweep has two models of trust, and a line for each value of a parameter.
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
	return madeUp(spec, -1, append(lines, reported)...)
}

var frontierStates = []state{
	{name: "empty"},
	{name: "priced", act: func(b *bed) { b.whole(0.995); b.foreseeSweep(21, 21, plainCosts(0)) }},
	{name: "limited", act: func(b *bed) { b.whole(0.995); b.press("f"); b.foreseeSweep(21, 21, plainCosts(4)) }},
	{name: "asking", act: func(b *bed) { b.whole(0.995); b.foreseeSweep(21, 21, plainCosts(20)); b.press("enter") }},
	{name: "not-found", options: unloaded, act: func(b *bed) { b.send(loadedMsg{err: errors.New("ratings.csv: no such file")}) }},
	{name: "impossible", act: func(b *bed) {
		b.whole(0.995)
		b.press("f")
		b.send(foreseenSweepMsg{b.frontier().form.generation, foresight{err: fmt.Errorf("%w: --param k: none of als has such a parameter", engine.ErrConfig)}})
	}},
	{name: "begins", act: func(b *bed) { b.whole(0.995); b.foreseeSweep(21, 21, plainCosts(0)); b.press("enter") }},
	{name: "running", act: func(b *bed) { b.sweepTo(11) }},
	{name: "running-form", act: func(b *bed) { b.sweepTo(11); b.press("f") }},
	{name: "paused", act: func(b *bed) { b.sweepTo(11); b.press("space", "f") }},
	{name: "gives-way", act: func(b *bed) {
		b.sweepTo(11)
		b.goTo("Tune")
		b.press("enter")
		b.begin(b.bench.session.current)
		b.goTo("Frontier")
		b.press("f")
	}},
	{name: "stopping", act: func(b *bed) { b.sweepTo(11); b.press("X", "f") }},
	{name: "quit-asked", act: func(b *bed) { b.sweepTo(11); b.press("q") }, options: func(o *Options) { o.Store = new(store.Store) }},
	{name: "stopped", act: func(b *bed) {
		b.sweepOff(madeUp(plainSpec(), 0, joint, ceiling, ownMean))
		s := madeUp(plainSpec(), 11, joint, ceiling, ownMean)
		s.Status, s.Remaining, s.Cells[3].Running = sweep.Cancelled, 0, 0
		b.swept(s, true)
		b.send(keptSweepsMsg{unfinished: []keptSweep{{3, plainSpec(), 11, 21, false}, {2, plainSpec(), 1, 9, true}}})
		b.press("f", "g")
		b.foreseeSweep(10, 21, plainCosts(0))
	}},
	{name: "done", act: func(b *bed) { b.compared(); b.wholeSweep(nil) }},
	{name: "crosshair", act: func(b *bed) { b.wholeSweep(nil); b.press("left", "left", "left") }},
	{name: "points", act: func(b *bed) { b.wholeSweep(nil); b.press("F", "o", "o", "o", "o", "/", "d", "p", "enter", "down") }},
	{name: "failed", act: func(b *bed) {
		b.wholeSweep(func(s *sweep.Snapshot) {
			s.Cells[4].N, s.Cells[4].Failed, s.Failed = 2, 1, 1
			s.Err = errors.New("1 of 21 runs failed, the first of them: dpals: the noise is larger than the grid of the release")
		})
	}},
	{name: "diverged", act: func(b *bed) {
		b.wholeSweep(func(s *sweep.Snapshot) { s.Cells[0].Mean, s.Cells[0].Deviation = math.Inf(1), math.NaN() })
		b.press("F")
	}},
	{name: "refused", act: func(b *bed) {
		b.sweepOff(madeUp(plainSpec(), 0, joint, ceiling, ownMean))
		s := madeUp(plainSpec(), 7, joint, ceiling, ownMean)
		s.Status, s.Err, s.Cells[2].Running = sweep.Refused, refusal, 0
		b.swept(s, true)
		b.foreseeSweep(14, 21, plainCosts(4))
		b.press("f")
	}},
	{name: "not-begun", act: func(b *bed) {
		b.whole(0.995)
		b.foreseeSweep(21, 21, plainCosts(0))
		b.press("enter")
		b.send(sweepBegunMsg{number: b.live().number, err: errors.New("sweep 3 is under way: wait for its end, or stop the process that runs it")})
	}},
	{name: "varied", act: func(b *bed) { b.sweepOff(variedSweep()); b.swept(variedSweep(), true) }},
	{name: "varied-points", act: func(b *bed) { b.sweepOff(variedSweep()); b.swept(variedSweep(), true); b.press("F", "z") }},
	{name: "released", options: released, act: func(b *bed) {
		spec := plainSpec()
		spec.MetricsShare = 0.1
		b.sweepOff(madeUp(spec, 0, joint))
		b.swept(madeUp(spec, -1, joint), true)
	}},
	{name: "simulated", act: func(b *bed) {
		b.whole(0.995)
		b.press("f", "down", "down", "down", "right")
		costs := plainCosts(0)
		costs[0].Simulation = true
		b.foreseeSweep(21, 21, costs)
	}},
	{name: "typing", act: func(b *bed) { b.whole(0.995); b.press("f", "=", "x", "enter") }},
	{name: "zoom", act: func(b *bed) { b.wholeSweep(nil); b.press("z", "left", "left", "+", "o") }},
	{name: "no-colour", options: func(o *Options) { o.NoColor = true }, act: func(b *bed) { b.wholeSweep(nil) }},
	{name: "ascii", options: func(o *Options) { o.ASCII, o.NoColor = true, true }, act: func(b *bed) { b.wholeSweep(nil); b.press("left") }},
	{name: "light", options: func(o *Options) { o.Theme = "light" }, act: func(b *bed) { b.sweepOff(variedSweep()); b.swept(variedSweep(), true) }},
}

func TestFrontierScreens(t *testing.T) {
	states := make([]state, len(frontierStates))
	for i, s := range frontierStates {
		options := s.options
		s.options = func(o *Options) {
			atSweepStart(o)
			if options != nil {
				options(o)
			}
		}
		states[i] = s
	}
	requireGolden(t, "Frontier", states, usualSizes)
}
