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

// Problem returns a problem with the users and items of ML-1M, whose ratings are all equal.
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

// SmallProblem returns a synthetic problem that every method trains on quickly.
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

// OfRegistry returns a dashboard with the methods of the registry that shows all knobs.
func OfRegistry(t testing.TB, w, h int, c engine.Config) *Dashboard {
	t.Helper()
	o := Options()
	o.Methods, o.Foresee = nil, nil
	o.Problem, o.Config = SmallProblem(t), c
	b := New(t, w, h, o)
	b.Session.Knobs.More = session.MoreOpen
	return b
}

// filmTitles are difficult texts: long, wide, with joined characters and escape sequences.
var filmTitles = []string{
	"Toy Story (1995)", "Toy Story 2 (1999)", "Heat (1995)", "七人の侍 (1954)", "Amélie (2001)", "👩‍🚀 Space Family 🚀",
	"evil \x1b[31mred\x1b]0;title\a", "\u202eback to front", "A title that is so long that no panel of any screen has room for all of it, however wide",
	"a=4,b", "", "Seven Samurai (1954)", "The Good, the Bad and the Ugly (1966)", "Léon (1994)", "line\nbreak",
}

// FilmProblem returns the ratings of 30 users for filmTitles. The last user has no rating.
func FilmProblem(t testing.TB) engine.Problem {
	t.Helper()
	var users, items []uint32
	var values []float32
	for i := range uint32(29) {
		for k := range 4 + i%9 {
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

// FilmOptions returns Options with FilmProblem.
func FilmOptions(t testing.TB) session.Options {
	o := Options()
	o.Problem = FilmProblem(t)
	return o
}

// Observed marks items and range as read off the ratings, so they are not public.
func Observed(o *session.Options) {
	o.Problem.Split.Train.Origin.CatalogueObserved, o.Problem.Split.Train.Origin.RangeObserved = true, true
}

// OpenPlan returns a plan that releases a catalogue and leaves the rest open.
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
