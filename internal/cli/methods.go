package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/cli/report"
)

func methodsCommand() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "methods [NAME]",
		Short:   "List the training methods, or the parameters of one",
		Example: "dpals methods\ndpals methods dpals\ndpals methods --json",
		Args:    oneArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			list := engine.Methods()
			if len(args) == 1 {
				m, err := engine.Lookup(args[0])
				if err != nil {
					var unknown method.ParameterError
					if errors.As(err, &unknown) {
						err = fmt.Errorf("%s: unknown method, %s", unknown.Value, unknown.Reason)
					}
					return usageError{err}
				}
				list = []*method.Method{m}
			}
			if *asJSON {
				return report.WriteMethodsJSON(cmd.OutOrStdout(), list)
			}
			return report.WriteMethods(cmd.OutOrStdout(), list)
		},
	}
	asJSON = jsonFlag(cmd.Flags(), "method")
	return cmd
}
