package ui

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/tuitest"
)

// farFilms is a list whose films lie elsewhere, and what brings pages until none is missing.
func farFilms(n int) (l *List[film], bring func()) {
	elsewhere := films(n)
	far := NewRemoteList(filmList(nil).Columns...)
	l = &far
	bring = func() {
		for page, ok := l.Missing(); ok; page, ok = l.Missing() {
			l.Put(page, elsewhere[page*PageRows:min((page+1)*PageRows, n)])
		}
	}
	l.Begin(n, n, 0, elsewhere[:min(PageRows, n)], func(a, b film) bool { return a == b })
	return l, bring
}

// However one goes through a long list, what shows is there once the missing pages have come, and few are held.
func TestPagesComeAsTheyAreLookedAt(t *testing.T) {
	elsewhere := films(10_000)
	rapid.Check(t, func(rt *rapid.T) {
		l, bring := farFilms(10_000)
		for range 20 {
			h := rapid.IntRange(2, 60).Draw(rt, "height")
			switch rapid.IntRange(0, 3).Draw(rt, "how") {
			case 0:
				l.Move(rapid.IntRange(-500, 500).Draw(rt, "by"))
			case 1:
				l.Page(rapid.IntRange(-3, 3).Draw(rt, "screenfuls"))
			case 2:
				l.ToEnd(rapid.Bool().Draw(rt, "end"))
			case 3:
				l.Click(rapid.IntRange(0, 60).Draw(rt, "y"))
			}
			l.Draw(tuitest.Theme(t), 60, h, true, "")
			bring()
			for i := l.top; i < min(l.top+l.room, l.Length()); i++ {
				if row, ok := l.At(i); !ok || row != elsewhere[i] {
					rt.Fatalf("row %d is %v, %v", i, row, ok)
				}
			}
			if n := len(l.Far.Pages); n > KeptPages {
				rt.Fatalf("%d pages are held", n)
			}
		}
	})
}

func TestAFarListKeepsWhatIsSelected(t *testing.T) {
	l, bring := farFilms(1000)
	l.To(250)
	bring()
	old, _ := l.Current()
	shifted := slices.Concat([]film{{"new", 2026}}, films(1000))
	l.Begin(1001, 1001, 2, shifted[200:300], func(a, b film) bool { return a == b })
	if row, ok := l.Current(); !ok || row != old || l.Selected != 251 {
		t.Errorf("%v is selected at %d, and was %v at 250", row, l.Selected, old)
	}
	if got := l.Position(); got != "252 of 1,001" {
		t.Errorf("it is at %q", got)
	}
	l.Begin(0, 1001, 0, nil, func(a, b film) bool { return a == b })
	if _, ok := l.Current(); ok {
		t.Error("a row of an empty list is selected")
	}
}
