package ui

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/internal/tuitest"
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

func filmList(rows []film) *List[film] {
	l := NewList(
		Column[film]{Title: "title", Width: 10, Grow: true, Text: func(f film) string { return f.title },
			Order: func(a, b film) int { return cmp.Compare(a.title, b.title) }},
		Column[film]{Title: "year", Width: 4, Right: true, Priority: 2, Text: func(f film) string { return fmt.Sprint(f.year) },
			Order: func(a, b film) int { return cmp.Compare(a.year, b.year) }},
		Column[film]{Title: "note", Width: 12, Priority: 1, Text: func(film) string { return "unsorted" }},
	)
	l.Set(rows, nil)
	return &l
}

// rowsOf returns the rows that pass the filter, in their order.
func rowsOf(l *List[film]) []film {
	rows := make([]film, l.Length())
	for i := range rows {
		rows[i], _ = l.At(i)
	}
	return rows
}

func typeInto(l *List[film], text string) {
	for _, r := range text {
		l.Press(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestListFilterSortAndSelection(t *testing.T) {
	l := filmList(films(1000))
	l.Draw(tuitest.Theme(t), 60, 20, true, "")
	if l.Page(+1); l.Selected != 18 {
		t.Errorf("a page down is row %d", l.Selected)
	}
	l.sortNext()
	if row, _ := l.Current(); row != l.Rows[18] {
		t.Error("sorting loses the selected row")
	}
	if rows := rowsOf(l); rows[0].title != "Film 00000" || rows[999].title != "Film 00999" {
		t.Errorf("sorted from %v to %v", rows[0], rows[999])
	}
	l.sortReverse()
	if rows := rowsOf(l); rows[0].title != "Film 00999" {
		t.Errorf("reversed it begins with %v", rows[0])
	}
	l.sortNext()
	l.sortNext() // "note" cannot be sorted by
	if l.By != -1 {
		t.Errorf("sorted by column %d", l.By)
	}
	l.startFilter()
	typeInto(l, "FILM 1950")
	for _, f := range rowsOf(l) {
		if f.year != 1950 {
			t.Fatalf("%v passes", f)
		}
	}
	if len(rowsOf(l)) != 10 || l.Selected != 0 {
		t.Errorf("%d rows, selected %d", len(rowsOf(l)), l.Selected)
	}
	l.Press(tea.KeyPressMsg(tuitest.Keys["enter"]))
	if got := tuitest.Plain(l.Draw(tuitest.Theme(t), 60, 20, true, "")); l.Typing() || !strings.Contains(got, "/FILM 1950") || l.Position() != "1 of 10 · 1,000 in total" {
		t.Errorf("%s\n%s", l.Position(), got)
	}
	l.startFilter()
	l.Press(tea.KeyPressMsg(tuitest.Keys["esc"]))
	if len(rowsOf(l)) != 1000 {
		t.Error("Esc keeps the filter")
	}
	l.Search("nothing has this")
	if _, ok := l.Current(); ok || !strings.Contains(tuitest.Plain(l.Draw(tuitest.Theme(t), 60, 20, true, "empty")), "no match") {
		t.Error("an empty list has a selected row, or does not say that there is no match")
	}
}

func TestListKeepsTheSelectedRowWhenRowsChange(t *testing.T) {
	l := filmList(films(10))
	l.To(4)
	chosen, _ := l.Current()
	l.Set(append([]film{{"new", 2000}}, films(10)...), func(a, b film) bool { return a == b })
	if row, _ := l.Current(); row != chosen {
		t.Errorf("selected %v, want %v", row, chosen)
	}
}

func TestNarrowListLeavesOutColumnsByPriority(t *testing.T) {
	l := filmList(films(3))
	for w, want := range map[int]string{60: "title year note", 26: "title note", 12: "title"} {
		titles := strings.Fields(strings.SplitN(tuitest.Plain(l.Draw(tuitest.Theme(t), w, 5, true, "")), "\n", 2)[0])
		if got := strings.Join(titles, " "); got != want {
			t.Errorf("%d cells show %q, want %q", w, got, want)
		}
	}
}

func TestListIsExactWithAnyText(t *testing.T) {
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
				l.Move(rapid.IntRange(-40, 40).Draw(t, "by"))
			case 1:
				l.sortNext()
			case 2:
				l.startFilter()
				l.Press(tea.KeyPressMsg{Code: tea.KeyExtended, Text: nasty.Draw(t, "typed")})
			case 3:
				l.ToEnd(rapid.Bool().Draw(t, "end"))
			case 4:
				l.Click(rapid.IntRange(-1, 50).Draw(t, "y"))
			case 5:
				l.Set(rows[:len(rows)/2], nil)
			}
		}
		got := l.Draw(themeOf(t), w, h, true, "nothing here")
		tuitest.Exactly(t, got, w, h)
		if strings.Contains(tuitest.Plain(got), "\x1b") {
			t.Fatalf("an escape sequence got through: %q", got)
		}
		if row, ok := l.Current(); ok && h >= 4 && !l.Filter.Open && w > 30 && canvas.Width(row.title) == len(row.title) && len(row.title) > 0 && len(row.title) < 10 {
			if !strings.Contains(tuitest.Plain(got), row.title) {
				t.Fatalf("the selected row is not shown:\n%s", tuitest.Plain(got))
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
	th := tuitest.Theme(b)
	b.Run("scroll", func(b *testing.B) {
		for b.Loop() {
			l.Move(1)
			l.Draw(th, 120, 60, true, "")
		}
	})
	b.Run("filter", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			l.Search(fmt.Sprint(i % 100))
			l.Draw(th, 120, 60, true, "")
		}
	})
	b.Run("sort", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			l.SortBy(0, i%2 == 0)
			l.Draw(th, 120, 60, true, "")
		}
	})
}
