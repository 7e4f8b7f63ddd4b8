package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/cli/report"
	"dpals/internal/format"
)

// exportRun writes a run to a file, or to stdout without one.
func exportRun(cmd *cobra.Command, d store.Detail, file string, asJSON bool) error {
	write := func(w io.Writer) error {
		if asJSON {
			return report.WriteObject(w, report.DetailObject(d))
		}
		return report.WriteCurve(w, d)
	}
	if file == "" {
		return write(cmd.OutOrStdout())
	}
	return writeFile(file, write)
}

func runsDeleteCommand() *cobra.Command {
	var matching string
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete RUN...",
		Short: "Delete runs; what they were charged stays in the ledger",
		Long: "Delete runs and their curves. What they were charged stays in the ledger: it was released, and deleting does not\n" +
			"undo that.",
		Example: "dpals runs delete 12 14\ndpals runs delete --filter \"simulation -pinned\" --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			byFilter := cmd.Flags().Changed("filter")
			if byFilter == (len(args) > 0) {
				return usagef("give either the numbers of runs or --filter")
			}
			f, err := parseFilter(matching)
			if err != nil {
				return err
			}
			return withRuns(cmd, args, func(s *store.Store, ids []int64) error {
				if byFilter {
					runs, err := s.List(f, store.Sort{}, 0, 0)
					if err != nil {
						return err
					}
					for _, r := range runs {
						ids = append(ids, r.ID)
					}
					if !yes && len(ids) > 0 {
						return usagef("--filter %s matches %s: give --yes to delete", matching, format.Plural(len(ids), "run"))
					}
				}
				if err := s.Delete(ids...); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s deleted\n", format.Plural(len(ids), "run"))
				note(cmd, chargesStay)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&matching, "filter", "", "delete the runs that match a filter; dpals runs --help explains filters")
	cmd.Flags().BoolVar(&yes, "yes", false, "confirm deleting the runs of --filter")
	nameValue(cmd.Flags(), "filter", "FILTER")
	return cmd
}
