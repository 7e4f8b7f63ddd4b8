package runs

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// watch reads the shown run again while another process trains it, less often while nothing changes.
type watch struct {
	ticket int           // of the pending tick; older ticks are dropped
	pause  time.Duration // before the pending tick
	tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// The shortest and the longest pause between two reads of a running run.
const (
	watchSoon = 500 * time.Millisecond
	watchLate = 8 * time.Second
)

// watchMsg is the tick after which a running run is read again.
type watchMsg struct {
	ticket int
	run    int64
}

// scheduleWatch starts the next tick while the shown run trains and the screen is in front.
func (s *Screen) scheduleWatch(idle bool) tea.Cmd {
	if s.shown.ID == 0 || s.shown.Outcome != "" || !s.InFront(s.Name()) {
		return nil
	}
	w := &s.watch
	w.ticket++
	if w.pause = min(max(2*w.pause, watchSoon), watchLate); !idle {
		w.pause = watchSoon
	}
	m := watchMsg{w.ticket, s.shown.ID}
	return w.tick(w.pause, func(time.Time) tea.Msg { return m })
}

// onWatch reads the shown run again.
func (s *Screen) onWatch(m watchMsg) tea.Cmd {
	if m.ticket != s.watch.ticket || m.run != s.shown.ID || !s.InFront(s.Name()) {
		return nil
	}
	s.shownStale = true
	return s.readNeeded()
}
