package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dpals/engine/scope"
	"dpals/internal/cli/report"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/loaders/readers"
	"dpals/loaders/sources"
	"dpals/loaders/writers"
	"dpals/tui/canvas"
)

func dataCommand() *cobra.Command {
	return parentCommand("data", "Describe ratings, write synthetic ones, or clear the cache", "", infoCommand(), synthCommand(), cacheCommand())
}

func infoCommand() *cobra.Command {
	var source sourceFlags
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "info [SRC]",
		Short:   "Describe ratings: size, density, range and distribution",
		Example: "dpals data info ml-1m\ndpals data info ratings.csv.gz --json",
		Args:    oneArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				source.data = args[0]
			}
			r, err := source.open(cmd.Context())
			if err != nil {
				return err
			}
			s := loaders.Describe(r)
			if *asJSON {
				return report.WriteJSON(cmd.OutOrStdout(), report.DataObject(r, s))
			}
			report.WriteData(cmd.OutOrStdout(), r, s)
			note(cmd, ratingsNotes(r, scope.Private{}, false)...)
			if r.Origin.CatalogueObserved {
				note(cmd, catalogueNote)
			}
			return nil
		},
	}
	source.register(cmd.Flags(), "")
	asJSON = jsonFlag(cmd.Flags(), "")
	return cmd
}

func synthCommand() *cobra.Command {
	var out, layout string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "synth [NAME]",
		Short: "Write synthetic ratings to a file",
		Long: "Write synthetic ratings to a file or to stdout.\n\n" +
			"synth:skewed has item counts by a power law, log-normal user counts, biases and half-star ratings. Its shapes are small,\n" +
			"ml-100k, ml-1m, ml-10m and ml-20m. synth:lowrank is an exact product of rank 5. Options follow a colon, such as the\n" +
			"numbers of users and items: synth:lowrank:n=20000,m=1000.",
		Example: "dpals data synth synth:skewed:ml-1m --out ratings.csv.zst",
		Args:    oneArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "synth:skewed"
			if len(args) == 1 {
				name = args[0]
			}
			if !strings.HasPrefix(name, "synth:") {
				name = "synth:" + name
			}
			r, err := sources.Open(cmd.Context(), name, sources.Options{Seed: seed})
			if err != nil {
				return err
			}
			if out == "" || out == "-" {
				return writers.Write(cmd.OutOrStdout(), r, layout)
			}
			if err := writers.Save(cmd.Context(), out, r, layout); err != nil {
				return fmt.Errorf("%s: cannot write the ratings: %w", out, err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s of %s and %s\n", canvas.Text(out),
				format.Plural(r.Count(), "rating"), format.Plural(r.Users, "user"), format.Plural(r.Items, "item"))
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write this file, compressed if it ends in .gz or .zst (default: stdout)")
	nameValue(cmd.Flags(), "out", "FILE")
	cmd.Flags().StringVar(&layout, "as", "csv", "write this format: "+strings.Join(readers.Formats(), ", "))
	cmd.Flags().Uint64Var(&seed, "seed", 1, "draw the ratings from this seed")
	return cmd
}
