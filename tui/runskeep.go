package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/store"
)

// archive is what the dashboard needs of the store of runs. *store.Store is one. It is used from commands alone.
type archive interface {
	Record(*engine.History, engine.Problem, engine.Config, store.Origin) *store.Recording
	List(f store.Filter, o store.Sort, limit, offset int) ([]store.Run, error)
	Count(store.Filter) (int, error)
	Get(id int64) (store.Detail, error)
	Delete(ids ...int64) error
	Pin(pinned bool, ids ...int64) error
	Label(id int64, label string) error
	ReapDeadRuns() error
}

var _ archive = (*store.Store)(nil)

const (
	dashboardOrigin = "dashboard"  // what the store calls the command that started a run
	comparisonLabel = "comparison" // of runs that are lines of comparison

	// keepAfter is how long a run trains until it is kept though it has not finished. A turned knob supersedes runs that
	// are younger, several a second while it turns, and nobody has seen them.
	keepAfter = 2 * time.Second
)

// waitKept waits until runs that are on their way to the store are there, or patience ends.
func (m *model) waitKept(patience time.Duration) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, s := range m.screens {
			if s, ok := s.(*runs); ok {
				s.keeping.Wait()
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// recordedMsg says by which number a run is kept.
type recordedMsg struct {
	run int // its number in the session
	id  int64
}

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

// finished reports whether a run that has ended has ended by itself.
func finished(h *engine.History) bool {
	for _, e := range slices.Backward(h.Events(0)) {
		if end, ok := e.(engine.Ended); ok {
			return end.Outcome == engine.Done || end.Outcome == engine.Failed
		}
	}
	return false
}

// recorded takes the number of a run in the store. A run that was pinned meanwhile is pinned there too.
func (b *bench) recorded(m recordedMsg) tea.Cmd {
	s := &b.session
	for _, r := range append(s.drawn(), s.floor, s.ceiling) {
		if r == nil || r.number != m.run {
			continue
		}
		r.stored = m.id
		if r.pinned {
			return b.keepPins(true, r)
		}
	}
	return nil
}

// keepPins is the command that pins runs in the store too, or lets go of them there.
func (b *bench) keepPins(pinned bool, runs ...*run) tea.Cmd {
	var ids []int64
	for _, r := range runs {
		if r.stored != 0 {
			ids = append(ids, r.stored)
		}
	}
	kept := b.options.archive
	if kept == nil || len(ids) == 0 {
		return nil
	}
	return func() tea.Msg {
		for _, id := range ids { // one by one: some may have been deleted
			_ = kept.Pin(pinned, id)
		}
		return pinnedMsg{}
	}
}

// pinnedMsg says that the dashboard has pinned runs in the store, or let go of them.
type pinnedMsg struct{}

// pinsMsg brings the pinned runs of the store over the ratings at hand, the latest first.
type pinsMsg struct {
	fingerprint string // of the ratings that were asked about
	runs        []store.Detail
}

// askPins is the command that looks for pinned runs over the ratings at hand.
func (b *bench) askPins() tea.Cmd {
	kept, problem := b.options.archive, b.problem
	if kept == nil || !b.loaded() {
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
		m := pinsMsg{fingerprint: problem.Fingerprint}
		for _, r := range runs {
			if !r.UsesSplit(problem) || len(m.runs) == maxPins {
				continue
			}
			if d, err := kept.Get(r.ID); err == nil {
				m.runs = append(m.runs, d)
			}
		}
		return m
	}
}

// takePins draws the pinned runs of the store, and no longer those that somebody has let go of there.
func (b *bench) takePins(m pinsMsg) {
	if !b.loaded() || m.fingerprint != b.problem.Fingerprint {
		return
	}
	for _, r := range slices.Clone(b.session.pinned) {
		if r.stored != 0 && !slices.ContainsFunc(m.runs, func(d store.Detail) bool { return d.ID == r.stored }) {
			b.session.hide(r.stored)
		}
	}
	for _, d := range m.runs {
		if r := b.ghost(d); r != nil {
			b.session.show(r)
		}
	}
}
