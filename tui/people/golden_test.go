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

func TestScreens(t *testing.T) {
	films := func(o *session.Options) { o.Problem = driver.FilmProblem(t) }
	open := func(act func(*testScreen)) func(*driver.Dashboard) {
		return func(b *driver.Dashboard) {
			p := b.Screen("People").(*tuipeople.Screen)
			pb := &testScreen{Dashboard: b, p: p}
			p.Removal().SetDelay(0)
			p.Removal().SetTrain(func(_ context.Context, _ engine.Problem, c engine.Config) (tuipeople.FullModel, error) {
				return loggedModel{name: c.Method, log: &pb.log}, nil
			})
			act(pb)
		}
	}
	user := func(b *testScreen) *session.Run {
		r := b.trained(privateModel, referenceModel)
		b.open()
		return r
	}
	guest := func(b *testScreen) {
		user(b)
		b.types("n", "toy story", "enter", "5", "samurai", "enter", "2", "esc")
	}
	driver.RequireGolden(t, "People", []driver.State{
		{Name: "reading-titles", Options: films},
		{Name: "failed", Options: driver.Unloaded, Act: func(b *driver.Dashboard) { b.Send(session.LoadedMsg{Err: errors.New("no such file: films.csv")}) }},
		{Name: "first-iteration", Options: films, Act: open(func(b *testScreen) { b.Begin(b.Session.Runs.Current); b.open() })},
		{Name: "no-run", Options: films, Act: open(func(b *testScreen) {
			r := b.Session.Runs.Current
			b.Begin(r)
			b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
			b.open()
		})},
		{Name: "user", Options: films, Act: open(func(b *testScreen) { user(b) })},
		{Name: "user-without-ratings", Options: films, Act: open(func(b *testScreen) { user(b); b.types("G") })},
		{Name: "removal", Options: films, Act: open(func(b *testScreen) {
			b.trained(privateModel, referenceModel)
			b.p.Removal().SetAutoLimit(1)
			b.p.SetComparing(true)
			b.open()
			b.p.Removal().SetAutoLimit(session.RetrainLimit)
			b.p.Removal().SetRunning(tuipeople.StageReferenceFull, &people.RemovalEffect{Others: 200, Mean: 0.0001, Largest: 0.02, Lists: 0.03})
		})},
		{Name: "removal-failed", Options: films, Act: open(func(b *testScreen) {
			b.trained(privateModel, referenceModel)
			b.p.Removal().SetTrain(func(context.Context, engine.Problem, engine.Config) (tuipeople.FullModel, error) {
				return nil, driver.ErrSample
			})
			b.open()
		})},
		{Name: "large", Options: films, Act: open(func(b *testScreen) {
			b.trained(privateModel, referenceModel)
			b.p.Removal().SetAutoLimit(1)
			b.open()
		})},
		{Name: "guest-without-ratings", Options: films, Act: open(func(b *testScreen) { user(b); b.types("up") })},
		{Name: "guest-search", Options: films, Act: open(func(b *testScreen) { user(b); b.types("n", "s") })},
		{Name: "guest-search-nothing", Options: films, Act: open(func(b *testScreen) { user(b); b.types("n", "qq", "enter") })},
		{Name: "guest-rate", Options: films, Act: open(func(b *testScreen) { user(b); b.types("n", "samurai", "down", "enter", "right") })},
		{Name: "guest", Options: films, Act: open(guest)},
		{Name: "equal-predictions", Options: films, Act: open(func(b *testScreen) { b.trained(biased(nil), referenceModel); b.open() })},
		{Name: "not-compared", Options: func(o *session.Options) { films(o); driver.Released(o) }, Act: open(func(b *testScreen) { b.trained(privateModel, nil); b.open() })},
		{Name: "not-private", Options: func(o *session.Options) { films(o); o.Config.Method = "als" }, Act: open(func(b *testScreen) { b.trained(referenceModel, referenceModel); b.open() })},
		{Name: "simulation", Options: func(o *session.Options) {
			films(o)
			seed := uint64(7)
			o.Config.Seed = &seed
		}, Act: open(func(b *testScreen) { user(b) })},
		{Name: "local", Options: films, Act: open(func(b *testScreen) {
			reportsOf(t, b.trained(privateModel, referenceModel))
			b.open()
		})},
		{Name: "local-guest", Options: films, Act: open(func(b *testScreen) {
			reportsOf(t, b.trained(privateModel, referenceModel))
			b.open()
			b.types("up")
		})},
		{Name: "filter", Options: films, Act: open(func(b *testScreen) { user(b); b.types("/", "2") })},
		{Name: "zoom", Options: films, Act: open(func(b *testScreen) { user(b); b.types("F", "z") })},
		{Name: "no-colour", Options: func(o *session.Options) { films(o); o.NoColor = true }, Act: open(func(b *testScreen) { user(b) })},
		{Name: "ascii", Options: func(o *session.Options) { films(o); o.ASCII, o.NoColor = true, true }, Act: open(func(b *testScreen) { user(b) })},
	}, driver.UsualSizes)
}
