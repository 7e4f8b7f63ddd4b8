package sweep

import (
	"encoding/csv"
	"io"
	"strconv"

	"dpals/internal/format"
)

// WriteCSV writes a row for every finished run, with a column for each parameter that the sweep varies. The field of a
// number that was not measured is empty.
func (s Snapshot) WriteCSV(out io.Writer) error {
	head := []string{"data", "method", "private", "simulation", "trust", "epsilon", "delta", "mu", "seed", "train_rmse", "valid_rmse", "test_rmse",
		"metrics_private", "iterations", "seconds", "range_released", "catalogue_released", "target_epsilon", "repeat", "run"}
	for _, p := range s.Spec.Parameters {
		head = append(head, p.Name)
	}
	rows := [][]string{head}
	for _, r := range s.Results {
		c := s.Cells[r.Cell]
		seed, run := "", ""
		if r.Seed != nil {
			seed = strconv.FormatUint(*r.Seed, 10)
		}
		if r.Run != 0 {
			run = strconv.FormatInt(r.Run, 10)
		}
		row := []string{c.Data, r.Method, strconv.FormatBool(r.Private), strconv.FormatBool(r.Simulation), string(r.Trust), format.ExactOrEmpty(r.Epsilon), format.ExactOrEmpty(r.Delta),
			format.ExactOrEmpty(r.Mu), seed, format.ExactOrEmpty(r.TrainRMSE), format.ExactOrEmpty(r.ValidRMSE), format.ExactOrEmpty(r.TestRMSE), strconv.FormatBool(r.MetricsPrivate), strconv.Itoa(r.Iterations),
			format.ExactOrEmpty(r.Elapsed.Seconds()), strconv.FormatBool(r.Scope.Range), strconv.FormatBool(r.Scope.Catalogue), format.ExactOrEmpty(c.Epsilon), strconv.Itoa(r.Repeat + 1), run}
		for _, p := range s.Spec.Parameters {
			row = append(row, c.Settings[p.Name])
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(out).WriteAll(rows)
}
