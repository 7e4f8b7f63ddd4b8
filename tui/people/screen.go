package people

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The panels of the People screen.
const (
	panelUsers = iota
	panelRatings
	panelRecommendations
	panelRemoval
)

// Screen is the screen of one person: their ratings, what is recommended to them, what others learn of them. It is
// a user of the ratings, or "you": somebody made up who rates a few titles, and trains nothing. What a model without
// privacy says is shown on request alone: beside a list for a user it would tell that user of others.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	titles   session.Task[*loaders.Ratings, preparedTitles]
	finder   *people.Finder // nil until the titles are prepared
	users    ui.List[userRow]
	order    session.Task[arrangement, []int32] // of the users; nil: as the file has them
	ratings  ui.List[ratingRow]
	picks    ui.List[pickRow]
	farewell ui.TextPanel

	who     people.Person
	version int // changes with who

	comparing bool // with the model that is not private, on request
	given     givenRatings

	advice advice
	leave  leave
}

// New returns the People screen of a session.
func New(s *session.Session) *Screen {
	p := &Screen{Session: s, who: people.Person{User: people.Guest}}
	p.Board = ui.NewBoard(&s.Style, p.arrange)
	p.users = ui.NewRemoteList(p.userColumns()...)
	p.ratings = ui.NewList(p.ratingColumns()...)
	p.picks = ui.NewList(p.pickColumns()...)
	p.titles.What, p.order.What, p.given.found.What = "reading the titles", "sorting the users", "searching the titles"
	p.advice.What, p.leave.work.What = "asking the models", "training without the user"
	p.leave.gather, p.leave.delay, p.leave.atOnce = gather, leaveDelay, session.RetrainLimit
	p.Actions = ui.Bind(s.Options.Keys, p, peopleKeys(), ui.ScrollKeys[*Screen](), ui.ListKeys[*Screen](), ui.PanelKeys[*Screen]())
	return p
}

func (p *Screen) Name() string { return "People" }

// arrange gives the ratings more room while a title is searched, where all stand in one column.
func (p *Screen) arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, 4)
	if b.W < ui.WideFrom {
		top, rest := b.Top(max(b.H*3/10, 6))
		if p.given.asking() {
			top, rest = b.Top(b.H * 6 / 10)
		}
		at[panelUsers], at[panelRatings] = top.Left(b.W * 3 / 10)
		at[panelRecommendations], at[panelRemoval] = rest.Top(rest.H - min(max(b.H*3/10, 6), 12))
		if p.given.asking() {
			at[panelRecommendations], at[panelRemoval] = rest, ui.Rect{}
		}
		return at
	}
	left, right := b.Left(min(max(b.W*36/100, 44), 76))
	at[panelUsers], at[panelRatings] = left.Top(b.H * 2 / 5)
	at[panelRecommendations], at[panelRemoval] = right.Top(min(b.H-min(b.H/2, 14), mostPicks))
	return at
}

// leavingTitle names the panel of what changes for others.
const leavingTitle = "Effect of removing this user"

// mostPicks is the room that all recommendations take, with what there may be to say about them.
const mostPicks = favourites + 7

func (p *Screen) Init() tea.Cmd {
	if p.Loaded() {
		return p.prepare()
	}
	return nil
}

func (p *Screen) Shown() tea.Cmd { return p.settle() }

func (p *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		p.forgetPeople()
		return p.prepare()
	case departMsg:
		p.departs(msg)
	}
	return tea.Batch(p.take(msg), p.settle())
}

// take takes what a command has worked out.
func (p *Screen) take(msg tea.Msg) tea.Cmd {
	if next, changed := p.titles.Receive(msg); changed {
		p.prepared()
		return next
	}
	if next, changed := p.order.Receive(msg); changed {
		p.beginUsers()
		return next
	}
	if next, changed := p.given.found.Receive(msg); changed {
		p.given.selected, p.given.top = 0, 0
		return next
	}
	if next, changed := p.advice.Receive(msg); changed {
		p.advised()
		return next
	}
	next, changed := p.leave.work.Receive(msg)
	if changed {
		p.takeStage()
	}
	return next
}

// settle is the command that works out what is missing for what shows. Nothing is worked out for a screen that does not.
func (p *Screen) settle() tea.Cmd {
	if !p.Loaded() || p.finder == nil || !p.InFront(p.Name()) {
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
func (p *Screen) forgetPeople() {
	p.titles.Reset()
	p.finder, p.given.you, p.who = nil, people.Person{User: people.Guest}, people.Person{User: people.Guest}
	p.given.stop()
	p.comparing = false
	p.advice.Reset()
	p.leave.reset()
	p.order.Reset()
	p.users.Begin(0, 0, 0, nil, nobody)
	p.version++
}

// preparedTitles is what the screen needs of the ratings. It is read only.
type preparedTitles struct {
	finder *people.Finder
	you    people.Person // as far as their ratings are of items that are here
}

// prepare is the command that makes the titles ready to be searched, and finds what the one made up has rated.
func (p *Screen) prepare() tea.Cmd {
	if !p.Loaded() {
		return nil
	}
	train, likings := p.Problem.Split.Train, p.given.kept[session.SourceName(p.Problem)]
	return p.titles.Request(p.Ctx, train, func(context.Context) (preparedTitles, error) {
		return preparedTitles{people.NewFinder(train), recall(train, likings)}, nil
	})
}

func (p *Screen) prepared() {
	m := p.titles.Value()
	p.finder, p.given.you, p.given.data = m.finder, m.you, session.SourceName(p.Problem)
	p.beginUsers()
	if len(m.you.Items) == 0 && p.users.Length() > 1 {
		p.users.To(1) // somebody with ratings, so that there is something to see
	}
}

// choose puts a person on the screen.
func (p *Screen) choose(who people.Person) {
	p.advice.Stop() // it is about the person before
	p.who = who
	p.version++
	p.listRatings()
	p.ratings.To(0)
	p.picks.To(0)
	p.farewell.To(0)
}

// guest reports whether the person is the one made up.
func (p *Screen) guest() bool { return p.who.User == people.Guest }

// call words a sentence for a user or for the one made up.
func (p *Screen) call(user, you string) string {
	if p.guest() {
		return you
	}
	return user
}

func (p *Screen) Scrolling() ui.Scroller {
	switch p.Focus {
	case panelUsers:
		return &p.users
	case panelRatings:
		return &p.ratings
	case panelRecommendations:
		return &p.picks
	}
	return &p.farewell
}

func (p *Screen) Listing() ui.Lister {
	l, _ := p.Scrolling().(ui.Lister)
	return l
}

// waiting is what a panel says before there is anybody; "" once there is.
func (p *Screen) waiting() string {
	switch {
	case p.LoadError != nil:
		return "no ratings: " + session.FirstLine(p.LoadError)
	case !p.Loaded():
		return "loading " + canvas.Text(p.Session.Reading)
	case p.finder == nil:
		return "reading the titles"
	}
	return ""
}

func (p *Screen) Draw() string {
	waiting := p.waiting()
	if waiting != "" {
		return p.Compose(
			p.Panel(panelUsers, "People", "", p.Empty(waiting)),
			p.Panel(panelRatings, "Ratings", "", p.Empty("what one user has rated")),
			p.Panel(panelRecommendations, "Recommendations", "", p.Empty("what is recommended to that user")),
			p.Panel(panelRemoval, leavingTitle, "", p.Empty("what changes for others without that user")),
		)
	}
	users, position := p.usersHeading()
	return p.Compose(
		p.Panel(panelUsers, users, position, p.drawUsers),
		p.Panel(panelRatings, p.ratingsTitle(), p.ratingsNote(), p.drawRatings),
		p.Panel(panelRecommendations, p.picksTitle(), p.picksNote(), p.drawPicks),
		p.Panel(panelRemoval, p.call(leavingTitle, "What others learn of you"), p.leavingNote(), p.drawLeaving),
	)
}

func (p *Screen) Remark() (text string, urgent bool) {
	switch {
	case p.waiting() != "":
		return "", false
	case p.given.rating:
		return p.given.howToRate(p.Problem.Split.Train), false
	case p.given.title.Open:
		return "type a part of a title, Enter takes it", false
	case p.Focus == panelUsers && p.OnlyReleases():
		return "no users are listed beside released errors: press n and rate a few titles", false
	case p.Focus == panelUsers:
		return "pick a user, or press n to be one of them for a moment: rate a few titles", false
	case p.Focus == panelRatings:
		return p.call("each rating is predicted from the user's others: for that user alone, not a private number",
			"each rating is predicted from your others: yours alone"), false
	case p.Focus == panelRecommendations:
		if p.comparing {
			return session.ReferenceMethod + ", the marks and the overlap are not private: for study only, not to be shown to the user", false
		}
		return p.call("worked out from the released model and the user's own ratings: no further cost, for that user alone",
			"worked out from the released model and your own ratings: no further cost, yours alone"), false
	}
	return p.call("trained again without the user, with the same known noise: yours alone to see, not a private number",
		"the model was trained without you"), false
}
