package report

import (
	"fmt"
	"io"
	"strings"

	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// barWidth is the width of the longest bar, in cells.
const barWidth = 32

// WriteData describes ratings, to be read.
func WriteData(w io.Writer, r *loaders.Ratings, s loaders.Statistics) {
	fmt.Fprintf(w, "%s  (%s)\n\n", canvas.Text(r.Origin.Source), canvas.Text(r.Origin.Format))
	public := func(observed bool) string {
		if observed {
			return "read from the ratings, " + NotPrivate + ", treated as public"
		}
		return "declared, public"
	}
	fmt.Fprintf(w, "users     %s  (%s)\n", format.Thousands(int64(s.Users)), NotPrivate)
	fmt.Fprintf(w, "items     %s  (%s)\n", format.Thousands(int64(s.Items)), public(r.Origin.CatalogueObserved))
	fmt.Fprintf(w, "ratings   %s, %.3g %% of the matrix  (%s)\n", format.Thousands(s.Ratings), 100*s.Density, NotPrivate)
	fmt.Fprintf(w, "range     %g to %g  (%s)\n", float32(s.Low), float32(s.High), public(r.Origin.RangeObserved))
	fmt.Fprintf(w, "mean      %.4g, s.d. %.4g  (%s)\n", s.Mean, s.Deviation, NotPrivate)
	if titles := known(r.Titles); titles > 0 {
		fmt.Fprintf(w, "titles    %s of the items\n", format.Thousands(int64(titles)))
	}
	fmt.Fprintln(w, "\nThe following is computed from the ratings without noise: these are not private numbers.")
	fmt.Fprintf(w, "\n%-18s%10s%10s%10s%10s%12s%16s\n", "ratings of a", "minimum", "median", "90 %", "maximum", "below 5", "top tenth has")
	for _, row := range []struct {
		name string
		loaders.Counts
	}{{"user", s.PerUser}, {"item", s.PerItem}} {
		fmt.Fprintf(w, "%-18s%10d%10d%10d%10d%12d%14.0f %%\n", row.name, row.Min, row.Median, row.P90, row.Max, row.Few, 100*row.TopFraction)
	}
	most := int64(1)
	for _, b := range s.Histogram {
		most = max(most, b.Count)
	}
	fmt.Fprintln(w)
	for _, b := range s.Histogram {
		label := fmt.Sprintf("%g", b.Low)
		if b.High != b.Low {
			label = fmt.Sprintf("%.4g to %.4g", b.Low, b.High)
		}
		fmt.Fprintf(w, "%16s  %-*s %s\n", label, barWidth, strings.Repeat("█", int(b.Count*barWidth/most)), format.Thousands(b.Count))
	}
	if provided := promise.Provided(r.Origin); provided != "" {
		fmt.Fprintf(w, "\nAn ε of a run on these ratings holds%s.\n", provided)
	}
}

// DataObject describes ratings as JSON.
func DataObject(r *loaders.Ratings, s loaders.Statistics) Object {
	counts := func(c loaders.Counts) Object {
		return Object{"min": c.Min, "median": c.Median, "p90": c.P90, "max": c.Max, "few": c.Few, "top_share": c.TopFraction, "gini": c.Gini}
	}
	bins := make([]Object, len(s.Histogram))
	for i, b := range s.Histogram {
		bins[i] = Object{"low": b.Low, "high": b.High, "count": b.Count}
	}
	o := Object{"source": r.Origin.Source, "format": r.Origin.Format, "users": s.Users, "items": s.Items, "ratings": s.Ratings,
		"density": s.Density, "low": s.Low, "high": s.High, "range_observed": r.Origin.RangeObserved,
		"catalogue_observed": r.Origin.CatalogueObserved, "outside": r.Origin.Outside, "duplicates": r.Origin.Duplicates, "titles": known(r.Titles), "histogram": bins,
		"per_user": counts(s.PerUser), "per_item": counts(s.PerItem), "private": false, "provided_public": promise.Observed(r.Origin)}
	if s.Ratings > 0 {
		o["mean"], o["deviation"] = s.Mean, s.Deviation
	}
	read := []string{"users", "ratings", "density", "mean", "deviation", "histogram", "per_user", "per_item", "outside", "duplicates"}
	if r.Origin.CatalogueObserved {
		read = append(read, "items", "titles")
	}
	if r.Origin.RangeObserved {
		read = append(read, "low", "high")
	}
	return MarkNotPrivate(o, read...)
}

func known(titles []string) (n int) {
	for _, t := range titles {
		if t != "" {
			n++
		}
	}
	return n
}
