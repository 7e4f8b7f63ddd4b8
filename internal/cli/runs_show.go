package cli

import (
	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/cli/report"
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
					return report.WriteObject(cmd.OutOrStdout(), report.DetailObject(d))
				}
				return report.WriteRun(cmd.OutOrStdout(), d)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
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
					return report.WriteComparisonJSON(cmd.OutOrStdout(), runs)
				}
				return report.WriteComparison(cmd.OutOrStdout(), runs)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
