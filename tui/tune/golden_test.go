package tune_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// states are the states of the Tune screen that golden files hold.
var states = []driver.State{
	{Name: "loading", Options: driver.Unloaded},
	{Name: "not-found", Options: driver.Unloaded, Act: func(b *driver.Dashboard) {
		b.Send(session.LoadedMsg{Err: errors.New("ratings.csv:1042:7: rating \"x\": not a number; give a number between 0.5 and 5")})
	}},
	{Name: "large", Options: func(o *session.Options) { o.Problem = driver.Problem(session.RetrainLimit + 1) }},
	{Name: "running", Act: func(b *driver.Dashboard) { driver.Running(b) }},
	{Name: "done-with-ghost", Act: func(b *driver.Dashboard) { driver.Ghost(b) }},
	{Name: "pinned-crosshair", Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.Press("p")
		driver.Ghost(b)
		b.Press("f", "c", "left")
	}},
	{Name: "failed", Act: func(b *driver.Dashboard) {
		r := driver.Running(b)
		b.Report(r, engine.Ended{Outcome: engine.Failed, Err: driver.ErrSample})
	}},
	{Name: "refused", Act: func(b *driver.Dashboard) {
		r := driver.Running(b)
		err := fmt.Errorf("%w: this run would spend ε 1.0 and the data set has 0.4 left; lower ε or raise the limit", engine.ErrRefused)
		b.Report(r, engine.Ended{Outcome: engine.Refused, Err: err})
	}},
	{Name: "stopped", Act: func(b *driver.Dashboard) {
		r := driver.Running(b)
		b.Press("ctrl+c")
		b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	}},
	{Name: "impossible", Act: func(b *driver.Dashboard) {
		b.SendPreview(nil, fmt.Errorf("%w: --k all: sampling uniform needs a number of ratings per user", engine.ErrConfig))
	}},
	{Name: "more-expanded", Act: func(b *driver.Dashboard) {
		b.Session.Knobs.More = session.MoreOpen
		b.Press("down", "down", "down", "down", "down", "right", "down")
		b.Preview()
	}},
	{Name: "typing", Act: func(b *driver.Dashboard) { b.Press("=", "5", "x", "enter") }},
	{Name: "not-private", Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.Press("m")
		b.Preview()
		b.Send(session.SettledMsg{Generation: b.Session.Knobs.Generation})
		b.Compared()
	}},
	{Name: "simulation", Options: func(o *session.Options) {
		seed := uint64(7)
		o.Config.Seed = &seed
	}, Act: func(b *driver.Dashboard) { b.Whole(0.995) }},
	{Name: "auto-paused", Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.Press("space", "right")
		b.Preview()
	}},
	{Name: "quit-question", Act: func(b *driver.Dashboard) { driver.Running(b); b.Press("q") }},
	{Name: "help", Act: func(b *driver.Dashboard) { b.Press("?") }},
	{Name: "zoom", Act: func(b *driver.Dashboard) { driver.Ghost(b); b.Press("f", "f", "z") }},
	{Name: "no-colour", Options: func(o *session.Options) { o.NoColor = true }, Act: func(b *driver.Dashboard) { driver.Ghost(b) }},
	{Name: "ascii", Options: func(o *session.Options) { o.ASCII, o.NoColor = true, true }, Act: func(b *driver.Dashboard) { driver.Ghost(b) }},
	{Name: "ledger-no-limit", Options: driver.WithLedger, Act: func(b *driver.Dashboard) {
		driver.Running(b)
		b.SendLedger(driver.Standing(b.T, 1.2, 0))
	}},
	{Name: "ledger-limit", Options: driver.WithLedger, Act: func(b *driver.Dashboard) {
		driver.Ghost(b)
		b.SendLedger(driver.Standing(b.T, 1.62, 4))
	}},
	{Name: "ledger-over-limit", Options: driver.WithLedger, Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.SendLedger(driver.Standing(b.T, 1.9, 2))
	}},
	{Name: "ledger-refused", Options: driver.WithLedger, Act: func(b *driver.Dashboard) {
		b.Whole(0.995)
		b.Compared()
		b.Press("enter")
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Report(r, engine.Ended{Outcome: engine.Refused, Err: driver.Refusal})
		b.SendLedger(driver.Standing(b.T, 1.735, 2))
	}},
	{Name: "ledger-empty", Options: driver.WithLedger, Act: func(b *driver.Dashboard) {
		b.SendLedger(driver.Standing(b.T, 2, 2))
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Report(r, engine.Ended{Outcome: engine.Refused, Err: &ledger.RefusedError{Dataset: "ml-1m", Epsilon: 1, Delta: 1e-5,
			Limit: ledger.Limit{Epsilon: 2, Delta: 1e-5}, SpentEpsilon: 2}})
	}},
	{Name: "metrics-released", Options: driver.Released, Act: func(b *driver.Dashboard) {
		r := b.Session.Runs.Current
		b.Begin(r)
		for step, valid := range []float64{1.2, 1.05, 0.97} {
			b.Charge(r, 4)
			b.ReleaseTo(r, step+1, 3, valid, 0.08)
		}
		b.Charge(r, 100)
		b.Finish(r)
	}},
	{Name: "metrics-below-noise", Options: driver.Released, Act: func(b *driver.Dashboard) {
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Charge(r, 100)
		b.ReleaseTo(r, 1, 3, 1.2, 0.3)
		b.ReleaseTo(r, 2, 3, 0, 0.6)
		b.Finish(r)
	}},
	{Name: "stopped-at-once", Act: func(b *driver.Dashboard) {
		b.Compared()
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Press("ctrl+c")
		b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled})
	}},
	{Name: "light", Options: func(o *session.Options) { o.Theme = "light" }, Act: func(b *driver.Dashboard) { driver.Ghost(b) }},
}

func TestScreens(t *testing.T) {
	driver.RequireGolden(t, "Tune", states, [][2]int{{59, 20}, {60, 24}, {80, 24}, {120, 36}, {200, 50}, {240, 70}})
}
