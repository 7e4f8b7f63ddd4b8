package people

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
)

// orderBy is the filter and the order of the list of users. The zero value is all users in the order of the file, after the
// guest.
type orderBy struct {
	filter       string
	sorted       bool // by number of ratings
	reverse      bool
	guestRatings int // number of ratings of the guest, which the sorting needs
}

// orderUsers brings the list into the order that the filter and the sorting ask for: at once where that is the order of
// the file, else by a command, since a pass over all users takes too long for a key. Until done, the selected row is not
// one that was chosen.
func (p *Screen) orderUsers() (order tea.Cmd, done bool) {
	l, o := &p.users, &p.order
	want := orderBy{filter: strings.ToLower(strings.TrimSpace(l.FilterText)), sorted: l.By >= 0, reverse: l.By >= 0 && l.Reverse}
	if want.sorted {
		want.guestRatings = len(p.guest.person.Items)
	}
	if p.OnlyReleases() {
		want = orderBy{}
	}
	switch want {
	case o.Key():
		o.Stop()
		p.fillUsers()
		return nil, true
	case orderBy{}:
		o.Reset()
		p.listUsers()
		return nil, true
	}
	split := p.Problem.Split
	return o.Request(p.Ctx, want, func(context.Context) ([]int32, error) { return usersBy(split, want), nil }), false
}

// usersBy returns the users that match, in order. It makes no string for a user.
func usersBy(s *loaders.Split, by orderBy) []int32 {
	words := bytes.Fields([]byte(by.filter))
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
