package data_test

import (
	"errors"
	"slices"
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	"dpals/tui/data"
	"dpals/tui/session"
)

// left returns n presses of the left arrow.
func left(n int) []string { return slices.Repeat([]string{"left"}, n) }

// dataStates returns the states of the Data screen that golden files hold.
func dataStates(t testing.TB) []driver.State {
	rated := func(change func(*session.Options)) func(*session.Options) {
		return func(o *session.Options) {
			o.Problem = ratedProblem(t, 400, 200)
			if change != nil {
				change(o)
			}
		}
	}
	on := func(panel int, keys ...string) func(*driver.Dashboard) {
		return func(b *driver.Dashboard) {
			described(b).FocusOn(panel)
			b.Press(keys...)
			b.Preview()
			updateTail(b)
		}
	}
	return []driver.State{
		{Name: "describing", Options: rated(nil), Act: func(b *driver.Dashboard) { b.Press("1", "3") }},
		{Name: "not-found", Options: driver.Unloaded, Act: func(b *driver.Dashboard) { b.Send(session.LoadedMsg{Err: errors.New("ratings.csv: no such file")}) }},
		{Name: "described", Options: rated(nil), Act: on(data.PanelTail)},
		{Name: "knobs-changed", Options: rated(nil), Act: on(data.PanelTail, slices.Concat(left(11), []string{"down"}, left(6))...)},
		{Name: "adaptive", Options: rated(nil), Act: on(data.PanelTail, slices.Concat(left(10), []string{"down", "down", "right", "right"})...)},
		{Name: "crosshair", Options: rated(nil), Act: on(data.PanelTail, "c", "left", "left", "left")},
		{Name: "logarithmic", Options: rated(nil), Act: on(data.PanelTail, "o")},
		{Name: "facts", Options: rated(nil), Act: on(data.PanelFacts)},
		{Name: "activity", Options: rated(nil), Act: on(data.PanelActivity)},
		{Name: "warnings", Act: on(data.PanelWarnings), Options: rated(func(o *session.Options) {
			o.Config.Method, o.Config.Delta = "dpals", 0.01
			o.Problem.Split.Train.Origin = loaders.Origin{Source: "rated", RangeObserved: true, CatalogueObserved: true, Duplicates: 1234, Outside: 5}
		})},
		{Name: "zoomed-facts", Options: rated(nil), Act: on(data.PanelFacts, "z")},
		{Name: "zoomed-activity", Options: rated(nil), Act: on(data.PanelActivity, "z")},
		{Name: "without-knobs", Options: rated(func(o *session.Options) { o.Config.Method = "als" }), Act: on(data.PanelTail, "left")},
		{Name: "no-ratings", Options: func(o *session.Options) { o.Problem = driver.Problem(0) }, Act: on(data.PanelTail)},
		{Name: "not-described", Options: rated(nil), Act: func(b *driver.Dashboard) {
			described(b)
			d := b.Screen("Data").(*data.Screen)
			b.Send(d.DescriptionTask().Finished(d.Problem.Split, nil, driver.ErrSample))
		}},
		{Name: "no-colour", Options: rated(func(o *session.Options) { o.NoColor = true }), Act: on(data.PanelTail, left(9)...)},
		{Name: "ascii", Options: rated(func(o *session.Options) { o.ASCII, o.NoColor = true, true }), Act: on(data.PanelTail, left(9)...)},
		{Name: "light", Options: rated(func(o *session.Options) { o.Theme = "light" }), Act: on(data.PanelTail)},
	}
}

func TestDataScreen(t *testing.T) { driver.RequireGolden(t, "Data", dataStates(t), driver.UsualSizes) }
