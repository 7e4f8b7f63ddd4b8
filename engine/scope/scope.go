package scope

import (
	"context"
	"fmt"
	"slices"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// Private says what a run releases instead of treating it as public.
type Private struct {
	Range     bool // the lowest and the highest rating
	Catalogue bool // which items there are
}

// Fractions of μ². The range needs little, since all users contribute to the same few bounds; with a larger fraction for the
// catalogue, more items are kept.
const (
	rangeWeight     = 0.04
	catalogueWeight = 0.15
)

// Cut is what was released: ratings are cut to it before the inner method sees them.
type Cut struct {
	method.Scope
	Whole int // items of the ratings that are cut; not for publication
}

// Apply returns the ratings as the inner method may see them.
func (c Cut) Apply(r *loaders.Ratings) *loaders.Ratings { return r.Restrict(c.Items, c.Low, c.High) }

// Method returns the method with a scope that it releases first: bounds of the ratings, the items, or both. The rest of
// the budget is left open until they are known; onScope, where not nil, is then called with the complete plan and the cut.
func Method(m *method.Method, private Private, onScope func(*accounting.Plan, Cut)) *method.Method {
	if private == (Private{}) {
		return m
	}
	wrapped := *m
	wrapped.Resolve, wrapped.Forecast, wrapped.Published = nil, nil, nil
	wrapped.Plan = func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		return private.plan(m, pub, s)
	}
	wrapped.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
		return private.fit(ctx, m, task, onScope)
	}
	return &wrapped
}

// Origin returns the origin of ratings to state for a run that released its scope: what it released was not read off the
// ratings.
func (private Private) Origin(o loaders.Origin) loaders.Origin {
	o.RangeObserved = o.RangeObserved && !private.Range
	o.CatalogueObserved = o.CatalogueObserved && !private.Catalogue
	return o
}

// Possible reports whether a method can release its scope, which needs a curator who holds the ratings.
func Possible(m *method.Method) bool { return m.Trust == method.TrustJoint }

// plan lists what is released first, and leaves the rest open.
func (private Private) plan(m *method.Method, pub method.Public, s method.Settings) ([]accounting.Request, error) {
	switch {
	case !m.Private():
		return nil, private.refuse("%s is not private and releases nothing: leave it out", m.Name)
	case !Possible(m):
		return nil, private.refuse("%s has no curator who could release it: declare it instead", m.Name)
	}
	inner, err := inside(m, private.unknown(pub), s)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(inner, accounting.Request.HasFixedNoise) {
		return nil, private.refuse("the noise of %s is fixed, so its cost cannot follow from ε: leave out one of the two", m.Name)
	}
	var list []accounting.Request
	open := 1.0
	if private.Range {
		list = append(list, rangeRequest(rangeWeight))
		open -= rangeWeight
	}
	if private.Catalogue {
		list = append(list, catalogueRequest(catalogueWeight, pub.Delta))
		open -= catalogueWeight
	}
	if len(inner) == 0 {
		return list, nil // the method itself releases nothing
	}
	return append(list, accounting.Request{Name: "rest", Kind: "rest", Weight: open, Deferred: true}), nil
}

// String says what is private: "private range and catalogue".
func (private Private) String() string {
	switch {
	case private == (Private{}):
		return "nothing private"
	case !private.Catalogue:
		return "private range"
	case !private.Range:
		return "private catalogue"
	}
	return "private range and catalogue"
}

// refuse returns a method.ParameterError about the scope.
func (private Private) refuse(format string, args ...any) error {
	name := "range"
	if !private.Range {
		name = "catalogue"
	}
	return method.ParameterError{Name: name, Value: "private", Reason: fmt.Sprintf(format, args...)}
}

// unknown returns what is public before the scope is released: constants for what is to be released, so that no plan is
// refused, and none differs, because of the ratings.
func (private Private) unknown(pub method.Public) method.Public {
	if private.Catalogue {
		pub.Items = 1000
	}
	if private.Range {
		pub.Low, pub.High = 0, 1
	}
	return pub
}

// inside returns the releases of a method under settings that are not resolved yet.
func inside(m *method.Method, pub method.Public, s method.Settings) ([]accounting.Request, error) {
	if m.Plan == nil {
		return nil, nil
	}
	if m.Resolve != nil {
		s = m.Resolve(pub, s)
	}
	return m.Plan(pub, s)
}

// fit releases the scope and fits the method inside it.
func (private Private) fit(ctx context.Context, m *method.Method, task *method.Task, onScope func(*accounting.Plan, Cut)) (method.Model, error) {
	cut := Cut{Scope: method.Scope{Low: task.Public.Low, High: task.Public.High}, Whole: task.Train.Items}
	var err error
	task.Progress.Phase("scope", 0, 0)
	if private.Range {
		if cut.Low, cut.High, err = releaseRange(task); err != nil {
			return nil, err
		}
	}
	if private.Catalogue {
		if cut.Items, err = releaseCatalogue(ctx, task); err != nil {
			return nil, err
		}
		if len(cut.Items) == 0 {
			return nil, fmt.Errorf("no item has enough users to be released at ε = %.4g: choose a larger ε, or declare the catalogue", task.Public.Epsilon)
		}
	}
	inner := *task
	inner.Train = cut.Apply(task.Train)
	inner.Public.Low, inner.Public.High, inner.Public.Items = cut.Low, cut.High, inner.Train.Items
	if m.Resolve != nil {
		inner.Settings = m.Resolve(inner.Public, task.Settings)
	}
	plan := task.Meter.Plan()
	if plan.Deferred().Deferred {
		requests, err := m.Plan(inner.Public, inner.Settings)
		if err != nil {
			return nil, err
		}
		if plan, err = task.Meter.Extend(requests); err != nil {
			return nil, err
		}
	}
	if onScope != nil {
		onScope(plan, cut)
	}
	inner.Progress = &progress{Progress: task.Progress, cut: cut, settings: inner.Settings}
	model, err := m.Fit(ctx, &inner)
	if err != nil {
		return nil, err
	}
	return cut.model(model, inner.Settings), nil
}

// progress reports the inner method's models as models of all items.
type progress struct {
	method.Progress
	cut      Cut
	settings method.Settings
}

func (p *progress) Iteration(t int, m method.Model) error {
	return p.Progress.Iteration(t, p.cut.model(m, p.settings))
}
