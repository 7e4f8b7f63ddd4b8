package runs

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
	"dpals/tui/session"
)

const (
	comparisonLabel = "comparison" // of runs that are lines of comparison

	// keepAfter is how long a run trains until it is kept though it has not finished. A turned knob supersedes runs that
	// are younger, several a second while it turns, and nobody has seen them.
	keepAfter = 2 * time.Second
)

// record is the command that keeps a run: one that ends by itself once it has, and one that trains for long from then
// on. One that was superseded or refused before is not kept; what it was charged is in the ledger.
func (s *Screen) record(r *session.Run) tea.Cmd {
	if r == nil || r.OtherRatings || s.Options.Archive == nil {
		return nil
	}
	h, ok := r.History.(*engine.History)
	if !ok {
		return nil
	}
	kept, problem, config, number, count := s.Options.Archive, s.Problem, r.Config, r.Number, &s.keeping
	from := store.Origin{Command: session.DashboardOrigin, Began: s.Options.Now()}
	if r == s.Runs.Baseline || r == s.Runs.Reference {
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
		return session.RecordedMsg{Run: number, ID: id}
	}
}

// Finish waits until runs that are on their way to the store are there.
func (s *Screen) Finish() { s.keeping.Wait() }

// finished reports whether a run that has ended has ended by itself.
func finished(h *engine.History) bool {
	for _, e := range slices.Backward(h.Events(0)) {
		if end, ok := e.(engine.Ended); ok {
			return end.Outcome == engine.Done || end.Outcome == engine.Failed
		}
	}
	return false
}
