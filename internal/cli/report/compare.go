package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"dpals/engine/store"
)

// comparison is a line about several runs.
type comparison struct {
	name   string
	values []string // by run; "–" where it has none
	differ bool
}

// compareRuns returns the facts of runs side by side, in the order of the first run that has them.
func compareRuns(runs []store.Run) (lines []comparison) {
	at := make(map[string]int)
	for i, r := range runs {
		for _, f := range facts(r) {
			k, known := at[f.name]
			if !known {
				k, at[f.name] = len(lines), len(lines)
				lines = append(lines, comparison{name: f.name, values: slices.Repeat([]string{"–"}, len(runs))})
			}
			lines[k].values[i] = f.value
		}
	}
	for k, l := range lines {
		// Start and time always differ.
		lines[k].differ = l.name != "time" && l.name != "started (UTC)" && slices.ContainsFunc(l.values, func(v string) bool { return v != l.values[0] })
	}
	return lines
}

// WriteComparison writes runs side by side, with ≠ at what differs.
func WriteComparison(out io.Writer, runs []store.Run) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\trun")
	for _, r := range runs {
		fmt.Fprintf(w, "\t%d%s", r.ID, pin(r))
	}
	fmt.Fprintln(w)
	for _, l := range compareRuns(runs) {
		mark := " "
		if l.differ {
			mark = "≠"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", mark, l.name, strings.Join(l.values, "\t"))
	}
	return w.Flush()
}

// WriteComparisonJSON writes runs as one JSON object, with the names of what differs.
func WriteComparisonJSON(out io.Writer, runs []store.Run) error {
	differ, objects := []string{}, make([]Object, len(runs))
	for i, r := range runs {
		objects[i] = finite(RunObject(r))
	}
	// These keys differ in every two runs.
	skip := []string{"run", "started", "ended", "seconds", "point", "not_private"}
	keys := make(map[string]bool)
	for _, o := range objects {
		for k := range o {
			keys[k] = true
		}
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		if k == "parameters" || k == "asked" || slices.Contains(skip, k) {
			continue
		}
		if slices.ContainsFunc(objects, func(o Object) bool { return fmt.Sprint(o[k]) != fmt.Sprint(objects[0][k]) }) {
			differ = append(differ, k)
		}
	}
	for _, l := range compareRuns(runs) {
		if name, ok := strings.CutPrefix(l.name, "--"); ok && l.differ {
			differ = append(differ, "parameters."+name)
		}
	}
	return WriteJSON(out, Object{"runs": objects, "differ": differ})
}
