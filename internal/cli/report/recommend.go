package report

import (
	"fmt"
	"io"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// advice is what a person is told.
type Advice struct {
	Ratings *loaders.Ratings
	Name    string // the user's id; "" for somebody made up
	Who     people.Person
	Likings []people.Liking // of somebody made up, where items or range are known only once the run has released them
	Notes   []string        // what became of them
	Hidden  bool            // only releases are told, and how many items there are is none
	Result  *engine.Result  // of the run
	Mine    people.Shortlist

	// What was asked for beside it, which is not private.
	Compared        bool             // with the reference
	Plain           people.Shortlist // by the reference
	Left, LeftPlain *people.Departure
}

func (a *Advice) title(j uint32) string { return canvas.Text(people.Title(a.Ratings, j)) }

// text writes advice for people.
func (a *Advice) Text(w io.Writer) error {
	out := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	if a.Name != "" {
		out("user %s has %s\n", canvas.Text(a.Name), format.Plural(len(a.Who.Items), "rating"))
	} else {
		out("somebody who rated")
		for k, j := range a.Who.Items {
			out("%s %s %g", map[bool]string{true: ",", false: ""}[k > 0], a.title(j), a.Who.Values[k])
		}
		out("\n")
	}
	out("\nrecommendations by %s, for this person alone", a.Result.Method)
	if a.Compared {
		out("; * also among those of %s: the marks are %s", Reference, studyOnly)
	}
	out("\n")
	a.list(out, a.Mine, a.Plain.Picks)
	if a.Compared {
		out("\nrecommendations by %s, %s: %d of %d are the same\n", Reference, studyOnly, people.Overlap(a.Mine.Picks, a.Plain.Picks), len(a.Plain.Picks))
		a.list(out, a.Plain, nil)
	}
	a.consequences(out)
	return nil
}

// list writes recommendations, with a mark at those that are among others.
func (a *Advice) list(out func(string, ...any), l people.Shortlist, others []people.Pick) {
	for i, p := range l.Picks {
		mark := " "
		if people.Overlap([]people.Pick{p}, others) > 0 {
			mark = "*"
		}
		out("%3d %s %.2f  %s\n", i+1, mark, p.Rating, a.title(p.Item))
	}
	switch {
	case len(l.Picks) == 0:
		out("    every %sitem is rated already\n", a.Released())
	case l.Alike:
		out("    these and %s are all alike to the model: no recommendations\n", a.others(l))
	case l.Tied > 0:
		out("    as much is expected of %s as of the last\n", a.others(l))
	case len(a.Who.Items) == 0:
		out("    no ratings: anybody new would be told the same\n")
	}
}

// released is the word for items that are not all there are.
func (a *Advice) Released() string {
	if a.Result.Scope.Catalogue {
		return "released "
	}
	return ""
}

// others are the items that a list leaves out although they are expected to be rated as high as its last.
func (a *Advice) others(l people.Shortlist) string {
	if a.Hidden {
		return "other items"
	}
	return format.Plural(l.Tied, "other item")
}

// consequences says what the others learn of the person.
func (a *Advice) consequences(out func(string, ...any)) {
	switch {
	case a.Left != nil:
		out("\nwithout this user, predictions for %s change (same known noise; %s)\n", format.Plural(a.Left.Others, "other"), studyOnly)
		changes := func(method string, d *people.Departure) {
			out("  %-9s by %.4f on average, %.2f at most; %.0f %% of the others have new recommendations\n", method, d.Mean, d.Largest, 100*d.Lists)
		}
		changes(a.Result.Method, a.Left)
		if a.LeftPlain != nil {
			changes(Reference, a.LeftPlain)
		}
	case a.Name == "":
		out("\nsomebody made up trains nothing: for everybody else nothing changes\n")
	}
	bound, provided := "", promise.Provided(a.Result.Scope.Origin(a.Ratings.Origin))
	switch r := a.Result; {
	case !r.Private:
		out("\nnot private: %s releases what it computed, without noise\n", r.Method)
		return
	case r.Simulation:
		out("\n%s: a simulation with a known seed, which protects nobody\n", epsilonOf(r))
		return
	case a.Name == "":
		bound = "what anybody learns of those who trained the model is bounded by %s%s\n"
	case r.Trust == method.TrustLocal:
		bound = "nobody saw this user's ratings: what was rated shows in randomised reports alone, and they tell no more than %s%s\n"
	default:
		bound = "what the others learn of this user is bounded by %s%s\n"
	}
	out("\n"+bound, epsilonOf(a.Result), provided)
	if a.Result.Mu > 0 {
		out("%s\n", aloneNote)
	}
}

// json is the JSON form of advice. What was only asked for lies under keys of its own, which "not_private" lists.
func (a *Advice) JSON() Object {
	list := func(l people.Shortlist) []Object {
		all := make([]Object, len(l.Picks))
		for i, p := range l.Picks {
			all[i] = Object{"item": a.Ratings.ItemNames.At(int(p.Item)), "title": people.Title(a.Ratings, p.Item), "rating": p.Rating}
		}
		return all
	}
	departure := func(d *people.Departure) Object {
		return Object{"others": d.Others, "mean": d.Mean, "largest": d.Largest, "lists_changed": d.Lists}
	}
	o := Object{"method": a.Result.Method, "private": a.Result.Private, "trust": a.Result.Trust, "simulation": a.Result.Simulation,
		"ratings": len(a.Who.Items), "favourites": list(a.Mine)}
	if !a.Hidden {
		o["tied"] = a.Mine.Tied
	}
	if a.Name != "" {
		o["user"] = a.Name
	}
	if a.Result.Private {
		o["epsilon"], o["delta"], o["mu"] = a.Result.Epsilon, a.Result.Delta, a.Result.Mu
		o["provided_public"] = promise.Observed(a.Result.Scope.Origin(a.Ratings.Origin))
	}
	if a.Compared {
		o["compared"] = Object{"method": Reference, "private": false, "favourites": list(a.Plain), "tied": a.Plain.Tied,
			"overlap": people.Overlap(a.Mine.Picks, a.Plain.Picks)}
	}
	if a.Left != nil {
		leaving := Object{a.Result.Method: departure(a.Left)}
		if a.LeftPlain != nil {
			leaving[Reference] = departure(a.LeftPlain)
		}
		o["leaving"] = leaving
	}
	if !a.Result.Private {
		return MarkNotPrivate(o, "favourites", "tied")
	}
	return MarkNotPrivate(o, "compared", "leaving")
}

// reference is the method without privacy that recommendations are compared with, where that is asked for.
const Reference = "als"

// studyOnly stands beside what --compare and --leave print.
const studyOnly = "not private, for study only"
