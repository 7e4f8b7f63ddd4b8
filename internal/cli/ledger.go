package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/cli/report"
	"dpals/loaders"
)

func ledgerCommand() *cobra.Command {
	return parentCommand("ledger", "Show, limit and export what has been released about each data set",
		"The ledger records every release of every run, on disk before its noise is drawn. It recognises ratings by a\n"+
			"fingerprint of their content, whatever their file. A run that would exceed the limit of its data set is refused.\n\n"+
			"The limit is a guarantee for all runs together, whatever is decided between them, if it was set before the first\n"+
			"run and not changed since. The sum of what was charged so far is no guarantee: stopping after results are seen, or\n"+
			"lowering the limit to the sum, chooses the moment by the results, and the stated δ is too small for that.\n\n"+
			"Overlapping data sets are not detected: the same people in another file, or with one rating changed, are another\n"+
			"data set with its own limit.",
		ledgerShowCommand(), ledgerLimitCommand(), ledgerExportCommand())
}

func ledgerShowCommand() *cobra.Command {
	var source sourceFlags
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "show [SRC]",
		Short:   "Show the guarantee of each data set, what was charged, by run and kind of release, and what is left",
		Example: "dpals ledger show\ndpals ledger show ml-1m --json",
		Args:    oneArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withBalances(cmd, &source, args, func(_ *ledger.Ledger, all []report.Balance) error {
				out := cmd.OutOrStdout()
				if *asJSON {
					lines := json.NewEncoder(out)
					for _, b := range all {
						if err := lines.Encode(b.Object()); err != nil {
							return err
						}
					}
					return nil
				}
				if len(all) == 0 {
					_, err := fmt.Fprintln(out, "nothing has been released")
					return err
				}
				for i, b := range all {
					if i > 0 {
						fmt.Fprintln(out)
					}
					if err := b.Write(out); err != nil {
						return err
					}
				}
				note(cmd, report.OverlapWarning)
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	asJSON = jsonFlag(cmd.Flags(), "data set")
	return cmd
}

func ledgerExportCommand() *cobra.Command {
	var source sourceFlags
	var asJSON, asCSV bool
	cmd := &cobra.Command{
		Use:   "export [SRC]",
		Short: "Write every run and release to stdout",
		Long: "Write every run and release to stdout: as JSON, one object for each data set; as CSV, one row for each release, or one\n" +
			"for a run without releases. In JSON, \"guarantee\" is the limit, or null, and \"no_guarantee\" says why: the sums of what\n" +
			"was charged are no guarantee. Fingerprints are left out, because they are computed from the ratings.",
		Example: "dpals ledger export --json > ledger.jsonl\ndpals ledger export ml-1m --csv > releases.csv",
		Args:    oneArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON == asCSV {
				return usagef("choose one of --json and --csv")
			}
			return withBalances(cmd, &source, args, func(l *ledger.Ledger, all []report.Balance) error {
				if asCSV {
					return report.WriteReleases(cmd.OutOrStdout(), l, all)
				}
				lines := json.NewEncoder(cmd.OutOrStdout())
				for _, b := range all {
					o, err := b.ObjectWithReleases(l)
					if err == nil {
						err = lines.Encode(o)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one object for each data set")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "write one row for each release")
	return cmd
}

func ledgerLimitCommand() *cobra.Command {
	var source sourceFlags
	var limit ledger.Limit
	var none bool
	cmd := &cobra.Command{
		Use:   "limit SRC",
		Short: "Limit what all runs on a data set together may be charged: the guarantee for all of them",
		Long: "Limit what all runs on a data set together may be charged. A limit that is set before the first run, and not\n" +
			"changed since, is a guarantee for all runs together, whatever is decided between them. A limit that is set, raised\n" +
			"or lowered after results were seen is no such guarantee. The ratings are read only for their fingerprint.",
		Example: "dpals ledger limit ml-1m --epsilon 4 --delta 1e-5\n" +
			"dpals ledger limit ratings.csv --none",
		Args: oneArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			given, err := checkLimit(cmd, &limit, none)
			if err != nil {
				return err
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
				report.WriteLimit(cmd.OutOrStdout(), s)
				if s.Limit != nil {
					note(cmd, report.OverlapWarning)
				}
				if late := report.LateLimit(before, given); late != "" {
					note(cmd, late)
				}
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().Float64Var(&limit.Epsilon, "epsilon", 0, "let all runs together reach this ε by the exact accountant, 0 or more; set it before the first run")
	cmd.Flags().Float64Var(&limit.Delta, "delta", engine.DefaultDelta, "δ of the limit, between 0 and 1")
	cmd.Flags().Float64Var(&limit.FailureProbability, "catalogue-delta", 0, "reserve this part of δ for runs with --catalogue private: each needs a tenth of its own δ")
	cmd.Flags().BoolVar(&none, "none", false, "remove the limit")
	return cmd
}

// checkLimit returns the limit that the flags set, nil for none.
func checkLimit(cmd *cobra.Command, limit *ledger.Limit, none bool) (*ledger.Limit, error) {
	if none {
		for _, name := range []string{"epsilon", "delta", "catalogue-delta"} {
			if cmd.Flags().Changed(name) {
				return nil, usagef("--none removes the limit: leave out --%s", name)
			}
		}
		return nil, nil
	}
	if err := requiredEpsilon(cmd, limit.Epsilon); err != nil {
		return nil, err
	}
	if err := checkDelta(limit.Delta); err != nil {
		return nil, err
	}
	if !(limit.FailureProbability >= 0 && limit.FailureProbability < limit.Delta) {
		return nil, usagef("--catalogue-delta %g: choose a part of --delta %g: 0 or more, and less than all of it", limit.FailureProbability, limit.Delta)
	}
	return limit, nil
}

// fingerprint reads the ratings of the argument or the flags.
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

// withBalances checks the whole ledger and reads the data set of the argument or the flags, or all without one, for a call.
func withBalances(cmd *cobra.Command, source *sourceFlags, args []string, do func(*ledger.Ledger, []report.Balance) error) error {
	return withLedger(cmd, func(l *ledger.Ledger) error {
		if err := l.Verify(); err != nil {
			return err
		}
		chosen, err := selectedSets(cmd, l, source, args)
		if err != nil {
			return err
		}
		var all []report.Balance
		for _, s := range chosen {
			b, err := report.ReadBalance(l, s)
			if err != nil {
				return err
			}
			all = append(all, b)
		}
		return do(l, all)
	})
}

func selectedSets(cmd *cobra.Command, l *ledger.Ledger, source *sourceFlags, args []string) ([]ledger.Status, error) {
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
