package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest"
)

// state is what a person may see, with what brings it about.
type state struct {
	name    string
	options func(*Options) // nil for fakeOptions as they are
	act     func(*bed)     // nil for what is seen first
}

// tuneStates are those of the Tune screen.
var tuneStates = []state{
	{name: "loading", options: unloaded},
	{name: "not-found", options: unloaded, act: func(b *bed) {
		b.send(loadedMsg{err: errors.New("ratings.csv:1042:7: rating \"x\": not a number; give a number between 0.5 and 5")})
	}},
	{name: "large", options: func(o *Options) { o.Problem = fakeProblem(retrainLimit + 1) }},
	{name: "running", act: func(b *bed) { running(b) }},
	{name: "done-with-ghost", act: func(b *bed) { ghost(b) }},
	{name: "pinned-crosshair", act: func(b *bed) {
		b.whole(0.995)
		b.press("p")
		ghost(b)
		b.press("f", "c", "left")
	}},
	{name: "failed", act: func(b *bed) {
		r := running(b)
		b.report(r, engine.Ended{Outcome: engine.Failed, Err: errSample})
	}},
	{name: "refused", act: func(b *bed) {
		r := running(b)
		err := fmt.Errorf("%w: this run would spend ε 1.0 and the data set has 0.4 left; lower ε or raise the limit", engine.ErrRefused)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: err})
	}},
	{name: "stopped", act: func(b *bed) {
		r := running(b)
		b.press("ctrl+c")
		b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	}},
	{name: "impossible", act: func(b *bed) {
		b.send(foreseenMsg{b.tune().knobs.generation, nil, fmt.Errorf("%w: --k all: sampling uniform needs a number of ratings per user", engine.ErrConfig)})
	}},
	{name: "more-expanded", act: func(b *bed) {
		b.tune().knobs.more = moreOpen
		b.press("down", "down", "down", "down", "down", "right", "down")
		b.foresee()
	}},
	{name: "typing", act: func(b *bed) { b.press("=", "5", "x", "enter") }},
	{name: "not-private", act: func(b *bed) {
		b.whole(0.995)
		b.press("m")
		b.foresee()
		b.send(settledMsg{b.tune().knobs.generation})
		b.compared()
	}},
	{name: "simulation", options: func(o *Options) {
		seed := uint64(7)
		o.Config.Seed = &seed
	}, act: func(b *bed) { b.whole(0.995) }},
	{name: "held", act: func(b *bed) {
		b.whole(0.995)
		b.press("space", "right")
		b.foresee()
	}},
	{name: "asking", act: func(b *bed) { running(b); b.press("q") }},
	{name: "help", act: func(b *bed) { b.press("?") }},
	{name: "zoom", act: func(b *bed) { ghost(b); b.press("f", "f", "z") }},
	{name: "no-colour", options: func(o *Options) { o.NoColor = true }, act: func(b *bed) { ghost(b) }},
	{name: "ascii", options: func(o *Options) { o.ASCII, o.NoColor = true, true }, act: func(b *bed) { ghost(b) }},
	{name: "ledger-no-limit", options: withLedger, act: func(b *bed) {
		running(b)
		b.send(accountMsg{status: standing(b.t, 1.2, 0)})
	}},
	{name: "ledger-limit", options: withLedger, act: func(b *bed) {
		ghost(b)
		b.send(accountMsg{status: standing(b.t, 1.62, 4)})
	}},
	{name: "ledger-would-pass", options: withLedger, act: func(b *bed) {
		b.whole(0.995)
		b.send(accountMsg{status: standing(b.t, 1.9, 2)})
	}},
	{name: "ledger-refused", options: withLedger, act: func(b *bed) {
		b.whole(0.995)
		b.compared()
		b.press("enter")
		r := b.m.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: refusal})
		b.send(accountMsg{status: standing(b.t, 1.735, 2)})
	}},
	{name: "ledger-empty", options: withLedger, act: func(b *bed) {
		b.send(accountMsg{status: standing(b.t, 2, 2)})
		r := b.m.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: &ledger.RefusedError{Dataset: "ml-1m", Epsilon: 1, Delta: 1e-5,
			Limit: ledger.Limit{Epsilon: 2, Delta: 1e-5}, SpentEpsilon: 2}})
	}},
	{name: "metrics-released", options: released, act: func(b *bed) {
		r := b.m.bench.session.current
		b.begin(r)
		for step, valid := range []float64{1.2, 1.05, 0.97} {
			b.charge(r, 4)
			b.releaseTo(r, step+1, 3, valid, 0.08)
		}
		b.charge(r, 100)
		b.finish(r)
	}},
	{name: "metrics-swallowed", options: released, act: func(b *bed) {
		r := b.m.bench.session.current
		b.begin(r)
		b.charge(r, 100)
		b.releaseTo(r, 1, 3, 1.2, 0.3)
		b.releaseTo(r, 2, 3, 0, 0.6)
		b.finish(r)
	}},
	{name: "stopped-at-once", act: func(b *bed) {
		b.compared()
		r := b.m.bench.session.current
		b.begin(r)
		b.press("ctrl+c")
		b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	}},
	{name: "light", options: func(o *Options) { o.Theme = "light" }, act: func(b *bed) { ghost(b) }},
}

// released spends a share of the budget on the errors.
func released(o *Options) { o.Config.PrivateMetrics = 0.1 }

func unloaded(o *Options) {
	o.Problem = engine.Problem{Name: "ml-1m"}
	o.Load = func(context.Context) (engine.Problem, error) { return fakeProblem(1), nil }
}

// running is a run in the middle of its third step, with the comparisons at hand.
func running(b *bed) *run {
	b.compared()
	r := b.m.bench.session.current
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
	if b.m.bench.session.current.training() {
		b.whole(0.995)
	}
	b.compared()
	b.press("right", "right")
	b.foresee()
	b.send(settledMsg{b.tune().knobs.generation})
	b.whole(0.948)
}

func TestScreens(t *testing.T) {
	requireGolden(t, "Tune", tuneStates, [][2]int{{59, 20}, {60, 24}, {80, 24}, {120, 36}, {200, 50}, {240, 70}})
}

// What every screen says before there is anything to show.
func TestEmptyScreens(t *testing.T) {
	for _, name := range []string{"Frontier", "Data", "Privacy", "People", "Runs"} {
		t.Run(name, func(t *testing.T) { requireGolden(t, name, []state{{name: "loading", options: unloaded}}, usualSizes) })
	}
}

// usualSizes are too small, narrow, wide and very wide.
var usualSizes = [][2]int{{59, 20}, {80, 24}, {120, 36}, {200, 50}}

// requireGolden compares a screen in its states with files that hold what a person sees.
func requireGolden(t *testing.T, screen string, states []state, sizes [][2]int) {
	for i, s := range states {
		for _, size := range sizes {
			if size[0] < minWidth && i > 0 {
				continue // nothing but the size is said there
			}
			t.Run(fmt.Sprintf("%s/%dx%d", s.name, size[0], size[1]), func(t *testing.T) {
				o := fakeOptions()
				if s.options != nil {
					s.options(&o)
				}
				b := newBed(t, size[0], size[1], o)
				b.goTo(screen)
				if s.act != nil {
					s.act(b)
				}
				content := b.content()
				tuitest.Exactly(t, content, size[0], size[1])
				golden.RequireEqual(t, content)
			})
		}
	}
}
