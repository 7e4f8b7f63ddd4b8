package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"dpals/loaders/cache"
	"dpals/tui/canvas"
)

func cacheCommand() *cobra.Command {
	remove := &cobra.Command{
		Use:     "clear",
		Short:   "Remove all copies",
		Example: "dpals data cache clear",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder := cacheFolder(cmd.Flags())
			bytes, err := cache.Clear(folder)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %.1f MB removed\n", canvas.Text(folder), float64(bytes)/1e6)
			return nil
		},
	}
	return parentCommand("cache", "Remove the copies of ratings that open faster",
		"Large ratings are copied to a cache when they are read, unencrypted and readable only by you, so that they open faster\n"+
			"while their file does not change. --no-cache neither writes nor reads a copy.", remove)
}
