package runs

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// watch is how a run that another process trains is looked at again and again, less often while nothing happens.
type watch struct {
	ticket int           // of the tick under way
	pause  time.Duration // until it comes
	tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// How long a run under way is left alone between two looks.
const (
	watchSoon = 500 * time.Millisecond
	watchLate = 8 * time.Second
)

// watchMsg is the tick after which a run under way is looked at.
type watchMsg struct {
	Ticket int
	Run    int64
}

// watchOn starts the next tick while the run that is shown trains and somebody sees it.
func (s *Screen) watchOn(idle bool) tea.Cmd {
	if s.one.ID == 0 || s.one.Outcome != "" || !s.InFront(s.Name()) {
		return nil
	}
	w := &s.watch
	w.ticket++
	if w.pause = min(max(2*w.pause, watchSoon), watchLate); !idle {
		w.pause = watchSoon
	}
	m := watchMsg{w.ticket, s.one.ID}
	return w.tick(w.pause, func(time.Time) tea.Msg { return m })
}

func (s *Screen) watched(m watchMsg) tea.Cmd {
	if m.Ticket != s.watch.ticket || m.Run != s.one.ID || !s.InFront(s.Name()) {
		return nil
	}
	s.old = true
	return s.follow()
}
