package tui

import "slices"

// A run keeps its colour as long as it is drawn anywhere: as the current run, as a ghost, as a pin, in the list of runs.
// Where curves stand for methods, a method keeps the colour of its place in the registry.

// methodSeries is the colour of a method.
func (b *bench) methodSeries(name string) int {
	for i, m := range b.options.methods {
		if m.Name == name {
			return i
		}
	}
	return len(b.options.methods)
}

// seriesOf is the colour of the drawn run that the store knows by this id; ok is false where none is drawn.
func (s *session) seriesOf(id string) (series int, ok bool) {
	all := s.drawn()
	if i := slices.IndexFunc(all, func(r *run) bool { return r.stored != "" && r.stored == id }); i >= 0 {
		return all[i].series, true
	}
	return 0, false
}

// show pins a run that was trained before, with a colour that no drawn run has; false where there is no room for it or
// it is drawn already.
func (s *session) show(r *run) bool {
	if _, drawn := s.seriesOf(r.stored); drawn || len(s.pinned) >= maxPins {
		return false
	}
	r.series, r.pinned = s.freeSeries(), true
	s.restore(r)
	return true
}

// hide takes a pinned run off the charts by the id it has in the store.
func (s *session) hide(id string) {
	s.pinned = slices.DeleteFunc(s.pinned, func(r *run) bool {
		if r.stored == id && id != "" {
			r.pinned = false
			return true
		}
		return false
	})
	s.version++
}
