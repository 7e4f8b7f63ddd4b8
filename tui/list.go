package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/themes"
)

// column is one column of a list of R.
type column[R any] struct {
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

// list is a table with a selected row. Only the rows that show are drawn, so its length costs nothing but when it is
// filtered or sorted. Not safe for concurrent use.
type list[R any] struct {
	columns []column[R]
	mark    func(th *themes.Theme, row R) string // one cell before the row; nil for none

	rows  []R
	words []string // what the filter looks at, by row; made when it is first used
	order []int    // rows that pass the filter, sorted
	far   *far[R]  // where the rows lie elsewhere, and then instead of the three above

	selected, top int // into order
	room          int // rows when it was drawn last
	by            int // column sorted by; -1 as the rows came
	reverse       bool
	filter        input
	needle        string
	version       int // changes with all that is drawn
}

var _ lister = (*list[int])(nil)

func newList[R any](columns ...column[R]) list[R] { return list[R]{columns: columns, by: -1} }

// set replaces the rows; the selection stays on its line, or on the row that same finds to be the one it was on.
func (l *list[R]) set(rows []R, same func(a, b R) bool) {
	old, had := l.current()
	l.rows, l.words = rows, nil
	l.arrange()
	if had && same != nil {
		if i := slices.IndexFunc(l.order, func(i int) bool { return same(old, l.rows[i]) }); i >= 0 {
			l.selected = i
		}
	}
	l.to(l.selected)
}

// current is the selected row; ok is false in an empty list.
func (l *list[R]) current() (row R, ok bool) {
	return l.at(l.selected)
}

// length is how many rows pass the filter.
func (l *list[R]) length() int {
	if l.far != nil {
		return max(l.far.total, 0)
	}
	return len(l.order)
}

// at is a row in the order of the list; ok is false for one that is not there, or not yet.
func (l *list[R]) at(i int) (row R, ok bool) {
	switch {
	case i < 0 || i >= l.length():
		return row, false
	case l.far != nil:
		return l.far.at(i)
	}
	return l.rows[l.order[i]], true
}

// shownRows are the rows that pass the filter, in their order.
func (l *list[R]) shownRows() []R {
	rows := make([]R, len(l.order))
	for i, at := range l.order {
		rows[i] = l.rows[at]
	}
	return rows
}

// arrange filters and sorts anew, unless that is done elsewhere.
func (l *list[R]) arrange() {
	if l.far != nil {
		l.to(l.selected)
		return
	}
	l.order = l.order[:0]
	var want []string
	if l.needle != "" {
		want = strings.Fields(strings.ToLower(l.needle))
		l.index()
	}
	for i := range l.rows {
		if !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(l.words[i], w) }) {
			l.order = append(l.order, i)
		}
	}
	if l.by >= 0 {
		order := l.columns[l.by].Order
		slices.SortStableFunc(l.order, func(a, b int) int {
			if l.reverse {
				a, b = b, a
			}
			return order(l.rows[a], l.rows[b])
		})
	}
	l.to(l.selected)
}

// index writes down what the filter looks at: every cell of a row, in lower case.
func (l *list[R]) index() {
	if l.words != nil {
		return
	}
	l.words = make([]string, len(l.rows))
	var b strings.Builder
	for i, row := range l.rows {
		b.Reset()
		for _, c := range l.columns {
			b.WriteString(c.Text(row))
			b.WriteByte(' ')
		}
		l.words[i] = strings.ToLower(b.String())
	}
}

// to selects a line, or the nearest there is.
func (l *list[R]) to(i int) {
	l.selected = min(max(i, 0), max(l.length()-1, 0))
	l.version++
}

func (l *list[R]) move(by int) { l.to(l.selected + by) }
func (l *list[R]) page(by int) { l.to(l.selected + by*max(l.room-1, 1)) }
func (l *list[R]) toEnd(end bool) {
	if end {
		l.to(l.length())
	} else {
		l.to(0)
	}
}

// sortNext sorts by the next column that can be sorted by, after the last as the rows came.
func (l *list[R]) sortNext() {
	for i := l.by + 1; i < len(l.columns); i++ {
		if c := l.columns[i]; c.Order != nil || l.far != nil && c.By != "" {
			l.sortBy(i, false)
			return
		}
	}
	l.sortBy(-1, false)
}

func (l *list[R]) sortReverse() {
	if l.by >= 0 {
		l.sortBy(l.by, !l.reverse)
	}
}

// sortBy sorts by a column; the selected row stays selected.
func (l *list[R]) sortBy(column int, reverse bool) {
	at := -1
	if l.selected < len(l.order) {
		at = l.order[l.selected]
	}
	l.by, l.reverse = column, reverse
	l.arrange()
	l.to(max(slices.Index(l.order, at), 0)) // where rows lie elsewhere, the first
}

func (l *list[R]) startFilter() {
	l.filter.begin(l.needle)
	l.version++
}

func (l *list[R]) typing() bool { return l.filter.open }

// press takes a key while the filter is typed: what shows follows every letter.
func (l *list[R]) press(key tea.KeyPressMsg) {
	l.version++
	switch key.String() {
	case "enter":
		l.filter.close()
	case "esc":
		l.filter.close()
		l.search("")
	case "up":
		l.move(-1)
	case "down":
		l.move(+1)
	default:
		if l.filter.press(key) {
			l.search(l.filter.text())
		}
	}
}

// search shows only rows with every word of needle, in whatever case and order.
func (l *list[R]) search(needle string) {
	if l.needle != needle {
		l.needle, l.selected, l.top = needle, 0, 0
		l.arrange()
	}
}

// click selects the row at line y of the list as drawn; it reports whether there is one.
func (l *list[R]) click(y int) bool {
	i := l.top + y - 1 // below the titles
	if y < 1 || i >= l.length() || y > l.room {
		return false
	}
	l.to(i)
	return true
}
