package report

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"dpals/engine/promise"
	"dpals/engine/scope"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// SweepReporter writes the progress of a sweep as it happens, and its result.
type SweepReporter interface {
	Start(*sweep.Sweep) error
	Cost(sweep.Cost) error
	Point(sweep.Snapshot, sweep.Result) error
	Ended(sweep.Snapshot) error // in whatever way
	Done(sweep.Snapshot) error  // with every run, or all but those that failed
}

// SweepText writes progress on Err and a table on Out, to be read.
type SweepText struct {
	Out, Err io.Writer
	From     Origins
}

// Start implements SweepReporter.
func (t *SweepText) Start(s *sweep.Sweep) error {
	if released := promise.Released(s.Spec.Released()); released != "" {
		defer fmt.Fprintf(t.Err, "each run with a curator first releases its %s, for a part of its ε\n", released)
	}
	switch left, of := s.Left(); {
	case s.ID == 0:
		fmt.Fprintf(t.Err, "%s, not stored\n", format.Plural(of, "run"))
	case left == 0:
		fmt.Fprintf(t.Err, "sweep %d is finished: --fresh trains its %s again\n", s.ID, format.Plural(of, "run"))
	case left < of:
		fmt.Fprintf(t.Err, "sweep %d continues: %d of %s are finished\n", s.ID, of-left, format.Plural(of, "run"))
	default:
		fmt.Fprintf(t.Err, "sweep %d: %s\n", s.ID, format.Plural(of, "run"))
	}
	return nil
}

// Cost implements SweepReporter.
func (t *SweepText) Cost(c sweep.Cost) error {
	fmt.Fprintf(t.Err, "%s: %s will be charged, %s", canvas.Text(c.Data), format.Plural(c.Runs, "run"), Together(c.Epsilon, c.Delta))
	if c.Spent > 0 {
		fmt.Fprintf(t.Err, "; charged before: %s; with them: %s", promise.Epsilon(c.Spent, c.Delta), promise.Epsilon(c.Together, c.Delta))
	}
	fmt.Fprint(t.Err, "; ", allRuns(c))
	if c.Limit != nil && !c.Fits {
		fmt.Fprint(t.Err, ", so that some will be refused")
	}
	if c.Simulation {
		fmt.Fprint(t.Err, " (simulations: no privacy)")
	}
	fmt.Fprintln(t.Err)
	return nil
}

// Point implements SweepReporter.
func (t *SweepText) Point(s sweep.Snapshot, p sweep.Result) error {
	c := s.Cells[p.Cell]
	at := ""
	if c.Epsilon > 0 {
		at = " ε " + strconv.FormatFloat(c.Epsilon, 'g', 6, 64)
	}
	measured, v := "test", p.TestRMSE
	if p.MetricsPrivate {
		measured, v = "validation", p.ValidRMSE
	}
	shown := format.RMSE(v)
	if p.MetricsPrivate {
		shown = releasedError(v, p.Deviation)
	}
	fmt.Fprintf(t.Err, "%*d/%d  %s %s%s: %s RMSE %s%s\n", len(strconv.Itoa(s.Total)), s.Done, s.Total, canvas.Text(c.Data), canvas.Text(c.Name()),
		at, measured, shown, pace(s, p))
	return nil
}

// Ended implements SweepReporter.
func (t *SweepText) Ended(s sweep.Snapshot) error {
	if s.ID != 0 && s.Status != sweep.Done {
		fmt.Fprintf(t.Err, "%d of %s are finished: continue with dpals sweep resume %d\n", s.Done, format.Plural(s.Total, "run"), s.ID)
	}
	return nil
}

// Done implements SweepReporter.
func (t *SweepText) Done(s sweep.Snapshot) error {
	if err := sweepTable(t.Out, s); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(t.From)) {
		if provided := promise.Provided(t.From[name]); provided != "" {
			which := "Each ε"
			if s.Spec.Released() != (scope.Private{}) {
				which = "For runs that have not released them, an ε"
			}
			fmt.Fprintf(t.Out, "%s on %s holds%s.\n", which, canvas.Text(name), provided)
		}
	}
	return nil
}

// SweepJSON writes each event as one JSON object a line.
type SweepJSON struct {
	Out  io.Writer
	From Origins
}

// Start implements SweepReporter.
func (j *SweepJSON) Start(s *sweep.Sweep) error {
	left, of := s.Left()
	o := Object{"event": "start", "points": of, "done": of - left, "data": s.Spec.Data, "methods": s.Spec.Methods, "epsilon": s.Spec.Epsilon,
		"delta": s.Spec.Delta, "repeats": s.Spec.Repeats, "simulation": s.Spec.Seed != nil}
	markReleased(o, s.Spec.Released())
	if s.ID != 0 {
		o["sweep"] = s.ID
	}
	return WriteObject(j.Out, o)
}

// Cost implements SweepReporter.
func (j *SweepJSON) Cost(c sweep.Cost) error {
	o := Object{"event": "cost", "data": c.Data, "runs": c.Runs, "mu": c.Mu, "epsilon": c.Epsilon, "delta": c.Delta, "charged_before_epsilon": c.Spent,
		"together_epsilon": c.Together, "simulation": c.Simulation, "guarantee": promise.OfAllRuns(c.Before),
		"provided_public": promise.Observed(j.From[c.Data])}
	if c.Failure > 0 {
		o["catalogue_delta"] = c.Failure
	}
	if c.Limit != nil {
		o["limit"], o["fits"] = Object{"epsilon": c.Limit.Epsilon, "delta": c.Limit.Delta}, c.Fits
	}
	return WriteObject(j.Out, o)
}

// Point implements SweepReporter.
func (j *SweepJSON) Point(s sweep.Snapshot, p sweep.Result) error {
	o := done(&p.Result)
	o["event"], o["point"], o["repeat"], o["data"], o["varied"] = "point", p.Point, p.Repeat+1, s.Cells[p.Cell].Data, s.Cells[p.Cell].Settings
	if p.Run != 0 {
		o["run"] = p.Run
	}
	return WriteObject(j.Out, o)
}

// Ended implements SweepReporter.
func (j *SweepJSON) Ended(s sweep.Snapshot) error {
	for _, p := range s.Cells {
		o := Object{"event": "cell", "data": p.Data, "method": p.Method, "trust": string(p.Trust), "varied": p.Settings, "runs": p.N, "of": p.Of,
			"mean": p.Mean, "deviation": p.Deviation, "metrics_private": p.Private}
		if p.Epsilon > 0 {
			o["epsilon"] = p.Epsilon
		}
		if p.N == 0 {
			o["mean"], o["deviation"] = math.NaN(), math.NaN()
		}
		if !p.Private {
			MarkNotPrivate(o, "mean", "deviation")
		}
		if err := WriteObject(j.Out, o); err != nil {
			return err
		}
	}
	o := Object{"event": string(s.Status), "done": s.Done, "failed": s.Failed, "points": s.Total}
	if s.Spec.PrivateMetrics == 0 {
		o["seconds"] = s.Elapsed.Seconds()
	}
	if s.ID != 0 {
		o["sweep"] = s.ID
	}
	return WriteObject(j.Out, o)
}

// Done implements SweepReporter.
func (j *SweepJSON) Done(sweep.Snapshot) error { return nil }

// Origins is where the ratings of a sweep come from, by name.
type Origins map[string]loaders.Origin

// Together returns what several runs cost together.
func Together(epsilon, delta float64) string {
	if math.IsInf(epsilon, 1) {
		return promise.NoEpsilon(delta)
	}
	return fmt.Sprintf("ε %s together at δ %g", format.Charge(epsilon), delta)
}

// allRuns returns what is guaranteed for these runs and all others on the same ratings.
func allRuns(c sweep.Cost) string {
	switch {
	case promise.HasPassed(c.Before):
		return promise.Passed
	case c.Limit == nil:
		return promise.NoLimitShort + " for all runs together"
	}
	return fmt.Sprintf("the limit is ε %g, the guarantee for all runs together", c.Limit.Epsilon)
}

// pace returns the time of a run and the time left; nothing beside released errors.
func pace(s sweep.Snapshot, p sweep.Result) string {
	if p.MetricsPrivate {
		return ""
	}
	text := fmt.Sprintf(", %.2f s", p.Elapsed.Seconds())
	if s.Remaining <= 0 || s.Done == s.Total {
		return text
	}
	return text + "; " + max(s.Remaining, time.Second).Round(time.Second).String() + " left"
}

// sweepTable writes mean ± s.d. over the repeats: a row for each data set, method and choice of parameters, a column for
// each ε.
func sweepTable(out io.Writer, s sweep.Snapshot) error {
	w := tabwriter.NewWriter(out, 0, 4, 1, ' ', 0)
	columns := []string{"data", "method", "model of trust"}
	for _, e := range s.Spec.Epsilon {
		columns = append(columns, "ε = "+format.Exact(e))
	}
	fmt.Fprintf(w, "| %s\t|\n| %s\t|\n", strings.Join(columns, "\t| "), strings.Join(slices.Repeat([]string{"---"}, len(columns)), "\t| "))
	for i := 0; i < len(s.Cells); {
		first := s.Cells[i]
		row := []string{canvas.Text(first.Data), canvas.Text(first.Name()), string(first.Trust)}
		n := 1
		for i+n < len(s.Cells) && s.Cells[i+n].Data == first.Data && s.Cells[i+n].Name() == first.Name() {
			n++
		}
		for k, e := range s.Spec.Epsilon {
			c := first // the same for every ε
			if n == len(s.Spec.Epsilon) {
				c = s.Cells[i+k]
			}
			row = append(row, meanCell(c, e))
		}
		fmt.Fprintf(w, "| %s\t|\n", strings.Join(row, "\t| "))
		i += n
	}
	if err := w.Flush(); err != nil {
		return err
	}
	measured := "Test RMSE, mean ± s.d. over repeats: computed on held-out ratings, not private numbers."
	if s.Spec.PrivateMetrics != 0 {
		measured = "Validation RMSE, mean ± s.d. over repeats: private, released by each run."
	}
	if released := promise.Released(s.Spec.Released()); released != "" {
		measured += "\nReleased by each run with a curator, for a part of its ε: " + released + "."
	}
	_, err := fmt.Fprintf(out, "\n%s\n%s\n", measured, comparableOnly)
	return err
}

// meanCell returns a cell of the table. It adds the ε where fixed noise results in another one than the column's.
func meanCell(c sweep.Cell, epsilon float64) string {
	if c.N == 0 {
		return "failed"
	}
	text := format.MeanRMSE(c.Mean, c.Deviation)
	if c.Epsilon > 0 && c.Epsilon != epsilon {
		text += " (ε " + format.Charge(c.Epsilon) + ")"
	}
	return text
}
