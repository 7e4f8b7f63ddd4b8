package people

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// filtering returns the list whose filter is being typed; nil where none is.
func (p *Screen) filtering() interface{ Press(tea.KeyPressMsg) } {
	switch {
	case p.users.Typing():
		return &p.users
	case p.ratings.Typing():
		return &p.ratings
	case p.recommended.Typing():
		return &p.recommended
	}
	return nil
}

// Typing reports whether a rating, a title or a filter is being typed.
func (p *Screen) Typing() bool {
	return p.guest.isAsking() || p.filtering() != nil
}

// Press handles a key: for the rating, the title or the filter that is being typed, else by the key table.
func (p *Screen) Press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	filter, asking := p.filtering(), p.guest.isAsking()
	switch {
	case p.guest.rating:
		p.pressRating(key.String())
	case p.guest.title.Open:
		p.pressTitle(key)
	case filter != nil:
		filter.Press(key)
	default:
		if cmd, used = p.Actions.Press(key); !used {
			return nil, false
		}
	}
	return tea.Batch(cmd, p.afterInput(asking)), true
}

// afterInput refreshes the screen after a key or a click, and its layout where a title is asked for now, or no longer.
func (p *Screen) afterInput(wasAsking bool) tea.Cmd {
	if p.guest.isAsking() != wasAsking {
		p.Relayout()
	}
	return p.refresh()
}

// Act runs an action of the key table by its name.
func (p *Screen) Act(action string) (cmd tea.Cmd, done bool) {
	asking := p.guest.isAsking()
	cmd, done = p.Actions.Act(action)
	return tea.Batch(cmd, p.afterInput(asking)), done
}

// Mouse focuses a panel, selects a row or a title, and scrolls lists with the wheel.
func (p *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	i := p.Under(at.X, at.Y)
	if i < 0 || p.whyEmpty() != "" {
		return nil
	}
	y, asking := at.Y-p.Rects[i].Inside().Y, p.guest.isAsking()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if i == panelRatings && p.guest.title.Open && p.guest.title.Text() != "" {
			p.wheelFound(at)
		} else {
			ui.ScrollWheel([]ui.Scroller{&p.users, &p.ratings, &p.recommended, &p.effect}[i], at)
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
			p.recommended.Click(y)
		}
	}
	return p.afterInput(asking)
}

// clickRatings selects the found title in row y while one is searched, else the rating.
func (p *Screen) clickRatings(y int) {
	g := &p.guest
	switch {
	case g.rating:
	case !g.title.Open:
		p.ratings.Click(y)
	case g.title.Text() != "" && y >= 1 && g.top+y-1 < len(g.found.Value()):
		g.selected = g.top + y - 1
		p.askRating(g.found.Value()[g.selected].Item)
	}
}

// wheelFound moves the selection through the found titles.
func (p *Screen) wheelFound(m tea.Mouse) {
	g := &p.guest
	switch m.Button {
	case tea.MouseWheelUp:
		g.selected = max(g.selected-ui.WheelRows, 0)
	case tea.MouseWheelDown:
		g.selected = max(min(g.selected+ui.WheelRows, len(g.found.Value())-1), 0)
	}
}
