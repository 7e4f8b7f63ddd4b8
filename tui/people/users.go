package people

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// userRow is a line of the list of people: a user of the ratings, or the one made up.
type userRow struct {
	user    int // people.Guest for the one made up
	ratings int // in all parts of the split
}

// yourName is the one made up, in the list.
const yourName = "you"

// arrangement is in which order the list shows whom. The zero arrangement shows everybody as the file has them, after the
// one made up.
type arrangement struct {
	Needle  string
	sorted  bool // by number of ratings
	reverse bool
	you     int // ratings of the one made up, by which they are sorted
}

func (p *Screen) userColumns() []ui.Column[userRow] {
	return []ui.Column[userRow]{
		{Title: "user", Width: 6, Grow: true, Text: func(r userRow) string { return p.userName(r.user) }},
		{Title: "ratings", Width: 8, Right: true, By: "ratings", Text: func(r userRow) string { return format.Thousands(r.ratings) }},
	}
}

// userName is the id that a user has in the file.
func (p *Screen) userName(user int) string {
	switch {
	case user == people.Guest:
		return yourName
	case p.Loaded() && user < p.Problem.Split.Train.UserNames.Len():
		return p.Problem.Split.Train.UserNames.At(user)
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
func (p *Screen) beginUsers() {
	all := p.Problem.Split.Train.Users + 1
	if p.OnlyReleases() { // how many users there are, and who, is no release
		all = 1
	}
	total, at := all, p.who.User+1
	if users := p.order.Value(); users != nil {
		total, at = len(users), max(slices.Index(users, int32(p.who.User)), 0)
	}
	p.users.Begin(total, all, at/ui.PageRows, p.userPage(at/ui.PageRows, total), nobody)
	p.users.To(at)
	p.fillUsers()
}

// userPage makes the rows of a page.
func (p *Screen) userPage(page, total int) []userRow {
	from := min(page*ui.PageRows, total)
	rows := make([]userRow, 0, ui.PageRows)
	for i := from; i < min(from+ui.PageRows, total); i++ {
		user := i - 1
		if p.order.Value() != nil {
			user = int(p.order.Value()[i])
		}
		if user == people.Guest {
			rows = append(rows, userRow{user, len(p.given.you.Items)})
		} else {
			rows = append(rows, userRow{user, ratingsOf(p.Problem.Split, user)})
		}
	}
	return rows
}

// fillUsers makes the pages that are looked at.
func (p *Screen) fillUsers() {
	for page, ok := p.users.Missing(); ok; page, ok = p.users.Missing() {
		p.users.Put(page, p.userPage(page, p.users.Length()))
	}
}

// arrangeUsers brings the list into the order that it was asked for: at once where that is as the file has it, else by
// a command, since going through all users takes longer than a key may wait. Until it is done, what is selected is
// nobody's choice.
func (p *Screen) arrangeUsers() (arrange tea.Cmd, done bool) {
	l, o := &p.users, &p.order
	want := arrangement{Needle: strings.ToLower(strings.TrimSpace(l.Needle)), sorted: l.By >= 0, reverse: l.By >= 0 && l.Reverse}
	if want.sorted {
		want.you = len(p.given.you.Items)
	}
	if p.OnlyReleases() {
		want = arrangement{}
	}
	switch want {
	case o.Key():
		o.Stop()
		p.fillUsers()
		return nil, true
	case arrangement{}:
		o.Reset()
		p.beginUsers()
		return nil, true
	}
	split := p.Problem.Split
	return o.Request(p.Ctx, want, func(context.Context) ([]int32, error) { return arrangePeopleBy(split, want), nil }), false
}

// arrangePeopleBy goes through everybody without making a text for anybody.
func arrangePeopleBy(s *loaders.Split, a arrangement) []int32 {
	words := bytes.Fields([]byte(a.Needle))
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
func (p *Screen) followUser() {
	row, ok := p.users.Current()
	switch {
	case !ok || row.user == p.who.User && p.version > 0:
	case row.user == people.Guest:
		p.choose(p.given.you)
	default:
		p.choose(people.OfSplit(p.Problem.Split, row.user))
	}
}

// usersHeading is the title of the list and where it stands among the users, without the one made up, and that their
// number is not private; where there is little room the latter alone.
func (p *Screen) usersHeading() (title, note string) {
	const label = "not private"
	title = "People"
	if p.OnlyReleases() {
		return title, p.users.Position()
	}
	note = p.usersPosition() + ui.Separator + label
	if room := p.Rects[panelUsers].W - canvas.Width(title) - 8; canvas.Width(note) > room {
		return title + ", " + label, ""
	}
	return title, note
}

// usersPosition is which of the users is selected, of how many. The one made up counts as none.
func (p *Screen) usersPosition() string {
	row, ok := p.users.Current()
	switch {
	case p.order.Value() != nil || p.users.Needle != "":
		return p.users.Position()
	case !ok || row.user == people.Guest:
		return format.Thousands(p.users.Length()-1) + " users"
	}
	return fmt.Sprintf("%s of %s", format.Thousands(row.user+1), format.Thousands(p.users.Length()-1))
}

func (p *Screen) drawUsers(w, h int) string {
	return p.users.Draw(p.Theme, w, h, p.Focus == panelUsers, "nobody")
}
