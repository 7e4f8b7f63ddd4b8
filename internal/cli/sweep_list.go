package cli

import (
	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/cli/report"
)

func sweepListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List sweeps, the latest first, and how far they are",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, func(s *store.Store) error {
				all, err := s.Sweeps(false)
				if err != nil {
					return err
				}
				if asJSON {
					return report.WriteSweepsJSON(cmd.OutOrStdout(), all)
				}
				return report.WriteSweeps(cmd.OutOrStdout(), all)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a sweep")
	return cmd
}
