package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/cli/report"
	"dpals/internal/format"
)

// filterHelp explains the filters of runs.
const filterHelp = "A filter is a list of words separated by spaces; a run must match all of them:\n\n" +
	"  dpals ml-1m          found in method, data, label, command or outcome\n" +
	"  method:dpals         contains the text; method=dpals equals it\n" +
	"  eps<2 k>=20          compares numbers with < <= > >= =, also any parameter by its name\n" +
	"  started>=2026-11     compares times as text, in UTC; started:2026-11-02 is that day\n" +
	"  pinned               or simulation, private, running\n" +
	"  -pinned -method=als  must not match; on a command line, after --\n" +
	"  label:\"two words\"    quotes keep spaces together\n\n" +
	"Texts: method, data, label, outcome, command, accountant, trust, split, seed, program. Numbers: id, eps, delta, mu, test,\n" +
	"valid, train, steps (iterations), seconds, sweep, dataset. Times: started, ended."

// chargesStay is the note after runs were deleted.
const chargesStay = "what the runs were charged stays in the ledger: it was released, and deleting does not undo that"

func runsCommand() *cobra.Command {
	return parentCommand("runs", "List, show, compare, export, label, pin and delete stored runs",
		"Stored runs: all that were trained by train, sweep, recommend and the dashboard, with their curves.\n\n"+filterHelp,
		runsListCommand(), runsShowCommand(), runsCompareCommand(), runsExportCommand(), runsLabelCommand(), runsPinCommand(), runsDeleteCommand())
}

func parseFilter(typed string) (store.Filter, error) {
	f, err := store.ParseFilter(typed)
	if err != nil {
		return f, usageError{err}
	}
	return f, nil
}

func runsListCommand() *cobra.Command {
	var order store.Sort
	var limit int
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "list [FILTER]",
		Short:   "List runs, the latest first",
		Long:    "List runs, the latest first.\n\n" + filterHelp,
		Example: "dpals runs list\ndpals runs list dpals ml-1m \"eps<2\" --sort test\ndpals runs list --json -- -simulation pinned",
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := parseFilter(strings.Join(args, " "))
			if err != nil {
				return err
			}
			if limit < 0 {
				return usagef("--limit %d: give the number of runs to list, or 0 for all", limit)
			}
			if order.By != "" && !slices.Contains(store.SortNames(), order.By) {
				return usagef("--sort %s: choose one of %s", order.By, strings.Join(store.SortNames(), ", "))
			}
			return withStore(cmd, func(s *store.Store) error {
				runs, err := s.List(f, order, limit, 0)
				if err != nil {
					return err
				}
				if *asJSON {
					for _, r := range runs {
						if err := report.WriteObject(cmd.OutOrStdout(), report.RunObject(r)); err != nil {
							return err
						}
					}
					return nil
				}
				all, err := s.Count(f)
				if err != nil {
					return err
				}
				if more := all - len(runs); more > 0 {
					defer fmt.Fprintf(cmd.ErrOrStderr(), "%s more: --limit 0 lists all\n", format.Plural(more, "run"))
				}
				return report.WriteRuns(cmd.OutOrStdout(), runs)
			})
		},
	}
	cmd.Flags().StringVar(&order.By, "sort", "", "sort by "+strings.Join(store.SortNames(), ", ")+" (default started)")
	cmd.Flags().BoolVar(&order.Reverse, "reverse", false, "reverse the order")
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most this many runs; 0: all")
	asJSON = jsonFlag(cmd.Flags(), "run")
	return cmd
}

func runsShowCommand() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "show RUN",
		Short:   "Show one run: its configuration, curve and releases",
		Example: "dpals runs show 12\ndpals runs show 12 --json",
		Args:    oneRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withRun(cmd, args[0], func(d store.Detail) error {
				if *asJSON {
					return report.WriteObject(cmd.OutOrStdout(), report.DetailObject(d))
				}
				return report.WriteRun(cmd.OutOrStdout(), d)
			})
		},
	}
	asJSON = jsonFlag(cmd.Flags(), "")
	return cmd
}

func runsCompareCommand() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "compare RUN RUN...",
		Short:   "Compare runs side by side, with ≠ where they differ",
		Example: "dpals runs compare 12 14",
		Args:    someRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("compare: give the numbers of two or more runs; dpals runs list shows the numbers")
			}
			return withRuns(cmd, args, func(s *store.Store, ids []int64) error {
				var runs []store.Run
				for _, id := range ids {
					d, err := s.Get(id)
					if err != nil {
						return err
					}
					runs = append(runs, d.Run)
				}
				if *asJSON {
					return report.WriteComparisonJSON(cmd.OutOrStdout(), runs)
				}
				return report.WriteComparison(cmd.OutOrStdout(), runs)
			})
		},
	}
	asJSON = jsonFlag(cmd.Flags(), "")
	return cmd
}

func runsExportCommand() *cobra.Command {
	var asJSON, asCSV bool
	var file string
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write the curve of a run as CSV, or the whole run as JSON",
		Long: "Write the curve of a run as CSV, a row for each iteration, or the whole run as JSON. The errors are not private\n" +
			"numbers, unless the run released them.",
		Example: "dpals runs export 12 --csv > curve.csv\ndpals runs export 12 --json --out run.json",
		Args:    oneRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON == asCSV {
				return usagef("choose one of --json and --csv")
			}
			return withRun(cmd, args[0], func(d store.Detail) error { return exportRun(cmd, d, file, asJSON) })
		},
	}
	cmd.Flags().BoolVar(&asCSV, "csv", false, "write the curve, a row for each iteration")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the whole run as one JSON object")
	cmd.Flags().StringVar(&file, "out", "", "write to this file (default: stdout)")
	nameValue(cmd.Flags(), "out", "FILE")
	return cmd
}

func runsLabelCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "label RUN [TEXT]",
		Short:   "Label a run; without a text, remove its label",
		Example: "dpals runs label 12 for the talk",
		Args:    someRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withRuns(cmd, args[:1], func(s *store.Store, ids []int64) error {
				return s.Label(ids[0], strings.Join(args[1:], " "))
			})
		},
	}
}

func runsPinCommand() *cobra.Command {
	var off bool
	cmd := &cobra.Command{
		Use:     "pin RUN...",
		Short:   "Pin runs, so that the filter \"pinned\" finds them",
		Example: "dpals runs pin 12 14\ndpals runs pin 12 --off",
		Args:    someRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withRuns(cmd, args, func(s *store.Store, ids []int64) error { return s.Pin(!off, ids...) })
		},
	}
	cmd.Flags().BoolVar(&off, "off", false, "unpin the runs")
	return cmd
}
