package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// WriteSweeps writes a table of sweeps.
func WriteSweeps(out io.Writer, all []store.Sweep) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(out, "no sweep is stored")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "sweep\tstarted (UTC)\tfinished\t\tdata\tgrid")
	for _, q := range all {
		spec, err := sweep.ParseSpec(q.Definition)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%d\t%s\t%d/%d\t%s\t%s\t%s\n", q.ID, q.Started.Format(startTime), q.Done, q.Points, sweepStatus(q),
			canvas.Text(strings.Join(spec.Data, ", ")), canvas.Text(grid(spec)))
	}
	return w.Flush()
}

// sweepStatus returns the status of a sweep in a word.
func sweepStatus(q store.Sweep) string {
	switch {
	case q.Busy:
		return "under way"
	case q.Outcome != "":
		return q.Outcome
	}
	return "unfinished"
}

// WriteSweepsJSON writes sweeps, a JSON object a line.
func WriteSweepsJSON(out io.Writer, all []store.Sweep) error {
	for _, q := range all {
		spec, err := sweep.ParseSpec(q.Definition)
		if err != nil {
			return err
		}
		o := Object{"sweep": q.ID, "points": q.Points, "done": q.Done, "status": sweepStatus(q), "started": q.Started.Format(time.RFC3339Nano), "definition": spec}
		if !q.Ended.IsZero() {
			o["ended"] = q.Ended.Format(time.RFC3339Nano)
		}
		if err := WriteJSON(out, o); err != nil {
			return err
		}
	}
	return nil
}

// grid returns what a sweep varies and its repeats, in a line.
func grid(s sweep.Spec) string {
	list := []string{strings.Join(s.Methods, ", ")}
	for _, p := range s.Parameters {
		list = append(list, p.Name+" "+strings.Join(p.Values, ", "))
	}
	var epsilons []string
	for _, e := range s.Epsilon {
		epsilons = append(epsilons, format.Exact(e))
	}
	if released := promise.Released(s.Released()); released != "" {
		list = append(list, released+" released")
	}
	list = append(list, "ε "+strings.Join(epsilons, ", "), format.Plural(s.Repeats, "repeat"))
	if s.Seed != nil {
		list = append(list, fmt.Sprintf("seed %d", *s.Seed))
	}
	return strings.Join(list, " × ")
}
