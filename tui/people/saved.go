package people

import (
	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/session"
)

// likingsOf are a person's ratings by the ids of items, which stay when the file is read again.
func likingsOf(r *loaders.Ratings, who people.Person) []session.Liking {
	var list []session.Liking
	for k, j := range who.Items {
		if int(j) < r.ItemNames.Len() {
			list = append(list, session.Liking{Item: r.ItemNames.At(int(j)), Rating: float64(who.Values[k])})
		}
	}
	return list
}

// recall is the person made up with what they have rated, as far as the items and the range still have it.
func recall(r *loaders.Ratings, likings []session.Liking) people.Person {
	you := people.Person{User: people.Guest}
	wanted := make(map[string]float64, len(likings))
	for _, l := range likings {
		if l.Rating >= r.Low && l.Rating <= r.High {
			wanted[l.Item] = l.Rating
		}
	}
	if len(wanted) == 0 {
		return you
	}
	var name []byte
	for j := range r.ItemNames.Len() {
		name = r.ItemNames.AppendTo(name[:0], j)
		if v, ok := wanted[string(name)]; ok {
			you = you.With(uint32(j), float32(v))
		}
	}
	return you
}

// Save leaves the ratings of the one made up in a session.
func (p *Screen) Save(s *session.Saved) { s.You = p.given.kept }

// Restore takes them up again.
func (p *Screen) Restore(s *session.Saved) { p.given.kept = s.You }
