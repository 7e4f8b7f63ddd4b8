package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// The panels of the People screen.
const (
	peopleUsers = iota
	peopleRatings
	peopleFavourites
	peopleLeaving
)

// peopleScreen is the screen of one person: their ratings, what is recommended to them, what others learn of them. It is
// a user of the ratings, or "you": somebody made up who rates a few titles, and trains nothing. What a model without
// privacy says is shown on request alone: beside a list for a user it would tell that user of others.
type peopleScreen struct {
	*bench
	board
	actions[*peopleScreen]

	finder   *people.Finder // nil until the titles are prepared
	users    list[userRow]
	order    userOrder
	ratings  list[ratingRow]
	picks    list[pickRow]
	farewell textPanel

	who     people.Person
	version int // changes with who

	comparing bool // with the model that is not private, on request
	given     givenRatings

	advice advice
	leave  leave
}

func newPeople(b *bench) *peopleScreen {
	p := &peopleScreen{bench: b, who: people.Person{User: people.Guest}}
	p.board = newBoard(&b.look, p.arrange)
	p.users = newFarList(p.userColumns()...)
	p.ratings = newList(p.ratingColumns()...)
	p.picks = newList(p.pickColumns()...)
	p.leave = leave{gather: gather, delay: leaveDelay, atOnce: retrainLimit}
	p.actions = bind(b.options.Keys, p, peopleKeys(), scrollKeys[*peopleScreen](), listKeys[*peopleScreen](), panelKeys[*peopleScreen]())
	return p
}

func (p *peopleScreen) name() string { return "People" }

// arrange gives the ratings more room while a title is searched, where all stand in one column.
func (p *peopleScreen) arrange(b rect) []rect {
	at := make([]rect, 4)
	if b.W < wideFrom {
		top, rest := b.top(max(b.H*3/10, 6))
		if p.given.asking() {
			top, rest = b.top(b.H * 6 / 10)
		}
		at[peopleUsers], at[peopleRatings] = top.left(b.W * 3 / 10)
		at[peopleFavourites], at[peopleLeaving] = rest.top(rest.H - min(max(b.H*3/10, 6), 12))
		if p.given.asking() {
			at[peopleFavourites], at[peopleLeaving] = rest, rect{}
		}
		return at
	}
	left, right := b.left(min(max(b.W*36/100, 44), 76))
	at[peopleUsers], at[peopleRatings] = left.top(b.H * 2 / 5)
	at[peopleFavourites], at[peopleLeaving] = right.top(min(b.H-min(b.H/2, 14), mostPicks))
	return at
}

// leavingTitle names the panel of what changes for others.
const leavingTitle = "Effect of removing this user"

// mostPicks is the room that all recommendations take, with what there may be to say about them.
const mostPicks = favourites + 7

func (p *peopleScreen) init() tea.Cmd {
	if p.loaded() {
		return p.prepare()
	}
	return nil
}

func (p *peopleScreen) shown() tea.Cmd { return p.settle() }

func (p *peopleScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		p.forgetPeople()
		return p.prepare()
	case preparedMsg:
		p.prepared(msg)
	case arrangedMsg:
		p.arranged(msg)
	case foundMsg:
		p.found(msg)
	case adviceMsg:
		p.advised(msg)
	case departMsg:
		p.departs(msg)
	case departedMsg:
		p.takeStage(msg)
	}
	return p.settle()
}

// settle is the command that works out what is missing for what shows. Nothing is worked out for a screen that does not.
func (p *peopleScreen) settle() tea.Cmd {
	if !p.loaded() || p.finder == nil || !p.inFront(p.name()) {
		p.leave.halt()
		return nil
	}
	arrange, done := p.arrangeUsers()
	if done {
		p.followUser()
	}
	return tea.Batch(arrange, p.search(), p.advise(), p.depart())
}

// forgetPeople lets go of everybody in ratings that are not at hand any more; what the one made up rated is kept.
func (p *peopleScreen) forgetPeople() {
	p.leave.halt()
	p.finder, p.given.you, p.who = nil, people.Person{User: people.Guest}, people.Person{User: people.Guest}
	p.given.stop()
	p.comparing = false
	p.advice, p.leave = advice{}, p.leave.anew()
	p.order = userOrder{}
	p.users.begin(0, 0, 0, nil, nobody)
	p.version++
}

// preparedMsg brings what a command has made of the ratings.
type preparedMsg struct {
	train  *loaders.Ratings
	finder *people.Finder
	you    people.Person // as far as their ratings are of items that are here
}

// prepare is the command that makes the titles ready to be searched, and finds what the one made up has rated.
func (p *peopleScreen) prepare() tea.Cmd {
	if !p.loaded() {
		return nil
	}
	train, likings := p.problem.Split.Train, p.given.kept[sourceName(p.problem)]
	return func() tea.Msg { return preparedMsg{train, people.NewFinder(train), recall(train, likings)} }
}

func (p *peopleScreen) prepared(m preparedMsg) {
	if !p.loaded() || m.train != p.problem.Split.Train {
		return
	}
	p.finder, p.given.you, p.given.data = m.finder, m.you, sourceName(p.problem)
	p.beginUsers()
	if len(m.you.Items) == 0 && p.users.length() > 1 {
		p.users.to(1) // somebody with ratings, so that there is something to see
	}
}

// choose puts a person on the screen.
func (p *peopleScreen) choose(who people.Person) {
	p.who = who
	p.version++
	p.listRatings()
	p.ratings.to(0)
	p.picks.to(0)
	p.farewell.to(0)
}

// guest reports whether the person is the one made up.
func (p *peopleScreen) guest() bool { return p.who.User == people.Guest }

// call words a sentence for a user or for the one made up.
func (p *peopleScreen) call(user, you string) string {
	if p.guest() {
		return you
	}
	return user
}

func (p *peopleScreen) scrolling() scroller {
	switch p.focus {
	case peopleUsers:
		return &p.users
	case peopleRatings:
		return &p.ratings
	case peopleFavourites:
		return &p.picks
	}
	return &p.farewell
}

func (p *peopleScreen) listing() lister {
	l, _ := p.scrolling().(lister)
	return l
}

// waiting is what a panel says before there is anybody; "" once there is.
func (p *peopleScreen) waiting() string {
	switch {
	case p.failure != nil:
		return "no ratings: " + firstLine(p.failure)
	case !p.loaded():
		return "loading " + canvas.Text(p.bench.reading)
	case p.finder == nil:
		return "reading the titles"
	}
	return ""
}

func (p *peopleScreen) draw() string {
	waiting := p.waiting()
	if waiting != "" {
		return p.compose(
			p.panel(peopleUsers, "People", "", p.nothing(waiting), waiting),
			p.panel(peopleRatings, "Ratings", "", p.nothing("what one user has rated"), waiting),
			p.panel(peopleFavourites, "Recommendations", "", p.nothing("what is recommended to that user"), waiting),
			p.panel(peopleLeaving, leavingTitle, "", p.nothing("what changes for others without that user"), waiting),
		)
	}
	users, position := p.usersHeading()
	return p.compose(
		p.panel(peopleUsers, users, position, p.drawUsers, p.users.version, p.users.filter.version),
		p.panel(peopleRatings, p.ratingsTitle(), p.ratingsNote(), p.drawRatings,
			p.ratings.version, p.ratings.filter.version, p.given.version, p.given.title.version, p.version),
		p.panel(peopleFavourites, p.picksTitle(), p.picksNote(), p.drawPicks,
			p.picks.version, p.picks.filter.version, p.version, p.advice.version, p.comparing, p.unadvised()),
		p.panel(peopleLeaving, p.call(leavingTitle, "What others learn of you"), p.leavingNote(), p.drawLeaving,
			p.farewell.version, p.version, p.advice.version, p.leave.version, p.undeparted()),
	)
}

func (p *peopleScreen) remark() (text string, urgent bool) {
	switch {
	case p.waiting() != "":
		return "", false
	case p.given.rating:
		return p.given.howToRate(p.problem.Split.Train), false
	case p.given.title.open:
		return "type a part of a title, Enter takes it", false
	case p.focus == peopleUsers && p.publishable():
		return "no users are listed beside released errors: press n and rate a few titles", false
	case p.focus == peopleUsers:
		return "pick a user, or press n to be one of them for a moment: rate a few titles", false
	case p.focus == peopleRatings:
		return p.call("each rating is predicted from the user's others: for that user alone, not a private number",
			"each rating is predicted from your others: yours alone"), false
	case p.focus == peopleFavourites:
		if p.comparing {
			return ceilingMethod + ", the marks and the overlap are not private: for study only, not to be shown to the user", false
		}
		return p.call("worked out from the released model and the user's own ratings: no further cost, for that user alone",
			"worked out from the released model and your own ratings: no further cost, yours alone"), false
	}
	return p.call("trained again without the user, with the same known noise: yours alone to see, not a private number",
		"the model was trained without you"), false
}
