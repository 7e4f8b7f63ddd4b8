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
	comparisonLabel = "comparison" // of runs of the baseline and the non-private reference

	// recordAfter is how long a run trains before it is stored unfinished. While a knob moves it supersedes several runs
	// a second; those are not worth storing.
	recordAfter = 2 * time.Second
)

// record stores a run: when it finishes by itself, or once it has trained for recordAfter. A run that is superseded or
// refused before that is not stored; its charges are in the ledger.
func (s *Screen) record(r *session.Run) tea.Cmd {
	if r == nil || r.OtherRatings || s.Options.Archive == nil {
		return nil
	}
	h, ok := r.History.(*engine.History)
	if !ok {
		return nil
	}
	archive, problem, config, number, pending := s.Options.Archive, s.Problem, r.Config, r.Number, &s.recording
	from := store.Origin{Command: session.DashboardOrigin, Began: s.Options.Now()}
	if r == s.Runs.Baseline || r == s.Runs.Reference {
		from.Label = comparisonLabel
	}
	pending.Add(1)
	return func() tea.Msg {
		defer pending.Done()
		long := time.NewTimer(recordAfter)
		defer long.Stop()
		select {
		case <-h.Done():
			if !finished(h) {
				return nil
			}
		case <-long.C:
		}
		id, err := archive.Record(h, problem, config, from).Wait()
		if err != nil || id == 0 { // the store has reported it
			return nil
		}
		return session.RecordedMsg{Run: number, ID: id}
	}
}

// Finish waits until the runs being stored are in the store.
func (s *Screen) Finish() { s.recording.Wait() }

// finished reports whether an ended run is done or failed, and was not cancelled.
func finished(h *engine.History) bool {
	for _, e := range slices.Backward(h.Events(0)) {
		if end, ok := e.(engine.Ended); ok {
			return end.Outcome == engine.Done || end.Outcome == engine.Failed
		}
	}
	return false
}
