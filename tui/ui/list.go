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
	Grow     bool // uses the width that the other columns leave; Width is then its minimum
	Right    bool // aligned at the right, as numbers are
	Priority int  // in a narrow list, columns with the highest number are left out first; 0 is never left out

	Text  func(R) string                               // of a cell; it may hold control characters, which are made visible when drawn
	Style func(th *themes.Theme, row R) lipgloss.Style // of a cell; nil for plain text
	Order func(a, b R) int                             // sorts by this column; nil where rows cannot be sorted by it
	By    string                                       // the same in a list of remote rows: the name that their source sorts by
}

// List is a table with a selected row, which can be filtered and sorted. Only the rows that are shown are drawn, so a long
// list costs time only when it is filtered or sorted. Its rows are in memory (NewList) or come page by page from elsewhere
// (NewRemoteList).
type List[R any] struct {
	Columns []Column[R]
	Mark    func(th *themes.Theme, row R) string // one cell at the start of a row; nil for none

	Rows   []R
	words  []string   // text of every row, for the filter; made when it is first used
	Order  []int      // indices of the rows that pass the filter, sorted
	Remote *remote[R] // pages of remote rows, instead of the three above; nil for rows in memory

	Selected, top int    // positions in the list: of the selected row, and of the first one that is shown
	room          int    // rows that are shown
	By            int    // index of the column that rows are sorted by; -1 for their original order
	Reverse       bool   // largest first
	Filter        Input  // the filter while it is typed
	FilterText    string // words that every row shown contains; "" for all rows
}

var _ Lister = (*List[int])(nil)

// NewList returns an empty list of rows in memory.
func NewList[R any](columns ...Column[R]) List[R] { return List[R]{Columns: columns, By: -1} }

// Set replaces the rows. The selection stays on the row that same finds equal to the selected one, or else at its
// position. Same may be nil.
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

// Current returns the selected row; ok is false in an empty list.
func (l *List[R]) Current() (row R, ok bool) {
	return l.At(l.Selected)
}

// Length returns the number of rows that pass the filter.
func (l *List[R]) Length() int {
	if l.Remote != nil {
		return max(l.Remote.Total, 0)
	}
	return len(l.Order)
}

// At returns the row at a position of the list; ok is false where there is none, or a remote one has not come yet.
func (l *List[R]) At(i int) (row R, ok bool) {
	switch {
	case i < 0 || i >= l.Length():
		return row, false
	case l.Remote != nil:
		return l.Remote.at(i)
	}
	return l.Rows[l.Order[i]], true
}

// arrange filters and sorts the rows in memory.
func (l *List[R]) arrange() {
	if l.Remote != nil {
		l.To(l.Selected)
		return
	}
	l.Order = l.Order[:0]
	var want []string
	if l.FilterText != "" {
		want = strings.Fields(strings.ToLower(l.FilterText))
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

// index prepares the text that the filter searches: every cell of a row, in lower case.
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

// To selects position i, or the nearest there is.
func (l *List[R]) To(i int) {
	l.Selected = min(max(i, 0), max(l.Length()-1, 0))
}

// Move moves the selection by rows.
func (l *List[R]) Move(by int) { l.To(l.Selected + by) }

// Page moves the selection by pages.
func (l *List[R]) Page(by int) { l.To(l.Selected + by*max(l.room-1, 1)) }

// ToEnd selects the last row, or the first one.
func (l *List[R]) ToEnd(end bool) {
	if end {
		l.To(l.Length())
	} else {
		l.To(0)
	}
}

// sortNext sorts by the next column that has an order; after the last one the rows have their original order.
func (l *List[R]) sortNext() {
	for i := l.By + 1; i < len(l.Columns); i++ {
		if c := l.Columns[i]; c.Order != nil || l.Remote != nil && c.By != "" {
			l.SortBy(i, false)
			return
		}
	}
	l.SortBy(-1, false)
}

// sortReverse reverses the order.
func (l *List[R]) sortReverse() {
	if l.By >= 0 {
		l.SortBy(l.By, !l.Reverse)
	}
}

// SortBy sorts by a column. The selected row stays selected; in a list of remote rows the first one is selected.
func (l *List[R]) SortBy(column int, reverse bool) {
	at := -1
	if l.Selected < len(l.Order) {
		at = l.Order[l.Selected]
	}
	l.By, l.Reverse = column, reverse
	l.arrange()
	l.To(max(slices.Index(l.Order, at), 0))
}

// startFilter opens the input of the filter.
func (l *List[R]) startFilter() {
	l.Filter.Begin(l.FilterText)
}

// Typing reports whether the filter is being typed.
func (l *List[R]) Typing() bool { return l.Filter.Open }

// Press handles a key while the filter is typed. The rows are filtered after every letter.
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

// Search filters the rows by words, which may be in any case and order; "" shows all rows.
func (l *List[R]) Search(text string) {
	if l.FilterText != text {
		l.FilterText, l.Selected, l.top = text, 0, 0
		l.arrange()
	}
}

// Click selects the row at line y of the drawn list, and reports whether there is one.
func (l *List[R]) Click(y int) bool {
	i := l.top + y - 1 // below the titles
	if y < 1 || i >= l.Length() || y > l.room {
		return false
	}
	l.To(i)
	return true
}
