package tui

import (
	"slices"

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
	Tidy() error
}

var _ archive = (*store.Store)(nil)

// dashboardOrigin is what the store calls the command that started a run.
const dashboardOrigin = "dashboard"

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
			if !r.Over(problem) || len(m.runs) == maxPins {
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
