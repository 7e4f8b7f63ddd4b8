package people

import (
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

// removalTitle is the title of the panel of the removal.
const removalTitle = "Effect of removing this user"

// recommendationsHeight is the height that fits all recommendations and the notes below them.
const recommendationsHeight = listLength + 7

// arrange lays the panels out. In one column the ratings get more room while a title is searched.
func (p *Screen) arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, 4)
	if b.W < ui.WideFrom {
		top, rest := b.Top(max(b.H*3/10, 6))
		if p.guest.isAsking() {
			top, rest = b.Top(b.H * 6 / 10)
		}
		at[panelUsers], at[panelRatings] = top.Left(b.W * 3 / 10)
		at[panelRecommendations], at[panelRemoval] = rest.Top(rest.H - min(max(b.H*3/10, 6), 12))
		if p.guest.isAsking() {
			at[panelRecommendations], at[panelRemoval] = rest, ui.Rect{}
		}
		return at
	}
	left, right := b.Left(min(max(b.W*36/100, 44), 76))
	at[panelUsers], at[panelRatings] = left.Top(b.H * 2 / 5)
	at[panelRecommendations], at[panelRemoval] = right.Top(min(b.H-min(b.H/2, 14), recommendationsHeight))
	return at
}

// whyEmpty returns why there is no person to show yet; "" once there is.
func (p *Screen) whyEmpty() string {
	switch {
	case p.LoadError != nil:
		return "no ratings: " + session.FirstLine(p.LoadError)
	case !p.Loaded():
		return "loading " + canvas.Text(p.Session.Reading)
	case p.finder == nil:
		return "reading titles"
	}
	return ""
}

// Draw returns the panels side by side; each is drawn again only when something in it has changed.
func (p *Screen) Draw() string {
	if why := p.whyEmpty(); why != "" {
		return p.Compose(
			p.Panel(panelUsers, "Users", "", p.Empty(why)),
			p.Panel(panelRatings, "Ratings", "", p.Empty("the ratings of one user")),
			p.Panel(panelRecommendations, "Recommendations", "", p.Empty("the recommendations for that user")),
			p.Panel(panelRemoval, removalTitle, "", p.Empty("how predictions for others change without that user")),
		)
	}
	users, position := p.usersHeading()
	return p.Compose(
		p.Panel(panelUsers, users, position, p.drawUsers),
		p.Panel(panelRatings, p.ratingsTitle(), p.ratingsNote(), p.drawRatings),
		p.Panel(panelRecommendations, p.recommendationsTitle(), p.recommendationsNote(), p.drawRecommendations),
		p.Panel(panelRemoval, p.forUserOrGuest(removalTitle, "What others learn about you"), p.removalNote(), p.drawRemoval),
	)
}

// Remark returns what to do next, or what the focused panel shows and who may see it.
func (p *Screen) Remark() (text string, urgent bool) {
	switch {
	case p.whyEmpty() != "":
		return "", false
	case p.guest.rating:
		return p.guest.ratingHelp(p.Problem.Split.Train), false
	case p.guest.title.Open:
		return "type part of a title, Enter selects it", false
	case p.Focus == panelUsers && p.OnlyReleases():
		return "users are hidden with --private-metrics. n: rate titles as a guest", false
	case p.Focus == panelUsers:
		return "select a user. n: rate titles as a guest", false
	case p.Focus == panelRatings:
		return p.forUserOrGuest("each rating is predicted from the user's others (not private: for this user only)",
			"each rating is predicted from your others (for you only)"), false
	case p.Focus == panelRecommendations:
		if p.comparing {
			return session.ReferenceMethod + ", marks and overlap are not private: for study only, do not show them to the user", false
		}
		return p.forUserOrGuest("computed from the released model and the user's ratings: costs no ε, for this user only",
			"computed from the released model and your ratings: costs no ε, for you only"), false
	}
	return p.forUserOrGuest("trained again without this user, with the same simulated noise (not private)",
		"the model was trained without you"), false
}
