package tui

import (
	"errors"
	"fmt"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
)

func privacyStates(t testing.TB) []state {
	past := withHistory(t)
	then := func(keys ...string) func(*bed) {
		return func(b *bed) {
			running(b)
			b.settled()
			b.press(keys...)
			b.settled()
		}
	}
	on := func(panel int) func(*bed) {
		return func(b *bed) {
			running(b)
			b.settled().focusOn(panel)
		}
	}
	return []state{
		{name: "planned", act: func(b *bed) { b.settled() }},
		{name: "running", options: past, act: then()},
		{name: "done", options: past, act: func(b *bed) { b.whole(0.995); b.settled() }},
		{name: "stopped", act: func(b *bed) {
			r := running(b)
			b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: errSample})
			b.settled()
		}},
		{name: "refused", options: past, act: func(b *bed) {
			r := b.m.bench.session.current
			b.begin(r)
			b.report(r, engine.Ended{Outcome: engine.Refused, Err: refusal})
			b.settled()
		}},
		{name: "failed", act: func(b *bed) {
			b.report(running(b), engine.Ended{Outcome: engine.Failed, Err: errSample})
			b.settled()
		}},
		{name: "local", options: both(local, past), act: func(b *bed) {
			r := b.m.bench.session.current
			b.begin(r)
			b.charge(r, 2)
			b.settled()
		}},
		{name: "not-private", options: past, act: func(b *bed) {
			b.tune().knobs.choose(1)
			b.foresee()
			b.m.bench.session.current = nil
			b.settled()
		}},
		{name: "simulation", options: func(o *Options) {
			seed := uint64(7)
			o.Config.Seed = &seed
		}, act: func(b *bed) { b.whole(0.995); b.settled() }},
		{name: "impossible", act: func(b *bed) {
			b.send(foreseenMsg{b.tune().knobs.generation, nil, fmt.Errorf("%w: --k all: sampling uniform needs a number of ratings per user", engine.ErrConfig)})
			b.settled()
		}},
		{name: "metrics-released", options: released, act: func(b *bed) { b.whole(0.995); b.settled().focusOn(privacyErrors) }},
		{name: "ledger-broken", options: func(o *Options) {
			past(o)
			o.history = func(string) ([]ledger.HistoryEntry, error) {
				return nil, errors.New("the ledger is damaged: run 2 is not as it was written")
			}
		}, act: on(privacyLedger)},
		{name: "proof", options: past, act: then("down", "enter", "down")},
		{name: "proof-zoomed", act: then("enter", "z")},
		{name: "filter", act: then("/", "r", "h")},
		{name: "sorted", act: then("o", "O")},
		{name: "curve", act: then("f", "left", "left", "+")},
		{name: "trust", act: on(privacyTrust)},
		{name: "errors", act: on(privacyErrors)},
		{name: "ledger", options: past, act: on(privacyLedger)},
		{name: "past-run", options: past, act: func(b *bed) {
			running(b)
			b.settled().focusOn(privacyLedger)
			b.press("home")
			b.send(b.press("enter")())
		}},
		{name: "no-colour", options: func(o *Options) { past(o); o.NoColor = true }, act: then()},
		{name: "ascii", options: func(o *Options) { past(o); o.ASCII, o.NoColor = true, true }, act: then()},
	}
}

func TestPrivacyScreen(t *testing.T) {
	requireGolden(t, "Privacy", privacyStates(t), usualSizes)
}
