package people

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// peopleKeys work on the People screen, beside those of lists and panels.
func peopleKeys() []ui.Binding[*Screen] {
	key := func(action, where string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: where, Group: "People", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	const onYours, onBest = "on your ratings", "on your recommendations"
	ready := func(p *Screen) bool { return p.waiting() == "" }
	user := func(p *Screen) bool { return ready(p) && !p.guest() }
	yours := func(p *Screen) bool { return p.guest() && p.Focus == panelRatings && p.ratings.Length() > 0 }
	best := func(p *Screen) bool { return p.guest() && p.Focus == panelRecommendations && p.picks.Length() > 0 }
	return []ui.Binding[*Screen]{
		key("people.rate", "", []string{"n"}, ready, "rate a title as somebody made up: type a part of it, Enter, and a rating", "rate", 1, (*Screen).startRating),
		key("people.again", onYours, []string{"enter"}, yours, "rate it anew", "anew", 6, (*Screen).rateAgain),
		key("people.unrate", onYours, []string{"delete", "backspace", "d"}, yours, "take the rating away", "remove", 7, (*Screen).unrate),
		key("people.rate-favourite", onBest, []string{"enter"}, best, "rate it", "rate it", 6, (*Screen).ratePick),
		key("people.compare", "", []string{"c"}, ready, "show beside it what a model without privacy recommends: not private, for study only", "compare", 9, (*Screen).compare),
		key("people.leave", "", []string{"x"}, user, "train again without the user: what changes for others", "remove", 8, (*Screen).askToLeave),
		key("people.copy", "", []string{"y"}, ready, "copy the command that recommends to this person", "copy", 24, (*Screen).copyCommand),
		key("people.copy-value", "", []string{"Y"}, ready, "copy the selected title", "", 0, (*Screen).copyTitle),
	}
}

// filtering is the list of which the filter is typed; nil where none is.
func (p *Screen) filtering() interface{ Press(tea.KeyPressMsg) } {
	switch {
	case p.users.Typing():
		return &p.users
	case p.ratings.Typing():
		return &p.ratings
	case p.picks.Typing():
		return &p.picks
	}
	return nil
}

func (p *Screen) Typing() bool {
	return p.given.asking() || p.filtering() != nil
}

// Press takes a key: for the rating, the title or the filter that is typed, else by the key table.
func (p *Screen) Press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	filter, asked := p.filtering(), p.given.asking()
	switch {
	case p.given.rating:
		p.pressRating(key.String())
	case p.given.title.Open:
		p.pressTitle(key)
	case filter != nil:
		filter.Press(key)
	default:
		if cmd, used = p.Actions.Press(key); !used {
			return nil, false
		}
	}
	return tea.Batch(cmd, p.answered(asked)), true
}

// answered settles the screen after somebody has acted, and its panels where a title is asked for now, or no longer.
func (p *Screen) answered(asked bool) tea.Cmd {
	if p.given.asking() != asked {
		p.Relayout()
	}
	return p.settle()
}

func (p *Screen) Act(action string) (cmd tea.Cmd, done bool) {
	asked := p.given.asking()
	cmd, done = p.Actions.Act(action)
	return tea.Batch(cmd, p.answered(asked)), done
}

// Mouse gives a panel the focus, selects a row or a title, and goes through lists with the wheel.
func (p *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	i := p.Under(at.X, at.Y)
	if i < 0 || p.waiting() != "" {
		return nil
	}
	y, asked := at.Y-p.Rects[i].Inside().Y, p.given.asking()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if i == panelRatings && p.given.title.Open && p.given.title.Text() != "" {
			p.wheelFound(at)
		} else {
			ui.ScrollWheel([]ui.Scroller{&p.users, &p.ratings, &p.picks, &p.farewell}[i], at)
		}
	case tea.MouseClickMsg:
		if at.Button != tea.MouseLeft {
			return nil
		}
		p.FocusOn(i)
		switch {
		case i == panelUsers:
			p.users.Click(y)
		case i == panelRatings:
			p.clickRatings(y)
		case i == panelRecommendations:
			p.picks.Click(y)
		}
	}
	return p.answered(asked)
}

// clickRatings takes the title that is clicked while one is searched, and selects a rating else.
func (p *Screen) clickRatings(y int) {
	g := &p.given
	switch {
	case g.rating:
	case !g.title.Open:
		p.ratings.Click(y)
	case g.title.Text() != "" && y >= 1 && g.top+y-1 < len(g.found.Value()):
		g.selected = g.top + y - 1
		p.editRating(g.found.Value()[g.selected].Item)
	}
}

func (p *Screen) wheelFound(m tea.Mouse) {
	g := &p.given
	switch m.Button {
	case tea.MouseWheelUp:
		g.selected = max(g.selected-ui.WheelRows, 0)
	case tea.MouseWheelDown:
		g.selected = max(min(g.selected+ui.WheelRows, len(g.found.Value())-1), 0)
	}
}

func (p *Screen) rateAgain() tea.Cmd {
	if row, ok := p.ratings.Current(); ok {
		p.editRating(row.item)
	}
	return nil
}

func (p *Screen) unrate() tea.Cmd {
	if row, ok := p.ratings.Current(); ok {
		p.rates(p.given.you.Without(row.item))
	}
	return nil
}

// ratePick rates a recommendation: that of the run on the line, or where there is none the other.
func (p *Screen) ratePick() tea.Cmd {
	row, ok := p.picks.Current()
	if !ok {
		return nil
	}
	pick := row.mine
	if pick.title == "" {
		pick = row.plain
	}
	if pick.title != "" {
		p.FocusOn(panelRatings)
		p.editRating(pick.Item)
	}
	return nil
}

// copyTitle copies the title, or the user, of the selected line.
func (p *Screen) copyTitle() tea.Cmd {
	switch p.Focus {
	case panelUsers:
		if p.Loaded() {
			return p.Session.Copy(p.userName(p.who.User))
		}
	case panelRatings:
		if row, ok := p.ratings.Current(); ok {
			return p.Session.Copy(row.title)
		}
	case panelRecommendations:
		if row, ok := p.picks.Current(); ok {
			return p.Session.Copy(row.mine.title)
		}
	}
	return nil
}

// copyCommand copies the command that recommends to the person by the method of the run, or of the knobs before one.
func (p *Screen) copyCommand() tea.Cmd {
	if p.waiting() != "" {
		return nil
	}
	m, c := p.Knobs.Method(), p.Knobs.Config()
	if r := p.advising(); r != nil {
		m, c = r.Method, r.Config
	}
	words := append([]string{"dpals", "recommend"}, session.FlagsOf(p.Problem, p.Options.Source, m, c)...)
	if !p.guest() {
		return p.Session.Copy(strings.Join(append(words, "--user", session.ShellQuote(p.userName(p.who.User))), " "))
	}
	if len(p.who.Items) == 0 {
		p.Say("rate a title first: press n")
		return nil
	}
	train, finder, who, b := p.Problem.Split.Train, p.finder, p.who, p.Session
	return func() tea.Msg {
		return b.Copy(strings.Join(append(words, "--ratings", session.ShellQuote(ratingsList(train, finder, who))), " "))()
	}
}

// ratingsList writes ratings as the command reads them: by title where that says which item is meant, else by id. Every
// title is looked for among all.
func ratingsList(train *loaders.Ratings, finder *people.Finder, who people.Person) string {
	parts := make([]string, len(who.Items))
	for k, j := range who.Items {
		name := people.Title(train, j)
		if found, err := finder.Item(name); err != nil || found != j || strings.ContainsAny(name, "=\n") || canvas.Text(name) != name {
			name = train.ItemNames.At(int(j))
		}
		parts[k] = fmt.Sprintf("%s=%s", name, stars(float64(who.Values[k])))
	}
	return strings.Join(parts, ", ")
}
