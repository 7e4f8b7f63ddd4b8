package people

import (
	"fmt"
	"slices"
	"strconv"

	"dpals/engine/people"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// userRow is a row of the list of users: a user of the ratings, or the guest.
type userRow struct {
	user    int // people.Guest for the guest
	ratings int // in all parts of the split
}

// guestName is the name of the guest in the list.
const guestName = "you"

func (p *Screen) userColumns() []ui.Column[userRow] {
	return []ui.Column[userRow]{
		{Title: "user", Width: 6, Grow: true, Text: func(r userRow) string { return p.userName(r.user) }},
		{Title: "ratings", Width: 8, Right: true, By: "ratings", Text: func(r userRow) string { return format.Thousands(r.ratings) }},
	}
}

// userName returns the id that a user has in the file.
func (p *Screen) userName(user int) string {
	switch {
	case user == people.Guest:
		return guestName
	case p.Loaded() && user < p.Problem.Split.Train.UserNames.Len():
		return p.Problem.Split.Train.UserNames.At(user)
	}
	return strconv.Itoa(user + 1)
}

// countRatings returns the number of ratings of a user in all parts of a split.
func countRatings(s *loaders.Split, user int) int {
	n := 0
	for _, r := range []*loaders.Ratings{s.Train, s.Valid, s.Test} {
		n += int(r.Ptr[user+1] - r.Ptr[user])
	}
	return n
}

func noneEqual(userRow, userRow) bool { return false }

// listUsers fills the list in its order, and selects the person on the screen if the list has them.
func (p *Screen) listUsers() {
	all := p.Problem.Split.Train.Users + 1
	if p.OnlyReleases() { // neither the users nor their number is a release
		all = 1
	}
	total, at := all, p.person.User+1
	if users := p.order.Value(); users != nil {
		total, at = len(users), max(slices.Index(users, int32(p.person.User)), 0)
	}
	p.users.Reset(total, all, at/ui.PageRows, p.userPage(at/ui.PageRows, total), noneEqual)
	p.users.To(at)
	p.fillUsers()
}

// userPage returns the rows of a page.
func (p *Screen) userPage(page, total int) []userRow {
	from := min(page*ui.PageRows, total)
	rows := make([]userRow, 0, ui.PageRows)
	for i := from; i < min(from+ui.PageRows, total); i++ {
		user := i - 1
		if p.order.Value() != nil {
			user = int(p.order.Value()[i])
		}
		if user == people.Guest {
			rows = append(rows, userRow{user, len(p.guest.person.Items)})
		} else {
			rows = append(rows, userRow{user, countRatings(p.Problem.Split, user)})
		}
	}
	return rows
}

// fillUsers makes the pages that are visible.
func (p *Screen) fillUsers() {
	for page, ok := p.users.MissingPage(); ok; page, ok = p.users.MissingPage() {
		p.users.SetPage(page, p.userPage(page, p.users.Length()))
	}
}

// showSelectedUser puts the selected user on the screen.
func (p *Screen) showSelectedUser() {
	row, ok := p.users.Current()
	switch {
	case !ok || row.user == p.person.User && p.version > 0:
	case row.user == people.Guest:
		p.show(p.guest.person)
	default:
		p.show(people.OfSplit(p.Problem.Split, row.user))
	}
}

// usersHeading returns the title of the list, and its position among the users with the label that their number is not
// private; where there is little room, the label alone as part of the title.
func (p *Screen) usersHeading() (title, note string) {
	const label = "not private"
	title = "Users"
	if p.OnlyReleases() {
		return title, p.users.Position()
	}
	note = p.usersPosition() + ui.Separator + label
	if room := p.Rects[panelUsers].W - canvas.Width(title) - 8; canvas.Width(note) > room {
		return title + ", " + label, ""
	}
	return title, note
}

// usersPosition returns which of the users is selected, of how many. The guest is not counted.
func (p *Screen) usersPosition() string {
	row, ok := p.users.Current()
	switch {
	case p.order.Value() != nil || p.users.FilterText != "":
		return p.users.Position()
	case !ok || row.user == people.Guest:
		return format.Thousands(p.users.Length()-1) + " users"
	}
	return fmt.Sprintf("%s of %s", format.Thousands(row.user+1), format.Thousands(p.users.Length()-1))
}

func (p *Screen) drawUsers(w, h int) string {
	return p.users.Draw(p.Theme, w, h, p.Focus == panelUsers, "no matching user")
}
