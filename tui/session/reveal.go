package session

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// How fast iterations appear on the chart. A run may finish all of them between two frames; the curve is shown growing.
const (
	RevealPace = 120 * time.Millisecond // between two iterations
	revealTime = 600 * time.Millisecond // the longest delay of an iteration
)

// Reveal is the number of a run's iterations that the chart shows. Only the curve is delayed; messages and charges are not.
type Reveal struct {
	Iterations int
	last       time.Time // when an iteration was shown
	until      time.Time // when all finished iterations must be shown; zero when they are
	ticket     int       // of the expected tick, 0 without one
}

// revealNext shows further iterations of the current run at their pace, and all of any other run.
func (s *Session) revealNext(r *Run) tea.Cmd {
	v := &r.Reveal
	hidden := len(r.Iterations) - v.Iterations
	if s.Options.Pace <= 0 || r != s.Runs.Current || hidden <= 0 {
		r.revealAll()
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
	// As many at a time as shows all of them by then.
	times := max(int(v.until.Sub(now)/s.Options.Pace), 0) + 1
	v.Iterations += (hidden + times - 1) / times
	v.last = now
	if v.Iterations == len(r.Iterations) {
		v.until = time.Time{}
		return nil
	}
	return s.tick(r, s.Options.Pace)
}

// tick returns the command that sends the next tick of a run.
func (s *Session) tick(r *Run, wait time.Duration) tea.Cmd {
	s.tickets++
	ticket, number := s.tickets, r.Number
	r.Reveal.ticket = ticket
	return tea.Tick(wait, func(time.Time) tea.Msg { return revealMsg{number, ticket} })
}

// revealed handles a tick. It is outdated if the run is no longer current, or if all its iterations were shown meanwhile.
func (s *Session) revealed(m revealMsg) tea.Cmd {
	r := s.Runs.Current
	if r == nil || r.Number != m.Run || r.Reveal.ticket != m.Ticket {
		return nil
	}
	r.Reveal.ticket = 0
	return s.revealNext(r)
}

// RevealAll shows the whole curve at once, because a key was pressed.
func (s *Session) RevealAll() {
	if r := s.Runs.Current; r != nil && r.Reveal.Iterations < len(r.Iterations) {
		r.revealAll()
	}
}

// revealAll shows all iterations of a run.
func (r *Run) revealAll() { r.Reveal = Reveal{Iterations: len(r.Iterations)} }
