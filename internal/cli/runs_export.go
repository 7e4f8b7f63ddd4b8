package cli

import (
	"io"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/cli/report"
)

func runsExportCommand() *cobra.Command {
	var asJSON, asCSV bool
	var file string
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write the curve of a run as CSV, or all that is kept of it as JSON",
		Long: "Write the curve of a run as CSV, a row for each step, or all that is kept of it as JSON. The errors are not\n" +
			"private numbers, unless the run released them.",
		Example: "dpals runs export 12 --csv > curve.csv\ndpals runs export 12 --json --out run.json",
		Args:    exactlyOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON == asCSV {
				return usagef("choose one of --json and --csv")
			}
			ids, err := runNumbers(args)
			if err != nil {
				return err
			}
			return withStore(cmd, func(s *store.Store) error {
				d, err := s.Get(ids[0])
				if err != nil {
					return err
				}
				write := func(w io.Writer) error { return report.WriteCurve(w, d) }
				if asJSON {
					write = func(w io.Writer) error { return report.WriteObject(w, report.DetailObject(d)) }
				}
				if file == "" {
					return write(cmd.OutOrStdout())
				}
				return writeFile(file, write)
			})
		},
	}
	cmd.Flags().BoolVar(&asCSV, "csv", false, "the curve, a row for each step")
	cmd.Flags().BoolVar(&asJSON, "json", false, "all of it, as one object")
	cmd.Flags().StringVar(&file, "out", "", "write to this file instead of stdout")
	takes(cmd.Flags(), "out", "FILE")
	return cmd
}
