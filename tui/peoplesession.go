package tui

import (
	"dpals/engine"
	"dpals/engine/people"
	"dpals/loaders"
)

// dataName is what a session knows ratings by.
func dataName(p engine.Problem) string {
	if p.Split != nil && p.Split.Train.Origin.Source != "" {
		return p.Split.Train.Origin.Source
	}
	return p.Name
}

// likingsOf are a person's ratings by the ids of items, which stay when the file is read again.
func likingsOf(r *loaders.Ratings, who people.Person) []Liking {
	var list []Liking
	for k, j := range who.Items {
		if int(j) < r.ItemNames.Len() {
			list = append(list, Liking{r.ItemNames.At(int(j)), float64(who.Values[k])})
		}
	}
	return list
}

// recall is the person made up with what they have rated, as far as the items and the range still have it.
func recall(r *loaders.Ratings, likings []Liking) people.Person {
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
