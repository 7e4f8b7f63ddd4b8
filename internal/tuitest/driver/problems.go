package driver

import (
	"fmt"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/loaders"
	"dpals/loaders/sources"
	"dpals/tui/session"
)

// Problem has the size of ML-1M and no ratings worth training on.
func Problem(ratings int) engine.Problem {
	part := func(n int) *loaders.Ratings {
		return &loaders.Ratings{
			Users: 6040, Items: 3706, Ptr: make([]int64, 6041), Item: make([]uint32, n), Value: make([]float32, n),
			Low: 1, High: 5, Origin: loaders.Origin{Source: "ml-1m"},
		}
	}
	return engine.Problem{Name: "ml-1m", Split: &loaders.Split{
		Train: part(ratings), Valid: part(ratings / 8), Test: part(ratings / 8), Protocol: loaders.DefaultProtocol,
	}}
}

// SmallProblem is a problem that the methods of the registry can plan for, and train on in no time.
func SmallProblem(t testing.TB) engine.Problem {
	t.Helper()
	r, err := sources.Open(t.Context(), "synth:lowrank:n=400,m=60", sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: r.Origin.Source, Split: split}
}

// OfRegistry is the dashboard on the methods as they are, with every knob shown.
func OfRegistry(t testing.TB, w, h int, c engine.Config) *Dashboard {
	t.Helper()
	o := Options()
	o.Methods, o.Foresee = nil, nil
	o.Problem, o.Config = SmallProblem(t), c
	b := New(t, w, h, o)
	b.Session.Knobs.More = session.MoreOpen
	return b
}

// filmTitles are text from somebody's file: long, wide, joined, and trying to escape.
var filmTitles = []string{
	"Toy Story (1995)", "Toy Story 2 (1999)", "Heat (1995)", "七人の侍 (1954)", "Amélie (2001)", "👩‍🚀 Space Family 🚀",
	"evil \x1b[31mred\x1b]0;title\a", "\u202eback to front", "A title that is so long that no panel of any screen has room for all of it, however wide",
	"a=4,b", "", "Seven Samurai (1954)", "The Good, the Bad and the Ugly (1966)", "Léon (1994)", "line\nbreak",
}

// FilmProblem is thirty users' ratings of these filmTitles, the last of whom has rated nothing.
func FilmProblem(t testing.TB) engine.Problem {
	t.Helper()
	var users, items []uint32
	var values []float32
	for i := range uint32(29) {
		for k := range uint32(4 + i%9) {
			users, items, values = append(users, i), append(items, (i*7+k*3)%uint32(len(filmTitles))), append(values, float32(1+(i+k*k)%5))
		}
	}
	ids := make([]string, len(filmTitles))
	for j := range ids {
		ids[j] = fmt.Sprint(100 + j)
	}
	r, err := loaders.FromTriplets(users, items, values, loaders.About{
		Users: loaders.Numbered(30), Items: loaders.NamesOf(ids), Titles: filmTitles, Low: 1, High: 5, Origin: loaders.Origin{Source: "films"},
	})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, "60-20-20", 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: "films", Split: split}
}

func FilmOptions(t testing.TB) session.Options {
	o := Options()
	o.Problem = FilmProblem(t)
	return o
}

// Observed has items and range read off the ratings.
func Observed(o *session.Options) {
	o.Problem.Split.Train.Origin.CatalogueObserved, o.Problem.Split.Train.Origin.RangeObserved = true, true
}

// OpenPlan is a plan that releases a catalogue and leaves the rest open.
func OpenPlan(t *testing.T) *accounting.Plan {
	t.Helper()
	p, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{
		{Name: "catalogue", Kind: "catalogue", Claim: accounting.UserSum("docs/privacy/catalogue.md", accounting.AnyItems, accounting.L2), Sensitivity: 1, Weight: 0.15,
			MaxContributions: 8, FailureProbability: 1e-6, Dimension: 8, Grid: -20},
		{Name: "rest", Kind: "rest", Weight: 0.85, Deferred: true}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
