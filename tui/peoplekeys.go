package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// peopleKeys work on the People screen, beside those of lists and panels.
func peopleKeys() []binding[*peopleScreen] {
	key := func(action, where string, keys []string, when func(*peopleScreen) bool, meaning, footer string, rank int, do func(*peopleScreen) tea.Cmd) binding[*peopleScreen] {
		return binding[*peopleScreen]{Key{action, where, "People", keys, meaning, footer, rank}, when, do}
	}
	const onYours, onBest = "on your ratings", "on your recommendations"
	ready := func(p *peopleScreen) bool { return p.waiting() == "" }
	user := func(p *peopleScreen) bool { return ready(p) && !p.guest() }
	yours := func(p *peopleScreen) bool { return p.guest() && p.focus == peopleRatings && p.ratings.length() > 0 }
	best := func(p *peopleScreen) bool { return p.guest() && p.focus == peopleFavourites && p.picks.length() > 0 }
	return []binding[*peopleScreen]{
		key("people.rate", "", []string{"n"}, ready, "rate a title as somebody made up: type a part of it, Enter, and a rating", "rate", 1, (*peopleScreen).startRating),
		key("people.again", onYours, []string{"enter"}, yours, "rate it anew", "anew", 6, (*peopleScreen).rateAgain),
		key("people.unrate", onYours, []string{"delete", "backspace", "d"}, yours, "take the rating away", "remove", 7, (*peopleScreen).unrate),
		key("people.rate-favourite", onBest, []string{"enter"}, best, "rate it", "rate it", 6, (*peopleScreen).ratePick),
		key("people.compare", "", []string{"c"}, ready, "show beside it what a model without privacy recommends: not private, for study only", "compare", 9, (*peopleScreen).compare),
		key("people.leave", "", []string{"x"}, user, "train again without the user: what changes for others", "remove", 8, (*peopleScreen).askToLeave),
		key("people.copy", "", []string{"y"}, ready, "copy the command that recommends to this person", "copy", 24, (*peopleScreen).copyCommand),
		key("people.copy-value", "", []string{"Y"}, ready, "copy the selected title", "", 0, (*peopleScreen).copyTitle),
	}
}

// filtering is the list of which the filter is typed; nil where none is.
func (p *peopleScreen) filtering() interface{ press(tea.KeyPressMsg) } {
	switch {
	case p.users.typing():
		return &p.users
	case p.ratings.typing():
		return &p.ratings
	case p.picks.typing():
		return &p.picks
	}
	return nil
}

func (p *peopleScreen) typing() bool {
	return p.given.asking() || p.filtering() != nil
}

// press takes a key: for the rating, the title or the filter that is typed, else by the key table.
func (p *peopleScreen) press(key tea.KeyPressMsg) (cmd tea.Cmd, used bool) {
	filter, asked := p.filtering(), p.given.asking()
	switch {
	case p.given.rating:
		p.pressRating(key.String())
	case p.given.title.open:
		p.pressTitle(key)
	case filter != nil:
		filter.press(key)
	default:
		if cmd, used = p.actions.press(key); !used {
			return nil, false
		}
	}
	return tea.Batch(cmd, p.answered(asked)), true
}

// answered settles the screen after somebody has acted, and its panels where a title is asked for now, or no longer.
func (p *peopleScreen) answered(asked bool) tea.Cmd {
	if p.given.asking() != asked {
		p.relayout()
	}
	return p.settle()
}

func (p *peopleScreen) act(action string) (cmd tea.Cmd, done bool) {
	asked := p.given.asking()
	cmd, done = p.actions.act(action)
	return tea.Batch(cmd, p.answered(asked)), done
}

// mouse gives a panel the focus, selects a row or a title, and goes through lists with the wheel.
func (p *peopleScreen) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	i := p.under(at.X, at.Y)
	if i < 0 || p.waiting() != "" {
		return nil
	}
	y, asked := at.Y-p.at[i].inside().Y, p.given.asking()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if i == peopleRatings && p.given.title.open && p.given.title.text() != "" {
			p.wheelFound(at)
		} else {
			roll([]scroller{&p.users, &p.ratings, &p.picks, &p.farewell}[i], at)
		}
	case tea.MouseClickMsg:
		if at.Button != tea.MouseLeft {
			return nil
		}
		p.focusOn(i)
		switch {
		case i == peopleUsers:
			p.users.click(y)
		case i == peopleRatings:
			p.clickRatings(y)
		case i == peopleFavourites:
			p.picks.click(y)
		}
	}
	return p.answered(asked)
}

// clickRatings takes the title that is clicked while one is searched, and selects a rating else.
func (p *peopleScreen) clickRatings(y int) {
	g := &p.given
	switch {
	case g.rating:
	case !g.title.open:
		p.ratings.click(y)
	case g.title.text() != "" && y >= 1 && g.top+y-1 < len(g.found):
		g.selected = g.top + y - 1
		p.editRating(g.found[g.selected].Item)
	}
}

func (p *peopleScreen) wheelFound(m tea.Mouse) {
	g := &p.given
	switch m.Button {
	case tea.MouseWheelUp:
		g.selected = max(g.selected-wheel, 0)
	case tea.MouseWheelDown:
		g.selected = max(min(g.selected+wheel, len(g.found)-1), 0)
	}
	g.version++
}

func (p *peopleScreen) rateAgain() tea.Cmd {
	if row, ok := p.ratings.current(); ok {
		p.editRating(row.item)
	}
	return nil
}

func (p *peopleScreen) unrate() tea.Cmd {
	if row, ok := p.ratings.current(); ok {
		p.rates(p.given.you.Without(row.item))
	}
	return nil
}

// ratePick rates a recommendation: that of the run on the line, or where there is none the other.
func (p *peopleScreen) ratePick() tea.Cmd {
	row, ok := p.picks.current()
	if !ok {
		return nil
	}
	pick := row.mine
	if pick.title == "" {
		pick = row.plain
	}
	if pick.title != "" {
		p.focusOn(peopleRatings)
		p.editRating(pick.Item)
	}
	return nil
}

// copyTitle copies the title, or the user, of the selected line.
func (p *peopleScreen) copyTitle() tea.Cmd {
	switch p.focus {
	case peopleUsers:
		if p.loaded() {
			return p.bench.copy(p.userName(p.who.User))
		}
	case peopleRatings:
		if row, ok := p.ratings.current(); ok {
			return p.bench.copy(row.title)
		}
	case peopleFavourites:
		if row, ok := p.picks.current(); ok {
			return p.bench.copy(row.mine.title)
		}
	}
	return nil
}

// copyCommand copies the command that recommends to the person by the method of the run, or of the knobs before one.
func (p *peopleScreen) copyCommand() tea.Cmd {
	if p.waiting() != "" {
		return nil
	}
	m, c := p.knobs.method(), p.knobs.config()
	fixed := p.preview != nil && p.preview.Method == m && typed(p.preview.Plan)
	if r := p.advising(); r != nil {
		m, c, fixed = r.method, r.config, typed(r.plan)
	}
	words := append([]string{"dpals", "recommend"}, flagsOf(p.problem, p.options.Source, m, c, fixed)...)
	if !p.guest() {
		return p.bench.copy(strings.Join(append(words, "--user", quote(p.userName(p.who.User))), " "))
	}
	if len(p.who.Items) == 0 {
		p.say("rate a title first: press n")
		return nil
	}
	train, finder, who, b := p.problem.Split.Train, p.finder, p.who, p.bench
	return func() tea.Msg {
		return b.copy(strings.Join(append(words, "--ratings", quote(ratingsList(train, finder, who))), " "))()
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
