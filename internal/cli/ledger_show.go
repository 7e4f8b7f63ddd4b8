package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/internal/cli/report"
)

func ledgerShowCommand() *cobra.Command {
	var source sourceFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show [SRC]",
		Short:   "Show the guarantee of each data set and what was charged: by run, by kind of release, and what is left",
		Example: "dpals ledger show\ndpals ledger show ml-1m --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withLedger(cmd, func(l *ledger.Ledger) error {
				all, err := balances(cmd, l, &source, args)
				if err != nil {
					return err
				}
				if asJSON {
					out := json.NewEncoder(cmd.OutOrStdout())
					for _, a := range all {
						if err := out.Encode(a.Object()); err != nil {
							return err
						}
					}
					return nil
				}
				if len(all) == 0 {
					fmt.Fprintln(cmd.OutOrStdout(), "nothing has been released")
					return nil
				}
				for i, a := range all {
					if i > 0 {
						fmt.Fprintln(cmd.OutOrStdout())
					}
					if err := a.WriteData(cmd.OutOrStdout()); err != nil {
						return err
					}
				}
				note(cmd, report.OverlapWarning)
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per data set")
	return cmd
}

// balances reads the data sets that a command is about, once the whole ledger is known to be sound.
func balances(cmd *cobra.Command, l *ledger.Ledger, source *sourceFlags, args []string) (all []report.Balance, err error) {
	if err := l.Verify(); err != nil {
		return nil, err
	}
	chosen, err := selected(cmd, l, source, args)
	if err != nil {
		return nil, err
	}
	for _, s := range chosen {
		a, err := report.ReadBalance(l, s)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}
