package tui

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// userRow is a line of the list of people: a user of the ratings, or the one made up.
type userRow struct {
	user    int // people.Guest for the one made up
	ratings int // in all parts of the split
}

// yourName is the one made up, in the list.
const yourName = "you"

// arrangement is in which order the list shows whom.
type arrangement struct {
	needle  string
	sorted  bool // by number of ratings
	reverse bool
	you     int // ratings of the one made up, by which they are sorted
}

// plain shows everybody as the file has them, after the one made up.
func (a arrangement) plain() bool { return a.needle == "" && !a.sorted }

// userOrder is the list of people as it was arranged last: only pages of rows are ever made of it, so that a million
// users cost what is looked at. Not safe for concurrent use.
type userOrder struct {
	is    arrangement
	users []int32 // nil: plain
	asked bool    // a command arranges
}

// arrangedMsg brings people in another order.
type arrangedMsg struct {
	train *loaders.Ratings
	is    arrangement
	users []int32
}

func (p *peopleScreen) userColumns() []column[userRow] {
	return []column[userRow]{
		{Title: "user", Width: 6, Grow: true, Text: func(r userRow) string { return p.userName(r.user) }},
		{Title: "ratings", Width: 8, Right: true, By: "ratings", Text: func(r userRow) string { return thousands(r.ratings) }},
	}
}

// userName is the id that a user has in the file.
func (p *peopleScreen) userName(user int) string {
	switch {
	case user == people.Guest:
		return yourName
	case p.loaded() && user < p.problem.Split.Train.UserNames.Len():
		return p.problem.Split.Train.UserNames.At(user)
	}
	return strconv.Itoa(user + 1)
}

// ratingsOf is how many ratings a user has in all parts of a split.
func ratingsOf(s *loaders.Split, user int) int {
	n := 0
	for _, r := range []*loaders.Ratings{s.Train, s.Valid, s.Test} {
		n += int(r.Ptr[user+1] - r.Ptr[user])
	}
	return n
}

func nobody(userRow, userRow) bool { return false }

// beginUsers shows the list as it was arranged, with the person on the screen selected if they are in it.
func (p *peopleScreen) beginUsers() {
	all := p.problem.Split.Train.Users + 1
	if p.publishable() { // how many users there are, and who, is no release
		all = 1
	}
	total, at := all, p.who.User+1
	if users := p.order.users; users != nil {
		total, at = len(users), max(slices.Index(users, int32(p.who.User)), 0)
	}
	p.users.begin(total, all, at/pageRows, p.userPage(at/pageRows, total), nobody)
	p.users.to(at)
	p.fillUsers()
}

// userPage makes the rows of a page.
func (p *peopleScreen) userPage(page, total int) []userRow {
	from := min(page*pageRows, total)
	rows := make([]userRow, 0, pageRows)
	for i := from; i < min(from+pageRows, total); i++ {
		user := i - 1
		if p.order.users != nil {
			user = int(p.order.users[i])
		}
		if user == people.Guest {
			rows = append(rows, userRow{user, len(p.given.you.Items)})
		} else {
			rows = append(rows, userRow{user, ratingsOf(p.problem.Split, user)})
		}
	}
	return rows
}

// fillUsers makes the pages that are looked at.
func (p *peopleScreen) fillUsers() {
	for page, ok := p.users.missing(); ok; page, ok = p.users.missing() {
		p.users.put(page, p.userPage(page, p.users.length()))
	}
}

// arrangeUsers brings the list into the order that it was asked for: at once where that is as the file has it, else by
// a command, since going through all users takes longer than a key may wait. Until it is done, what is selected is
// nobody's choice.
func (p *peopleScreen) arrangeUsers() (arrange tea.Cmd, done bool) {
	l, o := &p.users, &p.order
	want := arrangement{needle: strings.ToLower(strings.TrimSpace(l.needle)), sorted: l.by >= 0, reverse: l.by >= 0 && l.reverse}
	if want.sorted {
		want.you = len(p.given.you.Items)
	}
	switch {
	case o.is == want:
		p.fillUsers()
		return nil, true
	case want.plain() || p.publishable():
		o.is, o.users = want, nil
		p.beginUsers()
		return nil, true
	case o.asked:
		return nil, false
	}
	o.asked = true
	split := p.problem.Split
	return func() tea.Msg { return arrangedMsg{split.Train, want, arrangePeopleBy(split, want)} }, false
}

func (p *peopleScreen) arranged(m arrangedMsg) {
	p.order.asked = false
	if !p.loaded() || m.train != p.problem.Split.Train {
		return
	}
	p.order.is, p.order.users = m.is, m.users
	p.beginUsers()
}

// arrangePeopleBy goes through everybody without making a text for anybody.
func arrangePeopleBy(s *loaders.Split, a arrangement) []int32 {
	words := bytes.Fields([]byte(a.needle))
	names, name := s.Train.UserNames, []byte(nil)
	matches := func(user int) bool {
		name = name[:0]
		switch {
		case user == people.Guest:
			name = append(name, yourName...)
		case user < names.Len():
			name = lower(names.AppendTo(name, user))
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
	if !a.sorted {
		return users
	}
	count := func(user int32) int {
		if user == people.Guest {
			return a.you
		}
		return ratingsOf(s, int(user))
	}
	slices.SortStableFunc(users, func(x, y int32) int {
		if a.reverse {
			x, y = y, x
		}
		return cmp.Compare(count(x), count(y))
	})
	return users
}

// lower is text in lower case, in its place where it is plain.
func lower(text []byte) []byte {
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

// followUser puts the selected user on the screen.
func (p *peopleScreen) followUser() {
	row, ok := p.users.current()
	switch {
	case !ok || row.user == p.who.User && p.version > 0:
	case row.user == people.Guest:
		p.choose(p.given.you)
	default:
		p.choose(people.OfSplit(p.problem.Split, row.user))
	}
}

// usersHeading is the title of the list and where it stands among the users, without the one made up, and that their
// number is not private; where there is little room the latter alone.
func (p *peopleScreen) usersHeading() (title, note string) {
	const label = "not private"
	title = "People"
	if p.publishable() {
		return title, p.users.position()
	}
	note = p.usersPosition() + partsApart + label
	if room := p.at[peopleUsers].W - canvas.Width(title) - 8; canvas.Width(note) > room {
		return title + ", " + label, ""
	}
	return title, note
}

// usersPosition is which of the users is selected, of how many. The one made up counts as none.
func (p *peopleScreen) usersPosition() string {
	row, ok := p.users.current()
	switch {
	case p.order.users != nil || p.users.needle != "":
		return p.users.position()
	case !ok || row.user == people.Guest:
		return thousands(p.users.length()-1) + " users"
	}
	return fmt.Sprintf("%s of %s", thousands(row.user+1), thousands(p.users.length()-1))
}

func (p *peopleScreen) drawUsers(w, h int) string {
	return p.users.draw(p.theme, w, h, p.focus == peopleUsers, "nobody")
}
