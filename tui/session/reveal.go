package session

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// How fast steps appear on the chart. A run may take them all between two frames, and nobody would see the curve move.
const (
	RevealPace = 120 * time.Millisecond // between two steps
	revealTime = 600 * time.Millisecond // the longest that a step is held back
)

// Reveal is how many of a run's steps the chart shows. Only the curve waits; what the run says and is charged does not.
type Reveal struct {
	Steps  int
	last   time.Time // when a step appeared
	until  time.Time // when all that are known must have appeared; zero when they have
	ticket int       // of the tick under way, 0 without one
}

// unveil lets steps of the current run appear at their pace, and of any other run at once.
func (s *Session) unveil(r *Run) tea.Cmd {
	v := &r.Reveal
	hidden := len(r.Steps) - v.Steps
	if s.Options.Pace <= 0 || r != s.Runs.Current || hidden <= 0 {
		r.unveilAll()
		return nil
	}
	if v.ticket != 0 {
		return nil
	}
	now := s.Options.Now()
	if wait := s.Options.Pace - now.Sub(v.last); wait > 0 {
		return s.tick(r, wait)
	}
	if v.until.IsZero() {
		v.until = now.Add(revealTime)
	}
	// As many at a time as brings out all of them by then.
	times := max(int(v.until.Sub(now)/s.Options.Pace), 0) + 1
	v.Steps += (hidden + times - 1) / times
	v.last = now
	if v.Steps == len(r.Steps) {
		v.until = time.Time{}
		return nil
	}
	return s.tick(r, s.Options.Pace)
}

func (s *Session) tick(r *Run, wait time.Duration) tea.Cmd {
	s.tickets++
	ticket, number := s.tickets, r.Number
	r.Reveal.ticket = ticket
	return tea.Tick(wait, func(time.Time) tea.Msg { return revealMsg{number, ticket} })
}

// revealed takes a tick; one of a run that is no longer current, or that somebody has not waited for, is stale.
func (s *Session) revealed(m revealMsg) tea.Cmd {
	r := s.Runs.Current
	if r == nil || r.Number != m.Run || r.Reveal.ticket != m.Ticket {
		return nil
	}
	r.Reveal.ticket = 0
	return s.unveil(r)
}

// RevealAll shows the whole curve at once: somebody acts and wants to see what is.
func (s *Session) RevealAll() {
	if r := s.Runs.Current; r != nil && r.Reveal.Steps < len(r.Steps) {
		r.unveilAll()
	}
}

func (r *Run) unveilAll() { r.Reveal = Reveal{Steps: len(r.Steps)} }
