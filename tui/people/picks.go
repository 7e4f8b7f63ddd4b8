package people

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/engine/people"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// pickRow is one line of the recommendations, of both lists where two models are compared.
type pickRow struct {
	place       int // from 1
	mine, plain named
}

// named is a recommendation with its title; the zero value is none.
type named struct {
	people.Pick
	title  string
	shared bool // in both lists
}

func (n named) text(mark string) string {
	switch {
	case n.title == "":
		return ""
	case n.shared:
		return mark + " " + n.title
	}
	return "  " + n.title
}

func (n named) expected() string {
	if n.title == "" {
		return ""
	}
	return expectation(n.Rating)
}

func (p *Screen) pickColumns() []ui.Column[pickRow] {
	style := func(of func(pickRow) named) func(*themes.Theme, pickRow) lipgloss.Style {
		return func(th *themes.Theme, r pickRow) lipgloss.Style {
			if of(r).shared {
				return th.Good
			}
			return th.Text
		}
	}
	mine, plain := func(r pickRow) named { return r.mine }, func(r pickRow) named { return r.plain }
	all := []ui.Column[pickRow]{
		{Width: 2, Right: true, Text: func(r pickRow) string { return fmt.Sprint(r.place) },
			Style: func(th *themes.Theme, _ pickRow) lipgloss.Style { return th.Muted }},
		{Width: 12, Grow: true, Text: func(r pickRow) string { return r.mine.text(p.Theme.Glyphs.Check) }, Style: style(mine)},
		{Width: 5, Right: true, Priority: 1, Text: func(r pickRow) string { return r.mine.expected() }},
	}
	if !p.comparing {
		return all
	}
	return append(all,
		ui.Column[pickRow]{Width: 12, Grow: true, Text: func(r pickRow) string { return r.plain.text(p.Theme.Glyphs.Check) }, Style: style(plain)},
		ui.Column[pickRow]{Width: 5, Right: true, Priority: 1, Text: func(r pickRow) string { return r.plain.expected() }})
}

// compare shows the model without privacy beside the one of the run, or no longer.
func (p *Screen) compare() tea.Cmd {
	if p.OnlyReleases() {
		p.Say("only releases are shown, so no model without privacy is trained or shown beside them")
		return nil
	}
	p.comparing = !p.comparing
	p.listPicks()
	return nil
}

// listPicks lists what the model of the run recommends, with that of the model without privacy beside it on request.
func (p *Screen) listPicks() {
	mine, plain, train := p.advice.Value().mine, p.plain(), p.Problem.Split.Train
	rows := make([]pickRow, favourites)
	for i := range rows {
		rows[i].place = i + 1
	}
	longest := 0
	fill := func(v, other *verdict, into func(*pickRow) *named) {
		if v == nil || v.list.Alike {
			return
		}
		for i, pick := range v.list.Picks {
			n := into(&rows[i])
			*n = named{Pick: pick, title: people.Title(train, pick.Item)}
			n.shared = other != nil && !other.list.Alike && people.Overlap([]people.Pick{pick}, other.list.Picks) > 0
		}
		longest = max(longest, len(v.list.Picks))
	}
	fill(mine, plain, func(r *pickRow) *named { return &r.mine })
	fill(plain, mine, func(r *pickRow) *named { return &r.plain })
	c := p.pickColumns()
	p.picks.Columns = c
	if mine != nil {
		c[1].Title = "  " + mine.name
		if !mine.private {
			c[1].Title += ", not private"
		}
	}
	if plain != nil {
		c[3].Title = "  " + plain.name + ", not private"
	}
	p.picks.Set(rows[:longest], nil)
}

func (p *Screen) picksTitle() string {
	if p.guest() {
		return "Recommendations for you"
	}
	return "Recommendations for user " + canvas.Text(p.userName(p.who.User))
}

func (p *Screen) picksNote() string {
	mine, plain := p.advice.Value().mine, p.plain()
	if mine == nil || plain == nil || p.advice.Key().Person != p.version || mine.list.Alike || plain.list.Alike {
		return ""
	}
	n := len(plain.list.Picks)
	return fmt.Sprintf("%s %d of %d the same · not private", p.Theme.Glyphs.Check, people.Overlap(mine.list.Picks, plain.list.Picks), n)
}

// unadvised is why there are no recommendations; "" where there are.
func (p *Screen) unadvised() string {
	a, r := &p.advice, p.Runs.Current
	switch {
	case a.Err() != nil:
		return session.FirstLine(a.Err())
	case a.Value().mine != nil || p.plain() != nil:
		return ""
	case r == nil:
		return "No run has been trained yet: go to Tune and press Enter."
	case r.Training():
		return "the first step is being trained"
	case len(r.Steps) > 0:
		return "asking the model"
	}
	return "The run has no model, as its first step was not finished: go to Tune and press Enter to train another."
}

func (p *Screen) drawPicks(w, h int) string {
	th := p.Theme
	if why := p.unadvised(); why != "" {
		return canvas.Centre(th, why, w, h)
	}
	foot := p.footnote(w - 2)
	foot = foot[:max(min(len(foot), h-4), 0)]
	empty := p.call("Every item is rated already.", "You have rated everything there is.")
	if r := p.advising(); r != nil && r.Config.Scope.Catalogue {
		empty = p.call("Every released item is rated already.", "You have rated everything that was released.")
	}
	for _, v := range []*verdict{p.advice.Value().mine, p.plain()} {
		if v != nil && v.list.Alike {
			empty = "Nothing is expected to please more than anything else."
		}
	}
	body := p.picks.Draw(th, w, h-len(foot), p.Focus == panelRecommendations, empty)
	if len(foot) == 0 {
		return body
	}
	return canvas.Stack(body, ui.Inset(foot, w, len(foot)))
}

// footnote says what is special about these recommendations, in lines of w cells.
func (p *Screen) footnote(w int) (lines []string) {
	th, mine, plain := p.Theme, p.advice.Value().mine, p.plain()
	say := func(style lipgloss.Style, format string, args ...any) {
		lines = append(lines, ui.PaintWrapped(fmt.Sprintf(format, args...), w, style)...)
	}
	for _, v := range []*verdict{mine, plain} {
		if v != nil && v.list.Alike {
			items := format.Thousands(len(v.list.Picks)+v.list.Tied) + " items"
			if p.OnlyReleases() { // how many there are is no release
				items = "the items"
			}
			say(th.Warning, "%s expects %s of each of %s: it recommends nothing", v.name, expectation(v.list.Picks[0].Rating), items)
		}
	}
	if scope := p.advising().ScopeText(); scope != "" {
		say(th.Muted, "by the run, %s", scope)
	}
	if len(p.who.Items) == 0 {
		say(th.Muted, "%s: this is what anybody new is told", p.call("no ratings", "you have rated nothing"))
	}
	switch r := p.Runs.Reference; {
	case !p.comparing && !p.OnlyReleases() && mine != nil && mine.private:
		say(th.Muted, "c compares with %s, which is not private: for study only", session.ReferenceMethod)
	case p.comparing:
		say(th.Warning, "%s %s, the marks and the overlap are not private: for study only", th.Glyphs.Alert, session.ReferenceMethod)
		switch {
		case plain != nil:
		case r == nil:
			say(th.Muted, "the model without privacy is trained after the first run")
		case r.Training():
			say(th.Muted, "the model without privacy is being trained")
		default:
			say(th.Muted, "the model without privacy could not be trained")
		}
	}
	if mine != nil && mine.at.run != 0 && p.Runs.Current != nil && mine.at.run != p.Runs.Current.Number {
		say(th.Muted, "by the run before, until the current one has finished a step")
	}
	return lines
}
