package tui

import (
	"context"
	"errors"
	"testing"

	"dpals/engine"
	"dpals/engine/people"
)

func TestPeople(t *testing.T) {
	films := func(o *Options) { o.Problem = filmProblem(t) }
	open := func(act func(*peopleBed)) func(*bed) {
		return func(b *bed) {
			p := b.m.people()
			pb := &peopleBed{bed: b, p: p}
			p.leave.delay = 0
			p.leave.gather = func(_ context.Context, _ engine.Problem, c engine.Config) (community, error) {
				return stays{name: c.Method, log: &pb.log}, nil
			}
			act(pb)
		}
	}
	user := func(b *peopleBed) *run {
		r := b.trained(privateTaste, freeTaste)
		b.open()
		return r
	}
	yours := func(b *peopleBed) {
		user(b)
		b.types("n", "toy story", "enter", "5", "samurai", "enter", "2", "esc")
	}
	requireGolden(t, "People", []state{
		{name: "reading-titles", options: films},
		{name: "failed", options: unloaded, act: func(b *bed) { b.send(loadedMsg{err: errors.New("no such file: films.csv")}) }},
		{name: "first-step", options: films, act: open(func(b *peopleBed) { b.begin(b.m.bench.session.current); b.open() })},
		{name: "no-run", options: films, act: open(func(b *peopleBed) {
			r := b.m.bench.session.current
			b.begin(r)
			b.report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
			b.open()
		})},
		{name: "user", options: films, act: open(func(b *peopleBed) { user(b) })},
		{name: "user-without-ratings", options: films, act: open(func(b *peopleBed) { user(b); b.types("G") })},
		{name: "leaving", options: films, act: open(func(b *peopleBed) {
			b.trained(privateTaste, freeTaste)
			b.p.leave.atOnce, b.p.comparing = 1, true
			b.open()
			b.p.leave.atOnce = retrainLimit
			b.p.leave.running, b.p.leave.stage, b.p.leave.mine = true, gatherPlain, &people.RemovalEffect{Others: 200, Mean: 0.0001, Largest: 0.02, Lists: 0.03}
			b.p.leave.version++
		})},
		{name: "leaving-failed", options: films, act: open(func(b *peopleBed) {
			b.trained(privateTaste, freeTaste)
			b.p.leave.gather = func(context.Context, engine.Problem, engine.Config) (community, error) { return nil, errSample }
			b.open()
		})},
		{name: "large", options: films, act: open(func(b *peopleBed) {
			b.trained(privateTaste, freeTaste)
			b.p.leave.atOnce = 1
			b.open()
		})},
		{name: "you-without-ratings", options: films, act: open(func(b *peopleBed) { user(b); b.types("up") })},
		{name: "you-search", options: films, act: open(func(b *peopleBed) { user(b); b.types("n", "s") })},
		{name: "you-search-nothing", options: films, act: open(func(b *peopleBed) { user(b); b.types("n", "qq", "enter") })},
		{name: "you-rate", options: films, act: open(func(b *peopleBed) { user(b); b.types("n", "samurai", "down", "enter", "right") })},
		{name: "you", options: films, act: open(yours)},
		{name: "alike", options: films, act: open(func(b *peopleBed) { b.trained(biased(nil), freeTaste); b.open() })},
		{name: "not-compared", options: func(o *Options) { films(o); released(o) }, act: open(func(b *peopleBed) { b.trained(privateTaste, nil); b.open() })},
		{name: "not-private", options: func(o *Options) { films(o); o.Config.Method = "als" }, act: open(func(b *peopleBed) { b.trained(freeTaste, freeTaste); b.open() })},
		{name: "simulation", options: func(o *Options) {
			films(o)
			seed := uint64(7)
			o.Config.Seed = &seed
		}, act: open(func(b *peopleBed) { user(b) })},
		{name: "local", options: films, act: open(func(b *peopleBed) {
			reportsOf(t, b.trained(privateTaste, freeTaste))
			b.open()
		})},
		{name: "local-you", options: films, act: open(func(b *peopleBed) {
			reportsOf(t, b.trained(privateTaste, freeTaste))
			b.open()
			b.types("up")
		})},
		{name: "filter", options: films, act: open(func(b *peopleBed) { user(b); b.types("/", "2") })},
		{name: "zoom", options: films, act: open(func(b *peopleBed) { user(b); b.types("F", "z") })},
		{name: "no-colour", options: func(o *Options) { films(o); o.NoColor = true }, act: open(func(b *peopleBed) { user(b) })},
		{name: "ascii", options: func(o *Options) { films(o); o.ASCII, o.NoColor = true, true }, act: open(func(b *peopleBed) { user(b) })},
	}, usualSizes)
}
