package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// WriteSelection writes what a selection is and costs. All of it is public.
func WriteSelection(w io.Writer, s *sweep.Selection) {
	law := s.Law()
	fmt.Fprintf(w, "%s: the best of about %g runs (%s law), each with one of %s at random, ε %s each\n", canvas.Text(s.Cost.Data), law.Mean(), law.Law(),
		format.Plural(s.Choices, "choice"), format.Charge(s.RunEpsilon))
	fmt.Fprintf(w, "the selection alone costs ε %s at δ %g; together with other runs on these ratings it counts as μ %s, ε %s: charged to the ledger before the first run",
		format.Charge(s.Epsilon), s.Delta, format.Charge(s.Cost.Mu), format.Charge(s.Cost.Epsilon))
	if s.Cost.Spent > 0 {
		fmt.Fprintf(w, "; charged before: %s; with it: %s", promise.Epsilon(s.Cost.Spent, s.Cost.Delta), promise.Epsilon(s.Cost.Together, s.Cost.Delta))
	}
	fmt.Fprintf(w, "; %s\n", allRuns(s.Cost))
	fmt.Fprintln(w, "keep the number of runs and their time secret: they are not private")
}

// WriteBest writes the best run of a selection, to be read; nil for none.
func WriteBest(w io.Writer, s *sweep.Selection, b *sweep.Best, provided string) {
	if b == nil {
		fmt.Fprintln(w, "no run was drawn, so nothing is published; the cost stays charged")
		return
	}
	fmt.Fprintf(w, "best: %s, validation RMSE %s  (private: part of what the run releases)\n", canvas.Text(b.Name()), releasedError(b.Result.ValidRMSE, b.Result.Deviation))
	fmt.Fprintf(w, "parameters: %s\n", settings(b.Result.Settings))
	fmt.Fprintf(w, "ε %s at δ %g for the whole selection, %s model%s\n", format.Cost(s.Epsilon), s.Delta, b.Trust, provided)
	if b.Run != 0 {
		WriteKept(w, b.Run)
	}
}

// BestObject returns the best run of a selection as JSON; nil for none.
func BestObject(s *sweep.Selection, b *sweep.Best) Object {
	law := s.Law()
	o := Object{"event": "selected", "data": s.Cost.Data, "law": string(law.Law()), "runs_mean": law.Mean(), "choices": s.Choices, "epsilon": s.Epsilon,
		"delta": s.Delta, "run_epsilon": s.RunEpsilon, "charged_mu": s.Cost.Mu, "charged_epsilon": s.Cost.Epsilon, "nothing": b == nil}
	if b != nil {
		o["method"], o["trust"], o["varied"], o["parameters"] = b.Method, string(b.Trust), b.Settings, b.Result.Settings
		o["valid_rmse"], o["metrics_private"] = b.Result.ValidRMSE, true
		if b.Run != 0 {
			o["run"] = b.Run
		}
	}
	return o
}

// WriteBestCSV writes the best run as CSV: one row, or none.
func WriteBestCSV(w io.Writer, s *sweep.Selection, b *sweep.Best) error {
	rows := [][]string{{"data", "method", "trust", "epsilon", "delta", "charged_mu", "valid_rmse", "parameters"}}
	if b != nil {
		rows = append(rows, []string{s.Cost.Data, b.Method, string(b.Trust), format.Exact(s.Epsilon), format.Exact(s.Delta), format.Exact(s.Cost.Mu), format.Exact(b.Result.ValidRMSE),
			strings.TrimSpace(settings(b.Result.Settings))})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
