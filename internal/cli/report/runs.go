package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"dpals/docs"
	"dpals/engine/scope"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// WriteRuns writes a table of runs.
func WriteRuns(out io.Writer, runs []store.Run) error {
	if len(runs) == 0 {
		_, err := fmt.Fprintln(out, "no stored run matches")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "run\tstarted (UTC)\tdata\tmethod\tε\tmodel\tparameters\titerations\tvalidation\ttest\ttime\toutcome\t")
	for _, r := range runs {
		fmt.Fprintf(w, "%d%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", r.ID, pin(r), r.Started.Format(startTime), cell(r.Data),
			cell(r.Method), price(r), trusted(r), cell(askedOf(r)), r.Iterations, validOf(r), format.RMSE(r.TestRMSE), took(r), outcome(r), canvas.Text(r.Label))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "\nErrors are RMSE on held-out ratings: not private numbers, unless the run released them (runs show).\n"+comparableOnly)
	return err
}

// pin returns the mark of a pinned run.
func pin(r store.Run) string {
	if r.Pinned {
		return "*"
	}
	return ""
}

// trusted returns the model of trust of a run's ε.
func trusted(r store.Run) string {
	if !r.Private {
		return "–"
	}
	return canvas.Text(r.Trust)
}

// price returns the ε of a run for a table.
func price(r store.Run) string {
	switch {
	case !r.Private:
		return "not private"
	case r.Simulation && r.Epsilon > 0:
		return format.Charge(r.Epsilon) + " sim."
	}
	return format.Charge(r.Epsilon)
}

// outcome returns how a run ended.
func outcome(r store.Run) string {
	switch {
	case r.Outcome == "":
		return "under way"
	case r.Sweep != 0:
		return fmt.Sprintf("%s, sweep %d", canvas.Text(r.Outcome), r.Sweep)
	}
	return canvas.Text(r.Outcome)
}

// askedOf returns what the command line set: what the run releases itself, and its parameters.
func askedOf(r store.Run) string {
	var scope []string
	if r.Scope.Range {
		scope = append(scope, "range=private")
	}
	if r.Scope.Catalogue {
		scope = append(scope, "catalogue=private")
	}
	return strings.TrimSpace(strings.Join(append(scope, settings(r.Given)), " "))
}

// settings returns parameters by name: "k=20 rank=8".
func settings(all map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, name+"="+all[name])
	}
	return strings.Join(list, " ")
}

// RunObject returns a run as JSON. Beside released errors it has nothing else that follows from the ratings: no time, and no
// number of the data set.
func RunObject(r store.Run) Object {
	o := Object{"run": r.ID, "command": r.Origin, "label": r.Label, "pinned": r.Pinned, "method": r.Method, "data": r.Data, "split": r.Split,
		"split_seed": r.SplitSeed, "trust": r.Trust, "private": r.Private, "simulation": r.Simulation, "asked": r.Given, "parameters": r.Settings, "iterations": r.Iterations,
		"train_rmse": r.TrainRMSE, "valid_rmse": r.ValidRMSE, "test_rmse": r.TestRMSE, "metrics_private": r.MetricsPrivate,
		"started": r.Started.Format(time.RFC3339Nano), "outcome": r.Outcome, "program": r.Program, "schema": r.Schema}
	if r.Outcome == "" {
		o["outcome"] = "running"
	}
	for name, v := range r.Metrics {
		o[name] = v
	}
	if r.Accountant != "" {
		o["epsilon"], o["delta"], o["mu"], o["accountant"] = r.Epsilon, r.Delta, r.Mu, r.Accountant
	}
	if r.Scope != (scope.Private{}) {
		o["range_released"], o["catalogue_released"], o["catalogue_delta"] = r.Scope.Range, r.Scope.Catalogue, r.FailureProbability
	}
	if r.Seed != nil {
		o["seed"] = *r.Seed
	}
	if !r.MetricsPrivate {
		o["seconds"] = r.Elapsed.Seconds()
	}
	if r.Dataset != 0 && !r.MetricsPrivate {
		o["dataset"] = r.Dataset
	}
	if r.Ledger != 0 {
		o["ledger_run"] = r.Ledger
	}
	if r.Sweep != 0 {
		o["sweep"], o["point"] = r.Sweep, r.Point
	}
	if !r.Ended.IsZero() && !r.MetricsPrivate {
		o["ended"] = r.Ended.Format(time.RFC3339Nano)
	}
	if r.Error != "" {
		o["error"] = r.FailureReason()
	}
	if r.MetricsPrivate {
		return o
	}
	return MarkNotPrivate(o, append(slices.Sorted(maps.Keys(r.Metrics)), "train_rmse", "valid_rmse", "test_rmse", "seconds", "dataset")...)
}

// DetailObject is RunObject with the curve and the releases.
func DetailObject(d store.Detail) Object {
	o := RunObject(d.Run)
	curve, releases := make([]Object, len(d.Curve)), make([]Object, len(d.Releases))
	for i, s := range d.Curve {
		curve[i] = finite(Object{"t": s.T, "of": s.Of, "train_rmse": s.TrainRMSE, "valid_rmse": s.ValidRMSE, "epsilon": s.Epsilon})
		if !d.MetricsPrivate {
			curve[i]["seconds"] = s.Elapsed.Seconds()
		}
		if s.Deviation > 0 {
			curve[i]["valid_rmse_deviation"] = s.Deviation
		}
	}
	for i, r := range d.Releases {
		releases[i] = Object{"name": r.Name, "kind": r.Kind, "proof": docs.ProofPath(r.Proof), "sensitivity": r.Sensitivity, "sigma": r.Sigma, "mu": r.Mu, "charged_mu": r.SpentMu}
	}
	o["curve"], o["releases"] = curve, releases
	if charged, err := d.Charged(); err == nil && stoppedRun(d) != "" {
		o["charged_epsilon"], o["guarantee"] = charged, Object{"epsilon": d.Epsilon, "delta": d.Delta}
	}
	return o
}
