package people_test

import (
	"context"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

// biased predicts a person's mean rating plus the bias of the item; a person without ratings has the mean 3.
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
	privateModel   = biased{0.3, -0.1, 0.2, 0.9, 0.5, -0.4, 0.7, -0.2, 0.1, 0, -0.6, 0.8, 0.4, 0.6, -0.3}
	referenceModel = biased{0.4, 0.1, 0.9, 0.8, -0.5, 0.4, 0.2, -0.7, 0.3, 0.5, -0.6, 0.7, -0.4, 0.6, -0.3}
)

// modelRun is a run that gives a model.
type modelRun struct {
	*driver.Run
	model method.Model
}

func (r modelRun) Model() method.Model { return r.model }

// loggedModel is a fullModel that says who leaves it.
type loggedModel struct {
	name string
	log  *[]string
	err  error
}

func (y loggedModel) Remove(_ context.Context, user int, _ people.Sample) (people.RemovalEffect, error) {
	*y.log = append(*y.log, fmt.Sprintf("%s without %d", y.name, user))
	if y.name == session.ReferenceMethod {
		return people.RemovalEffect{Others: 200, Mean: 0.0017, Largest: 0.31, Lists: 0.125}, y.err
	}
	return people.RemovalEffect{Others: 200, Mean: 0.00003, Largest: 0.02, Lists: 0.03}, y.err
}

// testScreen is a dashboard with the People screen in front. Unlike those of a driver.Dashboard, its commands run.
type testScreen struct {
	*driver.Dashboard
	p   *tuipeople.Screen
	log []string // of the removals
}

func newTestScreen(t testing.TB, w, h int, o session.Options) *testScreen {
	t.Helper()
	b := &testScreen{Dashboard: driver.New(t, w, h, o)}
	b.p = b.Screen("People").(*tuipeople.Screen)
	b.p.Removal().SetDelay(0)
	b.p.Removal().SetTrain(func(_ context.Context, _ engine.Problem, c engine.Config) (tuipeople.FullModel, error) {
		b.log = append(b.log, fmt.Sprintf("%s, seed %d, threads %d", c.Method, *c.Seed, c.Threads))
		return loggedModel{name: c.Method, log: &b.log}, nil
	})
	return b
}

// carry runs a command of the screen, and those that follow from it.
func (b *testScreen) carry(cmd tea.Cmd) {
	b.Session.Redraw() // as the program does before it handles a message
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
		b.carry(b.p.Update(msg))
	}
}

// open brings the screen to the front and prepares its titles.
func (b *testScreen) open() {
	b.GoTo("People")
	b.carry(b.p.Update(b.p.Prepare()()))
}

// types presses keys one by one: by their names, or the letters of a text.
func (b *testScreen) types(keys ...string) {
	for _, text := range keys {
		names := []string{text}
		if _, named := tuitest.Keys[text]; !named {
			names = nil
			for _, r := range text {
				names = append(names, string(r))
			}
		}
		for _, name := range names {
			key, named := tuitest.Keys[name]
			if !named {
				key = tea.Key{Code: []rune(name)[0], Text: name}
			}
			if name == " " {
				key = tuitest.Keys["space"]
			}
			_, cmd := b.Model.Update(tea.KeyPressMsg(key))
			b.carry(cmd)
		}
	}
}

// trained ends the current run, the baseline and the reference, with these models.
func (b *testScreen) trained(run, reference method.Model) *session.Run {
	b.Compared()
	r := b.Session.Runs.Current
	if r.Training() {
		b.Whole(0.95)
	}
	r.History = modelRun{driver.NewRun(), run}
	if c := b.Session.Runs.Reference; c != nil {
		c.History = modelRun{driver.NewRun(), reference}
	}
	return r
}

// refresh lets the screen take notice of what the test did while commands were dropped.
func (b *testScreen) refresh() {
	b.p.ForgetCommands()
	b.carry(b.p.Refresh())
}

// reportsOf turns a run into one of local reports.
func reportsOf(t testing.TB, r *session.Run) {
	t.Helper()
	m := *r.Method
	m.Name, m.Trust = "ldp-gd", method.TrustLocal
	plan, err := accounting.NewPlan(accounting.Exact, 2, 1e-5, []accounting.Request{{Name: "bits", Kind: "bits", Claim: accounting.UserReport("docs/privacy/bits.md"), Local: true, Weight: 1, Dimension: 1}})
	if err != nil {
		t.Fatal(err)
	}
	r.Method, r.Plan, r.Config.Epsilon = &m, plan, 2
}
