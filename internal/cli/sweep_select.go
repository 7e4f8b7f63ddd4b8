package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/tui/canvas"
)

// selectFlags ask for the best of a random number of runs.
type selectFlags struct {
	best, lawName string
	charge        bool
	mean          float64
	law           *accounting.Law // nil where nothing is selected
}

func (f *selectFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.best, "select", "", "best: publish only the best of a random number of runs, for less than all of them; needs --charge")
	flags.BoolVar(&f.charge, "charge", false, "charge the ledger for the whole selection before its first run")
	flags.StringVar(&f.lawName, "law", string(accounting.Logarithmic), "law of the number of runs: logarithmic, geometric, poisson or fixed")
	flags.Float64Var(&f.mean, "runs-mean", 10, "number of runs on average")
	takes(flags, "select", "best")
	group(flags, selectGroup)
}

// check settles whether there is a selection, and refuses flags that do not go with it.
func (f *selectFlags) check(cmd *cobra.Command, run sweepFlags) error {
	if f.best == "" {
		for _, name := range []string{"charge", "law", "runs-mean"} {
			if cmd.Flags().Changed(name) {
				return usagef("--%s goes with --select best", name)
			}
		}
		return nil
	}
	law, err := accounting.LawNamed(f.lawName)
	switch {
	case f.best != "best":
		return usagef("--select %s: choose best, or leave it out", f.best)
	case !f.charge:
		return usagef("--select best: whoever picks by the ratings pays for it, so give --charge")
	case err != nil:
		return usagef("--law: %w", err)
	case run.svg != "":
		return usagef("--select best publishes one run, which is no curve: leave out --svg")
	}
	for _, name := range []string{"repeats", "fresh", "jobs"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s has no meaning for --select best, which draws its number of runs: leave it out", name)
		}
	}
	if !cmd.Flags().Changed("epsilon") {

		return usagef("--select best: give --epsilon, what all runs together may cost")
	}
	f.law = &law
	return nil
}

// run makes a selection and reports the best run, if there is one.
func (f *selectFlags) run(cmd *cobra.Command, spec sweep.Spec, source sourceFlags, to sweepFlags) error {
	if err := writable(to.csv); err != nil {
		return err
	}
	budget, err := ledger.Open(stateFolder(cmd))
	if err != nil {
		return err
	}
	defer budget.Close()
	kept := keepRuns(cmd, budget)
	defer kept.Close()
	from := make(origins)
	s, err := sweep.PrepareSelection(cmd.Context(), spec, *f.law, f.mean, sweep.Environment{Load: loader(spec, source, from), Store: kept, Ledger: budget, Threads: to.threads})
	if err != nil {
		return err
	}
	describeSelection(cmd.ErrOrStderr(), s)
	if s.Cost.Limit != nil && !to.yes {
		return usagef("%s has a limit: give --yes to charge ε %s of it for this selection", s.Cost.Data, ledger.FormatEpsilon(s.Cost.Epsilon))
	}
	best, err := s.Run(cmd.Context())
	if err != nil {
		return failure(err)
	}
	if to.csv != "" {
		if err := writeFile(to.csv, func(w io.Writer) error { return writeBest(w, s, best) }); err != nil {
			return err
		}
	}
	if to.json {
		o := bestObject(s, best)
		o["provided_public"] = promise.Observed(from[s.Cost.Data])
		return (&jsonReport{out: cmd.OutOrStdout()}).write(o)
	}
	describeBest(cmd.OutOrStdout(), s, best, promise.Provided(from[s.Cost.Data]))
	return nil
}

// describeSelection says what a selection is and costs, all of which is public.
func describeSelection(w io.Writer, s *sweep.Selection) {
	law := s.Law()
	fmt.Fprintf(w, "%s: the best of about %g runs (%s law), each picking one of %s at random, ε %s each\n", canvas.Text(s.Cost.Data), law.Mean(), law.Law(),
		plural(s.Choices, "choice"), atLeast(s.RunEpsilon, chargedDigits))
	fmt.Fprintf(w, "the selection alone costs ε %s at δ %g; beside other runs on these ratings it counts as μ %s, ε %s, which the ledger is charged first",
		atLeast(s.Epsilon, chargedDigits), s.Delta, atLeast(s.Cost.Mu, chargedDigits), ledger.FormatEpsilon(s.Cost.Epsilon))
	if s.Cost.Spent > 0 {
		fmt.Fprintf(w, "; charged before %s, with it %s", promise.Epsilon(s.Cost.Spent, s.Cost.Delta), promise.Epsilon(s.Cost.Together, s.Cost.Delta))
	}
	fmt.Fprintf(w, "; %s\n", allRuns(s.Cost))
	fmt.Fprintln(w, "neither how many runs there are nor how long they take may be told to anybody")
}

func describeBest(w io.Writer, s *sweep.Selection, b *sweep.Best, provided string) {
	if b == nil {
		fmt.Fprintln(w, "the law drew no run, so nothing is published; its cost stays charged")
		return
	}
	fmt.Fprintf(w, "best: %s, validation RMSE %s  (private: part of what the run released)\n", canvas.Text(b.Name()), releasedError(b.Result.ValidRMSE, b.Result.Deviation))
	fmt.Fprintf(w, "parameters: %s\n", settings(b.Result.Settings))
	fmt.Fprintf(w, "ε %s at δ %g for the whole selection, %s model%s\n", atLeast(s.Epsilon, costDigits), s.Delta, b.Trust, provided)
	if b.Run != 0 {
		fmt.Fprintf(w, "kept as run %d: dpals runs show %d\n", b.Run, b.Run)
	}
}

func bestObject(s *sweep.Selection, b *sweep.Best) object {
	law := s.Law()
	o := object{"event": "selected", "data": s.Cost.Data, "law": string(law.Law()), "runs_mean": law.Mean(), "choices": s.Choices, "epsilon": s.Epsilon,
		"delta": s.Delta, "run_epsilon": s.RunEpsilon, "charged_mu": s.Cost.Mu, "charged_epsilon": s.Cost.Epsilon, "nothing": b == nil}
	if b != nil {
		o["method"], o["trust"], o["varied"], o["parameters"] = b.Method, string(b.Trust), b.Settings, b.Result.Settings
		o["valid_rmse"], o["metrics_private"] = b.Result.ValidRMSE, true
		if b.Run != 0 {
			o["run"] = b.Run
		}
	}
	return o
}

// writeBest writes one row: what is published.
func writeBest(w io.Writer, s *sweep.Selection, b *sweep.Best) error {
	rows := [][]string{{"data", "method", "trust", "epsilon", "delta", "charged_mu", "valid_rmse", "parameters"}}
	if b != nil {
		number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		rows = append(rows, []string{s.Cost.Data, b.Method, string(b.Trust), number(s.Epsilon), number(s.Delta), number(s.Cost.Mu), number(b.Result.ValidRMSE),
			strings.TrimSpace(settings(b.Result.Settings))})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
