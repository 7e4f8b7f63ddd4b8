package engine

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"dpals/engine/method"
)

// community is some users of ordinary taste, and one of every extreme kind at the first, a middle or the last place:
// with the largest and the smallest mean, with many more validation ratings than count in full, with none to train on,
// with validation ratings that no training rating foretells, with none at all.
func community(items int) (members []member) {
	r := rand.New(rand.NewPCG(5, 5))
	add := func(name string, train, valid float64, value func(j int) float32, held func(j int) float32) {
		m := member{name: name, train: map[uint32]float32{}, valid: map[uint32]float32{}}
		for j := range items {
			switch x := r.Float64(); {
			case x < train:
				m.train[uint32(j)] = value(j)
			case x < train+valid:
				m.valid[uint32(j)] = held(j)
			}
		}
		members = append(members, m)
	}
	var (
		top      = func(int) float32 { return memberHigh }
		bottom   = func(int) float32 { return memberLow }
		anything = func(int) float32 { return float32(memberLow + (memberHigh-memberLow)*r.Float64()) }
		extremes = func(int) float32 { return []float32{memberLow, memberHigh}[r.IntN(2)] }
		inTurn   = func(j int) float32 { return []float32{memberLow, memberHigh}[j%2] }
	)
	add("the first user", 0.3, 0.7, extremes, extremes)
	add("no ratings after the first", 0, 0, anything, anything)
	add("validation alone", 0, 1, top, top)
	for i := range 40 {
		// Two camps, so that there is something to learn but means.
		taste := func(j int) float32 { return []float32{memberLow, memberHigh}[(i+j)%2]*0.8 + 0.2*anything(j) }
		add(fmt.Sprint("user ", i), 0.5, 0.2, taste, taste)
		members[len(members)-1].ordinary = true
		if i == 20 {
			add("one rating", 0, 0.5, anything, anything)
			members[len(members)-1].train[uint32(items-1)] = memberHigh
		}
	}
	add("everything rated", 1, 0, inTurn, inTurn)
	add("other ratings held out", 0.2, 0.8, bottom, top)
	add("no ratings", 0, 0, anything, anything)
	return members
}

// central are the methods with a curator, of the registry: what they sum is watched.
func central() (list []*method.Method) {
	for _, m := range Methods() {
		if m.Private() && m.Trust != method.TrustLocal {
			list = append(list, m)
		}
	}
	return list
}

// variants are settings that reach every branch of a method: each choice of each parameter, and the numbers that
// switch something on.
func variants(m *method.Method) map[string]method.Settings {
	list := map[string]method.Settings{"as it comes": {}}
	add := func(name string, value float64, text string) {
		list[name+" "+text] = method.Settings{name: value}
	}
	for _, p := range m.Parameters {
		for i, choice := range p.Choices {
			if float64(i) != p.Default {
				add(p.Name, float64(i), choice)
			}
		}
		switch p.Name {
		case "k":
			add(p.Name, 3, "3")
			add(p.Name, 0, "all")
		case "beta":
			add(p.Name, 0.5, "0.5")
		case "lambda0":
			add(p.Name, 0.2, "0.2")
		case "clip-rating", "clip-row", "clip-user", "clip":
			add(p.Name, 0.3, "0.3")
		}
	}
	return list
}

// small keeps runs short, where a method has something to set.
func small(m *method.Method, s method.Settings) method.Settings {
	out := method.Settings{}
	for name, v := range map[string]float64{"rank": 3, "iterations": 2} {
		if _, ok := m.Parameter(name); ok {
			out[name] = v
		}
	}
	maps.Copy(out, s)
	return out
}

// planned is a subject; settings that a method only takes with a number of ratings per user are given one.
func planned(t *testing.T, m *method.Method, s method.Settings, items int, epsilon float64) *subject {
	t.Helper()
	sub, err := subjectOf(m, small(m, s), items, epsilon)
	var refused method.ParameterError
	if errors.As(err, &refused) && refused.Name == "k" {
		limited := method.Settings{"k": 3}
		maps.Copy(limited, s)
		sub, err = subjectOf(m, small(m, limited), items, epsilon)
	}
	if err != nil {
		t.Fatal(err)
	}
	return sub
}
