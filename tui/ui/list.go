package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/themes"
)

// Column is one column of a list of R.
type Column[R any] struct {
	Title    string
	Width    int  // cells
	Grow     bool // takes the room that the others leave; Width is then the least
	Right    bool // stands at the right of its column, as numbers do
	Priority int  // where there is little room, columns of the highest number are left out first; 0 stays always

	Text  func(R) string                               // plain text from anywhere: it is made safe when drawn
	Style func(th *themes.Theme, row R) lipgloss.Style // nil for the usual
	Order func(a, b R) int                             // nil where rows are not sorted by it
	By    string                                       // the same for rows that lie elsewhere: the name of the order there
}

// List is a table with a selected row. Only the rows that show are drawn, so its length costs nothing but when it is
// filtered or sorted. Not safe for concurrent use.
type List[R any] struct {
	Columns []Column[R]
	Mark    func(th *themes.Theme, row R) string // one cell before the row; nil for none

	Rows  []R
	words []string   // what the filter looks at, by row; made when it is first used
	Order []int      // rows that pass the filter, sorted
	Far   *remote[R] // where the rows lie elsewhere, and then instead of the three above

	Selected, top int // into order
	room          int // rows when it was drawn last
	By            int // column sorted by; -1 as the rows came
	Reverse       bool
	Filter        Input
	Needle        string
}

var _ Lister = (*List[int])(nil)

func NewList[R any](columns ...Column[R]) List[R] { return List[R]{Columns: columns, By: -1} }

// Set replaces the rows; the selection stays on its line, or on the row that same finds to be the one it was on.
func (l *List[R]) Set(rows []R, same func(a, b R) bool) {
	old, had := l.Current()
	l.Rows, l.words = rows, nil
	l.arrange()
	if had && same != nil {
		if i := slices.IndexFunc(l.Order, func(i int) bool { return same(old, l.Rows[i]) }); i >= 0 {
			l.Selected = i
		}
	}
	l.To(l.Selected)
}

// Current is the selected row; ok is false in an empty list.
func (l *List[R]) Current() (row R, ok bool) {
	return l.At(l.Selected)
}

// Length is how many rows pass the filter.
func (l *List[R]) Length() int {
	if l.Far != nil {
		return max(l.Far.Total, 0)
	}
	return len(l.Order)
}

// At is a row in the order of the list; ok is false for one that is not there, or not yet.
func (l *List[R]) At(i int) (row R, ok bool) {
	switch {
	case i < 0 || i >= l.Length():
		return row, false
	case l.Far != nil:
		return l.Far.at(i)
	}
	return l.Rows[l.Order[i]], true
}

// shownRows are the rows that pass the filter, in their order.
func (l *List[R]) shownRows() []R {
	rows := make([]R, len(l.Order))
	for i, at := range l.Order {
		rows[i] = l.Rows[at]
	}
	return rows
}

// arrange filters and sorts anew, unless that is done elsewhere.
func (l *List[R]) arrange() {
	if l.Far != nil {
		l.To(l.Selected)
		return
	}
	l.Order = l.Order[:0]
	var want []string
	if l.Needle != "" {
		want = strings.Fields(strings.ToLower(l.Needle))
		l.index()
	}
	for i := range l.Rows {
		if !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(l.words[i], w) }) {
			l.Order = append(l.Order, i)
		}
	}
	if l.By >= 0 {
		order := l.Columns[l.By].Order
		slices.SortStableFunc(l.Order, func(a, b int) int {
			if l.Reverse {
				a, b = b, a
			}
			return order(l.Rows[a], l.Rows[b])
		})
	}
	l.To(l.Selected)
}

// index writes down what the filter looks at: every cell of a row, in lower case.
func (l *List[R]) index() {
	if l.words != nil {
		return
	}
	l.words = make([]string, len(l.Rows))
	var b strings.Builder
	for i, row := range l.Rows {
		b.Reset()
		for _, c := range l.Columns {
			b.WriteString(c.Text(row))
			b.WriteByte(' ')
		}
		l.words[i] = strings.ToLower(b.String())
	}
}

// To selects a line, or the nearest there is.
func (l *List[R]) To(i int) {
	l.Selected = min(max(i, 0), max(l.Length()-1, 0))
}

func (l *List[R]) Move(by int) { l.To(l.Selected + by) }
func (l *List[R]) Page(by int) { l.To(l.Selected + by*max(l.room-1, 1)) }
func (l *List[R]) ToEnd(end bool) {
	if end {
		l.To(l.Length())
	} else {
		l.To(0)
	}
}

// sortNext sorts by the next column that can be sorted by, after the last as the rows came.
func (l *List[R]) sortNext() {
	for i := l.By + 1; i < len(l.Columns); i++ {
		if c := l.Columns[i]; c.Order != nil || l.Far != nil && c.By != "" {
			l.SortBy(i, false)
			return
		}
	}
	l.SortBy(-1, false)
}

func (l *List[R]) sortReverse() {
	if l.By >= 0 {
		l.SortBy(l.By, !l.Reverse)
	}
}

// SortBy sorts by a column; the selected row stays selected.
func (l *List[R]) SortBy(column int, reverse bool) {
	at := -1
	if l.Selected < len(l.Order) {
		at = l.Order[l.Selected]
	}
	l.By, l.Reverse = column, reverse
	l.arrange()
	l.To(max(slices.Index(l.Order, at), 0)) // where rows lie elsewhere, the first
}

func (l *List[R]) startFilter() {
	l.Filter.Begin(l.Needle)
}

func (l *List[R]) Typing() bool { return l.Filter.Open }

// Press takes a key while the filter is typed: what shows follows every letter.
func (l *List[R]) Press(key tea.KeyPressMsg) {
	switch key.String() {
	case "enter":
		l.Filter.Close()
	case "esc":
		l.Filter.Close()
		l.Search("")
	case "up":
		l.Move(-1)
	case "down":
		l.Move(+1)
	default:
		if l.Filter.Press(key) {
			l.Search(l.Filter.Text())
		}
	}
}

// Search shows only rows with every word of needle, in whatever case and order.
func (l *List[R]) Search(needle string) {
	if l.Needle != needle {
		l.Needle, l.Selected, l.top = needle, 0, 0
		l.arrange()
	}
}

// Click selects the row at line y of the list as drawn; it reports whether there is one.
func (l *List[R]) Click(y int) bool {
	i := l.top + y - 1 // below the titles
	if y < 1 || i >= l.Length() || y > l.room {
		return false
	}
	l.To(i)
	return true
}
