package driver

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/tui"
	"dpals/tui/session"
)

// Loop runs a dashboard without a terminal. Commands run in goroutines; their messages are sent one at a time.
type Loop struct {
	Model    *tui.Model
	Session  *session.Session
	Messages chan tea.Msg
	Context  context.Context
}

// NewLoop returns a loop of a dashboard that has had no message.
func NewLoop(ctx context.Context, t testing.TB, o session.Options) *Loop {
	t.Helper()
	m, err := tui.New(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return &Loop{Model: m, Session: m.Session, Messages: make(chan tea.Msg, 1000), Context: ctx}
}

// Screen returns the screen of that name, nil where there is none.
func (l *Loop) Screen(name string) tui.Screen {
	for _, s := range l.Model.Screens {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

// Run starts a command.
func (l *Loop) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		select {
		case l.Messages <- msg:
		case <-l.Context.Done():
		}
	}()
}

// Take sends a message to the dashboard and starts the command that follows.
func (l *Loop) Take(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			l.Run(cmd)
		}
		return
	case tea.QuitMsg, tea.SuspendMsg:
		l.Model.Left = false
		return
	}
	_, cmd := l.Model.Update(msg)
	l.Model.Left = false
	l.Run(cmd)
}

// Drain takes the messages that have come. It does not wait.
func (l *Loop) Drain() {
	for {
		select {
		case msg := <-l.Messages:
			l.Take(msg)
		default:
			return
		}
	}
}

// Rest takes the messages that come for a while.
func (l *Loop) Rest(d time.Duration) {
	for late := time.After(d); ; {
		select {
		case msg := <-l.Messages:
			l.Take(msg)
		case <-late:
			return
		}
	}
}

// RandomMouse returns a random mouse event in or near a screen of w×h cells.
func RandomMouse(dice *rand.Rand, w, h int) tea.Msg {
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
