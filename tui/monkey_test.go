package tui

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
)

// eventLoop runs a dashboard without a terminal: commands in goroutines of their own, their messages one at a time.
type eventLoop struct {
	m    *model
	come chan tea.Msg
	ctx  context.Context
}

func (l *eventLoop) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		select {
		case l.come <- msg:
		case <-l.ctx.Done():
		}
	}()
}

func (l *eventLoop) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			l.run(cmd)
		}
		return
	case tea.QuitMsg, tea.SuspendMsg:
		l.m.left = false
		return
	}
	_, cmd := l.m.Update(msg)
	l.m.left = false
	l.run(cmd)
}

// drain takes what has come; it does not wait.
func (l *eventLoop) drain() {
	for {
		select {
		case msg := <-l.come:
			l.take(msg)
		default:
			return
		}
	}
}

// TestMonkey presses, clicks, drags, pastes and resizes at random on the real engine. Nothing panics, every frame is
// exact, and nothing is left running.
func TestMonkey(t *testing.T) {
	problem := smallProblem(t)
	problem.Name = "猿の\x1b[2Jデータ🐒"
	kept, err := store.Open(t.TempDir(), store.Options{Warn: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := fakeOptions()
	o.methods, o.foresee, o.launch = nil, nil, nil
	o.Problem, o.Config = problem, engine.Config{Threads: 2}
	o.pace = stepPace
	o.Store = kept
	o.SessionFile = t.TempDir() + "/session.json"
	o.Sources = []string{"other"}
	o.Open = func(context.Context, string) (engine.Problem, error) { return problem, nil }
	m, err := newModel(ctx, o.fill())
	if err != nil {
		t.Fatal(err)
	}
	l := &eventLoop{m: m, come: make(chan tea.Msg, 1000), ctx: ctx}
	l.run(m.Init())
	l.take(tea.WindowSizeMsg{Width: 120, Height: 36})
	dice := rand.New(rand.NewPCG(1, 2))
	w, h := 120, 36
	for range 1000 {
		switch dice.IntN(12) {
		case 0:
			w, h = 1+dice.IntN(300), 1+dice.IntN(100)
			l.take(tea.WindowSizeMsg{Width: w, Height: h})
		case 1, 2:
			l.take(randomMouse(dice, w, h))
		case 3:
			l.take(tea.PasteMsg{Content: "日本 \x1b[31m pasted\nline"})
		default:
			l.take(randomKey(dice))
		}
		l.drain()
		exactly(t, m.View().Content, w, h)
		if strings.Contains(plainText(m.View().Content), "\x1b") {
			t.Fatal("an escape sequence of a name got through")
		}
	}
	cancel()
	m.bench.lanes.wait(shutdownPatience)
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

func randomMouse(dice *rand.Rand, w, h int) tea.Msg {
	at := tea.Mouse{X: dice.IntN(w+2) - 1, Y: dice.IntN(h+2) - 1, Button: tea.MouseLeft}
	switch dice.IntN(5) {
	case 0:
		return tea.MouseMotionMsg(at)
	case 1:
		return tea.MouseReleaseMsg(at)
	case 2:
		at.Button = []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[dice.IntN(2)]
		return tea.MouseWheelMsg(at)
	}
	return tea.MouseClickMsg(at)
}

// randomKey is any key of the table, or a letter for what is being typed.
func randomKey(dice *rand.Rand) tea.KeyPressMsg {
	var names []string
	for name := range namedKeys {
		names = append(names, name)
	}
	slices.Sort(names)
	if i := dice.IntN(len(names) + 70); i < len(names) {
		return tea.KeyPressMsg(namedKeys[names[i]])
	}
	r := rune('!' + dice.IntN('~'-'!'+1))
	if dice.IntN(40) == 0 {
		return tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: r, Text: string(r)}
}
