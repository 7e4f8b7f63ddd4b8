package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
)

// messages runs a command and all it batches, and returns what they bring.
func messages(t *testing.T, cmd tea.Cmd) (all []tea.Msg) {
	t.Helper()
	if cmd == nil {
		return nil
	}
	got := make(chan tea.Msg)
	go func() { got <- cmd() }()
	select {
	case msg := <-got:
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				all = append(all, messages(t, c)...)
			}
			return all
		}
		return append(all, msg)
	case <-time.After(10 * time.Second):
		t.Fatal("a command did not return")
	}
	return nil
}

func only[T tea.Msg](all []tea.Msg) (found []T) {
	for _, msg := range all {
		if m, ok := msg.(T); ok {
			found = append(found, m)
		}
	}
	return found
}

func quits(t *testing.T, cmd tea.Cmd) bool {
	return len(only[tea.QuitMsg](messages(t, cmd))) > 0
}

func (b *bed) shows(text string) {
	b.t.Helper()
	if !strings.Contains(tuitest.Plain(b.content()), text) {
		b.t.Errorf("the screen does not say %q:\n%s", text, tuitest.Plain(b.content()))
	}
}

func (b *bed) hides(text string) {
	b.t.Helper()
	if strings.Contains(tuitest.Plain(b.content()), text) {
		b.t.Errorf("the screen says %q:\n%s", text, tuitest.Plain(b.content()))
	}
}

func (b *bed) lacks(text string) {
	b.t.Helper()
	if strings.Contains(tuitest.Plain(b.content()), text) {
		b.t.Fatalf("%q is shown:\n%s", text, tuitest.Plain(b.content()))
	}
}

func (b *bed) content() string { return b.m.View().Content }

// wish types into the palette and takes what it finds first.
func (b *bed) wish(text string) tea.Cmd {
	b.press(":")
	for _, r := range text {
		if r == ' ' {
			b.press("space")
		} else {
			b.press(string(r))
		}
	}
	return b.press("enter")
}

// carry runs a command and takes its message, and so on until none is left.
func (b *bed) carry(cmd tea.Cmd) {
	b.t.Helper()
	todo := []tea.Cmd{cmd}
	for n := 0; len(todo) > 0; n++ {
		if n > 1000 {
			b.t.Fatal("commands have no end")
		}
		next := todo[0]
		todo = todo[1:]
		if next == nil {
			continue
		}
		came := make(chan tea.Msg, 1)
		go func() { came <- next() }()
		select {
		case msg := <-came:
			if batch, ok := msg.(tea.BatchMsg); ok {
				todo = append(todo, batch...)
			} else if msg != nil {
				todo = append(todo, b.send(msg))
			}
		case <-time.After(1500 * time.Millisecond): // it waits for what the test has not made happen
		}
	}
}

// does presses keys and carries out what follows each.
func (b *bed) does(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.carry(b.press(k))
	}
}

func loaded(all []tea.Msg) []tea.Msg {
	var found []tea.Msg
	for _, m := range only[loadedMsg](all) {
		found = append(found, m)
	}
	return found
}
