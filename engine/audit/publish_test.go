package audit

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dpals/engine/method"
)

func aDesk(t *testing.T) *publisher {
	p, err := smallShape.neighbours(adversaries[1], scene{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &publisher{claim: &claim{method: lookup(t, "item-mean")}, pair: p}
}

// What is on no list is found, in every kind of file that is exported.
func TestAllowlist(t *testing.T) {
	const array = "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (20, 2), }\n"
	for name, c := range map[string]struct {
		file, text string
		want       []string // that findings name, in order
	}{
		"a model":               {"model.json", `{"method": "x", "columns": null, "scalars": {"mean": 1, "keep12": 2}, "recipe": ["a"]}`, nil},
		"number of users":       {"NOT-PRIVATE-model.json", `{"users": 25}`, []string{`"users"`}},
		"users in a model":      {"model.json", `{"items": 20, "users": 25, "scalars": {"users": 25}}`, []string{`"scalars.users"`, `"users"`}},
		"no JSON":               {"model.json", `{`, []string{"not JSON"}},
		"a statement":           {"privacy.json", `{"parameters": {"clip-rating": "1"}, "releases": [{"name": "a", "mu": 1}], "not_covered": ["a", "b"]}`, nil},
		"another parameter":     {"privacy.json", `{"parameters": {"raters": "1"}}`, []string{`"parameters.raters"`}},
		"more of a release":     {"privacy.json", `{"releases": [{"name": "a"}, {"exact": 1}]}`, []string{`"releases[].exact"`}},
		"items":                 {"items.csv", "item,title,trained,bias,v1,v2\n1,,true,1,2,3\n", nil},
		"items with counts":     {"items.csv", "item,title,trained,raters\n", []string{`"raters"`}},
		"an array":              {"items.npy", array, nil},
		"an array of users":     {"items.npy", strings.Replace(array, "(20,", "(25,", 1), []string{"one row for each item"}},
		"another file":          {"users.csv", "", []string{"an unknown file"}},
		"words":                 {"PRIVACY.md", "# Privacy statement\n\n| | |\n|---|---|\n| ε | 1 |\n\n## Releases\n\n| counts | 1 |\n", nil},
		"users in words":        {"PRIVACY.md", "# Privacy statement\n\n| users | 25 |\n", []string{`"users"`}},
		"another part in words": {"PRIVACY.md", "## People\n", []string{`"## People"`}},
	} {
		t.Run(name, func(t *testing.T) {
			var p Publication
			aDesk(t).allow(c.file, []byte(c.text), &p)
			if len(p.Findings) != len(c.want) {
				t.Fatalf("finds %v, want %v", p.Findings, c.want)
			}
			for i, f := range p.Findings {
				if f.Kind != NotAllowed || f.Release != strings.TrimPrefix(c.file, "NOT-PRIVATE-") || !strings.Contains(f.Text, c.want[i]) {
					t.Errorf("finds %+v, want %s", f, c.want[i])
				}
			}
		})
	}
}

// Every field counts, wherever it is; fields that are exempt do not, wherever they are.
func TestDifferences(t *testing.T) {
	type inner struct {
		Value  float64
		hidden int
	}
	type outer struct {
		ID    int
		Inner *inner
		List  []inner
		Named map[string]string
		At    time.Time
		Do    func()
	}
	one := outer{1, &inner{1, 2}, []inner{{1, 2}}, map[string]string{"a": "x"}, time.Unix(1, 0), nil}
	if d := differences(one, outer{2, &inner{1, 2}, []inner{{1, 2}}, map[string]string{"a": "x"}, time.Unix(1, 0), func() {}}, []string{"ID"}); len(d) > 0 {
		t.Errorf("the same but for what is exempt differs in %v", d)
	}
	other := outer{1, nil, []inner{{1, 3}, {}}, map[string]string{"a": "y", "b": ""}, time.Unix(2, 0), nil}
	got := differences(one, other, nil)
	for _, want := range []string{"Inner.Value", "List.0.hidden", "List.1.Value", "List.len", "Named.a", "Named.b", "At.ext"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %v", want, got)
		}
	}
}

// Two places with one stream are found, whatever its sign; and no stream of the meter is in two places.
func TestSharedStreamsAreFound(t *testing.T) {
	var n Noise
	n.Least = 1
	if err := n.keys(7, farBlocks); err != nil || len(n.Findings) > 0 {
		t.Errorf("%v: %v", n.Findings, err)
	}
	if err := n.coins(7, farBlocks); err != nil || len(n.Findings) > 0 {
		t.Errorf("%v: %v", n.Findings, err)
	}
	var s streams
	s.add([2]float64{1, 2}, place{0, 1 << 16})
	s.add([2]float64{2, 1}, place{0, 1})
	s.add([2]float64{1, 2}, place{1, 0})
	s.add([2]float64{1, 2}, place{2, 0})
	s.judge(&n, "block", "release")
	if len(n.Findings) != 1 || n.Findings[0].Kind != SharedKey || n.Findings[0].Measured != 2 || s.first != (place{0, 1 << 16}) || s.second != (place{1, 0}) {
		t.Errorf("finds %+v", n.Findings)
	}
}

// The rows of other users are compared, the adversary's is not; a file, a byte and a field too many are found.
func TestWhatIsLeftBehindIsCompared(t *testing.T) {
	exact := own(anybody, func(task *method.Task, sum float64) method.Model { return crowded{constant(sum), task.Train.Users} })
	for name, c := range map[string]struct {
		of   *method.Method
		want bool
	}{"sound": {sound, true}, "exact": {exact, false}} {
		a, err := newAudit("own", nil, mechanismOf(c.of), Target{Epsilon: 1, Delta: 1e-5})
		if err != nil {
			t.Fatal(err)
		}
		var p Publication
		if err := a.publish(t.Context(), &p); err != nil || p.Passed() != c.want || p.Pairs != len(a.published) || p.Files == 0 {
			t.Errorf("%s: %+v: %v", name, p, err)
		}
		for _, f := range p.Findings {
			if f.Kind != Published {
				t.Errorf("%s: finds %+v", name, f)
			}
		}
	}
}

// crowded is a model that reveals the exact number of users as its bias.
type crowded struct {
	constant
	users int
}

func (m crowded) Shared() method.Shared {
	return method.Shared{Scalars: map[string]float64{"mean": float64(m.users)}, Recipe: "Every prediction is mean.\n"}
}

// Scenes put the adversary first, last, in between and at the edge of a piece, next to users without ratings.
func TestScenes(t *testing.T) {
	first, last, between := 0, 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	const draws = 400
	for range draws {
		switch at := sceneOf(r); {
		case at.place == 0:
			first++
		case at.place == 1:
			last++
		case at.place > 0 && at.place < 1:
			between++
		}
	}
	if first < draws/6 || last < draws/6 || first+last+between != draws {
		t.Errorf("first in %d scenes, last in %d, between in %d of %d", first, last, between, draws)
	}
	for _, at := range []scene{{}, {place: 1}, {place: 0.5, silent: true, held: heldAll}, {silent: true, held: heldOne}, {piece: 200}} {
		p, err := smallShape.neighbours(adversaries[1], at, 5)
		if err != nil {
			t.Fatal(err)
		}
		name := p.with.UserNames.At(p.who)
		if name != "25" || p.without.Users != smallShape.users || p.with.Users != smallShape.users+1 || at.piece == 0 && p.who != int(at.place*float64(smallShape.users)) {
			t.Errorf("%+v: user %s at %d of %d", at, name, p.who, p.with.Users)
		}
		for i := range p.without.Users {
			j := i
			if i >= p.who {
				j++
			}
			a, _ := p.with.User(j)
			b, _ := p.without.User(i)
			if !slices.Equal(a, b) || p.with.UserNames.At(j) != p.without.UserNames.At(i) {
				t.Errorf("%+v: user %d has other ratings without the adversary", at, i)
			}
		}
		held, _ := p.with.held.User(p.who)
		if want := map[heldOut]int{heldNone: 0, heldOne: 1, heldAll: smallShape.items}[at.held]; len(held) != want {
			t.Errorf("%+v: %d held-out ratings, want %d", at, len(held), want)
		}
		if next, _ := p.without.User(min(p.who, p.without.Users-1)); at.silent && len(next) > 0 {
			t.Errorf("%+v: the user behind has %d ratings", at, len(next))
		}
	}
}

// A selection of a registered method is made and compared; its own kinds of difference are found.
func TestSelectionsAreCompared(t *testing.T) {
	a := quick(t, lookup(t, "item-mean"), Target{Epsilon: 2})
	var p Publication
	if err := a.publish(context.Background(), &p); err != nil || !p.Passed() || p.Selections != 2*a.selected {
		t.Errorf("%+v: %v", p, err)
	}
	one := selected{took: 0}
	p.compareChoices("how long its runs take", one, selected{took: time.Second})
	if len(p.Findings) != 1 || p.Findings[0].Kind != Selected || p.Findings[0].Release != "took" {
		t.Errorf("finds %+v", p.Findings)
	}
}
