package store

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// history is the store of some runs that were never trained, for questions.
func history(t testing.TB, runs []Run) *Store {
	t.Helper()
	s, _ := opened(t, t.TempDir())
	err := s.write(func(t *transaction) error {
		for i := range runs {
			if err := runs[i].insert(t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func three(t testing.TB) *Store {
	nan := math.NaN()
	at := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC)
	return history(t, []Run{
		{Origin: "train", Method: "dpals", Data: "ml-1m", Accountant: "exact", Epsilon: 1, Private: true, Settings: map[string]string{"k": "20", "beta": "0.5"},
			TestRMSE: 0.98, ValidRMSE: 0.97, TrainRMSE: 0.9, Outcome: "done", Started: at, Pinned: true},
		{Origin: "sweep", Method: "dpals-eb", Data: "ML-100k", Accountant: "exact", Epsilon: 4, Private: true, Simulation: true,
			Settings: map[string]string{"k": "all", "beta": "1"}, TestRMSE: 0.95, ValidRMSE: 0.94, TrainRMSE: 0.8, Outcome: "done", Started: at.AddDate(0, 0, 1)},
		{Origin: "dashboard", Method: "als", Data: "my ratings.csv", Settings: map[string]string{"rank": "8"}, Label: "ceiling for the talk",
			TestRMSE: nan, ValidRMSE: nan, TrainRMSE: nan, Started: at.AddDate(0, 1, 0)},
	})
}

func TestFilters(t *testing.T) {
	s := three(t)
	for typed, want := range map[string][]int64{
		"":                               {3, 2, 1},
		"dpals":                          {2, 1},
		"DPALS ml-1":                     {2, 1},
		"method:dpals eps<2":             {1},
		"method=dpals":                   {1},
		"eps<2 data:ml-1m pinned":        {1},
		"-pinned":                        {3, 2},
		"pinned simulation":              nil,
		"simulation":                     {2},
		"private":                        {2, 1},
		"-private":                       {3},
		"running":                        {3},
		"outcome:running":                {3},
		"outcome:done":                   {2, 1},
		"epsilon>=1 epsilon<=4":          {2, 1},
		"ε=4":                            {2},
		"eps:4":                          {2},
		"-eps:4":                         {3, 1},
		"test<0.96":                      {2},
		"k<50":                           {1},
		"k=all":                          {2},
		"k:ALL":                          {2},
		"-k=all":                         {3, 1},
		"beta>0.6":                       {2},
		"rank=8":                         {3},
		"started:2026-11":                {2, 1},
		"started>=2026-11-03":            {3, 2},
		`"my ratings"`:                   {3},
		`data:"my ratings.csv"`:          {3},
		`label:talk command:dash`:        {3},
		"id>1 id<3":                      {2},
		"dataset:1":                      nil,
		`"k=20"`:                         nil,
		"talk ceiling":                   {3},
		"100%":                           nil,
		"'; DROP TABLE runs --":          nil,
		"accountant:exact method:-eb":    {2},
		"seconds<1 steps=0 -method=als ": {2, 1},
	} {
		t.Run(typed, func(t *testing.T) {
			f, err := ParseFilter(typed)
			if err != nil {
				t.Fatal(err)
			}
			runs, err := s.List(f, Sort{}, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, r := range runs {
				got = append(got, r.ID)
			}
			n, err := s.Count(f)
			if err != nil || n != len(want) || !slices.Equal(got, want) {
				t.Errorf("finds %v, counts %d, and should find %v: %v", got, n, want, err)
			}
		})
	}
}

// The ε of a plan is found by bisection, and so is not quite the one that was asked for.
func TestFilterToleratesBisectedNumbers(t *testing.T) {
	s := history(t, []Run{{Method: "dpals", Accountant: "exact", Private: true, Epsilon: 0.9999999999999482}})
	for typed, want := range map[string]int{"eps=1": 1, "eps<=1": 1, "eps>=1": 1, "eps<1": 0, "eps>1": 0, "eps<1.001": 1, "eps>0.999": 1, "eps<inf": 1} {
		f, err := ParseFilter(typed)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Count(f); err != nil || n != want {
			t.Errorf("%s counts %d, and should count %d: %v", typed, n, want, err)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	for typed, want := range map[string]string{
		"eps<much":    "not a number",
		"method<als":  "is text",
		"nope:3":      `unknown name "nope"`,
		"-nope:3":     `unknown name "nope"`,
		"eps<":        "missing",
		`label:"open`: "quote",
		"k<all":       "not a number",
	} {
		t.Run(typed, func(t *testing.T) {
			if _, err := ParseFilter(typed); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("says %v", err)
			}
		})
	}
}

// Whatever is typed, a filter is refused in words or is a question the database understands.
func TestAnyFilter(t *testing.T) {
	s := three(t)
	keys := slices.Concat(filterKeys(), []string{"k", "rank", "clip-user", "", "-", "--", "x"})
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.OneOf(
			rapid.String(),
			rapid.Map(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
				return rapid.SampledFrom(keys).Draw(t, "key") + rapid.SampledFrom(comparisons).Draw(t, "op") + rapid.StringMatching(`[-+.0-9a-z"%_']{0,4}`).Draw(t, "value")
			}), 0, 4), func(terms []string) string { return strings.Join(terms, " ") }),
		).Draw(t, "filter")
		f, err := ParseFilter(typed)
		if err != nil {
			return
		}
		runs, err := s.List(f, Sort{}, 0, 0)
		if err != nil {
			t.Fatalf("%q: %v", typed, err)
		}
		not, err := ParseFilter("-" + typed)
		if strings.ContainsAny(typed, " \t\n\r\v\f\u0085\u00a0") || strings.TrimSpace(typed) != typed || typed == "" || err != nil {
			return
		}
		if rest, err := s.Count(not); err == nil && !strings.HasPrefix(typed, "-") && rest+len(runs) != 3 && len(strings.Fields(typed)) == 1 {
			t.Fatalf("%q finds %d and its opposite %d of 3", typed, len(runs), rest)
		}
	})
}

func TestOrders(t *testing.T) {
	s := three(t)
	for _, c := range []struct {
		sort Sort
		want []int64
	}{
		{Sort{}, []int64{3, 2, 1}},
		{Sort{Reverse: true}, []int64{1, 2, 3}},
		{Sort{By: "test"}, []int64{2, 1, 3}},
		{Sort{By: "test", Reverse: true}, []int64{1, 2, 3}},
		{Sort{By: "epsilon"}, []int64{1, 2, 3}},
		{Sort{By: "method"}, []int64{3, 1, 2}},
		{Sort{By: "outcome"}, []int64{1, 2, 3}},
	} {
		t.Run(fmt.Sprintf("%+v", c.sort), func(t *testing.T) {
			runs, err := s.List(Filter{}, c.sort, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, r := range runs {
				got = append(got, r.ID)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("the order is %v, want %v", got, c.want)
			}
			page, err := s.List(Filter{}, c.sort, 1, 1)
			if err != nil || len(page) != 1 || page[0].ID != c.want[1] {
				t.Errorf("the second page is %v: %v", page, err)
			}
		})
	}
	if _, err := s.List(Filter{}, Sort{By: "colour"}, 0, 0); err == nil {
		t.Error("sorts by a colour")
	}
}

// A page of the history is read off an index, in every order of a value that differs from run to run: no row is looked
// at that is not shown.
func TestPagesUseAnIndex(t *testing.T) {
	s := three(t)
	for _, by := range []string{"started", "method", "data", "epsilon", "test", "valid", "seconds"} {
		for _, reverse := range []bool{false, true} {
			order, err := Sort{by, reverse}.sql()
			if err != nil {
				t.Fatal(err)
			}
			err = s.read(func(tx *transaction) error {
				rows, err := tx.Query(`EXPLAIN QUERY PLAN SELECT ` + runColumns + ` FROM runs ORDER BY ` + order + ` LIMIT 50`)
				if err != nil {
					return err
				}
				defer rows.Close()
				for rows.Next() {
					var id, parent, unused int
					var detail string
					if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
						return err
					}
					if strings.Contains(detail, "TEMP B-TREE") {
						t.Errorf("%s, reverse %v: %s", by, reverse, detail)
					}
				}
				return rows.Err()
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// many is a history of ten thousand runs.
func many(b *testing.B) *Store {
	runs := make([]Run, 10_000)
	for i := range runs {
		settings := map[string]string{"k": "all", "iterations": "5", "beta": "1", "rank": fmt.Sprint(4 + i%16), "clip-user": "1.2", "clip-rating": "0.2", "init": "auto"}
		runs[i] = Run{Origin: "sweep", Method: []string{"dpals-eb", "dpals", "als"}[i%3], Data: []string{"ml-1m", "ml-100k"}[i%2], Accountant: "exact",
			Epsilon: float64(1 + i%20), Delta: 1e-5, Private: true, Settings: settings, TestRMSE: 0.9 + float64(i%997)/1e4, Outcome: "done",
			Started: time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC)}
	}
	return history(b, runs)
}

func BenchmarkList(b *testing.B) {
	s := many(b)
	for _, typed := range []string{"", "dpals ml-1m", "method:dpals eps<2 data:ml-1m", "rank<6 -pinned", "no such run"} {
		for _, by := range []string{"started", "test", "label"} {
			b.Run(fmt.Sprintf("%q by %s", typed, by), func(b *testing.B) {
				f, err := ParseFilter(typed)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := s.List(f, Sort{By: by}, 100, 0); err != nil {
						b.Fatal(err)
					}
					if _, err := s.Count(f); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
