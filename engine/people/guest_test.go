package people

import (
	"slices"
	"strings"
	"testing"

	"dpals/engine/method"
)

// Names are searched among released items alone. An item that was not released gets the answer of one that does not
// exist.
func TestNewGuestWithinUsesReleasesAlone(t *testing.T) {
	r := films(t)
	scope := method.Scope{Low: 1, High: 4, Items: []uint32{4, 1}} // Toy Story 2, American President
	for text, want := range map[string]struct {
		items  []uint32
		values []float32
		notes  []string
	}{
		"toy=2":                          {[]uint32{4}, []float32{2}, nil}, // one of two titles, the only one released
		"toy=9, American President, =0":  {[]uint32{1, 4}, []float32{1, 4}, []string{"beyond the released range, 1 to 4: it counts as 4", "it counts as 1"}},
		"toy story 2=3, heat=1":          {[]uint32{4}, []float32{3}, []string{`heat=1 is left out: no item is named "heat"`}},
		"toy story 2=3, Alien=1":         {[]uint32{4}, []float32{3}, []string{`Alien=1 is left out: no item is named "Alien"`}},
		"toy story 2=3, r=1, 2=Infinity": {[]uint32{1, 4}, []float32{4, 3}, []string{"r=1 is left out: \"r\" matches more than one item", "counts as 4"}},
	} {
		ratings, err := ParseRatings(text)
		if err != nil {
			t.Fatal(err)
		}
		p, notes, err := NewGuestWithin(r, scope, ratings)
		if err != nil || p.User != Guest || !slices.Equal(p.Items, want.items) || !slices.Equal(p.Values, want.values) || len(notes) != len(want.notes) {
			t.Errorf("%s: %+v, %q: %v", text, p, notes, err)
			continue
		}
		for i, note := range notes {
			if !strings.Contains(note, want.notes[i]) || strings.Contains(note, "Heat") {
				t.Errorf("%s: %q", text, note)
			}
		}
	}
	// The name of an item that was not released and an unknown name get the same answer.
	said := func(name string) string {
		_, notes, err := NewGuestWithin(r, scope, []TypedRating{{name, 3}})
		if err == nil || len(notes) != 1 {
			t.Fatalf("%q: %v", notes, err)
		}
		return strings.ReplaceAll(notes[0]+err.Error(), name, "X")
	}
	if a, b := said("a=b"), said("q=z"); a != b {
		t.Errorf("%q and %q", a, b)
	}
	// If only the range was released, all items are public.
	p, notes, err := NewGuestWithin(r, method.Scope{Low: 1, High: 4}, []TypedRating{{"heat", 5}})
	if err != nil || !slices.Equal(p.Items, []uint32{3}) || p.Values[0] != 4 || len(notes) != 1 {
		t.Errorf("%+v, %q: %v", p, notes, err)
	}
}
