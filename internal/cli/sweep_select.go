package cli

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting"
	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/internal/cli/report"
	"dpals/internal/format"
)

// selectFlags ask for the best of a random number of runs.
type selectFlags struct {
	best, lawName string
	charge        bool
	mean          float64
	law           *accounting.Law // nil without a selection
}

func (f *selectFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.best, "select", "", "best: publish only the best of a random number of runs, for less ε than all of them; needs --charge")
	flags.BoolVar(&f.charge, "charge", false, "charge the ledger for the whole selection before its first run")
	flags.StringVar(&f.lawName, "law", string(accounting.Logarithmic), "distribution of the number of runs: logarithmic, geometric, poisson or fixed")
	flags.Float64Var(&f.mean, "runs-mean", 10, "train this many runs on average")
	nameValue(flags, "select", "best")
	setGroup(flags, selectGroup)
}

// check sets the law if there is a selection, and refuses flags that do not fit.
func (f *selectFlags) check(cmd *cobra.Command, run sweepFlags) error {
	if f.best == "" {
		for _, name := range []string{"charge", "law", "runs-mean"} {
			if cmd.Flags().Changed(name) {
				return usagef("--%s needs --select best", name)
			}
		}
		return nil
	}
	law, err := accounting.LawNamed(f.lawName)
	switch {
	case f.best != "best":
		return usagef("--select %s: choose best, or leave it out", f.best)
	case !f.charge:
		return usagef("--select best: the choice depends on the ratings and costs ε; give --charge")
	case err != nil:
		return usagef("--law: %w", err)
	case run.svg != "":
		return usagef("--select best publishes one run, not a curve: leave out --svg")
	}
	for _, name := range []string{"repeats", "fresh", "jobs"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s has no effect with --select best, which draws the number of runs: leave it out", name)
		}
	}
	if !cmd.Flags().Changed("epsilon") {
		return usagef("--epsilon is missing: give what all runs of --select best together may cost")
	}
	f.law = &law
	return nil
}

// run makes a selection and reports the best run, if there is one.
func (f *selectFlags) run(cmd *cobra.Command, spec sweep.Spec, source sourceFlags, to sweepFlags) error {
	if err := checkWritable(to.csv); err != nil {
		return err
	}
	state, err := openState(cmd)
	if err != nil {
		return err
	}
	defer state.close()
	from := make(report.Origins)
	s, err := sweep.PrepareSelection(cmd.Context(), spec, *f.law, f.mean, sweep.Environment{Load: loader(spec, source, from), Store: state.store, Ledger: state.ledger, Threads: to.threads})
	if err != nil {
		return err
	}
	report.WriteSelection(cmd.ErrOrStderr(), s)
	if s.Cost.Limit != nil && !to.yes {
		return usagef("%s has a limit: give --yes to charge this selection, ε %s", s.Cost.Data, format.Charge(s.Cost.Epsilon))
	}
	best, err := s.Run(cmd.Context())
	if err != nil {
		return logCrash(err)
	}
	if to.csv != "" {
		if err := writeFile(to.csv, func(w io.Writer) error { return report.WriteBestCSV(w, s, best) }); err != nil {
			return err
		}
	}
	if *to.json {
		o := report.BestObject(s, best)
		o["provided_public"] = promise.Observed(from[s.Cost.Data])
		return report.WriteObject(cmd.OutOrStdout(), o)
	}
	report.WriteBest(cmd.OutOrStdout(), s, best, promise.Provided(from[s.Cost.Data]))
	return nil
}
