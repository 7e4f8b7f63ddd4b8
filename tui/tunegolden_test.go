package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
)

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
		b.send(foreseenMsg{b.bench.knobs.generation, nil, fmt.Errorf("%w: --k all: sampling uniform needs a number of ratings per user", engine.ErrConfig)})
	}},
	{name: "more-expanded", act: func(b *bed) {
		b.bench.knobs.more = moreOpen
		b.press("down", "down", "down", "down", "down", "right", "down")
		b.foresee()
	}},
	{name: "typing", act: func(b *bed) { b.press("=", "5", "x", "enter") }},
	{name: "not-private", act: func(b *bed) {
		b.whole(0.995)
		b.press("m")
		b.foresee()
		b.send(settledMsg{b.bench.knobs.generation})
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
		r := b.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: refusal})
		b.send(accountMsg{status: standing(b.t, 1.735, 2)})
	}},
	{name: "ledger-empty", options: withLedger, act: func(b *bed) {
		b.send(accountMsg{status: standing(b.t, 2, 2)})
		r := b.bench.session.current
		b.begin(r)
		b.report(r, engine.Ended{Outcome: engine.Refused, Err: &ledger.RefusedError{Dataset: "ml-1m", Epsilon: 1, Delta: 1e-5,
			Limit: ledger.Limit{Epsilon: 2, Delta: 1e-5}, SpentEpsilon: 2}})
	}},
	{name: "metrics-released", options: released, act: func(b *bed) {
		r := b.bench.session.current
		b.begin(r)
		for step, valid := range []float64{1.2, 1.05, 0.97} {
			b.charge(r, 4)
			b.releaseTo(r, step+1, 3, valid, 0.08)
		}
		b.charge(r, 100)
		b.finish(r)
	}},
	{name: "metrics-swallowed", options: released, act: func(b *bed) {
		r := b.bench.session.current
		b.begin(r)
		b.charge(r, 100)
		b.releaseTo(r, 1, 3, 1.2, 0.3)
		b.releaseTo(r, 2, 3, 0, 0.6)
		b.finish(r)
	}},
	{name: "stopped-at-once", act: func(b *bed) {
		b.compared()
		r := b.bench.session.current
		b.begin(r)
		b.press("ctrl+c")
		b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	}},
	{name: "light", options: func(o *Options) { o.Theme = "light" }, act: func(b *bed) { ghost(b) }},
}

func TestScreens(t *testing.T) {
	requireGolden(t, "Tune", tuneStates, [][2]int{{59, 20}, {60, 24}, {80, 24}, {120, 36}, {200, 50}, {240, 70}})
}
