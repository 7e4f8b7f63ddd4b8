package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dpals/engine/scope"
	"dpals/internal/cli/report"
	"dpals/loaders"
	"dpals/tui/canvas"
)

func dataCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "data", Short: "Look at ratings, or make synthetic ones", Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(infoCommand(), synthCommand(), cacheCommand())
	return cmd
}

func infoCommand() *cobra.Command {
	var source sourceFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "info [SRC]",
		Short:   "Describe ratings: size, density, range, distribution",
		Example: "dpals data info ml-1m\ndpals data info ratings.csv.gz --json",
		Args:    oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				source.data = args[0]
			}
			r, err := source.open(cmd.Context())
			if err != nil {
				return err
			}
			s := loaders.Describe(r)
			if asJSON {
				return report.WriteJSON(cmd.OutOrStdout(), report.DataObject(r, s))
			}
			report.WriteData(cmd.OutOrStdout(), r, s)
			note(cmd, noticed(r, scope.Private{}, false)...)
			if r.Origin.CatalogueObserved {
				note(cmd, catalogueNote)
			}
			return nil
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func synthCommand() *cobra.Command {
	var out, format string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "synth [NAME]",
		Short: "Write synthetic ratings to a file",
		Long: "Write synthetic ratings to a file or to stdout.\n\n" +
			"synth:skewed has power-law items, log-normal users, biases and half-star ratings; its shapes are small, ml-100k,\n" +
			"ml-1m, ml-10m and ml-20m. synth:lowrank is an exact product of rank 5. Options follow after colons:\n" +
			"synth:lowrank:n=20000,m=1000.",
		Example: "dpals data synth synth:skewed:ml-1m --out ratings.csv.zst",
		Args:    oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "synth:skewed"
			if len(args) == 1 {
				name = args[0]
			}
			if !strings.HasPrefix(name, "synth:") {
				name = "synth:" + name
			}
			r, err := loaders.Open(cmd.Context(), name, loaders.Options{Seed: seed})
			if err != nil {
				return err
			}
			if out == "" || out == "-" {
				return loaders.Write(cmd.OutOrStdout(), r, format)
			}
			if err := loaders.Save(cmd.Context(), out, r, format); err != nil {
				return fmt.Errorf("%s: the ratings could not be written: %w", out, err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d ratings of %d users and %d items\n", canvas.Text(out), r.Count(), r.Users, r.Items)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write; .gz and .zst are compressed; stdout without it")
	takes(cmd.Flags(), "out", "FILE")
	cmd.Flags().StringVar(&format, "as", "csv", "format: "+strings.Join(loaders.Formats(), ", "))
	cmd.Flags().Uint64Var(&seed, "seed", 1, "which ratings")
	return cmd
}
