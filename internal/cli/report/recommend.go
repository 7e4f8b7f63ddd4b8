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

// Advice is the result of a recommendation.
type Advice struct {
	Ratings *loaders.Ratings
	ID      string // the user's id; "" for a made-up user
	User    people.Person
	Likings []people.TypedRating // of a made-up user, where items or range are known only after the run has released them
	Notes   []string             // on likings that were changed or left out
	Hidden  bool                 // only releases are written, and the number of items is none
	Result  *engine.Result       // of the run
	List    people.Recommendations

	// Results of --compare and --leave, which are not private.
	Compared                  bool                   // with Reference
	ReferenceList             people.Recommendations // by the reference
	Removal, ReferenceRemoval *people.RemovalEffect
}

func (a *Advice) title(j uint32) string { return canvas.Text(people.Title(a.Ratings, j)) }

// Write writes the recommendations to be read.
func (a *Advice) Write(w io.Writer) error {
	out := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	if a.ID != "" {
		out("user %s has %s\n", canvas.Text(a.ID), format.Plural(len(a.User.Items), "rating"))
	} else {
		out("a user with the ratings")
		for k, j := range a.User.Items {
			out("%s %s %g", map[bool]string{true: ",", false: ""}[k > 0], a.title(j), a.User.Values[k])
		}
		out("\n")
	}
	out("\nrecommendations by %s, for this user only", a.Result.Method)
	if a.Compared {
		out("; * also recommended by %s: the marks are %s", Reference, studyOnly)
	}
	out("\n")
	a.list(out, a.List, a.ReferenceList.Picks)
	if a.Compared {
		out("\nrecommendations by %s, %s: %d of %d are the same\n", Reference, studyOnly, people.Overlap(a.List.Picks, a.ReferenceList.Picks), len(a.ReferenceList.Picks))
		a.list(out, a.ReferenceList, nil)
	}
	a.consequences(out)
	return nil
}

// list writes recommendations and marks those that are among others.
func (a *Advice) list(out func(string, ...any), l people.Recommendations, others []people.Pick) {
	for i, p := range l.Picks {
		mark := " "
		if people.Overlap([]people.Pick{p}, others) > 0 {
			mark = "*"
		}
		out("%3d %s %.2f  %s\n", i+1, mark, p.Rating, a.title(p.Item))
	}
	switch {
	case len(l.Picks) == 0:
		out("    every %sitem is already rated\n", a.released())
	case l.Alike:
		out("    the model predicts the same for these and %s: no recommendations\n", a.others(l))
	case l.Tied > 0:
		out("    the same rating is predicted for the last and %s\n", a.others(l))
	case len(a.User.Items) == 0:
		out("    no ratings: every new user gets the same recommendations\n")
	}
}

// released returns the word for items if they are not all items.
func (a *Advice) released() string {
	if a.Result.Scope.Catalogue {
		return "released "
	}
	return ""
}

// others counts the items that a list leaves out although the same rating is predicted for them.
func (a *Advice) others(l people.Recommendations) string {
	if a.Hidden {
		return "other items"
	}
	return format.Plural(l.Tied, "other item")
}

// consequences writes what others learn about the user.
func (a *Advice) consequences(out func(string, ...any)) {
	switch {
	case a.Removal != nil:
		out("\neffect of removing this user on %s (same known noise; %s)\n", format.Plural(a.Removal.Others, "other user"), studyOnly)
		changes := func(method string, d *people.RemovalEffect) {
			out("  %-9s predictions change by %.4f on average, %.2f at most; %.0f %% of the others get other recommendations\n", method, d.Mean, d.Largest, 100*d.Lists)
		}
		changes(a.Result.Method, a.Removal)
		if a.ReferenceRemoval != nil {
			changes(Reference, a.ReferenceRemoval)
		}
	case a.ID == "":
		out("\na made-up user is not trained on: nothing changes for others\n")
	}
	bound, provided := "", promise.Provided(a.Result.Scope.Origin(a.Ratings.Origin))
	switch r := a.Result; {
	case !r.Private:
		out("\n%s\n", withoutNoise)
		return
	case r.Simulation:
		out("\n%s: %s\n", statedEpsilon(r), simulationOnly)
		return
	case a.ID == "":
		bound = "what anyone learns about the users in the training ratings is bounded by %s%s\n"
	case r.Trust == method.TrustLocal:
		bound = "this user's ratings never left the user: only randomised reports did, and what they reveal is bounded by %s%s\n"
	default:
		bound = "what others learn about this user is bounded by %s%s\n"
	}
	out("\n"+bound, statedEpsilon(a.Result), provided)
	if a.Result.Mu > 0 {
		out("%s\n", commandOnly)
	}
}

// Object returns the recommendations as JSON. Results of --compare and --leave are under their own keys, which "not_private"
// lists.
func (a *Advice) Object() Object {
	list := func(l people.Recommendations) []Object {
		all := make([]Object, len(l.Picks))
		for i, p := range l.Picks {
			all[i] = Object{"item": a.Ratings.ItemNames.At(int(p.Item)), "title": people.Title(a.Ratings, p.Item), "rating": p.Rating}
		}
		return all
	}
	departure := func(d *people.RemovalEffect) Object {
		return Object{"others": d.Others, "mean": d.Mean, "largest": d.Largest, "lists_changed": d.Lists}
	}
	o := Object{"method": a.Result.Method, "private": a.Result.Private, "trust": a.Result.Trust, "simulation": a.Result.Simulation,
		"ratings": len(a.User.Items), "favourites": list(a.List)}
	if !a.Hidden {
		o["tied"] = a.List.Tied
	}
	if a.ID != "" {
		o["user"] = a.ID
	}
	if a.Result.Private {
		o["epsilon"], o["delta"], o["mu"] = a.Result.Epsilon, a.Result.Delta, a.Result.Mu
		o["provided_public"] = promise.Observed(a.Result.Scope.Origin(a.Ratings.Origin))
	}
	if a.Compared {
		o["compared"] = Object{"method": Reference, "private": false, "favourites": list(a.ReferenceList), "tied": a.ReferenceList.Tied,
			"overlap": people.Overlap(a.List.Picks, a.ReferenceList.Picks)}
	}
	if a.Removal != nil {
		leaving := Object{a.Result.Method: departure(a.Removal)}
		if a.ReferenceRemoval != nil {
			leaving[Reference] = departure(a.ReferenceRemoval)
		}
		o["leaving"] = leaving
	}
	if !a.Result.Private {
		return MarkNotPrivate(o, "favourites", "tied")
	}
	return MarkNotPrivate(o, "compared", "leaving")
}

// Reference is the non-private reference: the method that --compare compares with.
const Reference = "als"

// studyOnly marks what --compare and --leave write.
const studyOnly = "not private, for study only"
