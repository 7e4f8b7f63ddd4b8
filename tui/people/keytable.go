package people

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// keyTable returns the keys of the People screen, without those of lists and panels.
func keyTable() []ui.Binding[*Screen] {
	key := func(action, where string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: where, Group: "People", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	const onYours, onBest = "on your ratings", "on your recommendations"
	ready := func(p *Screen) bool { return p.whyEmpty() == "" }
	user := func(p *Screen) bool { return ready(p) && !p.isGuest() }
	yours := func(p *Screen) bool { return p.isGuest() && p.Focus == panelRatings && p.ratings.Length() > 0 }
	best := func(p *Screen) bool {
		return p.isGuest() && p.Focus == panelRecommendations && p.recommended.Length() > 0
	}
	return []ui.Binding[*Screen]{
		key("people.rate", "", []string{"n"}, ready, "rate a title as a guest: type part of it, Enter, and a rating", "rate", 1, (*Screen).startRating),
		key("people.again", onYours, []string{"enter"}, yours, "change the rating", "change", 6, (*Screen).rateAgain),
		key("people.unrate", onYours, []string{"delete", "backspace", "d"}, yours, "delete the rating", "unrate", 7, (*Screen).unrate),
		key("people.rate-favourite", onBest, []string{"enter"}, best, "rate the recommended title", "rate it", 6, (*Screen).rateRecommendation),
		key("people.compare", "", []string{"c"}, ready, "show or hide the recommendations of the non-private reference (for study only)", "compare", 9, (*Screen).compare),
		key("people.leave", "", []string{"x"}, user, "train again without this user and show the effect on others", "remove", 8, (*Screen).requestRemoval),
		key("people.copy", "", []string{"y"}, ready, "copy the command that prints these recommendations", "copy", 24, (*Screen).copyCommand),
		key("people.copy-value", "", []string{"Y"}, ready, "copy the selected user or title", "", 0, (*Screen).copySelected),
	}
}
