package people

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Screen is the screen of one person: their ratings, their recommendations, and the effect of removing them. The person is
// a user of the ratings or the guest, "you": a made-up user who rates a few titles and is not part of the training. What
// the non-private reference recommends is shown on request only, since a list for one user would reveal ratings of others.
// It is owned by the Update goroutine.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	titles      session.Task[*loaders.Ratings, preparedTitles]
	finder      *people.Finder // nil until the titles are prepared
	users       ui.List[userRow]
	order       session.Task[orderBy, []int32] // of the users; nil: the order of the file
	ratings     ui.List[ratingRow]
	recommended ui.List[recommendationRow]
	effect      ui.TextPanel

	person  people.Person // on the screen
	version int           // changes with person

	comparing bool // with the non-private reference, on request
	guest     guestRatings

	answers answers
	removal removal
}

// New returns the People screen of a session.
func New(s *session.Session) *Screen {
	p := &Screen{Session: s, person: people.Person{User: people.Guest}}
	p.Board = ui.NewBoard(&s.Style, p.arrange)
	p.users = ui.NewRemoteList(p.userColumns()...)
	p.ratings = ui.NewList(p.ratingColumns()...)
	p.recommended = ui.NewList(p.recommendationColumns()...)
	p.titles.What, p.order.What, p.guest.found.What = "reading the titles", "sorting the users", "searching the titles"
	p.answers.What, p.removal.work.What = "computing predictions", "training without the user"
	p.removal.train, p.removal.delay, p.removal.autoLimit = trainFull, removalDelay, session.RetrainLimit
	p.Actions = ui.Bind(s.Options.Keys, p, keyTable(), ui.ScrollKeys[*Screen](), ui.ListKeys[*Screen](), ui.PanelKeys[*Screen]())
	return p
}

// Name returns the name of the screen in the header.
func (p *Screen) Name() string { return "People" }

// Init prepares the titles, if the ratings are loaded already.
func (p *Screen) Init() tea.Cmd {
	if p.Loaded() {
		return p.prepare()
	}
	return nil
}

// Shown starts what is missing for the screen, now that it is visible.
func (p *Screen) Shown() tea.Cmd { return p.refresh() }

// Update handles a message.
func (p *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		p.reset()
		return p.prepare()
	case removalDueMsg:
		p.takeRemovalDue(msg)
	}
	return tea.Batch(p.takeResult(msg), p.refresh())
}

// takeResult takes the result of a task, and returns the command of the next computation of that task.
func (p *Screen) takeResult(msg tea.Msg) tea.Cmd {
	if next, changed := p.titles.Receive(msg); changed {
		p.takeTitles()
		return next
	}
	if next, changed := p.order.Receive(msg); changed {
		p.listUsers()
		return next
	}
	if next, changed := p.guest.found.Receive(msg); changed {
		p.guest.selected, p.guest.top = 0, 0
		return next
	}
	if next, changed := p.answers.Receive(msg); changed {
		p.takeAnswers()
		return next
	}
	next, changed := p.removal.work.Receive(msg)
	if changed {
		p.takeStage()
	}
	return next
}

// refresh returns the command that computes what is missing on the screen; nothing is computed while the screen is not
// visible.
func (p *Screen) refresh() tea.Cmd {
	if !p.Loaded() || p.finder == nil || !p.InFront(p.Name()) {
		p.removal.stop()
		return nil
	}
	order, done := p.orderUsers()
	if done {
		p.showSelectedUser()
	}
	return tea.Batch(order, p.search(), p.askModels(), p.continueRemoval())
}

// reset drops everything that belongs to the ratings of before; what the guest has rated is kept.
func (p *Screen) reset() {
	p.titles.Reset()
	p.finder, p.guest.person, p.person = nil, people.Person{User: people.Guest}, people.Person{User: people.Guest}
	p.guest.cancel()
	p.comparing = false
	p.answers.Reset()
	p.removal.reset()
	p.order.Reset()
	p.users.Reset(0, 0, 0, nil, noneEqual)
	p.version++
}

// preparedTitles is what the screen needs of the ratings. It is read only.
type preparedTitles struct {
	finder *people.Finder
	guest  people.Person // with those of their ratings whose items exist
}

// prepare is the command that prepares the titles for searching, and restores what the guest has rated.
func (p *Screen) prepare() tea.Cmd {
	if !p.Loaded() {
		return nil
	}
	train, kept := p.Problem.Split.Train, p.guest.kept[session.SourceName(p.Problem)]
	return p.titles.Request(p.Ctx, train, func(context.Context) (preparedTitles, error) {
		return preparedTitles{people.NewFinder(train), restoreGuest(train, kept)}, nil
	})
}

func (p *Screen) takeTitles() {
	m := p.titles.Value()
	p.finder, p.guest.person, p.guest.data = m.finder, m.guest, session.SourceName(p.Problem)
	p.listUsers()
	if len(m.guest.Items) == 0 && p.users.Length() > 1 {
		p.users.To(1) // a user with ratings, so that there is something to see
	}
}

// show puts a person on the screen.
func (p *Screen) show(person people.Person) {
	p.answers.Stop() // they are about the person before
	p.person = person
	p.version++
	p.listRatings()
	p.ratings.To(0)
	p.recommended.To(0)
	p.effect.To(0)
}

// isGuest reports whether the person on the screen is the guest.
func (p *Screen) isGuest() bool { return p.person.User == people.Guest }

// forUserOrGuest returns the text for a user, or that for the guest.
func (p *Screen) forUserOrGuest(user, guest string) string {
	if p.isGuest() {
		return guest
	}
	return user
}

// Scrolling returns what the focused panel scrolls.
func (p *Screen) Scrolling() ui.Scroller {
	switch p.Focus {
	case panelUsers:
		return &p.users
	case panelRatings:
		return &p.ratings
	case panelRecommendations:
		return &p.recommended
	}
	return &p.effect
}

// Listing returns the list in the focused panel, nil where there is none.
func (p *Screen) Listing() ui.Lister {
	l, _ := p.Scrolling().(ui.Lister)
	return l
}
