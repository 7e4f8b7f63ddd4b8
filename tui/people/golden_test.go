package people_test

import (
	"context"
	"errors"
	"testing"

	"dpals/engine"
	"dpals/engine/people"
	"dpals/internal/tuitest/driver"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

func TestPeople(t *testing.T) {
	films := func(o *session.Options) { o.Problem = driver.FilmProblem(t) }
	open := func(act func(*peopleBed)) func(*driver.Dashboard) {
		return func(b *driver.Dashboard) {
			p := b.Screen("People").(*tuipeople.Screen)
			pb := &peopleBed{Dashboard: b, p: p}
			p.Leave().SetDelay(0)
			p.Leave().SetGather(func(_ context.Context, _ engine.Problem, c engine.Config) (tuipeople.Community, error) {
				return stays{name: c.Method, log: &pb.log}, nil
			})
			act(pb)
		}
	}
	user := func(b *peopleBed) *session.Run {
		r := b.trained(privateTaste, freeTaste)
		b.open()
		return r
	}
	yours := func(b *peopleBed) {
		user(b)
		b.types("n", "toy story", "enter", "5", "samurai", "enter", "2", "esc")
	}
	driver.RequireGolden(t, "People", []driver.State{
		{Name: "reading-titles", Options: films},
		{Name: "failed", Options: driver.Unloaded, Act: func(b *driver.Dashboard) { b.Send(session.LoadedMsg{Err: errors.New("no such file: films.csv")}) }},
		{Name: "first-step", Options: films, Act: open(func(b *peopleBed) { b.Begin(b.Session.Runs.Current); b.open() })},
		{Name: "no-run", Options: films, Act: open(func(b *peopleBed) {
			r := b.Session.Runs.Current
			b.Begin(r)
			b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
			b.open()
		})},
		{Name: "user", Options: films, Act: open(func(b *peopleBed) { user(b) })},
		{Name: "user-without-ratings", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("G") })},
		{Name: "leaving", Options: films, Act: open(func(b *peopleBed) {
			b.trained(privateTaste, freeTaste)
			b.p.Leave().SetAtOnce(1)
			b.p.SetComparing(true)
			b.open()
			b.p.Leave().SetAtOnce(session.RetrainLimit)
			b.p.Leave().SetRunning()
			b.p.Leave().SetStage(tuipeople.GatherPlain)
			b.p.Leave().SetMine(&people.RemovalEffect{Others: 200, Mean: 0.0001, Largest: 0.02, Lists: 0.03})
		})},
		{Name: "leaving-failed", Options: films, Act: open(func(b *peopleBed) {
			b.trained(privateTaste, freeTaste)
			b.p.Leave().SetGather(func(context.Context, engine.Problem, engine.Config) (tuipeople.Community, error) {
				return nil, driver.ErrSample
			})
			b.open()
		})},
		{Name: "large", Options: films, Act: open(func(b *peopleBed) {
			b.trained(privateTaste, freeTaste)
			b.p.Leave().SetAtOnce(1)
			b.open()
		})},
		{Name: "you-without-ratings", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("up") })},
		{Name: "you-search", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("n", "s") })},
		{Name: "you-search-nothing", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("n", "qq", "enter") })},
		{Name: "you-rate", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("n", "samurai", "down", "enter", "right") })},
		{Name: "you", Options: films, Act: open(yours)},
		{Name: "alike", Options: films, Act: open(func(b *peopleBed) { b.trained(biased(nil), freeTaste); b.open() })},
		{Name: "not-compared", Options: func(o *session.Options) { films(o); driver.Released(o) }, Act: open(func(b *peopleBed) { b.trained(privateTaste, nil); b.open() })},
		{Name: "not-private", Options: func(o *session.Options) { films(o); o.Config.Method = "als" }, Act: open(func(b *peopleBed) { b.trained(freeTaste, freeTaste); b.open() })},
		{Name: "simulation", Options: func(o *session.Options) {
			films(o)
			seed := uint64(7)
			o.Config.Seed = &seed
		}, Act: open(func(b *peopleBed) { user(b) })},
		{Name: "local", Options: films, Act: open(func(b *peopleBed) {
			reportsOf(t, b.trained(privateTaste, freeTaste))
			b.open()
		})},
		{Name: "local-you", Options: films, Act: open(func(b *peopleBed) {
			reportsOf(t, b.trained(privateTaste, freeTaste))
			b.open()
			b.types("up")
		})},
		{Name: "filter", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("/", "2") })},
		{Name: "zoom", Options: films, Act: open(func(b *peopleBed) { user(b); b.types("F", "z") })},
		{Name: "no-colour", Options: func(o *session.Options) { films(o); o.NoColor = true }, Act: open(func(b *peopleBed) { user(b) })},
		{Name: "ascii", Options: func(o *session.Options) { films(o); o.ASCII, o.NoColor = true, true }, Act: open(func(b *peopleBed) { user(b) })},
	}, driver.UsualSizes)
}
