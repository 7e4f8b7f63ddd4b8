package tui

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// eventLoop runs a dashboard without a terminal: commands in goroutines of their own, their messages one at a time.
type eventLoop struct {
	m     *model
	bench *bench
	come  chan tea.Msg
	ctx   context.Context
}

func newLoop(ctx context.Context, t testing.TB, o Options) *eventLoop {
	t.Helper()
	m, err := newModel(ctx, o.fill())
	if err != nil {
		t.Fatal(err)
	}
	return &eventLoop{m: m, bench: m.bench, come: make(chan tea.Msg, 1000), ctx: ctx}
}

// screen is the screen of a name.
func (l *eventLoop) screen(name string) screen {
	for _, s := range l.m.screens {
		if s.name() == name {
			return s
		}
	}
	return nil
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

// rest takes what comes for a while, so that screens fill.
func (l *eventLoop) rest(d time.Duration) {
	for late := time.After(d); ; {
		select {
		case msg := <-l.come:
			l.take(msg)
		case <-late:
			return
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
