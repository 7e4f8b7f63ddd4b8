package ui

// remote are the rows of a list that lie elsewhere, such as in a database, and come page by page as they are looked at. The
// list then neither filters nor sorts: its owner reads what is asked for (needle, by, reverse), brings rows in that
// order, and looks after each key what is missing. Not safe for concurrent use.
type remote[R any] struct {
	Total int         // rows that pass the filter; -1 until that is known
	all   int         // rows without it
	Pages map[int][]R // by number: from row number·pageRows on
}

const (
	PageRows  = 100 // that are brought at once
	KeptPages = 12  // that are held at most
)

// NewRemoteList is a list of which the rows lie elsewhere.
func NewRemoteList[R any](columns ...Column[R]) List[R] {
	l := NewList(columns...)
	l.Far = &remote[R]{Total: -1, Pages: make(map[int][]R)}
	return l
}

func (f *remote[R]) at(i int) (row R, ok bool) {
	page := f.Pages[i/PageRows]
	if i %= PageRows; i >= len(page) {
		return row, false
	}
	return page[i], true
}

// Begin replaces everything by a first page; what was selected stays so if same finds it there.
func (l *List[R]) Begin(total, all, page int, rows []R, same func(a, b R) bool) {
	old, had := l.Current()
	l.Far.Total, l.Far.all = total, all
	clear(l.Far.Pages)
	l.Put(page, rows)
	for i, row := range rows {
		if had && same(old, row) {
			l.Selected = page*PageRows + i
		}
	}
	l.To(l.Selected)
}

// Put takes a page, and lets go of the one farthest from the selection where there are too many.
func (l *List[R]) Put(page int, rows []R) {
	f, at := l.Far, l.Selected/PageRows
	f.Pages[page] = rows
	for len(f.Pages) > KeptPages {
		worst := at
		for n := range f.Pages {
			if distance(n, at) > distance(worst, at) {
				worst = n
			}
		}
		delete(f.Pages, worst)
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// Missing is the next page to bring: of the rows that show, then of those a screenful away, so that who goes on finds
// them there.
func (l *List[R]) Missing() (page int, ok bool) {
	room := max(l.room, 1)
	for _, i := range []int{l.Selected, l.Selected - room, l.Selected + room, l.Selected - 2*room, l.Selected + 2*room} {
		if i < 0 || i >= l.Length() {
			continue
		}
		if _, held := l.Far.Pages[i/PageRows]; !held {
			return i / PageRows, true
		}
	}
	return 0, false
}

// Renew replaces a row, if it is held, by what it is now.
func (l *List[R]) Renew(row R, same func(a, b R) bool) {
	for _, page := range l.Far.Pages {
		for i := range page {
			if same(page[i], row) {
				page[i] = row
			}
		}
	}
}
