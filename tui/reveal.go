package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// How fast steps appear on the chart. A run may take them all between two frames, and nobody would see the curve move.
const (
	stepPace   = 120 * time.Millisecond // between two steps
	revealTime = 600 * time.Millisecond // the longest that a step is held back
)

// reveal is how many of a run's steps the chart shows. Only the curve waits; what the run says and is charged does not.
type reveal struct {
	steps  int
	last   time.Time // when a step appeared
	until  time.Time // when all that are known must have appeared; zero when they have
	ticket int       // of the tick under way, 0 without one
}

// unveil lets steps of the current run appear at their pace, and of any other run at once.
func (b *bench) unveil(r *run) tea.Cmd {
	v := &r.shown
	hidden := len(r.steps) - v.steps
	if b.options.pace <= 0 || r != b.session.current || hidden <= 0 {
		r.unveilAll()
		return nil
	}
	if v.ticket != 0 {
		return nil
	}
	now := b.options.now()
	if wait := b.options.pace - now.Sub(v.last); wait > 0 {
		return b.tick(r, wait)
	}
	if v.until.IsZero() {
		v.until = now.Add(revealTime)
	}
	// As many at a time as brings out all of them by then.
	times := max(int(v.until.Sub(now)/b.options.pace), 0) + 1
	v.steps += (hidden + times - 1) / times
	v.last = now
	b.session.version++
	if v.steps == len(r.steps) {
		v.until = time.Time{}
		return nil
	}
	return b.tick(r, b.options.pace)
}

func (b *bench) tick(r *run, wait time.Duration) tea.Cmd {
	b.tickets++
	ticket, number := b.tickets, r.number
	r.shown.ticket = ticket
	return tea.Tick(wait, func(time.Time) tea.Msg { return revealMsg{number, ticket} })
}

// revealed takes a tick; one of a run that is no longer current, or that somebody has not waited for, is stale.
func (b *bench) revealed(m revealMsg) tea.Cmd {
	r := b.session.current
	if r == nil || r.number != m.run || r.shown.ticket != m.ticket {
		return nil
	}
	r.shown.ticket = 0
	return b.unveil(r)
}

// hurry shows the whole curve at once: somebody acts and wants to see what is.
func (b *bench) hurry() {
	if r := b.session.current; r != nil && r.shown.steps < len(r.steps) {
		r.unveilAll()
		b.session.version++
	}
}

func (r *run) unveilAll() { r.shown = reveal{steps: len(r.steps)} }
