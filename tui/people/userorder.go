package people

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
)

// orderBy is the filter and the order of the list of users.
type orderBy struct {
	needle       string
	sorted       bool // by number of ratings
	reverse      bool
	guestRatings int // number of ratings of the guest, which the sorting needs
}

// isFileOrder reports whether the list has all users in the order of the file, after the guest.
func (o orderBy) isFileOrder() bool { return o.needle == "" && !o.sorted }

// userOrder is the list of users as it was ordered last. Rows are made of it page by page, so that a million users cost no
// more than those that are visible. Not safe for concurrent use.
type userOrder struct {
	by    orderBy
	users []int32 // nil: in the order of the file
	asked bool    // a command orders them
}

// orderedMsg brings the users in another order.
type orderedMsg struct {
	train *loaders.Ratings
	by    orderBy
	users []int32
}

// orderUsers brings the list into the order that the filter and the sorting ask for: at once where that is the order of
// the file, else by a command, since a pass over all users takes too long for a key. Until done, the selected row is not
// one that was chosen.
func (p *Screen) orderUsers() (order tea.Cmd, done bool) {
	l, o := &p.users, &p.order
	want := orderBy{needle: strings.ToLower(strings.TrimSpace(l.Needle)), sorted: l.By >= 0, reverse: l.By >= 0 && l.Reverse}
	if want.sorted {
		want.guestRatings = len(p.guest.person.Items)
	}
	switch {
	case o.by == want:
		p.fillUsers()
		return nil, true
	case want.isFileOrder() || p.OnlyReleases():
		o.by, o.users = want, nil
		p.listUsers()
		return nil, true
	case o.asked:
		return nil, false
	}
	o.asked = true
	split := p.Problem.Split
	return func() tea.Msg { return orderedMsg{split.Train, want, usersBy(split, want)} }, false
}

func (p *Screen) takeOrder(m orderedMsg) {
	p.order.asked = false
	if !p.Loaded() || m.train != p.Problem.Split.Train {
		return
	}
	p.order.by, p.order.users = m.by, m.users
	p.listUsers()
}

// usersBy returns the users that match, in order. It makes no string for a user.
func usersBy(s *loaders.Split, by orderBy) []int32 {
	words := bytes.Fields([]byte(by.needle))
	names, name := s.Train.UserNames, []byte(nil)
	matches := func(user int) bool {
		name = name[:0]
		switch {
		case user == people.Guest:
			name = append(name, guestName...)
		case user < names.Len():
			name = toLower(names.AppendTo(name, user))
		default:
			name = strconv.AppendInt(name, int64(user)+1, 10)
		}
		return !slices.ContainsFunc(words, func(w []byte) bool { return !bytes.Contains(name, w) })
	}
	users := []int32{}
	for user := people.Guest; user < s.Train.Users; user++ {
		if len(words) == 0 || matches(user) {
			users = append(users, int32(user))
		}
	}
	if !by.sorted {
		return users
	}
	count := func(user int32) int {
		if user == people.Guest {
			return by.guestRatings
		}
		return countRatings(s, int(user))
	}
	slices.SortStableFunc(users, func(x, y int32) int {
		if by.reverse {
			x, y = y, x
		}
		return cmp.Compare(count(x), count(y))
	})
	return users
}

// toLower returns text in lower case, in place where it is ASCII.
func toLower(text []byte) []byte {
	for i, c := range text {
		if c >= utf8.RuneSelf {
			return bytes.ToLower(text)
		}
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}
