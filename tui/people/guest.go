package people

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// guestRatings is the guest, and the input of their ratings: a title is searched, an item selected, a rating given. It is
// owned by the Update goroutine.
type guestRatings struct {
	person people.Person
	data   string                           // the data set of person
	kept   map[string][]session.SavedRating // by data set, for the session

	title         ui.Input
	found         session.Task[string, []people.Match] // by the text that is typed
	selected, top int                                  // into found

	rating bool // item is being rated
	item   uint32
	value  float64
	scale  scale
}

// isAsking reports whether a title or a rating is asked for.
func (g *guestRatings) isAsking() bool { return g.rating || g.title.Open }

// cancel ends the input of a title or a rating.
func (g *guestRatings) cancel() {
	g.title.Close()
	g.found.Reset()
	g.rating = false
}

// setGuest replaces the guest by one with other ratings.
func (p *Screen) setGuest(person people.Person) {
	g := &p.guest
	g.person = person
	if g.kept == nil {
		g.kept = make(map[string][]session.SavedRating)
	}
	g.kept[g.data] = keptRatings(p.Problem.Split.Train, person)
	p.refreshGuestRow()
	if p.isGuest() {
		row := p.ratings.Selected
		p.show(person)
		p.ratings.To(row)
	}
}

// refreshGuestRow updates the guest's number of ratings in the list of users.
func (p *Screen) refreshGuestRow() {
	if p.order.Value() == nil {
		p.users.SetPage(0, p.userPage(0, p.users.Length()))
	}
}

// showGuest puts the guest on the screen.
func (p *Screen) showGuest() {
	if p.isGuest() {
		return
	}
	if p.order.Value() != nil { // a filter may hide the guest
		p.users.Search("")
		p.users.By = -1
		p.order.Reset()
		p.listUsers()
	}
	p.users.To(0)
	p.show(p.guest.person)
}

// startRating puts the guest on the screen and asks for a title.
func (p *Screen) startRating() tea.Cmd {
	if p.finder == nil {
		return nil
	}
	p.showGuest()
	p.FocusOn(panelRatings)
	p.guest.title.Begin("")
	p.guest.found.Reset()
	p.guest.selected = 0
	return nil
}

// rateAgain asks for another rating of the selected item.
func (p *Screen) rateAgain() tea.Cmd {
	if row, ok := p.ratings.Current(); ok {
		p.askRating(row.item)
	}
	return nil
}

// unrate deletes the selected rating.
func (p *Screen) unrate() tea.Cmd {
	if row, ok := p.ratings.Current(); ok {
		p.setGuest(p.guest.person.Without(row.item))
	}
	return nil
}

// rateRecommendation asks for a rating of the selected recommendation: that of the run or, where there is none, of the
// reference.
func (p *Screen) rateRecommendation() tea.Cmd {
	row, ok := p.recommended.Current()
	if !ok {
		return nil
	}
	one := row.run
	if one.title == "" {
		one = row.reference
	}
	if one.title != "" {
		p.FocusOn(panelRatings)
		p.askRating(one.Item)
	}
	return nil
}

// askRating asks for a rating of an item.
func (p *Screen) askRating(item uint32) {
	g := &p.guest
	g.scale = scaleOf(p.Problem.Split.Train)
	g.item, g.rating = item, true
	if v, had := g.person.Rating(item); had {
		g.value = float64(v)
	} else {
		g.value = g.scale.turn((g.scale.low+g.scale.high)/2, 0)
	}
}

// pressRating handles a key while a rating is asked for.
func (p *Screen) pressRating(pressed string) {
	g := &p.guest
	switch pressed {
	case "esc":
		g.rating = false
	case "enter":
		p.rate()
	case "left", "down", "h", "-":
		g.value = g.scale.turn(g.value, -1)
	case "right", "up", "l", "+":
		g.value = g.scale.turn(g.value, +1)
	case "delete", "backspace":
		g.rating = false
		p.setGuest(g.person.Without(g.item))
	default:
		if len(pressed) != 1 || pressed[0] < '0' || pressed[0] > '9' {
			return
		}
		v, complete, ok := g.scale.digit(int(pressed[0] - '0'))
		if !ok {
			return
		}
		if g.value = v; complete {
			p.rate()
		}
	}
}

// rate gives the rating, and asks for the next title if one was typed before.
func (p *Screen) rate() {
	g := &p.guest
	g.rating = false
	p.setGuest(g.person.With(g.item, float32(g.value)))
	if g.title.Open {
		g.title.Begin("")
		g.found.Reset()
		g.selected = 0
	}
}

// keptRatings returns a person's ratings by item id, which stays the same when the file is read again.
func keptRatings(r *loaders.Ratings, person people.Person) []session.SavedRating {
	var list []session.SavedRating
	for k, j := range person.Items {
		if int(j) < r.ItemNames.Len() {
			list = append(list, session.SavedRating{Item: r.ItemNames.At(int(j)), Rating: float64(person.Values[k])})
		}
	}
	return list
}

// restoreGuest returns the guest with those of the kept ratings whose items exist and whose values are in range.
func restoreGuest(r *loaders.Ratings, kept []session.SavedRating) people.Person {
	guest := people.Person{User: people.Guest}
	wanted := make(map[string]float64, len(kept))
	for _, l := range kept {
		if l.Rating >= r.Low && l.Rating <= r.High {
			wanted[l.Item] = l.Rating
		}
	}
	if len(wanted) == 0 {
		return guest
	}
	var name []byte
	for j := range r.ItemNames.Len() {
		name = r.ItemNames.AppendTo(name[:0], j)
		if v, ok := wanted[string(name)]; ok {
			guest = guest.With(uint32(j), float32(v))
		}
	}
	return guest
}

// Save writes the guest's ratings to a session.
func (p *Screen) Save(s *session.Saved) { s.You = p.guest.kept }

// Restore reads the guest's ratings from a session.
func (p *Screen) Restore(s *session.Saved) { p.guest.kept = s.You }
