package driver

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
	"dpals/tui/session"
)

// Messages runs a command and the commands that it batches, and returns their messages.
func Messages(t *testing.T, cmd tea.Cmd) (all []tea.Msg) {
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
				all = append(all, Messages(t, c)...)
			}
			return all
		}
		return append(all, msg)
	case <-time.After(10 * time.Second):
		t.Fatal("a command did not return")
	}
	return nil
}

// Only returns the messages of one type.
func Only[T tea.Msg](all []tea.Msg) (found []T) {
	for _, msg := range all {
		if m, ok := msg.(T); ok {
			found = append(found, m)
		}
	}
	return found
}

// Quits reports whether a command ends the program.
func Quits(t *testing.T, cmd tea.Cmd) bool {
	return len(Only[tea.QuitMsg](Messages(t, cmd))) > 0
}

// Shows fails the test, which goes on, where the screen has no such text.
func (d *Dashboard) Shows(text string) {
	d.T.Helper()
	if !strings.Contains(tuitest.Plain(d.Content()), text) {
		d.T.Errorf("the screen does not say %q:\n%s", text, tuitest.Plain(d.Content()))
	}
}

// Hides fails the test, which goes on, where the screen has such a text.
func (d *Dashboard) Hides(text string) {
	d.T.Helper()
	if strings.Contains(tuitest.Plain(d.Content()), text) {
		d.T.Errorf("the screen says %q:\n%s", text, tuitest.Plain(d.Content()))
	}
}

// Lacks ends the test where the screen has such a text.
func (d *Dashboard) Lacks(text string) {
	d.T.Helper()
	if strings.Contains(tuitest.Plain(d.Content()), text) {
		d.T.Fatalf("%q is shown:\n%s", text, tuitest.Plain(d.Content()))
	}
}

// Content returns the screen with its styles.
func (d *Dashboard) Content() string { return d.Model.View().Content }

// Wish types a text into the palette and runs the best match.
func (d *Dashboard) Wish(text string) tea.Cmd {
	d.Press(":")
	for _, r := range text {
		if r == ' ' {
			d.Press("space")
		} else {
			d.Press(string(r))
		}
	}
	return d.Press("enter")
}

// Carry runs a command, sends its message, and does the same with every command that follows.
func (d *Dashboard) Carry(cmd tea.Cmd) {
	d.T.Helper()
	queue := []tea.Cmd{cmd}
	for n := 0; len(queue) > 0; n++ {
		if n > 1000 {
			d.T.Fatal("commands have no end")
		}
		next := queue[0]
		queue = queue[1:]
		if next == nil {
			continue
		}
		came := make(chan tea.Msg, 1)
		go func() { came <- next() }()
		select {
		case msg := <-came:
			if batch, ok := msg.(tea.BatchMsg); ok {
				queue = append(queue, batch...)
			} else if msg != nil {
				queue = append(queue, d.Send(msg))
			}
		case <-time.After(1500 * time.Millisecond): // the command waits for an event that the test does not send
		}
	}
}

// Does presses keys and runs the commands that follow each.
func (d *Dashboard) Does(keys ...string) {
	d.T.Helper()
	for _, k := range keys {
		d.Carry(d.Press(k))
	}
}

// Loaded returns the messages that bring ratings.
func Loaded(all []tea.Msg) []tea.Msg {
	var found []tea.Msg
	for _, m := range Only[session.LoadedMsg](all) {
		found = append(found, m)
	}
	return found
}
