package ui

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dpals/internal/tuitest"
)

// remoteFilms returns a list of remote films, and the function that reads its missing pages.
func remoteFilms(n int) (l *List[film], readPages func()) {
	all := films(n)
	remote := NewRemoteList(filmList(nil).Columns...)
	l = &remote
	readPages = func() {
		for page, ok := l.MissingPage(); ok; page, ok = l.MissingPage() {
			l.SetPage(page, all[page*PageRows:min((page+1)*PageRows, n)])
		}
	}
	l.Reset(n, n, 0, all[:min(PageRows, n)], func(a, b film) bool { return a == b })
	return l, readPages
}

// After any movement the missing pages hold every row that is shown, and few pages are in memory.
func TestMissingPagesAreThoseShown(t *testing.T) {
	all := films(10_000)
	rapid.Check(t, func(rt *rapid.T) {
		l, readPages := remoteFilms(10_000)
		for range 20 {
			h := rapid.IntRange(2, 60).Draw(rt, "height")
			switch rapid.IntRange(0, 3).Draw(rt, "how") {
			case 0:
				l.Move(rapid.IntRange(-500, 500).Draw(rt, "by"))
			case 1:
				l.Page(rapid.IntRange(-3, 3).Draw(rt, "pages"))
			case 2:
				l.ToEnd(rapid.Bool().Draw(rt, "end"))
			case 3:
				l.Click(rapid.IntRange(0, 60).Draw(rt, "y"))
			}
			l.Draw(tuitest.Theme(t), 60, h, true, "")
			readPages()
			for i := l.top; i < min(l.top+l.room, l.Length()); i++ {
				if row, ok := l.At(i); !ok || row != all[i] {
					rt.Fatalf("row %d is %v, %v", i, row, ok)
				}
			}
			if n := len(l.Remote.Pages); n > MaxPages {
				rt.Fatalf("%d pages are in memory", n)
			}
		}
	})
}

func TestRemoteListKeepsTheSelectedRow(t *testing.T) {
	l, readPages := remoteFilms(1000)
	l.To(250)
	readPages()
	old, _ := l.Current()
	shifted := slices.Concat([]film{{"new", 2026}}, films(1000))
	l.Reset(1001, 1001, 2, shifted[200:300], func(a, b film) bool { return a == b })
	if row, ok := l.Current(); !ok || row != old || l.Selected != 251 {
		t.Errorf("%v is selected at %d, and was %v at 250", row, l.Selected, old)
	}
	if got := l.Position(); got != "252 of 1,001" {
		t.Errorf("it is at %q", got)
	}
	l.Reset(0, 1001, 0, nil, func(a, b film) bool { return a == b })
	if _, ok := l.Current(); ok {
		t.Error("a row of an empty list is selected")
	}
}
