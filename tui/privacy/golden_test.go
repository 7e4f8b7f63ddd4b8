package privacy_test

import (
	"errors"
	"fmt"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/privacy"
	"dpals/tui/session"
)

// privacyStates returns the states of the Privacy screen that golden files hold.
func privacyStates(t testing.TB) []driver.State {
	past := withHistory(t)
	then := func(keys ...string) func(*driver.Dashboard) {
		return func(b *driver.Dashboard) {
			driver.Running(b)
			settled(b)
			b.Press(keys...)
			settled(b)
		}
	}
	on := func(panel int) func(*driver.Dashboard) {
		return func(b *driver.Dashboard) {
			driver.Running(b)
			settled(b).FocusOn(panel)
		}
	}
	return []driver.State{
		{Name: "planned", Act: func(b *driver.Dashboard) { settled(b) }},
		{Name: "running", Options: past, Act: then()},
		{Name: "done", Options: past, Act: func(b *driver.Dashboard) { b.Whole(0.995); settled(b) }},
		{Name: "stopped", Act: func(b *driver.Dashboard) {
			r := driver.Running(b)
			b.Report(r, engine.Ended{Outcome: engine.Cancelled, Err: driver.ErrSample})
			settled(b)
		}},
		{Name: "refused", Options: past, Act: func(b *driver.Dashboard) {
			r := b.Session.Runs.Current
			b.Begin(r)
			b.Report(r, engine.Ended{Outcome: engine.Refused, Err: driver.Refusal})
			settled(b)
		}},
		{Name: "failed", Act: func(b *driver.Dashboard) {
			b.Report(driver.Running(b), engine.Ended{Outcome: engine.Failed, Err: driver.ErrSample})
			settled(b)
		}},
		{Name: "local", Options: both(local, past), Act: func(b *driver.Dashboard) {
			r := b.Session.Runs.Current
			b.Begin(r)
			b.Charge(r, 2)
			settled(b)
		}},
		{Name: "not-private", Options: past, Act: func(b *driver.Dashboard) {
			b.Session.Knobs.Choose(1)
			b.Preview()
			b.Session.Runs.Current = nil
			settled(b)
		}},
		{Name: "simulation", Options: func(o *session.Options) {
			seed := uint64(7)
			o.Config.Seed = &seed
		}, Act: func(b *driver.Dashboard) { b.Whole(0.995); settled(b) }},
		{Name: "impossible", Act: func(b *driver.Dashboard) {
			b.SendPreview(nil, fmt.Errorf("%w: --k all: sampling uniform needs a number of ratings per user", engine.ErrConfig))
			settled(b)
		}},
		{Name: "metrics-released", Options: driver.Released, Act: func(b *driver.Dashboard) { b.Whole(0.995); settled(b).FocusOn(privacy.PanelErrors) }},
		{Name: "ledger-broken", Options: func(o *session.Options) {
			past(o)
			o.History = func(string) ([]ledger.HistoryEntry, error) {
				return nil, errors.New("the ledger is damaged: run 2 is not as it was written")
			}
		}, Act: on(privacy.PanelLedger)},
		{Name: "proof", Options: past, Act: then("down", "enter", "down")},
		{Name: "proof-zoomed", Act: then("enter", "z")},
		{Name: "filter", Act: then("/", "r", "h")},
		{Name: "sorted", Act: then("o", "O")},
		{Name: "curve", Act: then("f", "left", "left", "+")},
		{Name: "trust", Act: on(privacy.PanelTrust)},
		{Name: "errors", Act: on(privacy.PanelErrors)},
		{Name: "ledger", Options: past, Act: on(privacy.PanelLedger)},
		{Name: "past-run", Options: past, Act: func(b *driver.Dashboard) {
			driver.Running(b)
			settled(b).FocusOn(privacy.PanelLedger)
			b.Press("home")
			b.Send(b.Press("enter")())
		}},
		{Name: "no-colour", Options: func(o *session.Options) { past(o); o.NoColor = true }, Act: then()},
		{Name: "ascii", Options: func(o *session.Options) { past(o); o.ASCII, o.NoColor = true, true }, Act: then()},
	}
}

func TestPrivacyScreen(t *testing.T) {
	driver.RequireGolden(t, "Privacy", privacyStates(t), driver.UsualSizes)
}
