package session

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Times of the chart. A run may finish all iterations between two frames; the curve grows slowly enough to be seen.
const (
	RevealPace = 120 * time.Millisecond // between two iterations that appear
	revealTime = 600 * time.Millisecond // the longest that an iteration is held back
)

// Reveal is how many of a run's iterations the chart shows. Only the curve waits; other texts and charges do not.
type Reveal struct {
	Steps  int
	last   time.Time // when an iteration appeared last
	until  time.Time // when all that are known must have appeared; zero once they have
	ticket int       // of the tick under way, 0 without one
}

// revealSteps shows more iterations of the current run, at the pace of the options, and all of any other run.
func (s *Session) revealSteps(r *Run) tea.Cmd {
	v := &r.Reveal
	hidden := len(r.Steps) - v.Steps
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

// takeReveal handles a tick. One of a run that is no longer current, or that was revealed meanwhile, is stale.
func (s *Session) takeReveal(m revealMsg) tea.Cmd {
	r := s.Runs.Current
	if r == nil || r.Number != m.Run || r.Reveal.ticket != m.Ticket {
		return nil
	}
	r.Reveal.ticket = 0
	return s.revealSteps(r)
}

// RevealAll shows the whole curve at once, when the analyst presses a key or uses the mouse.
func (s *Session) RevealAll() {
	if r := s.Runs.Current; r != nil && r.Reveal.Steps < len(r.Steps) {
		r.revealAll()
	}
}

func (r *Run) revealAll() { r.Reveal = Reveal{Steps: len(r.Steps)} }
