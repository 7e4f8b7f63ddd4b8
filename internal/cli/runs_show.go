package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/tui/canvas"
)

func runsShowCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show RUN",
		Short:   "Show one run: its configuration, its curve and its releases",
		Example: "dpals runs show 12\ndpals runs show 12 --json",
		Args:    exactlyOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := runNumbers(args)
			if err != nil {
				return err
			}
			return withStore(cmd, func(s *store.Store) error {
				d, err := s.Get(ids[0])
				if err != nil {
					return err
				}
				if asJSON {
					return (&jsonReport{out: cmd.OutOrStdout()}).write(detailObject(d))
				}
				return showRun(cmd.OutOrStdout(), d)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// fact is a line about a run: what it is about, and what is so.
type fact struct{ name, value string }

// facts are what is known of a run, parameters last.
func facts(r store.Run) []fact {
	all := []fact{
		{"label", cell(r.Label)}, {"data", dataOf(r)}, {"split", fmt.Sprintf("%s, seed %d", r.Split, r.SplitSeed)}, {"method", cell(r.Method)},
		{"ε", price(r)}, {"δ", planned(r, strconv.FormatFloat(r.Delta, 'g', -1, 64))}, {"μ", planned(r, atLeast(r.Mu, chargedDigits))},
		{"scope", scopeOf(r)}, {"accountant", cell(r.Accountant)}, {"model of trust", cell(r.Trust)}, {"noise", noiseOf(r)}, {"outcome", outcome(r)}, {"validation RMSE", validOf(r)},
		{"test RMSE", figure(r.TestRMSE)}, {"train RMSE", figure(r.TrainRMSE)}, {"errors", errorsOf(r)}, {"steps", strconv.Itoa(r.Iterations)},
		{"time", took(r)}, {"began (UTC)", r.Started.Format("2006-01-02 15:04:05")}, {"command", cell(r.Origin)},
		{"program", cell(r.Program)},
	}
	if r.Error != "" {
		all = append(all, fact{"why", cell(r.FailureReason())})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		if name != "valid_rmse_deviation" { // it stands beside the error
			all = append(all, fact{name, figure(r.Metrics[name])})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Settings)) {
		all = append(all, fact{"--" + name, cell(r.Settings[name])})
	}
	return all
}

func dataOf(r store.Run) string {
	if r.Dataset == 0 || r.MetricsPrivate { // the number tells whether other runs had the very same ratings
		return cell(r.Data)
	}
	return fmt.Sprintf("%s, data set %d of the ledger", cell(r.Data), r.Dataset)
}

// scopeOf says what a run released instead of taking it for public, and which part of its δ that may fail with.
func scopeOf(r store.Run) string {
	released := promise.Released(r.Scope)
	switch {
	case !r.Private:
		return "–"
	case released == "":
		return "nothing released: range and items taken as public"
	case r.FailureProbability > 0:
		return fmt.Sprintf("%s released by the run; %.4g of δ for the items", released, r.FailureProbability)
	}
	return released + " released by the run"
}

func planned(r store.Run, text string) string {
	if r.Accountant == "" {
		return "–"
	}
	return text
}

func noiseOf(r store.Run) string {
	switch {
	case !r.Private && r.Seed == nil:
		return "none"
	case !r.Private:
		return fmt.Sprintf("none; seed %d", *r.Seed)
	case r.Seed != nil:
		return fmt.Sprintf("seed %d: a simulation, which protects nobody", *r.Seed)
	case r.Ledger == 0:
		return "real"
	}
	return fmt.Sprintf("real; run %d of the ledger", r.Ledger)
}

// validOf is the validation error of a run: with its noise where it is a release.
func validOf(r store.Run) string {
	if r.MetricsPrivate && r.ValidDeviation() > 0 {
		return releasedError(r.ValidRMSE, r.ValidDeviation())
	}
	return figure(r.ValidRMSE)
}

func errorsOf(r store.Run) string {
	if r.MetricsPrivate {
		return "released, part of its ε"
	}
	return "measured, not private numbers"
}

// took is how long a run has taken, which depends on the ratings: it does not stand beside errors that are releases.
func took(r store.Run) string {
	if r.MetricsPrivate {
		return "–"
	}
	return fmt.Sprintf("%.2f s", r.Elapsed.Seconds())
}

// stoppedRun says what holds of a run that ended before its plan did, "" of one that is done or was charged nothing.
func stoppedRun(d store.Detail) string {
	u := unfinished{planned: d.Epsilon, delta: d.Delta}
	switch epsilon, err := d.Charged(); {
	case d.Outcome == "" || d.Outcome == engine.Done.String() || err != nil:
		return ""
	default:
		u.charged = epsilon
	}
	if !u.released() {
		return ""
	}
	return u.String()
}

func showRun(out io.Writer, d store.Detail) error {
	fmt.Fprintf(out, "run %d%s\n\n", d.ID, pin(d.Run))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range facts(d.Run) {
		fmt.Fprintf(w, "  %s\t%s\n", f.name, f.value)
	}
	if text := stoppedRun(d); text != "" {
		fmt.Fprintf(w, "  promise\t%s\n", text)
	}
	if len(d.Curve) > 0 {
		fmt.Fprintf(w, "\n  step\ttrain\tvalidation\tcharged ε\ttime\n")
		for _, s := range d.Curve {
			valid := figure(s.ValidRMSE)
			if d.MetricsPrivate {
				valid = releasedError(s.ValidRMSE, s.Deviation)
			}
			r := d.Run
			r.Elapsed = s.Elapsed
			fmt.Fprintf(w, "  %d\t%s\t%s\t%s\t%s\n", s.T, figure(s.TrainRMSE), valid, figureOf(s.Epsilon), took(r))
		}
	}
	if len(d.Releases) > 0 {
		fmt.Fprintf(w, "\n  release\tkind\tsensitivity\tσ\tμ\tcharged μ\n")
		for _, r := range d.Releases {
			fmt.Fprintf(w, "  %s\t%s\t%.4g\t%.4g\t%.4g\t%.4g\n", canvas.Text(r.Name), canvas.Text(r.Kind), r.Sensitivity, r.Sigma, r.Mu, r.SpentMu)
		}
	}
	return w.Flush()
}

// figureOf writes an ε, "–" where there is none.
func figureOf(epsilon float64) string {
	if !(epsilon >= 0) {
		return "–"
	}
	return atLeast(epsilon, chargedDigits)
}

func runsCompareCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "compare RUN RUN...",
		Short:   "Set runs side by side, with a mark on what differs",
		Example: "dpals runs compare 12 14",
		Args:    atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := runNumbers(args)
			if err != nil {
				return err
			}
			if len(ids) < 2 {
				return usagef("compare: give the numbers of two runs or more")
			}
			return withStore(cmd, func(s *store.Store) error {
				var runs []store.Run
				for _, id := range ids {
					d, err := s.Get(id)
					if err != nil {
						return err
					}
					runs = append(runs, d.Run)
				}
				if asJSON {
					return compareJSON(cmd.OutOrStdout(), runs)
				}
				return compareText(cmd.OutOrStdout(), runs)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// comparison is a line about several runs.
type comparison struct {
	name   string
	values []string // by run; "–" where it has none
	differ bool
}

// compareRuns sets the facts of runs side by side, in the order of the first run that has them.
func compareRuns(runs []store.Run) (lines []comparison) {
	at := make(map[string]int)
	for i, r := range runs {
		for _, f := range facts(r) {
			k, known := at[f.name]
			if !known {
				k, at[f.name] = len(lines), len(lines)
				lines = append(lines, comparison{name: f.name, values: slices.Repeat([]string{"–"}, len(runs))})
			}
			lines[k].values[i] = f.value
		}
	}
	for k, l := range lines {
		// When a run was made, and how long it took, always differs and says nothing.
		lines[k].differ = l.name != "time" && l.name != "began (UTC)" && slices.ContainsFunc(l.values, func(v string) bool { return v != l.values[0] })
	}
	return lines
}

func compareText(out io.Writer, runs []store.Run) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\trun")
	for _, r := range runs {
		fmt.Fprintf(w, "\t%d%s", r.ID, pin(r))
	}
	fmt.Fprintln(w)
	for _, l := range compareRuns(runs) {
		mark := " "
		if l.differ {
			mark = "≠"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", mark, l.name, strings.Join(l.values, "\t"))
	}
	return w.Flush()
}

func compareJSON(out io.Writer, runs []store.Run) error {
	differ, objects := []string{}, make([]object, len(runs))
	for i, r := range runs {
		objects[i] = finite(runObject(r))
	}
	// Keys that every run has by its nature differ without saying anything.
	skip := []string{"run", "started", "ended", "seconds", "point", "not_private"}
	keys := make(map[string]bool)
	for _, o := range objects {
		for k := range o {
			keys[k] = true
		}
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		if k == "parameters" || k == "asked" || slices.Contains(skip, k) {
			continue
		}
		if slices.ContainsFunc(objects, func(o object) bool { return fmt.Sprint(o[k]) != fmt.Sprint(objects[0][k]) }) {
			differ = append(differ, k)
		}
	}
	for _, l := range compareRuns(runs) {
		if name, ok := strings.CutPrefix(l.name, "--"); ok && l.differ {
			differ = append(differ, "parameters."+name)
		}
	}
	return writeJSON(out, object{"runs": objects, "differ": differ})
}
