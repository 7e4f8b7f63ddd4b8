package tui

// far are the rows of a list that lie elsewhere, such as in a database, and come page by page as they are looked at. The
// list then neither filters nor sorts: its owner reads what is asked for (needle, by, reverse), brings rows in that
// order, and looks after each key what is missing. Not safe for concurrent use.
type far[R any] struct {
	total int         // rows that pass the filter; -1 until that is known
	all   int         // rows without it
	pages map[int][]R // by number: from row number·pageRows on
}

const (
	pageRows  = 100 // that are brought at once
	keptPages = 12  // that are held at most
)

// newFarList is a list of which the rows lie elsewhere.
func newFarList[R any](columns ...column[R]) list[R] {
	l := newList(columns...)
	l.far = &far[R]{total: -1, pages: make(map[int][]R)}
	return l
}

func (f *far[R]) at(i int) (row R, ok bool) {
	page := f.pages[i/pageRows]
	if i %= pageRows; i >= len(page) {
		return row, false
	}
	return page[i], true
}

// begin replaces everything by a first page; what was selected stays so if same finds it there.
func (l *list[R]) begin(total, all, page int, rows []R, same func(a, b R) bool) {
	old, had := l.current()
	l.far.total, l.far.all = total, all
	clear(l.far.pages)
	l.put(page, rows)
	for i, row := range rows {
		if had && same(old, row) {
			l.selected = page*pageRows + i
		}
	}
	l.to(l.selected)
}

// put takes a page, and lets go of the one farthest from the selection where there are too many.
func (l *list[R]) put(page int, rows []R) {
	f, at := l.far, l.selected/pageRows
	f.pages[page] = rows
	l.version++
	for len(f.pages) > keptPages {
		worst := at
		for n := range f.pages {
			if distance(n, at) > distance(worst, at) {
				worst = n
			}
		}
		delete(f.pages, worst)
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// missing is the next page to bring: of the rows that show, then of those a screenful away, so that who goes on finds
// them there.
func (l *list[R]) missing() (page int, ok bool) {
	room := max(l.room, 1)
	for _, i := range []int{l.selected, l.selected - room, l.selected + room, l.selected - 2*room, l.selected + 2*room} {
		if i < 0 || i >= l.length() {
			continue
		}
		if _, held := l.far.pages[i/pageRows]; !held {
			return i / pageRows, true
		}
	}
	return 0, false
}

// renew replaces a row, if it is held, by what it is now.
func (l *list[R]) renew(row R, same func(a, b R) bool) {
	for _, page := range l.far.pages {
		for i := range page {
			if same(page[i], row) {
				page[i] = row
				l.version++
			}
		}
	}
}
