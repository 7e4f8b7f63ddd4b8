package tui

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/tuitest"
)

// farFilms is a list whose films lie elsewhere, and what brings pages until none is missing.
func farFilms(n int) (l *list[film], bring func()) {
	elsewhere := films(n)
	far := newFarList(filmList(nil).columns...)
	l = &far
	bring = func() {
		for page, ok := l.missing(); ok; page, ok = l.missing() {
			l.put(page, elsewhere[page*pageRows:min((page+1)*pageRows, n)])
		}
	}
	l.begin(n, n, 0, elsewhere[:min(pageRows, n)], func(a, b film) bool { return a == b })
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
				l.move(rapid.IntRange(-500, 500).Draw(rt, "by"))
			case 1:
				l.page(rapid.IntRange(-3, 3).Draw(rt, "screenfuls"))
			case 2:
				l.toEnd(rapid.Bool().Draw(rt, "end"))
			case 3:
				l.click(rapid.IntRange(0, 60).Draw(rt, "y"))
			}
			l.draw(tuitest.Theme(t), 60, h, true, "")
			bring()
			for i := l.top; i < min(l.top+l.room, l.length()); i++ {
				if row, ok := l.at(i); !ok || row != elsewhere[i] {
					rt.Fatalf("row %d is %v, %v", i, row, ok)
				}
			}
			if n := len(l.far.pages); n > keptPages {
				rt.Fatalf("%d pages are held", n)
			}
		}
	})
}

func TestAFarListKeepsWhatIsSelected(t *testing.T) {
	l, bring := farFilms(1000)
	l.to(250)
	bring()
	old, _ := l.current()
	shifted := slices.Concat([]film{{"new", 2026}}, films(1000))
	l.begin(1001, 1001, 2, shifted[200:300], func(a, b film) bool { return a == b })
	if row, ok := l.current(); !ok || row != old || l.selected != 251 {
		t.Errorf("%v is selected at %d, and was %v at 250", row, l.selected, old)
	}
	if got := l.position(); got != "252 of 1,001" {
		t.Errorf("it is at %q", got)
	}
	l.begin(0, 1001, 0, nil, func(a, b film) bool { return a == b })
	if _, ok := l.current(); ok {
		t.Error("a row of an empty list is selected")
	}
}
