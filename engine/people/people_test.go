package people

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/loaders/sources"
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

// typed returns a guest with the ratings of a text.
func typed(r *loaders.Ratings, text string) (Person, error) {
	ratings, err := ParseRatings(text)
	if err != nil {
		return Person{}, err
	}
	return NewGuest(r, ratings)
}

func TestNewGuest(t *testing.T) {
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
		"ambiguous":        {"toy=2", nil, nil, `"toy" matches more than one item, Toy Story (1995); Toy Story 2 (1999): write more of the title`},
		"unknown":          {"Alien=2", nil, nil, `no item is named "Alien"`},
		"out of range":     {"heat=6", nil, nil, "heat=6 is out of range: rate from 0.5 to 5"},
		"not a number":     {"heat=NaN", nil, nil, `"heat=NaN" has no rating`},
		"no rating":        {"heat", nil, nil, `"heat" has no rating`},
		"nothing":          {"  ", nil, nil, `no rating is given: write a title and a number, such as "Toy Story=5"`},
		"only a rating":    {"=5", nil, nil, `"=5" has no rating`},
		"infinitely liked": {"heat=Inf", nil, nil, "out of range"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := typed(films(t), c.text)
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

// Any typed text gives an error, or a guest whose ratings are in range and in order.
func TestNewGuestIsAnErrorOrValid(t *testing.T) {
	r := films(t)
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"toy story 2", "heat", "=", ",", "5", " ", "a", "b", "0.5", "1e9", "-1"}), rapid.StringN(0, 4, 8)), 0, 8).Draw(t, "parts")
		p, err := typed(r, strings.Join(parts, ""))
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

func TestByID(t *testing.T) {
	s, err := loaders.SplitRatings(films(t), "50-25-25", 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ByID(s, "2", false)
	if err != nil || p.User != 1 || !slices.Equal(p.Items, []uint32{1, 2}) || !slices.Equal(p.Values, []float32{4, 1}) {
		t.Errorf("%v, %v: all of their ratings are theirs, in whatever part of the split", p, err)
	}
	if _, err := ByID(s, "x", false); err == nil || !strings.Contains(err.Error(), `user "x" is not in`) || !strings.Contains(err.Error(), `such as "1"`) {
		t.Errorf("%v", err)
	}
	if _, err := ByID(s, "x", true); err == nil || !strings.Contains(err.Error(), `user "x" is not in`) || strings.Contains(err.Error(), "such as") {
		t.Errorf("what may be published names another user: %v", err)
	}
}

// fixed predicts the same ratings for every user.
type fixed []float64

func (m fixed) Local() method.Local         { return m }
func (m fixed) Solve([]uint32, []float32)   {}
func (m fixed) Predict(item uint32) float64 { return m[item] }

func TestRecommend(t *testing.T) {
	r := films(t)
	for name, c := range map[string]struct {
		m     fixed
		rated []uint32
		n     int
		want  []Pick
		tied  int
	}{
		"unrated, best first, in the range": {fixed{3, 9, 1, 7, 4}, []uint32{3}, 3, []Pick{{1, 5}, {4, 4}, {0, 3}}, 0},
		"beyond the range in their order":   {fixed{8, 9, 1, 7, 4}, nil, 3, []Pick{{1, 5}, {0, 5}, {3, 5}}, 0},
		"everything is rated":               {fixed{3, 9, 1, 7, 4}, []uint32{0, 1, 2, 3, 4}, 3, nil, 0},
		"fewer than asked for":              {fixed{3, 9, 1, 7, 4}, []uint32{0, 1, 2}, 3, []Pick{{3, 5}, {4, 4}}, 0},
		"ties at the end":                   {fixed{3, 2, 2, 2, 4}, nil, 3, []Pick{{4, 4}, {0, 3}, {1, 2}}, 2},
		"ties that are overtaken":           {fixed{2, 2, 2, 3, 4}, nil, 2, []Pick{{4, 4}, {3, 3}}, 0},
		"ties half overtaken":               {fixed{2, 2, 2, 3, 1}, nil, 2, []Pick{{3, 3}, {0, 2}}, 2},
		"alike once they are clamped":       {fixed{8, 7, 6, 6, 2}, nil, 3, []Pick{{0, 5}, {1, 5}, {2, 5}}, 1},
		"all alike":                         {fixed{3, 3, 3, 3, 3}, nil, 2, []Pick{{0, 3}, {1, 3}}, 3},
		"not a number is worst":             {fixed{math.NaN(), 2, math.NaN(), 1, 1}, nil, 4, []Pick{{1, 2}, {3, 1}, {4, 1}, {0, 0.5}}, 1},
		"none":                              {fixed{3, 3, 3, 3, 3}, nil, 0, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := Recommend(c.m, Person{User: Guest, Items: c.rated, Values: make([]float32, len(c.rated))}, r, c.n)
			if !slices.Equal(got.Picks, c.want) || got.Tied != c.tied || got.Alike != (name == "all alike") {
				t.Errorf("%v, want %v with %d tied", got, c.want, c.tied)
			}
		})
	}
	if n := Overlap([]Pick{{1, 5}, {4, 4}, {0, 3}}, []Pick{{4, 1}, {2, 1}, {1, 1}}); n != 2 {
		t.Errorf("%d of the items are common, want 2", n)
	}
}

// The best n are those that sorting everything finds.
func TestRecommendationsAreTheBest(t *testing.T) {
	r := films(t)
	rapid.Check(t, func(t *rapid.T) {
		m := fixed(rapid.SliceOfN(rapid.SampledFrom([]float64{1, 2, 3, 4, 9}), 5, 5).Draw(t, "expected"))
		n := rapid.IntRange(1, 5).Draw(t, "n")
		order := []uint32{0, 1, 2, 3, 4}
		slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(m[b], m[a]) })
		got, tied := Recommend(m, Person{}, r, n), 0
		for i, j := range order {
			if i < n && got.Picks[i].Item != j {
				t.Fatalf("%v, want %v", got, order)
			}
			if i >= n && m[j] == m[order[n-1]] {
				tied++
			}
		}
		if got.Tied != tied {
			t.Fatalf("%d tied, want %d", got.Tied, tied)
		}
	})
}

// average predicts the mean of the given ratings, and counts them.
type average struct{ given []int }

func (m *average) Local() method.Local { return &averager{m: m} }

type averager struct {
	m    *average
	mean float64
}

func (a *averager) Solve(items []uint32, values []float32) {
	a.m.given, a.mean = append(a.m.given, len(items)), 3
	for i, v := range values {
		a.mean += (float64(v) - a.mean) / float64(i+1)
	}
}
func (a *averager) Predict(uint32) float64 { return a.mean }

// A rating is predicted from the others and never from itself.
func TestPredictOwn(t *testing.T) {
	r := films(t)
	for name, c := range map[string]struct {
		values []float32
		want   []float64
		given  []int
	}{
		"nothing":        {nil, []float64{}, nil},
		"one from none":  {[]float32{5}, []float64{3}, []int{0}},
		"two":            {[]float32{5, 1}, []float64{1, 5}, []int{1, 1}},
		"three":          {[]float32{5, 1, 3}, []float64{2, 4, 3}, []int{2, 2, 2}},
		"a tenth a time": {[]float32{5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5}, []float64{1, 1.8, 1.8, 1.8, 1.8, 1.8, 1.8, 1.8, 1.8, 1.8, 1}, []int{9, 10, 10, 10, 10, 10, 10, 10, 10, 10}},
	} {
		t.Run(name, func(t *testing.T) {
			m := new(average)
			items := make([]uint32, len(c.values))
			for i := range items {
				items[i] = uint32(i)
			}
			got := PredictOwn(m, Person{Items: items, Values: c.values}, r)
			if !slices.Equal(m.given, c.given) {
				t.Errorf("given %v ratings, want %v", m.given, c.given)
			}
			for i, v := range got {
				if math.Abs(v-c.want[i]) > 1e-6 {
					t.Errorf("rating %d is predicted as %v, want %v", i, v, c.want[i])
				}
			}
		})
	}
}

func TestWithAndWithout(t *testing.T) {
	p := Person{User: Guest}.With(3, 4).With(1, 2).With(3, 5)
	if !slices.Equal(p.Items, []uint32{1, 3}) || !slices.Equal(p.Values, []float32{2, 5}) {
		t.Fatalf("%v", p)
	}
	if v, ok := p.Rating(3); v != 5 || !ok {
		t.Errorf("%v, %v", v, ok)
	}
	if _, ok := p.Rating(2); ok {
		t.Error("an unrated item has a rating")
	}
	if q := p.Without(1).Without(2); !slices.Equal(q.Items, []uint32{3}) || len(p.Items) != 2 {
		t.Errorf("%v of %v", q, p)
	}
}

func TestSearch(t *testing.T) {
	f := NewFinder(films(t))
	for name, c := range map[string]struct {
		text string
		want []uint32
	}{
		"the beginning first": {"toy", []uint32{0, 4}},
		"exactly first":       {"  TOY  story (1995)", []uint32{0}},
		"the year":            {"1995", []uint32{1, 3, 0}},
		"a word":              {"president", []uint32{1}},
		"words in any order":  {"story 1999", []uint32{4}},
		"an id":               {"5", []uint32{4, 1, 3, 0}},
		"not every word":      {"toy heat", nil},
		"nothing":             {" ", nil},
		"an id as written":    {"05", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []uint32
			for _, m := range f.Search(c.text, 10) {
				got = append(got, m.Item)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q finds %v, want %v", c.text, got, c.want)
			}
		})
	}
}

func TestSearchDespiteAccents(t *testing.T) {
	r := films(t)
	r.Titles = []string{"Amélie (2001)", "Léon", "Ørsted", "Die große Stille", "七人の侍"}
	f := NewFinder(r)
	for name, want := range map[string]uint32{"AMELIE": 0, "léon": 1, "leon": 1, "ørs": 2, "grosse": 3, "七人": 4} {
		if j, err := f.Item(name); err != nil || j != want {
			t.Errorf("%s finds %d, %v; want %d", name, j, err, want)
		}
	}
}

func TestSearchWithoutTitles(t *testing.T) {
	r := problem(t).Split.Train // items 1 to 40
	found := NewFinder(r).Search("4", 3)
	if len(found) != 3 || found[0].Item != 3 || found[1].Item != 39 || found[2].Item != 13 {
		t.Errorf("4 finds %v, want 4, 40, 14", found)
	}
}

func TestDraw(t *testing.T) {
	r := films(t)
	if got := draw(r, 0, 5); !slices.Equal(got, []int{1}) {
		t.Errorf("%v: others with ratings, not the user", got)
	}
	all := problem(t).Split.Train
	got := draw(all, 7, 50)
	seen := make(map[int]bool)
	for _, i := range got {
		if seen[i] || i == 7 || all.Ptr[i] == all.Ptr[i+1] {
			t.Fatalf("user %d is drawn twice, is the user or has no ratings: %v", i, got)
		}
		seen[i] = true
	}
	if len(got) != 50 || !slices.Equal(got, draw(all, 7, 50)) {
		t.Errorf("%v: fifty, always the same", got)
	}
}

func problem(t *testing.T) engine.Problem {
	t.Helper()
	r, err := sources.Open(context.Background(), "synth:skewed:n=300,m=40,per=15", sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := loaders.SplitRatings(r, "80-10-10", 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: "test", Split: s}
}

// Removing a user with ratings changes the predictions for others; removing one without ratings changes nothing.
func TestRemove(t *testing.T) {
	p := problem(t)
	heaviest := 0
	for i := range p.Split.Train.Users {
		if a, b := p.Split.Train.Ptr[i+1]-p.Split.Train.Ptr[i], p.Split.Train.Ptr[heaviest+1]-p.Split.Train.Ptr[heaviest]; a > b {
			heaviest = i
		}
	}
	seed := uint64(7)
	sample := Sample{Others: 50, Items: 40, Recommendations: 5}
	removed := p
	removed.Split = &loaders.Split{Train: p.Split.Train.WithoutRatingsOf(heaviest)}
	for _, name := range []string{"als", "dpals", "dpals-eb"} {
		c := engine.Config{Method: name, Epsilon: 1, Seed: &seed}
		full, err := TrainFull(t.Context(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		d, err := full.Remove(t.Context(), heaviest, sample)
		if err != nil {
			t.Fatal(err)
		}
		if d.Others != 50 || !(d.Mean > 0) || !(d.Largest >= d.Mean) || d.Lists < 0 || d.Lists > 1 {
			t.Errorf("%s: removing a user changes %+v", name, d)
		}
		if full, err = TrainFull(t.Context(), removed, c); err != nil {
			t.Fatal(err)
		}
		if d, err = full.Remove(t.Context(), heaviest, sample); err != nil || d.Mean != 0 || d.Lists != 0 {
			t.Errorf("%s: removing a user without ratings changes %+v, %v", name, d, err)
		}
	}
}

func TestRemoveRefuses(t *testing.T) {
	p, seed := problem(t), uint64(1)
	if _, err := TrainFull(t.Context(), p, engine.Config{Method: "als"}); err == nil {
		t.Error("two runs with different noise are compared")
	}
	full, err := TrainFull(t.Context(), p, engine.Config{Method: "als", Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := full.Remove(t.Context(), 300, DefaultSample); err == nil {
		t.Error("an unknown user is removed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := full.Remove(ctx, 0, DefaultSample); err == nil {
		t.Error("a cancelled comparison goes on")
	}
}
