package cli

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/internal/cli/report"
	"dpals/internal/format"
	"dpals/loaders"
)

// Notes on what is treated as public although it was not declared.
const (
	catalogueNote = "the item list was read from the ratings and is treated as public; declare it with --catalogue FILE, or release it with --catalogue private"
	rangeNote     = "the rating range%s was read from the ratings and is treated as public; declare it with --range LOW,HIGH, or release it with --range private"
)

// ratingsNotes returns notes on what was read. Where only releases may be published (hidden), they follow from the command
// line alone: a single user decides whether any rating is a duplicate or outside the catalogue, and how far the range goes.
func ratingsNotes(r *loaders.Ratings, private scope.Private, hidden bool) (notes []string) {
	observed := ""
	if !hidden {
		if d := r.Origin.Duplicates; d > 0 {
			notes = append(notes, fmt.Sprintf("%s given more than once; the last of each is kept (%s)", format.Plural(int(d), "rating"), report.NotPrivate))
		}
		if n := r.Origin.Outside; n > 0 {
			notes = append(notes, fmt.Sprintf("%s of items outside the catalogue left out (%s)", format.Plural(int(n), "rating"), report.NotPrivate))
		}
		observed = fmt.Sprintf(" %g to %g", float32(r.Low), float32(r.High))
	}
	if private.Origin(r.Origin).RangeObserved {
		notes = append(notes, fmt.Sprintf(rangeNote, observed))
	}
	return notes
}

// largeDelta is a δ above one over the number of users of all but the smallest sets. The ratings are not consulted,
// because their number of users is private.
const largeDelta = 1e-3

// configNotes returns notes on flags that have no effect or are risky, and on items that a rule leaves out.
func configNotes(cmd *cobra.Command, p engine.Problem, c engine.Config) (notes []string) {
	m, err := engine.Lookup(c.Method)
	if err != nil {
		return nil
	}
	if text := coveredItemsNote(m, p, c); text != "" {
		notes = append(notes, text)
	}
	if m.Plan != nil || (m.Private() && c.PrivateMetrics != 0) {
		if c.Delta > largeDelta {
			notes = append(notes, fmt.Sprintf("δ %g is the probability that the guarantee fails; choose it well below 1/users", c.Delta))
		}
		return notes
	}
	why := m.Name + " is not private"
	if m.Private() {
		why = m.Name + " releases nothing, its ε is 0"
	}
	for _, flag := range []string{"epsilon", "delta"} {
		if cmd.Flags().Changed(flag) {
			notes = append(notes, fmt.Sprintf("--%s has no effect: %s", flag, why))
		}
	}
	return notes
}

// coveredItemsNote says that the method's rule for β, and not a flag, leaves items out; "" where it leaves none out.
func coveredItemsNote(m *method.Method, p engine.Problem, c engine.Config) string {
	beta, ok := m.Parameter("beta")
	if given, set := c.Settings["beta"]; !ok || !beta.Auto || (set && given != method.Auto) {
		return ""
	}
	v, err := engine.Check(p, c)
	if err != nil || c.Scope != (scope.Private{}) || v.Settings["beta"] >= 1 { // a scope to be released is not known yet
		return ""
	}
	train := p.Split.Train
	if c.PrivateMetrics != 0 && train.Origin.CatalogueObserved {
		return "the covariance covers only the items rated most, by released counts; --beta sets which fraction of the items"
	}
	return fmt.Sprintf("the covariance covers the %.0f of %d items rated most, by released counts; the others are predicted without it; --beta sets another fraction than %.3g",
		math.Ceil(v.Settings["beta"]*float64(train.Items)), train.Items, v.Settings["beta"])
}
