package data_test

import (
	"errors"
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	"dpals/tui/data"
	"dpals/tui/session"
)

// dataStates are those of the Data screen beside loading.
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
			counted(b).FocusOn(panel)
			b.Press(keys...)
			b.Preview()
			reckoned(b)
		}
	}
	return []driver.State{
		{Name: "counting", Options: rated(nil), Act: func(b *driver.Dashboard) { b.Press("1", "3") }},
		{Name: "not-found", Options: driver.Unloaded, Act: func(b *driver.Dashboard) { b.Send(session.LoadedMsg{Err: errors.New("ratings.csv: no such file")}) }},
		{Name: "counted", Options: rated(nil), Act: on(data.PanelTail)},
		{Name: "turned", Options: rated(nil), Act: on(data.PanelTail, "left", "left", "left", "left", "left", "left", "left", "left", "left", "left", "left", "down", "left", "left", "left", "left", "left", "left")},
		{Name: "adaptive", Options: rated(nil), Act: on(data.PanelTail, "left", "left", "left", "left", "left", "left", "left", "left", "left", "left", "down", "down", "right", "right")},
		{Name: "crosshair", Options: rated(nil), Act: on(data.PanelTail, "c", "left", "left", "left")},
		{Name: "logarithmic", Options: rated(nil), Act: on(data.PanelTail, "o")},
		{Name: "facts", Options: rated(nil), Act: on(data.PanelFacts)},
		{Name: "who", Options: rated(nil), Act: on(data.PanelActivity)},
		{Name: "warnings", Act: on(data.PanelWarnings), Options: rated(func(o *session.Options) {
			o.Config.Method, o.Config.Delta = "dpals", 0.01
			o.Problem.Split.Train.Origin = loaders.Origin{Source: "rated", RangeObserved: true, CatalogueObserved: true, Duplicates: 1234, Outside: 5}
		})},
		{Name: "zoomed-facts", Options: rated(nil), Act: on(data.PanelFacts, "z")},
		{Name: "zoomed-who", Options: rated(nil), Act: on(data.PanelActivity, "z")},
		{Name: "without-knobs", Options: rated(func(o *session.Options) { o.Config.Method = "als" }), Act: on(data.PanelTail, "left")},
		{Name: "no-ratings", Options: func(o *session.Options) { o.Problem = driver.Problem(0) }, Act: on(data.PanelTail)},
		{Name: "not-counted", Options: rated(nil), Act: func(b *driver.Dashboard) {
			counted(b)
			d := b.Screen("Data").(*data.Screen)
			b.Send(d.CountTask().Finished(d.Problem.Split, nil, driver.ErrSample))
		}},
		{Name: "no-colour", Options: rated(func(o *session.Options) { o.NoColor = true }), Act: on(data.PanelTail, "left", "left", "left", "left", "left", "left", "left", "left", "left")},
		{Name: "ascii", Options: rated(func(o *session.Options) { o.ASCII, o.NoColor = true, true }), Act: on(data.PanelTail, "left", "left", "left", "left", "left", "left", "left", "left", "left")},
		{Name: "light", Options: rated(func(o *session.Options) { o.Theme = "light" }), Act: on(data.PanelTail)},
	}
}

func TestDataScreen(t *testing.T) { driver.RequireGolden(t, "Data", dataStates(t), driver.UsualSizes) }
