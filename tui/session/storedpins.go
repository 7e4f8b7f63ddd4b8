package session

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
)

// Archive is what the dashboard needs of the run store. *store.Store is one. Only commands use it.
type Archive interface {
	Record(*engine.History, engine.Problem, engine.Config, store.Origin) *store.Recording
	List(f store.Filter, o store.Sort, limit, offset int) ([]store.Run, error)
	Count(store.Filter) (int, error)
	Get(id int64) (store.Detail, error)
	Delete(ids ...int64) error
	Pin(pinned bool, ids ...int64) error
	Label(id int64, label string) error
	ReapDeadRuns() error
}

var _ Archive = (*store.Store)(nil)

// DashboardOrigin is what the store calls the command that started a run.
const DashboardOrigin = "dashboard"

// TakeRecorded sets the number of a run in the store. A run that was pinned meanwhile is pinned there too.
func (s *Session) TakeRecorded(m RecordedMsg) tea.Cmd {
	runs := &s.Runs
	for _, r := range append(runs.Drawn(), runs.Baseline, runs.Reference) {
		if r == nil || r.Number != m.Run {
			continue
		}
		r.Stored = m.ID
		if r.Pinned {
			return s.StorePins(true, r)
		}
	}
	return nil
}

// StorePins returns the command that pins or unpins runs in the store.
func (s *Session) StorePins(pinned bool, runs ...*Run) tea.Cmd {
	var ids []int64
	for _, r := range runs {
		if r.Stored != 0 {
			ids = append(ids, r.Stored)
		}
	}
	kept := s.Options.Archive
	if kept == nil || len(ids) == 0 {
		return nil
	}
	return func() tea.Msg {
		for _, id := range ids { // one by one: some may have been deleted
			_ = kept.Pin(pinned, id)
		}
		return PinnedMsg{}
	}
}

// FetchPins returns the command that reads the pinned runs on the present ratings from the store.
func (s *Session) FetchPins() tea.Cmd {
	kept, problem := s.Options.Archive, s.Problem
	if kept == nil || !s.Loaded() {
		return nil
	}
	return func() tea.Msg {
		f, err := store.ParseFilter("pinned -running")
		if err != nil {
			return nil
		}
		runs, err := kept.List(f, store.Sort{}, 0, 0)
		if err != nil {
			return nil
		}
		m := PinsMsg{fingerprint: problem.Fingerprint}
		for _, r := range runs {
			if !r.UsesSplit(problem) || len(m.runs) == MaxPins {
				continue
			}
			if d, err := kept.Get(r.ID); err == nil {
				m.runs = append(m.runs, d)
			}
		}
		return m
	}
}

// ShowPins pins the runs that are pinned in the store, and unpins the others.
func (s *Session) ShowPins(m PinsMsg) {
	if !s.Loaded() || m.fingerprint != s.Problem.Fingerprint {
		return
	}
	for _, r := range slices.Clone(s.Runs.Pinned) {
		if r.Stored != 0 && !slices.ContainsFunc(m.runs, func(d store.Detail) bool { return d.ID == r.Stored }) {
			s.Runs.Hide(r.Stored)
		}
	}
	for _, d := range m.runs {
		if r := s.CurveOf(d); r != nil {
			s.Runs.Show(r)
		}
	}
}
