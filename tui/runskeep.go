package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
)

const (
	comparisonLabel = "comparison" // of runs that are lines of comparison

	// keepAfter is how long a run trains until it is kept though it has not finished. A turned knob supersedes runs that
	// are younger, several a second while it turns, and nobody has seen them.
	keepAfter = 2 * time.Second
)

// record is the command that keeps a run: one that ends by itself once it has, and one that trains for long from then
// on. One that was superseded or refused before is not kept; what it was charged is in the ledger.
func (s *runs) record(r *run) tea.Cmd {
	if r == nil || r.elsewhere || s.options.archive == nil {
		return nil
	}
	h, ok := r.history.(*engine.History)
	if !ok {
		return nil
	}
	kept, problem, config, number, count := s.options.archive, s.problem, r.config, r.number, &s.keeping
	from := store.Origin{Command: dashboardOrigin, Began: s.options.now()}
	if r == s.session.floor || r == s.session.ceiling {
		from.Label = comparisonLabel
	}
	count.Add(1)
	return func() tea.Msg {
		defer count.Done()
		long := time.NewTimer(keepAfter)
		defer long.Stop()
		select {
		case <-h.Done():
			if !finished(h) {
				return nil
			}
		case <-long.C:
		}
		id, err := kept.Record(h, problem, config, from).Wait()
		if err != nil || id == 0 { // the store has told of it
			return nil
		}
		return recordedMsg{number, id}
	}
}

// finish waits until runs that are on their way to the store are there.
func (s *runs) finish() { s.keeping.Wait() }

// finished reports whether a run that has ended has ended by itself.
func finished(h *engine.History) bool {
	for _, e := range slices.Backward(h.Events(0)) {
		if end, ok := e.(engine.Ended); ok {
			return end.Outcome == engine.Done || end.Outcome == engine.Failed
		}
	}
	return false
}
