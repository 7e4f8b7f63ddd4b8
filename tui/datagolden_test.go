package tui

import (
	"errors"
	"testing"

	"dpals/loaders"
)

// dataStates are those of the Data screen beside loading.
func dataStates(t testing.TB) []state {
	rated := func(change func(*Options)) func(*Options) {
		return func(o *Options) {
			o.Problem = ratedProblem(t, 400, 200)
			if change != nil {
				change(o)
			}
		}
	}
	on := func(panel int, keys ...string) func(*bed) {
		return func(b *bed) {
			b.counted().focusOn(panel)
			b.press(keys...)
			b.foresee()
			b.reckoned()
		}
	}
	return []state{
		{name: "counting", options: rated(nil), act: func(b *bed) { b.press("1", "3") }},
		{name: "not-found", options: unloaded, act: func(b *bed) { b.send(loadedMsg{err: errors.New("ratings.csv: no such file")}) }},
		{name: "counted", options: rated(nil), act: on(dataTail)},
		{name: "turned", options: rated(nil), act: on(dataTail, "left", "left", "left", "left", "left", "left", "left", "left", "left", "left", "left", "down", "left", "left", "left", "left", "left", "left")},
		{name: "adaptive", options: rated(nil), act: on(dataTail, "left", "left", "left", "left", "left", "left", "left", "left", "left", "left", "down", "down", "right", "right")},
		{name: "crosshair", options: rated(nil), act: on(dataTail, "c", "left", "left", "left")},
		{name: "logarithmic", options: rated(nil), act: on(dataTail, "o")},
		{name: "facts", options: rated(nil), act: on(dataFacts)},
		{name: "who", options: rated(nil), act: on(dataActivity)},
		{name: "warnings", act: on(dataWarnings), options: rated(func(o *Options) {
			o.Config.Method, o.Config.Delta = "dpals", 0.01
			o.Problem.Split.Train.Origin = loaders.Origin{Source: "rated", RangeObserved: true, CatalogueObserved: true, Duplicates: 1234, Outside: 5}
		})},
		{name: "zoomed-facts", options: rated(nil), act: on(dataFacts, "z")},
		{name: "zoomed-who", options: rated(nil), act: on(dataActivity, "z")},
		{name: "without-knobs", options: rated(func(o *Options) { o.Config.Method = "als" }), act: on(dataTail, "left")},
		{name: "no-ratings", options: func(o *Options) { o.Problem = fakeProblem(0) }, act: on(dataTail)},
		{name: "not-counted", options: rated(nil), act: func(b *bed) {
			b.counted()
			d := b.screen("Data").(*data)
			b.send(countedMsg{of: d.counting, err: errSample})
		}},
		{name: "no-colour", options: rated(func(o *Options) { o.NoColor = true }), act: on(dataTail, "left", "left", "left", "left", "left", "left", "left", "left", "left")},
		{name: "ascii", options: rated(func(o *Options) { o.ASCII, o.NoColor = true, true }), act: on(dataTail, "left", "left", "left", "left", "left", "left", "left", "left", "left")},
		{name: "light", options: rated(func(o *Options) { o.Theme = "light" }), act: on(dataTail)},
	}
}

func TestDataScreen(t *testing.T) { requireGolden(t, "Data", dataStates(t), usualSizes) }
