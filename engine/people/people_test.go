package people

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// films are three users' ratings of five films; the third has rated nothing.
func films(t *testing.T) *loaders.Ratings {
	t.Helper()
	r, err := loaders.FromTriplets([]uint32{0, 0, 1, 1}, []uint32{0, 1, 1, 2}, []float32{5, 3, 4, 1}, loaders.About{
		Users: loaders.Numbered(3), Items: loaders.Numbered(5), Low: 0.5, High: 5,
		Titles: []string{"Toy Story (1995)", "American President, The (1995)", "a=b", "Heat (1995)", "Toy Story 2 (1999)"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestInvent(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		items  []uint32
		values []float32
		err    string
	}{
		"titles":           {"Toy Story (1995)=5, Heat (1995)=3.5", []uint32{0, 3}, []float32{5, 3.5}, ""},
		"a part":           {"heat=2", []uint32{3}, []float32{2}, ""},
		"an id":            {"5=1", []uint32{4}, []float32{1}, ""},
		"commas":           {"American President, The (1995)=4,heat=1,", []uint32{1, 3}, []float32{4, 1}, ""},
		"equals signs":     {"a=b=4", []uint32{2}, []float32{4}, ""},
		"the last counts":  {"heat=2,heat=3", []uint32{3}, []float32{3}, ""},
		"ambiguous":        {"toy=2", nil, nil, `"toy" may be any of Toy Story (1995); Toy Story 2 (1999): write more of the title`},
		"unknown":          {"Alien=2", nil, nil, `no item is called "Alien"`},
		"out of range":     {"heat=6", nil, nil, "heat=6 is out of range: rate from 0.5 to 5"},
		"not a number":     {"heat=NaN", nil, nil, `"heat=NaN" has no rating`},
		"no rating":        {"heat", nil, nil, `"heat" has no rating`},
		"nothing":          {"  ", nil, nil, `nothing is rated: write a title and a number, such as "Toy Story (1995)"=5`},
		"only a rating":    {"=5", nil, nil, `"=5" has no rating`},
		"infinitely liked": {"heat=Inf", nil, nil, "out of range"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Invent(films(t), c.text)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("%v, %v; want %q", p, err, c.err)
				}
				return
			}
			if err != nil || p.User != Guest || !slices.Equal(p.Items, c.items) || !slices.Equal(p.Values, c.values) {
				t.Fatalf("%v, %v; want %v rated %v", p, err, c.items, c.values)
			}
		})
	}
}

// Whatever is typed, it is an error or a person whose ratings are in range and in order.
func TestInventNeverHalf(t *testing.T) {
	r := films(t)
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"toy story 2", "heat", "=", ",", "5", " ", "a", "b", "0.5", "1e9", "-1"}), rapid.StringN(0, 4, 8)), 0, 8).Draw(t, "parts")
		p, err := Invent(r, strings.Join(parts, ""))
		if err != nil {
			return
		}
		if len(p.Items) == 0 || len(p.Items) != len(p.Values) || !slices.IsSorted(p.Items) {
			t.Fatalf("%v", p)
		}
		for _, v := range p.Values {
			if v < 0.5 || v > 5 {
				t.Fatalf("%v", p)
			}
		}
	})
}

func TestNamed(t *testing.T) {
	r := films(t)
	if p, err := Named(r, "2"); err != nil || p.User != 1 || !slices.Equal(p.Items, []uint32{1, 2}) {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := Named(r, "x"); err == nil || !strings.Contains(err.Error(), `user "x" is not in`) {
		t.Errorf("%v", err)
	}
}

// fixed expects of every item what it was told, whoever asks.
type fixed []float64

func (m fixed) Local() method.Local         { return m }
func (m fixed) Solve([]uint32, []float32)   {}
func (m fixed) Predict(item uint32) float64 { return m[item] }

func TestFavourites(t *testing.T) {
	m := fixed{3, 9, 1, 7, 4}
	got := Favourites(m, Person{User: Guest, Items: []uint32{3}, Values: []float32{1}}, 5, 3, 0.5, 5)
	if want := []Pick{{1, 5}, {4, 4}, {0, 3}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v: unrated, best first, in the rating range", got, want)
	}
	if got := Favourites(m, Person{Items: []uint32{0, 1, 2, 3, 4}}, 5, 3, 0.5, 5); len(got) != 0 {
		t.Errorf("%v are recommended to somebody who has rated everything", got)
	}
	if n := Overlap(got, []Pick{{4, 1}, {2, 1}, {1, 1}}); n != 2 {
		t.Errorf("%d of the items are common, want 2", n)
	}
}

func problem(t *testing.T) engine.Problem {
	t.Helper()
	r, err := loaders.Open(context.Background(), "synth:skewed:n=300,m=40,per=15", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := loaders.SplitRatings(r, "80-10-10", 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: "test", Split: s}
}

// A user without ratings leaves no trace, one with ratings does, and privacy makes hers smaller than the method that is
// not private.
func TestLeave(t *testing.T) {
	p := problem(t)
	heaviest := 0
	for i := range p.Split.Train.Users {
		if a, b := p.Split.Train.Ptr[i+1]-p.Split.Train.Ptr[i], p.Split.Train.Ptr[heaviest+1]-p.Split.Train.Ptr[heaviest]; a > b {
			heaviest = i
		}
	}
	seed := uint64(7)
	sample := Sample{Others: 50, Items: 40, Favourites: 5}
	nobody := p
	nobody.Split = &loaders.Split{Train: p.Split.Train.WithoutRatingsOf(heaviest)}
	for _, name := range []string{"als", "dpals", "dpals-eb"} {
		c := engine.Config{Method: name, Epsilon: 1, Seed: &seed}
		d, err := Leave(t.Context(), p, c, heaviest, sample)
		if err != nil {
			t.Fatal(err)
		}
		if d.Others != 50 || !(d.Mean > 0) || !(d.Largest >= d.Mean) || d.Lists < 0 || d.Lists > 1 {
			t.Errorf("%s: she leaves %+v", name, d)
		}
		if d, err = Leave(t.Context(), nobody, c, heaviest, sample); err != nil || d.Mean != 0 || d.Lists != 0 {
			t.Errorf("%s: nobody leaves %+v, %v", name, d, err)
		}
	}
}

func TestLeaveRefuses(t *testing.T) {
	p, seed := problem(t), uint64(1)
	if _, err := Leave(t.Context(), p, engine.Config{Method: "als"}, 0, DefaultSample); err == nil {
		t.Error("two runs with different noise are compared")
	}
	if _, err := Leave(t.Context(), p, engine.Config{Method: "als", Seed: &seed}, 300, DefaultSample); err == nil {
		t.Error("a user who is not there leaves")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Leave(ctx, p, engine.Config{Method: "als", Seed: &seed}, 0, DefaultSample); err == nil {
		t.Error("a cancelled comparison goes on")
	}
}
