package tui

import (
	"testing"

	"dpals/engine"
	"dpals/engine/scope"
)

// Tune, Privacy and People say what scope was released, at every size.
func TestReleasedScopeIsSaid(t *testing.T) {
	for _, size := range sizes {
		o := filmOptions(t)
		o.Config.Scope = scope.Private{Range: true, Catalogue: true}
		b := newPeopleBed(t, size[0], size[1], o)
		r := b.trained(privateTaste, freeTaste)
		r.scope = &engine.Extended{Scope: o.Config.Scope, Low: 0.5, High: 5, Items: 12}
		b.open()
		for _, name := range []string{"Tune", "Privacy", "People"} {
			b.goTo(name)
			b.again()
			b.send(nil)
			b.shows("released: 0.5 to 5, 12 items")
		}
		b.p.picks.set(nil, nil)
		b.p.users.to(1)
		b.send(nil)
		if b.p.advice.mine != nil {
			b.p.advice.mine.list.Picks = nil
			b.p.listPicks()
			b.p.version = b.p.version + 1
			b.shows("released item is rated already")
		}
	}
}
