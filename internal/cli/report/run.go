package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"dpals/engine"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// fact is a line about a run.
type fact struct{ name, value string }

// facts returns what is stored about a run, the parameters last.
func facts(r store.Run) []fact {
	all := []fact{
		{"label", cell(r.Label)}, {"data", dataOf(r)}, {"split", fmt.Sprintf("%s, seed %d", r.Split, r.SplitSeed)}, {"method", cell(r.Method)},
		{"ε", price(r)}, {"δ", planned(r, format.Exact(r.Delta))}, {"μ", planned(r, format.Charge(r.Mu))},
		{"scope", scopeOf(r)}, {"accountant", cell(r.Accountant)}, {"model of trust", cell(r.Trust)}, {"noise", noiseOf(r)}, {"outcome", outcome(r)}, {"validation RMSE", validOf(r)},
		{"test RMSE", format.RMSE(r.TestRMSE)}, {"training RMSE", format.RMSE(r.TrainRMSE)}, {"errors", errorsOf(r)}, {"iterations", strconv.Itoa(r.Iterations)},
		{"time", took(r)}, {"started (UTC)", r.Started.Format(startTime)}, {"command", cell(r.Origin)},
		{"program", cell(r.Program)},
	}
	if r.Error != "" {
		all = append(all, fact{"why", cell(r.FailureReason())})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		if name != "valid_rmse_deviation" { // it is written beside the error
			all = append(all, fact{name, format.RMSE(r.Metrics[name])})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Settings)) {
		all = append(all, fact{"--" + name, cell(r.Settings[name])})
	}
	return all
}

func dataOf(r store.Run) string {
	if r.Dataset == 0 || r.MetricsPrivate { // the number reveals whether other runs had the same ratings
		return cell(r.Data)
	}
	return fmt.Sprintf("%s, data set %d in the ledger", cell(r.Data), r.Dataset)
}

// scopeOf returns what a run released instead of treating it as public, and the part of its δ that this may fail with.
func scopeOf(r store.Run) string {
	released := promise.Released(r.Scope)
	switch {
	case !r.Private:
		return "–"
	case released == "":
		return "range and items treated as public"
	case r.FailureProbability > 0:
		return fmt.Sprintf("%s released by the run; %.4g of δ for the items", released, r.FailureProbability)
	}
	return released + " released by the run"
}

func planned(r store.Run, text string) string {
	if r.Accountant == "" {
		return "–"
	}
	return text
}

func noiseOf(r store.Run) string {
	switch {
	case !r.Private && r.Seed == nil:
		return "none"
	case !r.Private:
		return fmt.Sprintf("none; seed %d", *r.Seed)
	case r.Seed != nil:
		return fmt.Sprintf("from seed %d: a simulation, no privacy", *r.Seed)
	case r.Ledger == 0:
		return "secure"
	}
	return fmt.Sprintf("secure; run %d in the ledger", r.Ledger)
}

// validOf returns the validation error of a run, with its noise if it is released.
func validOf(r store.Run) string {
	if r.MetricsPrivate && r.ValidDeviation() > 0 {
		return releasedError(r.ValidRMSE, r.ValidDeviation())
	}
	return format.RMSE(r.ValidRMSE)
}

func errorsOf(r store.Run) string {
	if r.MetricsPrivate {
		return "released by the run, for a part of its ε"
	}
	return "measured, not private numbers"
}

// took returns the time of a run. It depends on the ratings, so it is left out beside released errors.
func took(r store.Run) string {
	if r.MetricsPrivate {
		return "–"
	}
	return fmt.Sprintf("%.2f s", r.Elapsed.Seconds())
}

// stoppedRun returns what holds for a run that ended before its plan; "" for one that is done or was charged nothing.
func stoppedRun(d store.Detail) string {
	u := Unfinished{planned: d.Epsilon, delta: d.Delta}
	switch epsilon, err := d.Charged(); {
	case d.Outcome == "" || d.Outcome == engine.Done.String() || err != nil:
		return ""
	default:
		u.charged = epsilon
	}
	if !u.Released() {
		return ""
	}
	return u.String()
}

// WriteRun writes a run with its curve and releases, to be read.
func WriteRun(out io.Writer, d store.Detail) error {
	fmt.Fprintf(out, "run %d%s\n\n", d.ID, pin(d.Run))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range facts(d.Run) {
		fmt.Fprintf(w, "  %s\t%s\n", f.name, f.value)
	}
	if text := stoppedRun(d); text != "" {
		fmt.Fprintf(w, "  guarantee\t%s\n", text)
	}
	if len(d.Curve) > 0 {
		fmt.Fprintf(w, "\n  iteration\ttraining\tvalidation\tcharged ε\ttime\n")
		for _, s := range d.Curve {
			valid := format.RMSE(s.ValidRMSE)
			if d.MetricsPrivate {
				valid = releasedError(s.ValidRMSE, s.Deviation)
			}
			r := d.Run
			r.Elapsed = s.Elapsed
			fmt.Fprintf(w, "  %d\t%s\t%s\t%s\t%s\n", s.T, format.RMSE(s.TrainRMSE), valid, format.ChargeOrNone(s.Epsilon), took(r))
		}
	}
	if len(d.Releases) > 0 {
		fmt.Fprintf(w, "\n  release\tkind\tsensitivity\tσ\tμ\tcharged μ\n")
		for _, r := range d.Releases {
			fmt.Fprintf(w, "  %s\t%s\t%.4g\t%.4g\t%.4g\t%.4g\n", canvas.Text(r.Name), canvas.Text(r.Kind), r.Sensitivity, r.Sigma, r.Mu, r.SpentMu)
		}
	}
	return w.Flush()
}

// WriteIterations writes a line for each iteration of a stored run.
func WriteIterations(out io.Writer, curve []store.Iteration) error {
	for _, s := range curve {
		if _, err := fmt.Fprintln(out, iterationLine(s)); err != nil {
			return err
		}
	}
	return nil
}

func iterationLine(s store.Iteration) string {
	valid := format.RMSE(s.ValidRMSE)
	if s.Deviation > 0 {
		valid = releasedError(s.ValidRMSE, s.Deviation)
	}
	line := fmt.Sprintf("iteration %d of %d: validation RMSE %s", s.T, s.Of, valid)
	if !math.IsNaN(s.Epsilon) {
		line += ", charged ε " + format.ChargeOrNone(s.Epsilon)
	}
	if s.Deviation > 0 { // beside a released error, the time is left out
		return line
	}
	return fmt.Sprintf("%s, %.2f s", line, s.Elapsed.Seconds())
}

// WriteEnd writes how a stored run ended, and what its errors are.
func WriteEnd(out io.Writer, d store.Detail) error {
	text := fmt.Sprintf("run %d: %s", d.ID, canvas.Text(d.Outcome))
	if d.Error != "" {
		text += ", " + canvas.Text(d.Error)
	}
	if stopped := stoppedRun(d); stopped != "" {
		text += "\n" + stopped
	}
	_, err := fmt.Fprintf(out, "%s\nerrors: %s\n", text, errorsOf(d.Run))
	return err
}

// WriteCurve writes the curve of a run as CSV. Each row says whether its errors are releases or, as usual, not private.
func WriteCurve(out io.Writer, d store.Detail) error {
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
