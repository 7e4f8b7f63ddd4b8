package cli

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/internal/cli/report"
)

func ledgerExportCommand() *cobra.Command {
	var source sourceFlags
	var asJSON, asCSV bool
	cmd := &cobra.Command{
		Use:   "export [SRC]",
		Short: "Write every run and release to stdout",
		Long: "Write every run and release to stdout: as JSON, one object per data set; as CSV, one row per release, and one for\n" +
			"a run without any. In JSON \"guarantee\" is the limit, or null and \"no_guarantee\" why:\n" +
			"the sums of what was charged are none. Fingerprints are functions of the ratings and are left out.",
		Example: "dpals ledger export --json > ledger.jsonl\ndpals ledger export ml-1m --csv > releases.csv",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON == asCSV {
				return usagef("choose one of --json and --csv")
			}
			return withLedger(cmd, func(l *ledger.Ledger) error {
				all, err := balances(cmd, l, &source, args)
				if err != nil {
					return err
				}
				if asCSV {
					return report.WriteReleases(cmd.OutOrStdout(), l, all)
				}
				out := json.NewEncoder(cmd.OutOrStdout())
				for _, a := range all {
					o, err := a.Whole(l)
					if err == nil {
						err = out.Encode(o)
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
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per data set")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "one row per release")
	return cmd
}
