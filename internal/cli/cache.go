package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"dpals/loaders/cache"
	"dpals/tui/canvas"
)

func cacheCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Remove the copies of ratings that open at once",
		Long: "Large ratings that have been read are kept in a cache, in the clear, readable by you alone, so that they\n" +
			"open at once as long as their file does not change. --no-cache keeps and uses no copy.",
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:     "clear",
		Short:   "Remove all copies",
		Example: "dpals data cache clear",
		Args:    noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder := cacheFolder(cmd.Flags())
			bytes, err := cache.Clear(folder)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %.1f MB removed\n", canvas.Text(folder), float64(bytes)/1e6)
			return nil
		},
	})
	return cmd
}
