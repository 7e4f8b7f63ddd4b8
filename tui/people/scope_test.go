package people_test

import (
	"testing"

	"dpals/engine"
	"dpals/engine/scope"
	"dpals/internal/tuitest/driver"
)

// Tune, Privacy and People show the released scope at every size.
func TestReleasedScopeIsShown(t *testing.T) {
	for _, size := range driver.Sizes {
		o := driver.FilmOptions(t)
		o.Config.Scope = scope.Private{Range: true, Catalogue: true}
		b := newTestScreen(t, size[0], size[1], o)
		r := b.trained(privateModel, referenceModel)
		r.Scope = &engine.Extended{Scope: o.Config.Scope, Low: 0.5, High: 5, Items: 12}
		b.open()
		for _, name := range []string{"Tune", "Privacy", "People"} {
			b.GoTo(name)
			b.refresh()
			b.Send(nil)
			b.Shows("released: 0.5 to 5, 12 items")
		}
		b.p.Recommended().Set(nil, nil)
		b.p.Users().To(1)
		b.Send(nil)
		if b.p.Answers().Run() != nil {
			b.p.Answers().Run().List().Picks = nil
			b.p.ListRecommendations()
			b.p.SetVersion(b.p.Version() + 1)
			b.Shows("has rated every released item")
		}
	}
}
