package tui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/method"
)

// bed is a dashboard driven by messages; commands are dropped, their messages are written by the test.
type bed struct {
	t     testing.TB
	m     *model
	bench *bench
}

func fakeOptions() Options {
	return Options{
		Problem: fakeProblem(800_167), Config: engine.Config{Threads: 2}, Theme: "dark", Mouse: true,
		methods: []*method.Method{fakePrivate, fakeCeiling, fakeFloor},
		foresee: fakeForesee,
		launch: func(context.Context, engine.Problem, engine.Config) (follower, error) {
			return newFakeRun(), nil
		},
	}
}

// newBare is a dashboard that has heard of nothing yet, not even of its size.
func newBare(t testing.TB, o Options) *bed {
	t.Helper()
	m, err := newModel(t.Context(), o.fill())
	if err != nil {
		t.Fatal(err)
	}
	return &bed{t: t, m: m, bench: m.bench}
}

func newBed(t testing.TB, w, h int, o Options) *bed {
	t.Helper()
	b := newBare(t, o)
	b.m.Init()
	b.send(tea.WindowSizeMsg{Width: w, Height: h})
	b.foresee()
	b.consult()
	return b
}

func (b *bed) send(messages ...tea.Msg) (last tea.Cmd) {
	for _, msg := range messages {
		_, last = b.m.Update(msg)
	}
	return last
}

// screen is the screen of a name.
func (b *bed) screen(name string) screen {
	b.t.Helper()
	for _, s := range b.m.screens {
		if s.name() == name {
			return s
		}
	}
	b.t.Fatalf("there is no screen %q", name)
	return nil
}

// front is the screen that shows.
func (b *bed) front() screen { return b.m.screens[b.m.current] }

// goTo brings a screen to the front and returns it.
func (b *bed) goTo(name string) screen {
	b.t.Helper()
	for i, s := range b.m.screens {
		if s.name() == name {
			b.m.goTo(i)
			return s
		}
	}
	b.t.Fatalf("there is no screen %q", name)
	return nil
}

// foresee brings the consequences of the knobs as they stand.
func (b *bed) foresee() {
	s := b.bench
	if !s.loaded() {
		return
	}
	v, err := s.options.foresee(s.problem, s.knobs.config())
	b.send(foreseenMsg{s.knobs.generation, v, err})
}

// consult brings what the ledger says, if there is one.
func (b *bed) consult() {
	if o := b.bench.options; o.status != nil && b.bench.loaded() {
		s, err := o.status(b.bench.problem.Fingerprint)
		b.send(accountMsg{s, err})
	}
}
