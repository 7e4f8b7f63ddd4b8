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

func runsListCommand() *cobra.Command {
	var order store.Sort
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list [FILTER]",
		Short:   "List runs, the latest first",
		Long:    "List runs, the latest first.\n\n" + filterHelp,
		Example: "dpals runs list\ndpals runs list dpals ml-1m \"eps<2\" --sort test\ndpals runs list --json -- -simulation pinned",
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := filter(strings.Join(args, " "))
			if err != nil {
				return err
			}
			if limit < 0 {
				return usagef("--limit %d: choose 0 for all, or a positive number", limit)
			}
			if order.By != "" && !slices.Contains(store.SortNames(), order.By) {
				return usagef("--sort %s: choose one of %s", order.By, strings.Join(store.SortNames(), ", "))
			}
			return withStore(cmd, func(s *store.Store) error {
				runs, err := s.List(f, order, limit, 0)
				if err != nil {
					return err
				}
				if asJSON {
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
				if len(runs) == 0 {
					fmt.Fprintln(cmd.OutOrStdout(), "no such run is kept")
					return nil
				}
				if more := all - len(runs); more > 0 {
					defer fmt.Fprintf(cmd.ErrOrStderr(), "%s more: --limit 0 lists all\n", format.Plural(more, "run"))
				}
				return report.WriteRuns(cmd.OutOrStdout(), runs)
			})
		},
	}
	cmd.Flags().StringVar(&order.By, "sort", "", "order: "+strings.Join(store.SortNames(), ", ")+" (started)")
	cmd.Flags().BoolVar(&order.Reverse, "reverse", false, "the other way round")
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most so many; 0 for all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a run")
	return cmd
}
