package scope

import (
	"cmp"
	"maps"
	"slices"

	"dpals/engine/method"
	"dpals/loaders"
)

var (
	_ method.Scoper      = (*model)(nil)
	_ method.Sharer      = (*sharer)(nil)
	_ method.Settler     = (*model)(nil)
	_ method.Diagnostics = (*model)(nil)
	_ method.Rower       = rower{}
)

// model extends a model of some of the items to all: items outside are predicted as the user's own mean.
type model struct {
	method.Model
	cut      Cut
	settings method.Settings // of the fit, with every rule applied
	place    []uint32        // by item of the whole: its number inside, or none; nil: all items are inside
}

// none is the number of an item that the cut leaves out.
const none = ^uint32(0)

// model returns what was fitted inside the cut as a model of all items.
func (c Cut) model(inner method.Model, s method.Settings) method.Model {
	m := &model{Model: inner, cut: c, settings: s}
	if c.Items != nil {
		m.place = slices.Repeat([]uint32{none}, c.Whole)
		for k, j := range c.Items {
			m.place[j] = uint32(k)
		}
	}
	if s, ok := inner.(method.Sharer); ok {
		return &sharer{m, s}
	}
	return m
}

// Scope implements method.Scoper.
func (m *model) Scope() method.Scope { return m.cut.Scope }

// Settled implements method.Settler: the values that rules derived from the released scope, and those that the fit chose.
func (m *model) Settled() method.Settings {
	all := maps.Clone(m.settings)
	if s, ok := m.Model.(method.Settler); ok {
		maps.Copy(all, s.Settled())
	}
	return all
}

// Factors implements method.Diagnostics; it returns none where the inner model reports none.
func (m *model) Factors() []method.Factor {
	if in, ok := m.Model.(method.Diagnostics); ok {
		return in.Factors()
	}
	return nil
}

// Retained implements method.Diagnostics.
func (m *model) Retained() []float64 {
	if in, ok := m.Model.(method.Diagnostics); ok {
		return in.Retained()
	}
	return nil
}

// sharer is a model whose shared side can be exported: that of the items inside alone.
type sharer struct {
	*model
	inner method.Sharer
}

// Shared implements method.Sharer.
func (s *sharer) Shared() method.Shared { return s.inner.Shared() }

// Local implements method.Model.
func (m *model) Local() method.Local {
	l := &local{model: m, inner: m.Model.Local()}
	if r, ok := l.inner.(method.Rower); ok {
		return rower{l, r}
	}
	return l
}

// local predicts inside the cut by the inner model, and outside it by the mean of all that the user rated, which is the
// user's own and free.
type local struct {
	*model
	inner  method.Local
	own    []rated
	items  []uint32
	values []float32
	mean   float64
}

// rated is one rating of a user, clamped: its item inside the cut, or none.
type rated struct {
	item  uint32
	value float32
}

// Solve implements method.Local. Ratings are summed in an order that follows from the released items: the order of all items
// depends on items that were not released, and the last digit of a sum depends on its order.
func (l *local) Solve(items []uint32, values []float32) {
	l.own = l.own[:0]
	for k, j := range items {
		if l.place != nil {
			j = l.place[j]
		}
		l.own = append(l.own, rated{j, loaders.Clamp(values[k], l.cut.Low, l.cut.High)})
	}
	if l.place != nil {
		slices.SortFunc(l.own, func(a, b rated) int {
			return cmp.Or(cmp.Compare(a.item, b.item), cmp.Compare(a.value, b.value))
		})
	}
	l.items, l.values = l.items[:0], l.values[:0]
	total := 0.0
	for _, one := range l.own {
		total += float64(one.value)
		if one.item != none {
			l.items, l.values = append(l.items, one.item), append(l.values, one.value)
		}
	}
	l.mean = (l.cut.Low + l.cut.High) / 2
	if len(items) > 0 {
		l.mean = total / float64(len(items))
	}
	l.inner.Solve(l.items, l.values)
}

// Predict implements method.Local.
func (l *local) Predict(item uint32) float64 {
	if l.place != nil {
		if item = l.place[item]; item == none {
			return l.mean
		}
	}
	return l.inner.Predict(item)
}

// rower is a local whose inner model solves a row.
type rower struct {
	*local
	inner method.Rower
}

// Row implements method.Rower.
func (r rower) Row() []float32 { return r.inner.Row() }
