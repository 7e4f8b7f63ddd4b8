package scope

import (
	"maps"
	"slices"

	"dpals/engine/method"
)

var (
	_ method.Scoper  = (*model)(nil)
	_ method.Sharer  = (*sharer)(nil)
	_ method.Settler = (*model)(nil)
	_ method.Insight = (*model)(nil)
	_ method.Rower   = rower{}
)

// model is a model of some of the items, seen from the whole: items outside it are predicted as the user's own mean.
type model struct {
	method.Model
	cut      Cut
	settings method.Settings // of the fit, with every rule applied
	place    []uint32        // by item of the whole: its number inside, or none; nil: all items are inside
}

// none stands for the number of an item that the cut leaves out.
const none = ^uint32(0)

// model returns what was fitted inside the cut as a model of the whole.
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

// Settled implements method.Settler: what the rules made of the released scope, and what the fit chose after that.
func (m *model) Settled() method.Settings {
	all := maps.Clone(m.settings)
	if s, ok := m.Model.(method.Settler); ok {
		maps.Copy(all, s.Settled())
	}
	return all
}

// Directions implements method.Insight; it returns none where the inner model cannot tell.
func (m *model) Directions() []method.Direction {
	if in, ok := m.Model.(method.Insight); ok {
		return in.Directions()
	}
	return nil
}

// Kept implements method.Insight.
func (m *model) Kept() []float64 {
	if in, ok := m.Model.(method.Insight); ok {
		return in.Kept()
	}
	return nil
}

// sharer is a model whose shared side can be written down: that of the items inside, and of no others.
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
	items  []uint32
	values []float32
	mean   float64
}

// Solve implements method.Local.
func (l *local) Solve(items []uint32, values []float32) {
	l.items, l.values = l.items[:0], l.values[:0]
	total := 0.0
	for k, j := range items {
		v := min(max(float64(values[k]), l.cut.Low), l.cut.High)
		total += v
		if l.place != nil {
			if j = l.place[j]; j == none {
				continue
			}
		}
		l.items, l.values = append(l.items, j), append(l.values, float32(v))
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

// rower is a local whose inner model solves for a row.
type rower struct {
	*local
	inner method.Rower
}

// Row implements method.Rower.
func (r rower) Row() []float32 { return r.inner.Row() }
