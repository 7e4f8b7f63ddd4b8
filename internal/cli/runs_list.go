package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dpals/docs"
	"dpals/engine/scope"
	"dpals/engine/store"
	"dpals/tui/canvas"
)

func runsListCommand() *cobra.Command {
	var order store.Sort
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list [FILTER]",
		Short:   "List runs, the latest first",
		Long:    "List runs, the latest first.\n\n" + filterHelp,
		Example: "dpals runs list\ndpals runs list dpals ml-1m \"eps<2\" --sort test\ndpals runs list --json -- -simulation pinned",
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := filter(strings.Join(args, " "))
			if err != nil {
				return err
			}
			if limit < 0 {
				return usagef("--limit %d: choose 0 for all, or a positive number", limit)
			}
			if order.By != "" && !slices.Contains(store.SortNames(), order.By) {
				return usagef("--sort %s: choose one of %s", order.By, strings.Join(store.SortNames(), ", "))
			}
			return withStore(cmd, func(s *store.Store) error {
				runs, err := s.List(f, order, limit, 0)
				if err != nil {
					return err
				}
				if asJSON {
					out := &jsonReport{out: cmd.OutOrStdout()}
					for _, r := range runs {
						if err := out.write(runObject(r)); err != nil {
							return err
						}
					}
					return nil
				}
				all, err := s.Count(f)
				if err != nil {
					return err
				}
				if len(runs) == 0 {
					fmt.Fprintln(cmd.OutOrStdout(), "no such run is kept")
					return nil
				}
				if more := all - len(runs); more > 0 {
					defer fmt.Fprintf(cmd.ErrOrStderr(), "%s more: --limit 0 lists all\n", plural(more, "run"))
				}
				return listRuns(cmd.OutOrStdout(), runs)
			})
		},
	}
	cmd.Flags().StringVar(&order.By, "sort", "", "order: "+strings.Join(store.SortNames(), ", ")+" (started)")
	cmd.Flags().BoolVar(&order.Reverse, "reverse", false, "the other way round")
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most so many; 0 for all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a run")
	return cmd
}

func listRuns(out io.Writer, runs []store.Run) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "run\tbegan (UTC)\tdata\tmethod\tε\tmodel\tparameters\tsteps\tvalidation\ttest\ttime\toutcome\t")
	for _, r := range runs {
		fmt.Fprintf(w, "%d%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", r.ID, pin(r), r.Started.Format("2006-01-02 15:04:05"), cell(r.Data),
			cell(r.Method), price(r), trusted(r), cell(askedOf(r)), r.Iterations, validOf(r), figure(r.TestRMSE), took(r), outcome(r), canvas.Text(r.Label))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "\nErrors are RMSE on held-out ratings; they are private numbers only where the run says so.\nAn ε of one model of trust is no ε of another: see dpals methods.")
	return err
}

func pin(r store.Run) string {
	if r.Pinned {
		return "*"
	}
	return ""
}

// trusted is the model of trust that a run's ε holds under.
func trusted(r store.Run) string {
	if !r.Private {
		return "–"
	}
	return canvas.Text(r.Trust)
}

// price is the ε of a run in a table.
func price(r store.Run) string {
	switch {
	case !r.Private:
		return "not private"
	case r.Simulation && r.Epsilon > 0:
		return atLeast(r.Epsilon, chargedDigits) + " sim."
	}
	return atLeast(r.Epsilon, chargedDigits)
}

func outcome(r store.Run) string {
	switch {
	case r.Outcome == "":
		return "under way"
	case r.Sweep != 0:
		return fmt.Sprintf("%s, sweep %d", canvas.Text(r.Outcome), r.Sweep)
	}
	return canvas.Text(r.Outcome)
}

// askedOf writes what a run was asked for: what it was to release itself, and its parameters.
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

// settings writes parameters by name: "k=20 rank=8".
func settings(all map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, name+"="+all[name])
	}
	return strings.Join(list, " ")
}

// runObject is the JSON form of a run. Where its errors are releases, what else follows from the ratings is left out:
// how long it took, and which number the ledger has for them.
func runObject(r store.Run) object {
	o := object{"run": r.ID, "command": r.Origin, "label": r.Label, "pinned": r.Pinned, "method": r.Method, "data": r.Data, "split": r.Split,
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
	return markNotPrivate(o, append(slices.Sorted(maps.Keys(r.Metrics)), "train_rmse", "valid_rmse", "test_rmse", "seconds", "dataset")...)
}

// detailObject is runObject with the curve and the releases.
func detailObject(d store.Detail) object {
	o := runObject(d.Run)
	curve, releases := make([]object, len(d.Curve)), make([]object, len(d.Releases))
	for i, s := range d.Curve {
		curve[i] = finite(object{"t": s.T, "of": s.Of, "train_rmse": s.TrainRMSE, "valid_rmse": s.ValidRMSE, "epsilon": s.Epsilon})
		if !d.MetricsPrivate {
			curve[i]["seconds"] = s.Elapsed.Seconds()
		}
		if s.Deviation > 0 {
			curve[i]["valid_rmse_deviation"] = s.Deviation
		}
	}
	for i, r := range d.Releases {
		releases[i] = object{"name": r.Name, "kind": r.Kind, "proof": docs.ProofPath(r.Proof), "sensitivity": r.Sensitivity, "sigma": r.Sigma, "mu": r.Mu, "charged_mu": r.SpentMu}
	}
	o["curve"], o["releases"] = curve, releases
	if charged, err := d.Charged(); err == nil && stoppedRun(d) != "" {
		o["charged_epsilon"], o["guarantee"] = charged, object{"epsilon": d.Epsilon, "delta": d.Delta}
	}
	return o
}
