package data

import (
	"fmt"
	"strconv"

	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// factsColumn is the width of the facts where the histogram stands beside them, in cells.
const factsColumn = 37

// drawFacts draws the number of ratings, their spread and the histogram of their values.
func (d *Screen) drawFacts(w, h int) string {
	if h < 3 {
		return ui.Inset([]string{d.summary(w - 2)}, w, h)
	}
	w -= 2
	facts, quantiles := d.factRows(), d.quantileRows()
	if w < 2*factsColumn {
		left := append(append(facts, ""), d.histogramRows(min(w, 60), h-len(facts)-len(quantiles)-2)...)
		return d.factsText.Draw(append(append(left, ""), quantiles...), w+2, h)
	}
	left := append(append(facts, ""), quantiles...)
	right := d.histogramRows(min(w-factsColumn-3, 60), max(len(left), h))
	lines := make([]string, max(len(left), len(right)))
	for i := range lines {
		var a, b string
		if i < len(left) {
			a = left[i]
		}
		if i < len(right) {
			b = right[i]
		}
		lines[i] = canvas.Line(a, factsColumn) + "   " + b
	}
	return d.factsText.Draw(lines, w+2, h)
}

// summary returns the most important facts in one line of at most w cells.
func (d *Screen) summary(w int) string {
	s := d.description.Value().stats
	counts := fmt.Sprintf("%s · %s · %s", format.ShortPlural(s.Users, "user"), format.ShortPlural(s.Items, "item"), format.ShortPlural(int(s.Ratings), "rating"))
	density := counts + " · density " + format.Percent(s.Density)
	return ui.Longest(w, fmt.Sprintf("%s · mean %s ± %s", density, format.Number(s.Mean), format.Number(s.Deviation)), density, counts)
}

// factRows returns a line for each number that describes all ratings.
func (d *Screen) factRows() []string {
	th, s := d.Theme, d.description.Value().stats
	row := func(name, value, remark string) string {
		return canvas.Paint(th.Muted, canvas.Line(name, 9)) + canvas.Paint(th.Strong, value) + canvas.Paint(th.Muted, remark)
	}
	split := d.Problem.Split
	origin := func(observed bool) string {
		if observed {
			return "  from the ratings"
		}
		return "  declared"
	}
	return []string{
		row("users", format.Thousands(s.Users), ""),
		row("items", format.Thousands(s.Items), origin(split.Train.Origin.CatalogueObserved)),
		row("ratings", format.Thousands(int(s.Ratings)), "  split "+canvas.Text(split.Protocol)),
		row("density", format.Percent(s.Density), "  of users × items"),
		row("mean", format.Number(s.Mean), " ± "+format.Number(s.Deviation)+" s.d."),
		row("range", fmt.Sprintf("%s to %s", formatRating(s.Low), formatRating(s.High)), origin(split.Train.Origin.RangeObserved)),
	}
}

// formatRating returns a rating without trailing zeros.
func formatRating(v float64) string { return strconv.FormatFloat(format.Round(v, 4), 'f', -1, 64) }

// histogramRows returns a bar for every rating value, or for some neighbouring values together where lines are few.
func (d *Screen) histogramRows(w, lines int) []string {
	bins := d.description.Value().stats.Histogram
	if len(bins) == 0 {
		return nil
	}
	const minLines = 5
	lines = max(lines, minLines)
	together := (len(bins) + lines - 1) / lines
	type bar struct {
		name  string
		count int64
	}
	var bars []bar
	largest := int64(1)
	for i := 0; i < len(bins); i += together {
		group := bins[i:min(i+together, len(bins))]
		b := bar{name: binName(group)}
		for _, one := range group {
			b.count += one.Count
		}
		bars = append(bars, b)
		largest = max(largest, b.count)
	}
	width := 0
	for _, b := range bars {
		width = max(width, canvas.Width(b.name))
	}
	th := d.Theme
	rows := make([]string, len(bars))
	for i, b := range bars {
		fraction := fmt.Sprintf("%7s", format.Percent(float64(b.count)/float64(d.description.Value().stats.Ratings)))
		rows[i] = canvas.Paint(th.Muted, fmt.Sprintf("%*s ", width, b.name)) +
			canvas.Bar(th, max(w-width-1-len(fraction), 4), float64(b.count)/float64(largest)) + canvas.Paint(th.Text, fraction)
	}
	return rows
}

// binName returns the value of neighbouring bins, or their lowest and highest one.
func binName(bins []loaders.Bin) string {
	low, high := bins[0].Low, bins[len(bins)-1].High
	if low == high {
		return formatRating(low)
	}
	return formatRating(low) + "–" + formatRating(high)
}

// quantileRows returns a table of the number of ratings per user and per item.
func (d *Screen) quantileRows() []string {
	th, s := d.Theme, d.description.Value().stats
	row := func(name, users, items string) string {
		return canvas.Paint(th.Muted, canvas.Line(name, 16)) + canvas.Paint(th.Text, fmt.Sprintf("%9s %9s", users, items))
	}
	countRow := func(name string, of func(loaders.Counts) int) string {
		return row(name, format.Thousands(of(s.PerUser)), format.Thousands(of(s.PerItem)))
	}
	gini := func(c loaders.Counts) string { return strconv.FormatFloat(c.Gini, 'f', 2, 64) }
	return []string{
		canvas.Paint(th.Muted, canvas.Line("ratings", 16)+fmt.Sprintf("%9s %9s", "per user", "per item")),
		countRow("minimum", func(c loaders.Counts) int { return c.Min }),
		countRow("median", func(c loaders.Counts) int { return c.Median }),
		countRow("90th percentile", func(c loaders.Counts) int { return c.P90 }),
		countRow("maximum", func(c loaders.Counts) int { return c.Max }),
		countRow(fmt.Sprintf("number below %d", loaders.FewRatings), func(c loaders.Counts) int { return c.Few }),
		row("held by top 10%", format.Percent(s.PerUser.TopFraction), format.Percent(s.PerItem.TopFraction)),
		row("Gini (0: equal)", gini(s.PerUser), gini(s.PerItem)),
	}
}
