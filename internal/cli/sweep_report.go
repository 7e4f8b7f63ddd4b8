package cli

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

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/engine/scope"
	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/tui/canvas"
)

// sweepReporter writes what a sweep does as it happens.
type sweepReporter interface {
	start(*sweep.Sweep) error
	cost(sweep.Cost) error
	point(sweep.Snapshot, sweep.Result) error
	ended(sweep.Snapshot) error // however
	done(sweep.Snapshot) error  // with every point, or all but those that failed
}

// sweepText writes progress for people on err and a table on out.
type sweepText struct {
	out, err io.Writer
	from     origins
}

func (t *sweepText) start(s *sweep.Sweep) error {
	if released := promise.Released(s.Spec.Released()); released != "" {
		defer fmt.Fprintf(t.err, "each run with a curator releases its %s first, as a part of its ε\n", released)
	}
	switch left, of := s.Left(); {
	case s.ID == 0:
		fmt.Fprintf(t.err, "%s, not kept\n", plural(of, "run"))
	case left == 0:
		fmt.Fprintf(t.err, "sweep %d is done: --fresh trains its %s anew\n", s.ID, plural(of, "run"))
	case left < of:
		fmt.Fprintf(t.err, "sweep %d goes on: %d of %s are done\n", s.ID, of-left, plural(of, "run"))
	default:
		fmt.Fprintf(t.err, "sweep %d: %s\n", s.ID, plural(of, "run"))
	}
	return nil
}

func (t *sweepText) cost(c sweep.Cost) error {
	fmt.Fprintf(t.err, "%s: %s will be charged, %s", canvas.Text(c.Data), plural(c.Runs, "run"), together(c.Epsilon, c.Delta))
	if c.Spent > 0 {
		fmt.Fprintf(t.err, "; charged before %s, with them %s", promise.Epsilon(c.Spent, c.Delta), promise.Epsilon(c.Together, c.Delta))
	}
	fmt.Fprint(t.err, "; ", allRuns(c))
	if c.Limit != nil && !c.Fits {
		fmt.Fprint(t.err, ", so some will be refused")
	}
	if c.Simulation {
		fmt.Fprint(t.err, " (simulations, which protect nobody)")
	}
	fmt.Fprintln(t.err)
	return nil
}

// together writes what several runs cost together.
func together(epsilon, delta float64) string {
	if math.IsInf(epsilon, 1) {
		return promise.NoEpsilon(delta)
	}
	return fmt.Sprintf("ε %s together at δ %g", ledger.FormatEpsilon(epsilon), delta)
}

// allRuns says what is guaranteed of these runs and all others on the same ratings.
func allRuns(c sweep.Cost) string {
	switch {
	case promise.HasPassed(c.Before):
		return promise.Passed
	case c.Limit == nil:
		return promise.NoLimitShort + " of all runs together"
	}
	return fmt.Sprintf("the limit is ε %g, the guarantee of all runs together", c.Limit.Epsilon)
}

func (t *sweepText) point(s sweep.Snapshot, p sweep.Result) error {
	c := s.Cells[p.Cell]
	at := ""
	if c.Epsilon > 0 {
		at = " ε " + strconv.FormatFloat(c.Epsilon, 'g', 6, 64)
	}
	measured, v := "test", p.TestRMSE
	if p.MetricsPrivate {
		measured, v = "validation", p.ValidRMSE
	}
	shown := figure(v)
	if p.MetricsPrivate {
		shown = releasedError(v, p.Deviation)
	}
	fmt.Fprintf(t.err, "%*d/%d  %s %s%s: %s RMSE %s%s\n", len(strconv.Itoa(s.Total)), s.Done, s.Total, canvas.Text(c.Data), canvas.Text(c.Name()),
		at, measured, shown, pace(s, p))
	return nil
}

// pace says how long a run took and how much longer it takes; nothing beside errors that are releases.
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

func (t *sweepText) ended(s sweep.Snapshot) error {
	if s.ID != 0 && s.Status != sweep.Done {
		fmt.Fprintf(t.err, "%d of %s are done: dpals sweep resume %d goes on\n", s.Done, plural(s.Total, "run"), s.ID)
	}
	return nil
}

func (t *sweepText) done(s sweep.Snapshot) error {
	if err := sweepTable(t.out, s); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(t.from)) {
		if provided := promise.Provided(t.from[name]); provided != "" {
			which := "Every ε"
			if s.Spec.Released() != (scope.Private{}) {
				which = "Where the run has not released them, an ε"
			}
			fmt.Fprintf(t.out, "%s on %s holds%s.\n", which, canvas.Text(name), provided)
		}
	}
	return nil
}

// sweepTable prints mean ± s.d. over the repeats: a row for every data set, method and choice of parameters, a column
// for every ε.
func sweepTable(out io.Writer, s sweep.Snapshot) error {
	w := tabwriter.NewWriter(out, 0, 4, 1, ' ', 0)
	columns := []string{"data", "method", "model of trust"}
	for _, e := range s.Spec.Epsilon {
		columns = append(columns, "ε = "+strconv.FormatFloat(e, 'g', -1, 64))
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
			c := first // the same whatever ε
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
	measured := "Test RMSE, mean ± s.d. over repeats: errors on held-out ratings, not private numbers."
	if s.Spec.MetricsShare != 0 {
		measured = "Validation RMSE, mean ± s.d. over repeats: private, among the releases of each run."
	}
	if released := promise.Released(s.Spec.Released()); released != "" {
		measured += "\nReleased by each run with a curator, as a part of its ε: " + released + "."
	}
	_, err := fmt.Fprintf(out, "\n%s\nAn ε of one model of trust is no ε of another: see dpals methods.\n", measured)
	return err
}

// meanCell is a place of the table for a column; it says so where typed noise comes to another ε.
func meanCell(c sweep.Cell, epsilon float64) string {
	if c.N == 0 {
		return "failed"
	}
	text := figure(c.Mean) + " ± " + fmt.Sprintf("%.4f", c.Deviation)
	if math.Abs(c.Mean) < 1e-3 || math.Abs(c.Mean) >= 1e4 {
		text = figure(c.Mean) + " ± " + fmt.Sprintf("%.2g", c.Deviation)
	}
	if c.Epsilon > 0 && c.Epsilon != epsilon {
		text += " (ε " + atLeast(c.Epsilon, chargedDigits) + ")"
	}
	return text
}

// sweepJSON writes one JSON object a line.
type sweepJSON struct {
	out  jsonReport
	err  io.Writer
	from origins
}

func (j *sweepJSON) start(s *sweep.Sweep) error {
	left, of := s.Left()
	o := object{"event": "start", "points": of, "done": of - left, "data": s.Spec.Data, "methods": s.Spec.Methods, "epsilon": s.Spec.Epsilon,
		"delta": s.Spec.Delta, "repeats": s.Spec.Repeats, "simulation": s.Spec.Seed != nil}
	markReleased(o, s.Spec.Released())
	if s.ID != 0 {
		o["sweep"] = s.ID
	}
	return j.out.write(o)
}

func (j *sweepJSON) cost(c sweep.Cost) error {
	o := object{"event": "cost", "data": c.Data, "runs": c.Runs, "mu": c.Mu, "epsilon": c.Epsilon, "delta": c.Delta, "charged_before_epsilon": c.Spent,
		"together_epsilon": c.Together, "simulation": c.Simulation, "guarantee": promise.OfAllRuns(c.Before),
		"provided_public": promise.Observed(j.from[c.Data])}
	if c.Failure > 0 {
		o["catalogue_delta"] = c.Failure
	}
	if c.Limit != nil {
		o["limit"], o["fits"] = object{"epsilon": c.Limit.Epsilon, "delta": c.Limit.Delta}, c.Fits
	}
	return j.out.write(o)
}

func (j *sweepJSON) point(s sweep.Snapshot, p sweep.Result) error {
	o := done(&p.Result)
	o["event"], o["point"], o["repeat"], o["data"], o["varied"] = "point", p.Point, p.Repeat+1, s.Cells[p.Cell].Data, s.Cells[p.Cell].Settings
	if p.Run != 0 {
		o["run"] = p.Run
	}
	return j.out.write(o)
}

func (j *sweepJSON) ended(s sweep.Snapshot) error {
	for _, p := range s.Cells {
		o := object{"event": "cell", "data": p.Data, "method": p.Method, "trust": string(p.Trust), "varied": p.Settings, "runs": p.N, "of": p.Of,
			"mean": p.Mean, "deviation": p.Deviation, "metrics_private": p.Private}
		if p.Epsilon > 0 {
			o["epsilon"] = p.Epsilon
		}
		if p.N == 0 {
			o["mean"], o["deviation"] = math.NaN(), math.NaN()
		}
		if !p.Private {
			markNotPrivate(o, "mean", "deviation")
		}
		if err := j.out.write(o); err != nil {
			return err
		}
	}
	o := object{"event": string(s.Status), "done": s.Done, "failed": s.Failed, "points": s.Total}
	if s.Spec.MetricsShare == 0 {
		o["seconds"] = s.Elapsed.Seconds()
	}
	if s.ID != 0 {
		o["sweep"] = s.ID
	}
	return j.out.write(o)
}

func (j *sweepJSON) done(sweep.Snapshot) error { return nil }

func sweepListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List sweeps, the latest first, and how far they are",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, func(s *store.Store) error {
				all, err := s.Sweeps(false)
				if err != nil {
					return err
				}
				if asJSON {
					return listSweepsJSON(cmd.OutOrStdout(), all)
				}
				if len(all) == 0 {
					fmt.Fprintln(cmd.OutOrStdout(), "no sweep is kept")
					return nil
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "sweep\tbegan (UTC)\tdone\t\tdata\tgrid")
				for _, q := range all {
					spec, err := sweep.ParseSpec(q.Definition)
					if err != nil {
						return err
					}
					fmt.Fprintf(w, "%d\t%s\t%d/%d\t%s\t%s\t%s\n", q.ID, q.Started.Format("2006-01-02 15:04:05"), q.Done, q.Points, standing(q),
						canvas.Text(strings.Join(spec.Data, ", ")), canvas.Text(grid(spec)))
				}
				return w.Flush()
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a sweep")
	return cmd
}

// standing is how a sweep stands, in a word.
func standing(q store.Sweep) string {
	switch {
	case q.Busy:
		return "under way"
	case q.Outcome != "":
		return q.Outcome
	}
	return "unfinished"
}

func listSweepsJSON(out io.Writer, all []store.Sweep) error {
	for _, q := range all {
		spec, err := sweep.ParseSpec(q.Definition)
		if err != nil {
			return err
		}
		o := object{"sweep": q.ID, "points": q.Points, "done": q.Done, "status": standing(q), "started": q.Started.Format(time.RFC3339Nano), "definition": spec}
		if !q.Ended.IsZero() {
			o["ended"] = q.Ended.Format(time.RFC3339Nano)
		}
		if err := writeJSON(out, o); err != nil {
			return err
		}
	}
	return nil
}
