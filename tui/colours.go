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

// drawnAs is the drawn run that the store knows by this number, nil where none is.
func (s *session) drawnAs(id int64) *run {
	all := s.drawn()
	if i := slices.IndexFunc(all, func(r *run) bool { return r.stored == id && id != 0 }); i >= 0 {
		return all[i]
	}
	return nil
}

// show pins a run that was trained before, with a colour that no drawn run has, or the drawn run that it is. It reports
// whether there is room.
func (s *session) show(r *run) bool {
	old := s.drawnAs(r.stored)
	switch {
	case old != nil && old.pinned:
		return true
	case len(s.pinned) >= maxPins:
		return false
	case old != nil:
		old.pinned = true
		s.pinned = append(s.pinned, old)
		s.version++
		return true
	}
	r.series, r.pinned = s.freeSeries(), true
	s.restore(r)
	return true
}

// hide lets go of a pinned run by the number it has in the store.
func (s *session) hide(id int64) {
	s.pinned = slices.DeleteFunc(s.pinned, func(r *run) bool {
		if id == 0 || r.stored != id {
			return false
		}
		r.pinned = false
		return true
	})
	s.version++
}
