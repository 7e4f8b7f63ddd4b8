package people_test

import (
	"testing"

	"dpals/engine"
	"dpals/engine/scope"
	"dpals/internal/tuitest/driver"
)

// Tune, Privacy and People say what scope was released, at every size.
func TestReleasedScopeIsSaid(t *testing.T) {
	for _, size := range driver.Sizes {
		o := driver.FilmOptions(t)
		o.Config.Scope = scope.Private{Range: true, Catalogue: true}
		b := newPeopleBed(t, size[0], size[1], o)
		r := b.trained(privateTaste, freeTaste)
		r.Scope = &engine.Extended{Scope: o.Config.Scope, Low: 0.5, High: 5, Items: 12}
		b.open()
		for _, name := range []string{"Tune", "Privacy", "People"} {
			b.GoTo(name)
			b.again()
			b.Send(nil)
			b.Shows("released: 0.5 to 5, 12 items")
		}
		b.p.Picks().Set(nil, nil)
		b.p.Users().To(1)
		b.Send(nil)
		if b.p.Advice().Mine() != nil {
			b.p.Advice().Mine().List().Picks = nil
			b.p.ListPicks()
			b.p.SetVersion(b.p.Version() + 1)
			b.Shows("released item is rated already")
		}
	}
}
