package tui

// The panels of the People screen.
const (
	peopleUsers = iota
	peopleRatings
	peopleFavourites
	peopleLeaving
)

// people is the screen of one user: what she rated, what is recommended to her, what others learn of her.
type people struct {
	board
	actions[*people]
}

var _ screen = (*people)(nil)

func newPeople(b *bench) *people {
	p := &people{board: newBoard(b, arrangePeople)}
	p.actions = bind(b, p, panelKeys[*people]())
	return p
}

func (p *people) name() string { return "People" }

func arrangePeople(b rect) []rect {
	at := make([]rect, 4)
	if b.W < wideFrom {
		var top rect
		top, b = b.top(b.H / 3)
		at[peopleUsers], at[peopleRatings] = top.left(b.W * 2 / 5)
		at[peopleFavourites], at[peopleLeaving] = b.top(b.H * 2 / 3)
		return at
	}
	left, right := b.left(b.W / 3)
	at[peopleUsers], at[peopleRatings] = left.top(b.H / 2)
	at[peopleFavourites], at[peopleLeaving] = right.top(b.H * 2 / 3)
	return at
}

func (p *people) draw() string {
	return p.compose(
		p.panel(peopleUsers, "People", "", p.nothing("Nobody is chosen yet.")),
		p.panel(peopleRatings, "Her ratings", "", p.nothing("what she has rated")),
		p.panel(peopleFavourites, "For her", "", p.nothing("Recommendations, private beside non-private, once a run has finished.")),
		p.panel(peopleLeaving, "If she leaves", "", p.nothing("what changes for others: no more than ε allows")),
	)
}
