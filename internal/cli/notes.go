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
	"dpals/tui/canvas"
)

// note tells people on stderr what they may not expect, one sentence each.
func note(cmd *cobra.Command, notes ...string) {
	for _, n := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note:", canvas.Text(n))
	}
}

// What is treated as public without having been declared.
const (
	catalogueNote = "the item catalogue was read off the ratings and is treated as public; declare it with --catalogue FILE, or release it with --catalogue private"
	rangeNote     = "the rating range%s was read off the ratings and is treated as public; declare it with --range LOW,HIGH, or release it with --range private"
)

// noticed is what reading the ratings found. Where only releases may be told, that is what follows from the command
// line alone: a single user decides whether any rating stood twice, or outside the catalogue, and how far the range goes.
func noticed(r *loaders.Ratings, private scope.Private, hidden bool) (list []string) {
	found := ""
	if !hidden {
		if d := r.Origin.Duplicates; d > 0 {
			list = append(list, fmt.Sprintf("%s stood more than once; the last of each was kept (%s)", format.Plural(int(d), "rating"), report.NotPrivate))
		}
		if n := r.Origin.Outside; n > 0 {
			list = append(list, fmt.Sprintf("%s of items outside the catalogue left out (%s)", format.Plural(int(n), "rating"), report.NotPrivate))
		}
		found = fmt.Sprintf(" %g to %g", float32(r.Low), float32(r.High))
	}
	if private.Origin(r.Origin).RangeObserved {
		list = append(list, fmt.Sprintf(rangeNote, found))
	}
	return list
}

// largeDelta is a δ that is more than one over the number of users in all but the smallest sets, which are not looked at
// for it: their number is private.
const largeDelta = 1e-3

// notes are what the flags say in vain, or at a risk, and what a rule leaves out.
func (f *runFlags) notes(cmd *cobra.Command, p engine.Problem, c engine.Config) (list []string) {
	m, err := engine.Lookup(c.Method)
	if err != nil {
		return nil
	}
	if cut := cutNote(m, p, c); cut != "" {
		list = append(list, cut)
	}
	if m.Plan != nil || (m.Private() && c.PrivateMetrics != 0) {
		if c.Delta > largeDelta {
			list = append(list, fmt.Sprintf("δ %g is a chance that the promise fails outright; choose it well below 1/users", c.Delta))
		}
		return list
	}
	why := m.Name + " is not private"
	if m.Private() {
		why = m.Name + " releases nothing, its ε is 0"
	}
	for _, flag := range []string{"epsilon", "delta"} {
		if cmd.Flags().Changed(flag) {
			list = append(list, fmt.Sprintf("--%s has no effect: %s", flag, why))
		}
	}
	return list
}

// cutNote says that a rule, and nobody's flag, leaves items out; "" where none are.
func cutNote(m *method.Method, p engine.Problem, c engine.Config) string {
	beta, ok := m.Parameter("beta")
	if given, set := c.Settings["beta"]; !ok || !beta.Auto || (set && given != method.Auto) {
		return ""
	}
	v, err := engine.Check(p, c)
	if err != nil || c.Scope != (scope.Private{}) || v.Settings["beta"] >= 1 { // of a scope to be released nothing is known yet
		return ""
	}
	train := p.Split.Train
	held := fmt.Sprintf("the %.0f of %d items", math.Ceil(v.Settings["beta"]*float64(train.Items)), train.Items)
	if c.PrivateMetrics != 0 && train.Origin.CatalogueObserved {
		return "the covariance holds a part of the items, those rated most by released counts; --beta chooses how large a part"
	}
	return fmt.Sprintf("the covariance holds %s rated most, by released counts, and the others are predicted without it; --beta chooses another share than %.3g",
		held, v.Settings["beta"])
}
