package cli

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// overlapWarning stands wherever a limit might be taken for more than it is.
const overlapWarning = "data sets that overlap cannot be detected: the same people in another file, or with one rating changed, are a data set of their own"

func ledgerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: "What has been released about each data set, over all runs, and its limit",
		Long: "The ledger remembers every release of every run, on disk before its noise is drawn. It knows ratings by a\n" +
			"fingerprint of their content, wherever their file lies. A run that would pass the limit of its data set is refused.\n\n" +
			"The limit is what is guaranteed of all runs together, whatever is decided between them, if it was set before the\n" +
			"first run and not changed since. What was charged so far is no guarantee of itself: whoever looks at results and\n" +
			"then stops, or lowers the limit to what was charged, has chosen the moment, and the stated δ is too small for that.\n\n" +
			"Data sets that overlap cannot be detected: the same people in another file, or with one rating changed, are a\n" +
			"data set of their own, with a limit of its own.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(ledgerShowCommand(), ledgerLimitCommand(), ledgerExportCommand())
	return cmd
}

func ledgerLimitCommand() *cobra.Command {
	var source sourceFlags
	var limit ledger.Limit
	var none bool
	cmd := &cobra.Command{
		Use:   "limit SRC",
		Short: "Limit what all runs on a data set together may be charged: the guarantee of all of them",
		Long: "Limit what all runs on a data set together may be charged. A limit that is set before the first run, and not\n" +
			"changed since, is guaranteed of all runs together, whatever is decided between them. One that is set, raised or\n" +
			"lowered after looking at results is no such guarantee. The ratings are read only to be fingerprinted.",
		Example: "dpals ledger limit ml-1m --epsilon 4 --delta 1e-5\n" +
			"dpals ledger limit ratings.csv --none",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := &limit
			if none {
				for _, name := range []string{"epsilon", "delta", "catalogue-delta"} {
					if cmd.Flags().Changed(name) {
						return usagef("--none takes the limit away: leave out --%s", name)
					}
				}
				given = nil
			} else if err := checkEpsilon(cmd, limit.Epsilon); err != nil {
				return err
			} else if err := checkDelta(limit.Delta); err != nil {
				return err
			} else if !(limit.FailureProbability >= 0 && limit.FailureProbability < limit.Delta) {
				return usagef("--catalogue-delta %g: choose a part of --delta %g: 0 or more, and less than all of it", limit.FailureProbability, limit.Delta)
			}
			r, fingerprint, err := source.fingerprint(cmd, args)
			if err != nil {
				return err
			}
			return withLedger(cmd, func(l *ledger.Ledger) error {
				before, err := l.Status(fingerprint)
				if err != nil {
					return err
				}
				if err := l.SetLimit(fingerprint, r.Origin.Source, given); err != nil {
					return err
				}
				s, err := l.Status(fingerprint)
				if err != nil {
					return err
				}
				describeLimit(cmd, s)
				if late := lateNote(before, given); late != "" {
					note(cmd, late)
				}
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().Float64Var(&limit.Epsilon, "epsilon", 0, "ε that all runs together may reach, by the exact curve: fix it before the first run")
	cmd.Flags().Float64Var(&limit.Delta, "delta", engine.DefaultDelta, "δ at which that ε is meant")
	cmd.Flags().Float64Var(&limit.FailureProbability, "catalogue-delta", 0, "part of δ for runs with --catalogue private: each takes a tenth of its own δ")
	cmd.Flags().BoolVar(&none, "none", false, "take the limit away")
	return cmd
}

func describeLimit(cmd *cobra.Command, s ledger.Status) {
	out, name := cmd.OutOrStdout(), canvas.Text(s.Name)
	if s.Limit == nil {
		fmt.Fprintf(out, "%s has no limit; charged %s: %s\n", name, chargedAt(s.TotalEpsilon, s.Delta), promise.NoLimit)
		return
	}
	if g := promise.OfAllRuns(s); g != nil {
		fmt.Fprintf(out, "%s: guarantee ε %g at δ %g of all runs together, %s; charged %s so far, and %s\n",
			name, g.Epsilon, g.Delta, g.Condition, promise.Epsilon(s.SpentEpsilon, s.Delta), room(s))
	} else {
		fmt.Fprintf(out, "%s: limit ε %g at δ %g, no guarantee: %s; charged %s so far, and %s\n",
			name, s.Limit.Epsilon, s.Limit.Delta, promise.WhyNone(s), promise.Epsilon(s.SpentEpsilon, s.Delta), room(s))
	}
	if part := promise.CatalogueDelta(s); part != "" {
		fmt.Fprintf(out, "part of δ for private catalogues: %s\n", part)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "note:", overlapWarning)
}

// chargedAt writes what was charged with the δ that it is stated at.
func chargedAt(epsilon, delta float64) string {
	if math.IsInf(epsilon, 1) {
		return promise.NoEpsilon(delta)
	}
	return fmt.Sprintf("ε %s at δ %g", ledger.FormatEpsilon(epsilon), delta)
}

// lateNote says that a limit comes after runs that were charged already, so that it may have been chosen by their
// results; "" where there are none, or where it is the limit that was.
func lateNote(before ledger.Status, limit *ledger.Limit) string {
	switch same := before.Limit != nil && limit != nil && *before.Limit == *limit; {
	case limit == nil || before.Runs == 0 || same:
		return ""
	case before.Limit != nil:
		return fmt.Sprintf("the limit was ε %g at δ %g while %s began: the new one is a guarantee of them only if no result had a part in it",
			before.Limit.Epsilon, before.Limit.Delta, plural(before.Runs, "run"))
	}
	return fmt.Sprintf("%s began before this limit: it is a guarantee of them only if no result had a part in it", plural(before.Runs, "run"))
}

// room says what still fits.
func room(s ledger.Status) string {
	switch {
	case math.IsInf(s.LargestEpsilon, 1):
		return "there is no limit"
	case s.LargestEpsilon > 0 && s.Total.FailureProbability > 0 && promise.CatalogueLeft(s) == 0:
		return fmt.Sprintf("a run of ε %g still fits, without a private catalogue", s.LargestEpsilon)
	case s.LargestEpsilon > 0:
		return fmt.Sprintf("a run of ε %g still fits", s.LargestEpsilon)
	case s.Running > 0:
		return "what runs under way have reserved leaves no room for another"
	}
	return "no run fits any more"
}

// fingerprint reads the ratings that the argument or the flags name.
func (f *sourceFlags) fingerprint(cmd *cobra.Command, args []string) (*loaders.Ratings, string, error) {
	if len(args) == 1 {
		f.data = args[0]
	}
	r, err := f.open(cmd.Context())
	if err != nil {
		return nil, "", err
	}
	fingerprint, err := loaders.Fingerprint(cmd.Context(), r)
	return r, fingerprint, err
}

// withLedger opens the ledger of the state folder for the time of a call.
func withLedger(cmd *cobra.Command, do func(*ledger.Ledger) error) (err error) {
	l, err := ledger.Open(stateFolder(cmd))
	if err != nil {
		return err
	}
	defer func() {
		if closed := l.Close(); err == nil {
			err = closed
		}
	}()
	return do(l)
}

// selected returns the data sets that a command is about: the one of SRC, or all.
func selected(cmd *cobra.Command, l *ledger.Ledger, source *sourceFlags, args []string) ([]ledger.Status, error) {
	if len(args) == 0 && source.data == "" {
		return l.Datasets()
	}
	_, fingerprint, err := source.fingerprint(cmd, args)
	if err != nil {
		return nil, err
	}
	s, err := l.Status(fingerprint)
	if err != nil || s.Number == 0 {
		return nil, err
	}
	return []ledger.Status{s}, nil
}
