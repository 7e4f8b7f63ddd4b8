package cli

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/format"
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
				write := func(w io.Writer) error { return writeCurve(w, d) }
				if asJSON {
					write = func(w io.Writer) error { return (&jsonReport{out: w}).write(detailObject(d)) }
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

// writeCurve says in every row whether its errors are releases or, as usual, no private numbers.
func writeCurve(out io.Writer, d store.Detail) error {
	rows := [][]string{{"step", "of", "train_rmse", "valid_rmse", "valid_rmse_deviation", "metrics_private", "epsilon", "seconds"}}
	for _, s := range d.Curve {
		seconds := s.Elapsed.Seconds()
		if d.MetricsPrivate { // no release
			seconds = math.NaN()
		}
		rows = append(rows, []string{strconv.Itoa(s.T), strconv.Itoa(s.Of), format.ExactOrEmpty(s.TrainRMSE), format.ExactOrEmpty(s.ValidRMSE), format.ExactOrEmpty(s.Deviation),
			strconv.FormatBool(d.MetricsPrivate), format.ExactOrEmpty(s.Epsilon), format.ExactOrEmpty(seconds)})
	}
	return csv.NewWriter(out).WriteAll(rows)
}
