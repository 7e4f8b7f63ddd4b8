package tui

import (
	"context"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/loaders"
)

// filmTitles are text from somebody's file: long, wide, joined, and trying to escape.
var filmTitles = []string{
	"Toy Story (1995)", "Toy Story 2 (1999)", "Heat (1995)", "七人の侍 (1954)", "Amélie (2001)", "👩‍🚀 Space Family 🚀",
	"evil \x1b[31mred\x1b]0;title\a", "\u202eback to front", "A title that is so long that no panel of any screen has room for all of it, however wide",
	"a=4,b", "", "Seven Samurai (1954)", "The Good, the Bad and the Ugly (1966)", "Léon (1994)", "line\nbreak",
}

// filmProblem is thirty users' ratings of these filmTitles, the last of whom has rated nothing.
func filmProblem(t testing.TB) engine.Problem {
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

// biased expects of a person their mean and what an item has beyond it; 3 of somebody without ratings.
type biased []float64

func (m biased) Local() method.Local { return &biasedLocal{of: m} }

type biasedLocal struct {
	of   biased
	mean float64
}

func (l *biasedLocal) Solve(_ []uint32, values []float32) {
	l.mean = 3
	for k, v := range values {
		l.mean += (float64(v) - l.mean) / float64(k+1)
	}
}

func (l *biasedLocal) Predict(item uint32) float64 {
	if l.of == nil {
		return l.mean
	}
	return l.mean + l.of[item]
}

var (
	privateTaste = biased{0.3, -0.1, 0.2, 0.9, 0.5, -0.4, 0.7, -0.2, 0.1, 0, -0.6, 0.8, 0.4, 0.6, -0.3}
	freeTaste    = biased{0.4, 0.1, 0.9, 0.8, -0.5, 0.4, 0.2, -0.7, 0.3, 0.5, -0.6, 0.7, -0.4, 0.6, -0.3}
)

// modelRun is a run whose model can be looked at.
type modelRun struct {
	*fakeRun
	model method.Model
}

func (r modelRun) Model() method.Model { return r.model }

// stays is a community that says who leaves it.
type stays struct {
	name string
	log  *[]string
	err  error
}

func (y stays) Remove(_ context.Context, user int, _ people.Sample) (people.RemovalEffect, error) {
	*y.log = append(*y.log, fmt.Sprintf("%s without %d", y.name, user))
	if y.name == ceilingMethod {
		return people.RemovalEffect{Others: 200, Mean: 0.0017, Largest: 0.31, Lists: 0.125}, y.err
	}
	return people.RemovalEffect{Others: 200, Mean: 0.00003, Largest: 0.02, Lists: 0.03}, y.err
}

// peopleBed is a bed with the People screen in front, whose commands are carried out.
type peopleBed struct {
	*bed
	p   *peopleScreen
	log []string // of the experiment
}

func newPeopleBed(t testing.TB, w, h int, o Options) *peopleBed {
	t.Helper()
	b := &peopleBed{bed: newBed(t, w, h, o)}
	b.p = b.m.people()
	b.p.leave.delay = 0
	b.p.leave.gather = func(_ context.Context, _ engine.Problem, c engine.Config) (community, error) {
		b.log = append(b.log, fmt.Sprintf("%s, seed %d, threads %d", c.Method, *c.Seed, c.Threads))
		return stays{name: c.Method, log: &b.log}, nil
	}
	return b
}

func filmOptions(t testing.TB) Options {
	o := fakeOptions()
	o.Problem = filmProblem(t)
	return o
}

// carry carries out a command of the screen, and those that follow from it.
func (b *peopleBed) carry(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			b.carry(c)
		}
	default:
		b.carry(b.p.update(msg))
	}
}

// open brings the screen to the front and makes its titles ready.
func (b *peopleBed) open() {
	b.goTo("People")
	b.carry(b.p.update(b.p.prepare()()))
}

// types presses keys one by one, by name or as letters of a text.
func (b *peopleBed) types(keys ...string) {
	for _, text := range keys {
		names := []string{text}
		if _, named := namedKeys[text]; !named {
			names = nil
			for _, r := range text {
				names = append(names, string(r))
			}
		}
		for _, name := range names {
			key, named := namedKeys[name]
			if !named {
				key = tea.Key{Code: []rune(name)[0], Text: name}
			}
			if name == " " {
				key = namedKeys["space"]
			}
			_, cmd := b.m.Update(tea.KeyPressMsg(key))
			b.carry(cmd)
		}
	}
}

// trained lets the current run and the comparisons end, with models of these tastes.
func (b *peopleBed) trained(mine, plain method.Model) *run {
	b.compared()
	r := b.m.bench.session.current
	if r.training() {
		b.whole(0.95)
	}
	r.history = modelRun{newFakeRun(), mine}
	if c := b.m.bench.session.ceiling; c != nil {
		c.history = modelRun{newFakeRun(), plain}
	}
	return r
}

// again lets the screen notice what has happened while the bed dropped its commands.
func (b *peopleBed) again() {
	b.p.advice.asked, b.p.order.asked, b.p.given.searching = false, false, false
	b.p.leave.waiting = false
	b.p.leave.halt()
	b.carry(b.p.settle())
}

// reportsOf makes a run one of local reports.
func reportsOf(t testing.TB, r *run) {
	t.Helper()
	m := *r.method
	m.Name, m.Trust = "ldp-gd", method.TrustLocal
	plan, err := accounting.NewPlan(accounting.Exact, 2, 1e-5, []accounting.Request{{Name: "bits", Kind: "bits", Claim: accounting.UserReport("docs/privacy/bits.md"), Local: true, Weight: 1, Dimension: 1}})
	if err != nil {
		t.Fatal(err)
	}
	r.method, r.plan, r.config.Epsilon = &m, plan, 2
}
