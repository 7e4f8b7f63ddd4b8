package scope_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/export"
	"dpals/engine/internal/probe"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/engine/scope"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// rating is a line of a file.
type rating struct {
	user, item string
	value      float64
}

const (
	popular   = 25   // items that all users of a crowd choose from
	heavy     = 1500 // items of a user who rated more than may be spoken for
	adversary = "50x"
)

// crowd are the users whom two neighbouring data sets share. One of them rated more items than anybody speaks for. All
// their ids are plain numbers, so that one other id gives all items, or users, other numbers.
func crowd() (lines []rating) {
	r := rand.New(rand.NewPCG(4, 4))
	for i := range 100 {
		user := fmt.Sprint(i + 1)
		for j := range popular {
			if r.IntN(2) == 0 {
				lines = append(lines, rating{user, fmt.Sprint(j + 1), float64(1 + r.IntN(5))})
			}
		}
	}
	for j := range heavy {
		lines = append(lines, rating{"51", fmt.Sprint(1000 + j), 4}, rating{"99", fmt.Sprint(1200 + j), 2})
	}
	return lines
}

// adversaries are users who are in one of two neighbouring data sets only: with items, ids and values of no other user.
func adversaries() map[string][]rating {
	few, many, quiet := []rating{}, []rating{}, []rating{{adversary, "7", 3}}
	for j := range 12 {
		few = append(few, rating{adversary, fmt.Sprint(j + 1), float64(1-2*(j%2)) * 7e5}, rating{adversary, fmt.Sprintf("own-%d", j), 3e5})
	}
	for j := range heavy {
		many = append(many, rating{adversary, fmt.Sprintf("own-%d", j), -8e6}, rating{adversary, fmt.Sprint(900 + j), 3e4})
	}
	other := slices.Clone(few)
	for i := range other {
		other[i].user = "0" // before all others, and a number as theirs
		if name, own := strings.CutPrefix(other[i].item, "own-"); own {
			other[i].item = "5000" + name
		}
	}
	return map[string][]rating{"few items": few, "many items": many, "one item": quiet, "only numbers": other}
}

// loaded reads the ratings as a person's file is read, which numbers users and items by all ids there are, and takes
// range and catalogue from the ratings.
func loaded(t *testing.T, lines []rating) *loaders.Split {
	t.Helper()
	var text strings.Builder
	text.WriteString("user,item,rating\n")
	for _, l := range lines {
		fmt.Fprintf(&text, "%s,%s,%g\n", l.user, l.item, l.value)
	}
	path := filepath.Join(t.TempDir(), "ratings.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := sources.Open(context.Background(), path, sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	return split
}

// sums are what a run summed and released, by release and block; those of the catalogue by item id.
type sums struct {
	mu           sync.Mutex
	split        *loaders.Split
	releases     map[string]accounting.Release
	exact, noisy map[string][]float64
	spoken       map[string]float64
	shown        map[string]float64
}

func newSums(s *loaders.Split) *sums {
	return &sums{split: s, releases: map[string]accounting.Release{}, exact: map[string][]float64{}, noisy: map[string][]float64{},
		spoken: map[string]float64{}, shown: map[string]float64{}}
}

// witness writes down what is released; where first is given, in place of the releases its are shown.
func (s *sums) witness(first *sums) accounting.ReleaseObserver {
	return func(r accounting.Release, block int, exact, noisy []float64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.releases[r.Name] = r
		if r.MaxContributions > 0 {
			s.catalogue(first, exact, noisy)
			return
		}
		key := fmt.Sprint(r.Name, " block ", block)
		s.exact[key] = exact
		if first != nil && len(first.noisy[key]) == len(noisy) {
			copy(noisy, first.noisy[key])
		}
		s.noisy[key] = slices.Clone(noisy)
	}
}

// catalogue shows an item the same noisy sum as the first run. What the user alone speaks for, who is not in the first
// run's data, is shown below every threshold, as the proof supposes; what nobody speaks for far above, where it must not
// be named for all that.
func (s *sums) catalogue(first *sums, exact, noisy []float64) {
	for j := range exact {
		name := s.split.Train.ItemNames.At(j)
		s.spoken[name] = exact[j]
		switch {
		case exact[j] == 0:
			noisy[j] = 1e6
		case first != nil:
			noisy[j] = first.shown[name]
		}
		if exact[j] > 0 {
			s.shown[name] = noisy[j]
		}
	}
}

// distances returns how far apart each release's sums are in two runs, in the norm of its claim.
func (s *sums) distances(t *testing.T, o *sums) map[string]float64 {
	t.Helper()
	squares := make(map[string]float64)
	for key, exact := range s.exact {
		other, ok := o.exact[key]
		if !ok || len(other) != len(exact) {
			t.Fatalf("%s has %d values, %d without the user", key, len(exact), len(other))
		}
		name, _, _ := strings.Cut(key, " block ")
		rank := int(math.Sqrt(float64(2 * len(exact))))
		for row, k := 0, 0; k < len(exact); k++ {
			d := exact[k] - other[k]
			square := d * d
			if s.releases[name].Symmetric {
				if diagonal := row*rank - row*(row-1)/2; k == diagonal {
					row++
				} else {
					square *= 2
				}
			}
			squares[name] += square
		}
	}
	for name, square := range squares {
		squares[name] = math.Sqrt(square)
	}
	return squares
}

// spokenFor returns how far apart the catalogue's sums are, and for which items.
func (s *sums) spokenFor(o *sums) (distance float64, differ []string) {
	for name, v := range s.spoken {
		if d := v - o.spoken[name]; d != 0 {
			distance += d * d
			differ = append(differ, name)
		}
	}
	return math.Sqrt(distance), differ
}

// left is all that a run leaves that others than its curator may see, by kind.
type left map[string]string

// leave trains as the program does, and returns all that comes of it.
func leave(t *testing.T, split *loaders.Split, m *method.Method, c engine.Config, s, first *sums) left {
	t.Helper()
	ctx := probe.With(context.Background(), &probe.Probe{Key: func() uint64 { return 11 }, Witness: s.witness(first)})
	problem := engine.Problem{Name: "ratings.csv", Split: split}
	h, err := engine.RunMethod(ctx, m, problem, c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	out := make(left)
	for i, e := range h.Events(0) {
		out[fmt.Sprintf("event %d", i)] = reported(e)
	}
	dir := filepath.Join(t.TempDir(), "model")
	if _, shared := h.Model().(method.Sharer); shared {
		maps.Copy(out, exported(t, dir, problem, h))
	}
	maps.Copy(out, toAStranger(split.Train, h.Model()))
	return out
}

// exported writes the model of a run to a new folder and returns the text of its files by name.
func exported(t testing.TB, dir string, problem engine.Problem, h *engine.History) map[string]string {
	t.Helper()
	if err := export.Write(dir, problem, h, export.Options{}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string)
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts[f.Name()] = string(text)
	}
	return texts
}

// reported is an event without times, and without the number of users, which is marked as not private.
func reported(e engine.Event) string {
	switch e := e.(type) {
	case engine.Started:
		return fmt.Sprintf("started %s %+v", e.Method, *e.Plan)
	case engine.Extended:
		plan := *e.Plan
		e.Plan = nil
		return fmt.Sprintf("%s: %+v %+v", e, struct{ any }{e}, plan)
	case engine.Released:
		return fmt.Sprintf("%+v", e)
	case engine.Iterated:
		e.Elapsed = 0
		text := ""
		if e.Diagnostics != nil {
			text = fmt.Sprintf("%+v", *e.Diagnostics)
		}
		e.Diagnostics = nil
		return fmt.Sprintf("%+v ", e) + text
	case engine.Ended:
		r := *e.Result
		r.Elapsed, r.Users = 0, 0
		return fmt.Sprintf("%v %v %+v", e.Outcome, e.Err, r)
	}
	return fmt.Sprintf("%T", e)
}

// toAStranger is what a model predicts for, and recommends to, a user of neither data set.
func toAStranger(r *loaders.Ratings, m method.Model) left {
	p := people.Person{User: people.Guest}
	for _, name := range []string{"3", "9", "10", "1300"} {
		for j := range r.Items {
			if r.ItemNames.At(j) == name {
				p = p.With(uint32(j), float32(len(name))*4-5)
			}
		}
	}
	local := m.Local()
	local.Solve(p.Items, p.Values)
	predicted := make(left)
	for j := range uint32(r.Items) {
		if name := r.ItemNames.At(int(j)); len(name) < 3 { // one of the popular items
			predicted["prediction of "+name] = fmt.Sprint(local.Predict(j))
		}
	}
	var picks []string
	for _, pick := range people.Recommend(m, p, r, r.Items).Picks {
		picks = append(picks, fmt.Sprint(r.ItemNames.At(int(pick.Item)), " ", pick.Rating))
	}
	slices.Sort(picks) // ties stand in the order of the items
	predicted["recommendations"] = strings.Join(picks, "\n")
	return predicted
}

// With one user less, and the same releases, a run that releases its range and its items leaves the same behind: events,
// models, exports, and what they mean to a stranger. And each of its sums, those that were planned on the way included,
// is moved by that user by its sensitivity or less.
func TestNeighboursOfARunWithAPrivateScope(t *testing.T) {
	t.Parallel()
	without := loaded(t, crowd())
	// What is not released is public: where that is the range, the adversary rates inside it, and else items of others alone.
	all, private := adversaries(), map[string]scope.Private{"range alone": {Range: true}, "catalogue alone": {Catalogue: true}}
	for _, l := range all["few items"] {
		if !strings.HasPrefix(l.item, "own-") {
			all["range alone"] = append(all["range alone"], l)
		}
		l.value = min(max(l.value, 1), 5)
		all["catalogue alone"] = append(all["catalogue alone"], l)
	}
	for name, own := range all {
		with, released := loaded(t, slices.Concat(own, crowd())), cmp.Or(private[name], both)
		for _, m := range engine.Methods() {
			if !m.Private() || !scope.Possible(m) || testing.Short() && name != "few items" {
				continue
			}
			t.Run(name+"/"+m.Name, func(t *testing.T) {
				c := engine.Config{Epsilon: 60, Scope: released, PrivateMetrics: 0.1, Threads: 2}
				one, two := newSums(without), newSums(with)
				first := leave(t, without, m, c, one, nil)
				second := leave(t, with, m, c, two, one)
				compare(t, first, second)
				for release, distance := range two.distances(t, one) {
					if bound := two.releases[release].Sensitivity; distance > bound {
						t.Errorf("the user moves %s by %g, claimed %g", release, distance, bound)
					}
				}
				distance, differ := two.spokenFor(one)
				if most := two.releases["catalogue"].MaxContributions; released.Catalogue && (distance > 1 || len(differ) > most) {
					t.Errorf("the user moves %d sums of the catalogue by %g, claimed at most %d by 1", len(differ), distance, most)
				}
				for _, item := range differ {
					if !slices.ContainsFunc(own, func(l rating) bool { return l.item == item }) {
						t.Fatalf("the user moves what others speak for: item %s, which the user has not rated", item)
					}
				}
			})
		}
	}
}

// compare says what is not the same in what two runs left behind.
func compare(t *testing.T, one, two left) {
	t.Helper()
	keys := slices.Sorted(maps.Keys(one))
	for key := range two {
		if _, ok := one[key]; !ok {
			keys = append(keys, key)
		}
	}
	wrong := 0
	for _, key := range keys {
		if a, b := one[key], two[key]; a != b && wrong < 5 {
			wrong++
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			excerpt := func(s string) string {
				return string(bytes.ToValidUTF8([]byte(s[max(0, min(at-40, len(s))):min(len(s), at+40)]), nil))
			}
			t.Errorf("%s differs although all releases are the same: %q and %q", cmp.Or(key, "?"), excerpt(a), excerpt(b))
		}
	}
}
