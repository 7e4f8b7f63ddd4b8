package people

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// copySelected copies the title, or the user, of the selected row.
func (p *Screen) copySelected() tea.Cmd {
	switch p.Focus {
	case panelUsers:
		if p.Loaded() {
			return p.Session.Copy(p.userName(p.person.User))
		}
	case panelRatings:
		if row, ok := p.ratings.Current(); ok {
			return p.Session.Copy(row.title)
		}
	case panelRecommendations:
		if row, ok := p.recommended.Current(); ok {
			return p.Session.Copy(row.run.title)
		}
	}
	return nil
}

// copyCommand copies the command that prints recommendations for the person, with the settings of the run or, before a
// run, of the knobs.
func (p *Screen) copyCommand() tea.Cmd {
	if p.whyEmpty() != "" {
		return nil
	}
	m, c := p.Knobs.Method(), p.Knobs.Config()
	if r := p.answeringRun(); r != nil {
		m, c = r.Method, r.Config
	}
	words := append([]string{"dpals", "recommend"}, session.FlagsOf(p.Problem, p.Options.Source, m, c)...)
	if !p.isGuest() {
		return p.Session.Copy(strings.Join(append(words, "--user", session.ShellQuote(p.userName(p.person.User))), " "))
	}
	if len(p.person.Items) == 0 {
		p.Say("no ratings yet: press n to rate a title")
		return nil
	}
	train, finder, person, s := p.Problem.Split.Train, p.finder, p.person, p.Session
	return func() tea.Msg {
		return s.Copy(strings.Join(append(words, "--ratings", session.ShellQuote(ratingsArgument(train, finder, person))), " "))()
	}
}

// ratingsArgument writes ratings in the form that --ratings reads: by title where that finds the item, else by id. It
// searches every title among all.
func ratingsArgument(train *loaders.Ratings, finder *people.Finder, person people.Person) string {
	parts := make([]string, len(person.Items))
	for k, j := range person.Items {
		name := people.Title(train, j)
		if found, err := finder.Item(name); err != nil || found != j || strings.ContainsAny(name, "=\n") || canvas.Text(name) != name {
			name = train.ItemNames.At(int(j))
		}
		parts[k] = fmt.Sprintf("%s=%s", name, formatRating(float64(person.Values[k])))
	}
	return strings.Join(parts, ", ")
}
