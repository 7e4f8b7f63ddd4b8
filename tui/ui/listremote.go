package ui

// remote holds the rows of a list that come from elsewhere, such as a database, page by page as they are shown. The list
// then does not filter or sort: its owner reads FilterText, By and Reverse, calls Reset with the first page of the rows in
// that order, and after each key calls MissingPage and SetPage until no page is missing.
type remote[R any] struct {
	Total int         // rows that pass the filter; -1 while that is not known
	all   int         // rows without a filter
	Pages map[int][]R // by number: page n begins with row n·PageRows
}

// Sizes of lists of remote rows.
const (
	PageRows = 100 // rows of a page
	MaxPages = 12  // pages in memory
)

// NewRemoteList returns an empty list of rows that come page by page.
func NewRemoteList[R any](columns ...Column[R]) List[R] {
	l := NewList(columns...)
	l.Remote = &remote[R]{Total: -1, Pages: make(map[int][]R)}
	return l
}

// at returns row i; ok is false where its page is not in memory.
func (f *remote[R]) at(i int) (row R, ok bool) {
	page := f.Pages[i/PageRows]
	if i %= PageRows; i >= len(page) {
		return row, false
	}
	return page[i], true
}

// Reset replaces all pages by one. The selected row stays selected if same finds it on that page.
func (l *List[R]) Reset(total, all, page int, rows []R, same func(a, b R) bool) {
	old, had := l.Current()
	l.Remote.Total, l.Remote.all = total, all
	clear(l.Remote.Pages)
	l.SetPage(page, rows)
	for i, row := range rows {
		if had && same(old, row) {
			l.Selected = page*PageRows + i
		}
	}
	l.To(l.Selected)
}

// SetPage adds a page, and drops the one farthest from the selection where there are more than MaxPages.
func (l *List[R]) SetPage(page int, rows []R) {
	f, at := l.Remote, l.Selected/PageRows
	f.Pages[page] = rows
	for len(f.Pages) > MaxPages {
		farthest := at
		for n := range f.Pages {
			if distance(n, at) > distance(farthest, at) {
				farthest = n
			}
		}
		delete(f.Pages, farthest)
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// MissingPage returns the next page to read: of the rows that are shown, then of those up to two screens away, so that
// they are there when the analyst scrolls.
func (l *List[R]) MissingPage() (page int, ok bool) {
	room := max(l.room, 1)
	for _, i := range []int{l.Selected, l.Selected - room, l.Selected + room, l.Selected - 2*room, l.Selected + 2*room} {
		if i < 0 || i >= l.Length() {
			continue
		}
		if _, held := l.Remote.Pages[i/PageRows]; !held {
			return i / PageRows, true
		}
	}
	return 0, false
}

// Replace replaces a row, where it is in memory, by a newer version of it.
func (l *List[R]) Replace(row R, same func(a, b R) bool) {
	for _, page := range l.Remote.Pages {
		for i := range page {
			if same(page[i], row) {
				page[i] = row
			}
		}
	}
}
