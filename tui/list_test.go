package tui

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/themes"
	"dpals/tui/canvas"
)

type film struct {
	title string
	year  int
}

func films(n int) []film {
	all := make([]film, n)
	for i := range all {
		all[i] = film{fmt.Sprintf("Film %05d", i*7919%n), 1900 + i%100}
	}
	return all
}

func filmList(rows []film) *list[film] {
	l := newList(
		column[film]{Title: "title", Width: 10, Grow: true, Text: func(f film) string { return f.title },
			Order: func(a, b film) int { return cmp.Compare(a.title, b.title) }},
		column[film]{Title: "year", Width: 4, Right: true, Priority: 2, Text: func(f film) string { return fmt.Sprint(f.year) },
			Order: func(a, b film) int { return cmp.Compare(a.year, b.year) }},
		column[film]{Title: "note", Width: 12, Priority: 1, Text: func(film) string { return "unsorted" }},
	)
	l.set(rows, nil)
	return &l
}

func theme(t testing.TB) *themes.Theme {
	t.Helper()
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func typeInto(l *list[film], text string) {
	for _, r := range text {
		l.press(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestListFilterSortAndSelection(t *testing.T) {
	l := filmList(films(1000))
	l.draw(theme(t), 60, 20, true, "")
	if l.page(+1); l.selected != 18 {
		t.Errorf("a screenful down is row %d", l.selected)
	}
	l.sortNext()
	if row, _ := l.current(); row != l.rows[18] {
		t.Error("sorting loses the selected row")
	}
	if rows := l.shownRows(); rows[0].title != "Film 00000" || rows[999].title != "Film 00999" {
		t.Errorf("sorted from %v to %v", rows[0], rows[999])
	}
	l.sortReverse()
	if rows := l.shownRows(); rows[0].title != "Film 00999" {
		t.Errorf("reversed it begins with %v", rows[0])
	}
	l.sortNext()
	l.sortNext() // "note" cannot be sorted by
	if l.by != -1 {
		t.Errorf("sorted by column %d", l.by)
	}
	l.startFilter()
	typeInto(l, "FILM 1950")
	for _, f := range l.shownRows() {
		if f.year != 1950 {
			t.Fatalf("%v passes", f)
		}
	}
	if len(l.shownRows()) != 10 || l.selected != 0 {
		t.Errorf("%d rows, selected %d", len(l.shownRows()), l.selected)
	}
	l.press(tea.KeyPressMsg(namedKeys["enter"]))
	if got := plainText(l.draw(theme(t), 60, 20, true, "")); l.typing() || !strings.Contains(got, "/FILM 1950") || l.position() != "1 of 10 · 1,000 in all" {
		t.Errorf("%s\n%s", l.position(), got)
	}
	l.startFilter()
	l.press(tea.KeyPressMsg(namedKeys["esc"]))
	if len(l.shownRows()) != 1000 {
		t.Error("Esc keeps the filter")
	}
	l.search("nothing has this")
	if _, ok := l.current(); ok || !strings.Contains(plainText(l.draw(theme(t), 60, 20, true, "empty")), "nothing matches") {
		t.Error("an empty list has a selected row, or does not say that nothing matches")
	}
}

func TestListKeepsTheSelectedRowWhenRowsArrive(t *testing.T) {
	l := filmList(films(10))
	l.to(4)
	chosen, _ := l.current()
	l.set(append([]film{{"new", 2000}}, films(10)...), func(a, b film) bool { return a == b })
	if row, _ := l.current(); row != chosen {
		t.Errorf("selected %v, want %v", row, chosen)
	}
}

func TestListColumnsGiveWayByPriority(t *testing.T) {
	l := filmList(films(3))
	for w, want := range map[int]string{60: "title year note", 26: "title note", 12: "title"} {
		titles := strings.Fields(strings.SplitN(plainText(l.draw(theme(t), w, 5, true, "")), "\n", 2)[0])
		if got := strings.Join(titles, " "); got != want {
			t.Errorf("%d cells show %q, want %q", w, got, want)
		}
	}
}

func TestListIsExactWhateverIsInIt(t *testing.T) {
	nasty := rapid.SampledFrom([]string{"", "日本語の題名", "👨‍👩‍👧 family", "\x1b[31mred\x1b[0m", "a\nb", "\xff\xfe", "\u202eflip", strings.Repeat("long ", 40)})
	rapid.Check(t, func(t *rapid.T) {
		rows := make([]film, rapid.IntRange(0, 30).Draw(t, "rows"))
		for i := range rows {
			rows[i] = film{nasty.Draw(t, "title"), i}
		}
		l := filmList(rows)
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		for range rapid.IntRange(0, 8).Draw(t, "acts") {
			switch rapid.IntRange(0, 5).Draw(t, "act") {
			case 0:
				l.move(rapid.IntRange(-40, 40).Draw(t, "by"))
			case 1:
				l.sortNext()
			case 2:
				l.startFilter()
				l.press(tea.KeyPressMsg{Code: tea.KeyExtended, Text: nasty.Draw(t, "typed")})
			case 3:
				l.toEnd(rapid.Bool().Draw(t, "end"))
			case 4:
				l.click(rapid.IntRange(-1, 50).Draw(t, "y"))
			case 5:
				l.set(rows[:len(rows)/2], nil)
			}
		}
		got := l.draw(themeOf(t), w, h, true, "nothing here")
		exactly(t, got, w, h)
		if strings.Contains(plainText(got), "\x1b") {
			t.Fatalf("an escape sequence got through: %q", got)
		}
		if row, ok := l.current(); ok && h >= 4 && !l.filter.open && w > 30 && canvas.Width(row.title) == len(row.title) && len(row.title) > 0 && len(row.title) < 10 {
			if !strings.Contains(plainText(got), row.title) {
				t.Fatalf("the selected row does not show:\n%s", plainText(got))
			}
		}
	})
}

func themeOf(t *rapid.T) *themes.Theme {
	th, err := themes.BuiltIn().Named("dark", themes.Options{NoColor: rapid.Bool().Draw(t, "no colour"), ASCII: rapid.Bool().Draw(t, "ascii")})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// BenchmarkList scrolls and filters a list of 10,000 rows.
func BenchmarkList(b *testing.B) {
	l := filmList(films(10_000))
	th := theme(b)
	b.Run("scroll", func(b *testing.B) {
		for b.Loop() {
			l.move(1)
			l.draw(th, 120, 60, true, "")
		}
	})
	b.Run("filter", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			l.search(fmt.Sprint(i % 100))
			l.draw(th, 120, 60, true, "")
		}
	})
	b.Run("sort", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			l.sortBy(0, i%2 == 0)
			l.draw(th, 120, 60, true, "")
		}
	})
}
