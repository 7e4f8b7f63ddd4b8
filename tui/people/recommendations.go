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

// recommendationRow is one row of the recommendations, of both lists where two models are compared.
type recommendationRow struct {
	place          int // from 1
	run, reference recommendation
}

// recommendation is a recommended item with its title; the zero value is none.
type recommendation struct {
	people.Pick
	title  string
	shared bool // in both lists
}

func (r recommendation) text(mark string) string {
	switch {
	case r.title == "":
		return ""
	case r.shared:
		return mark + " " + r.title
	}
	return "  " + r.title
}

func (r recommendation) predicted() string {
	if r.title == "" {
		return ""
	}
	return formatPrediction(r.Rating)
}

func (p *Screen) recommendationColumns() []ui.Column[recommendationRow] {
	style := func(of func(recommendationRow) recommendation) func(*themes.Theme, recommendationRow) lipgloss.Style {
		return func(th *themes.Theme, r recommendationRow) lipgloss.Style {
			if of(r).shared {
				return th.Good
			}
			return th.Text
		}
	}
	run, reference := func(r recommendationRow) recommendation { return r.run }, func(r recommendationRow) recommendation { return r.reference }
	all := []ui.Column[recommendationRow]{
		{Width: 2, Right: true, Text: func(r recommendationRow) string { return fmt.Sprint(r.place) },
			Style: func(th *themes.Theme, _ recommendationRow) lipgloss.Style { return th.Muted }},
		{Width: 12, Grow: true, Text: func(r recommendationRow) string { return r.run.text(p.Theme.Glyphs.Check) }, Style: style(run)},
		{Width: 5, Right: true, Priority: 1, Text: func(r recommendationRow) string { return r.run.predicted() }},
	}
	if !p.comparing {
		return all
	}
	return append(all,
		ui.Column[recommendationRow]{Width: 12, Grow: true, Text: func(r recommendationRow) string { return r.reference.text(p.Theme.Glyphs.Check) }, Style: style(reference)},
		ui.Column[recommendationRow]{Width: 5, Right: true, Priority: 1, Text: func(r recommendationRow) string { return r.reference.predicted() }})
}

// compare shows or hides the list of the non-private reference beside that of the run.
func (p *Screen) compare() tea.Cmd {
	if p.OnlyReleases() {
		p.Say("only releases are shown: the non-private reference is not trained")
		return nil
	}
	p.comparing = !p.comparing
	p.listRecommendations()
	return nil
}

// listRecommendations lists what the run's model recommends, beside what the reference does where both are compared.
func (p *Screen) listRecommendations() {
	run, reference, train := p.answers.Value().run, p.referenceAnswer(), p.Problem.Split.Train
	rows := make([]recommendationRow, listLength)
	for i := range rows {
		rows[i].place = i + 1
	}
	longest := 0
	fill := func(one, other *modelAnswer, into func(*recommendationRow) *recommendation) {
		if one == nil || one.list.Alike {
			return
		}
		for i, pick := range one.list.Picks {
			r := into(&rows[i])
			*r = recommendation{Pick: pick, title: people.Title(train, pick.Item)}
			r.shared = other != nil && !other.list.Alike && people.Overlap([]people.Pick{pick}, other.list.Picks) > 0
		}
		longest = max(longest, len(one.list.Picks))
	}
	fill(run, reference, func(r *recommendationRow) *recommendation { return &r.run })
	fill(reference, run, func(r *recommendationRow) *recommendation { return &r.reference })
	c := p.recommendationColumns()
	p.recommended.Columns = c
	if run != nil {
		c[1].Title = "  " + run.name
		if !run.private {
			c[1].Title += ", not private"
		}
	}
	if reference != nil {
		c[3].Title = "  " + reference.name + ", not private"
	}
	p.recommended.Set(rows[:longest], nil)
}

func (p *Screen) recommendationsTitle() string {
	if p.isGuest() {
		return "Recommendations for you"
	}
	return "Recommendations for user " + canvas.Text(p.userName(p.person.User))
}

// recommendationsNote returns how many items both lists have; "" where there is one list.
func (p *Screen) recommendationsNote() string {
	run, reference := p.answers.Value().run, p.referenceAnswer()
	if run == nil || reference == nil || p.answers.Key().person != p.version || run.list.Alike || reference.list.Alike {
		return ""
	}
	n := len(reference.list.Picks)
	return fmt.Sprintf("%s %d of %d in both lists · not private", p.Theme.Glyphs.Check, people.Overlap(run.list.Picks, reference.list.Picks), n)
}

// whyNoRecommendations returns why there are no recommendations; "" where there are.
func (p *Screen) whyNoRecommendations() string {
	a, r := &p.answers, p.Runs.Current
	switch {
	case a.Err() != nil:
		return session.FirstLine(a.Err())
	case a.Value().run != nil || p.referenceAnswer() != nil:
		return ""
	case r == nil:
		return "No run yet. On Tune, press Enter to train."
	case r.Training():
		return "training the first iteration"
	case len(r.Iterations) > 0:
		return "computing recommendations"
	}
	return "The run has no model: no iteration finished. On Tune, press Enter to train again."
}

// drawRecommendations draws the lists and the notes below them.
func (p *Screen) drawRecommendations(w, h int) string {
	th := p.Theme
	if why := p.whyNoRecommendations(); why != "" {
		return canvas.Centre(th, why, w, h)
	}
	foot := p.recommendationNotes(w - 2)
	foot = foot[:max(min(len(foot), h-4), 0)]
	empty := p.forUserOrGuest("The user has rated every item.", "You have rated every item.")
	if r := p.answeringRun(); r != nil && r.Config.Scope.Catalogue {
		empty = p.forUserOrGuest("The user has rated every released item.", "You have rated every released item.")
	}
	for _, v := range []*modelAnswer{p.answers.Value().run, p.referenceAnswer()} {
		if v != nil && v.list.Alike {
			empty = "No recommendations: all predictions are equal."
		}
	}
	body := p.recommended.Draw(th, w, h-len(foot), p.Focus == panelRecommendations, empty)
	if len(foot) == 0 {
		return body
	}
	return canvas.Stack(body, ui.Inset(foot, w, len(foot)))
}

// recommendationNotes returns what is special about these recommendations, in lines of w cells.
func (p *Screen) recommendationNotes(w int) (lines []string) {
	th, run, reference := p.Theme, p.answers.Value().run, p.referenceAnswer()
	add := func(style lipgloss.Style, text string, args ...any) {
		lines = append(lines, ui.PaintWrapped(fmt.Sprintf(text, args...), w, style)...)
	}
	for _, v := range []*modelAnswer{run, reference} {
		if v != nil && v.list.Alike {
			items := format.Thousands(len(v.list.Picks)+v.list.Tied) + " items"
			if p.OnlyReleases() { // their number is not a release
				items = "the items"
			}
			add(th.Warning, "%s predicts %s for each of %s: no recommendations", v.name, formatPrediction(v.list.Picks[0].Rating), items)
		}
	}
	if scope := p.answeringRun().ScopeText(); scope != "" {
		add(th.Muted, "by the run, %s", scope)
	}
	if len(p.person.Items) == 0 {
		add(th.Muted, "no ratings: these are the recommendations for any new user")
	}
	switch r := p.Runs.Reference; {
	case !p.comparing && !p.OnlyReleases() && run != nil && run.private:
		add(th.Muted, "c: compare with %s, the non-private reference (for study only)", session.ReferenceMethod)
	case p.comparing:
		add(th.Warning, "%s %s, marks and overlap are not private: for study only", th.Glyphs.Alert, session.ReferenceMethod)
		switch {
		case reference != nil:
		case r == nil:
			add(th.Muted, "the non-private reference is trained after the first run")
		case r.Training():
			add(th.Muted, "training the non-private reference")
		default:
			add(th.Muted, "training of the non-private reference failed")
		}
	}
	if run != nil && run.at.number != 0 && p.Runs.Current != nil && run.at.number != p.Runs.Current.Number {
		add(th.Muted, "from the previous run, until the current run finishes an iteration")
	}
	return lines
}
