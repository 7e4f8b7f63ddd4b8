package cli

import (
	"fmt"
	"io"

	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/engine/promise"
	"dpals/tui/canvas"
)

// studyOnly stands beside what --compare and --leave print.
const studyOnly = "not private, for study only"

func (a *advice) title(j uint32) string { return canvas.Text(people.Title(a.ratings, j)) }

// text writes advice for people.
func (a *advice) text(w io.Writer) error {
	out := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	if a.name != "" {
		out("user %s has %s\n", canvas.Text(a.name), plural(len(a.who.Items), "rating"))
	} else {
		out("somebody who rated")
		for k, j := range a.who.Items {
			out("%s %s %g", map[bool]string{true: ",", false: ""}[k > 0], a.title(j), a.who.Values[k])
		}
		out("\n")
	}
	out("\nrecommendations by %s, for this person alone", a.result.Method)
	if a.compared {
		out("; * also among those of %s: the marks are %s", ceiling, studyOnly)
	}
	out("\n")
	a.list(out, a.mine, a.plain.Picks)
	if a.compared {
		out("\nrecommendations by %s, %s: %d of %d are the same\n", ceiling, studyOnly, people.Overlap(a.mine.Picks, a.plain.Picks), len(a.plain.Picks))
		a.list(out, a.plain, nil)
	}
	a.consequences(out)
	return nil
}

// list writes recommendations, with a mark at those that are among others.
func (a *advice) list(out func(string, ...any), l people.Recommendations, others []people.Pick) {
	for i, p := range l.Picks {
		mark := " "
		if people.Overlap([]people.Pick{p}, others) > 0 {
			mark = "*"
		}
		out("%3d %s %.2f  %s\n", i+1, mark, p.Rating, a.title(p.Item))
	}
	switch {
	case len(l.Picks) == 0:
		out("    every %sitem is rated already\n", a.released())
	case l.Alike:
		out("    these and %s are all alike to the model: no recommendations\n", a.others(l))
	case l.Tied > 0:
		out("    as much is expected of %s as of the last\n", a.others(l))
	case len(a.who.Items) == 0:
		out("    no ratings: anybody new would be told the same\n")
	}
}

// released is the word for items that are not all there are.
func (a *advice) released() string {
	if a.result.Scope.Catalogue {
		return "released "
	}
	return ""
}

// others are the items that a list leaves out although they are expected to be rated as high as its last.
func (a *advice) others(l people.Recommendations) string {
	if a.hidden {
		return "other items"
	}
	return plural(l.Tied, "other item")
}

// consequences says what the others learn of the person.
func (a *advice) consequences(out func(string, ...any)) {
	switch {
	case a.left != nil:
		out("\nwithout this user, predictions for %s change (same known noise; %s)\n", plural(a.left.Others, "other"), studyOnly)
		changes := func(method string, d *people.RemovalEffect) {
			out("  %-9s by %.4f on average, %.2f at most; %.0f %% of the others have new recommendations\n", method, d.Mean, d.Largest, 100*d.Lists)
		}
		changes(a.result.Method, a.left)
		if a.leftPlain != nil {
			changes(ceiling, a.leftPlain)
		}
	case a.name == "":
		out("\nsomebody made up trains nothing: for everybody else nothing changes\n")
	}
	bound, provided := "", promise.Provided(a.result.Scope.Origin(a.ratings.Origin))
	switch r := a.result; {
	case !r.Private:
		out("\nnot private: %s releases what it computed, without noise\n", r.Method)
		return
	case r.Simulation:
		out("\n%s: a simulation with a known seed, which protects nobody\n", epsilonOf(r))
		return
	case a.name == "":
		bound = "what anybody learns of those who trained the model is bounded by %s%s\n"
	case r.Trust == method.TrustLocal:
		bound = "nobody saw this user's ratings: what was rated shows in randomised reports alone, and they tell no more than %s%s\n"
	default:
		bound = "what the others learn of this user is bounded by %s%s\n"
	}
	out("\n"+bound, epsilonOf(a.result), provided)
	if a.result.Mu > 0 {
		out("%s\n", aloneNote)
	}
}

// json is the JSON form of advice. What was only asked for lies under keys of its own, which "not_private" lists.
func (a *advice) json() object {
	list := func(l people.Recommendations) []object {
		all := make([]object, len(l.Picks))
		for i, p := range l.Picks {
			all[i] = object{"item": a.ratings.ItemNames.At(int(p.Item)), "title": people.Title(a.ratings, p.Item), "rating": p.Rating}
		}
		return all
	}
	departure := func(d *people.RemovalEffect) object {
		return object{"others": d.Others, "mean": d.Mean, "largest": d.Largest, "lists_changed": d.Lists}
	}
	o := object{"method": a.result.Method, "private": a.result.Private, "trust": a.result.Trust, "simulation": a.result.Simulation,
		"ratings": len(a.who.Items), "favourites": list(a.mine)}
	if !a.hidden {
		o["tied"] = a.mine.Tied
	}
	if a.name != "" {
		o["user"] = a.name
	}
	if a.result.Private {
		o["epsilon"], o["delta"], o["mu"] = a.result.Epsilon, a.result.Delta, a.result.Mu
		o["provided_public"] = promise.Observed(a.result.Scope.Origin(a.ratings.Origin))
	}
	if a.compared {
		o["compared"] = object{"method": ceiling, "private": false, "favourites": list(a.plain), "tied": a.plain.Tied,
			"overlap": people.Overlap(a.mine.Picks, a.plain.Picks)}
	}
	if a.left != nil {
		leaving := object{a.result.Method: departure(a.left)}
		if a.leftPlain != nil {
			leaving[ceiling] = departure(a.leftPlain)
		}
		o["leaving"] = leaving
	}
	if !a.result.Private {
		return markNotPrivate(o, "favourites", "tied")
	}
	return markNotPrivate(o, "compared", "leaving")
}
