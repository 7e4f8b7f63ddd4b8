package data

import (
	"fmt"
	"strconv"
	"strings"

	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// drawFacts is how many, how spread and of what values the ratings are.
func (d *Screen) drawFacts(w, h int) string {
	if h < 3 {
		return ui.Inset([]string{d.summary(w - 2)}, w, h)
	}
	const column = 37
	w -= 2
	facts, quantiles := d.factRows(), d.quantileRows()
	if w < 2*column {
		left := append(append(facts, ""), d.histogramRows(min(w, 60), h-len(facts)-len(quantiles)-2)...)
		return d.facts.Draw(append(append(left, ""), quantiles...), w+2, h)
	}
	left := append(append(facts, ""), quantiles...)
	right := d.histogramRows(min(w-column-3, 60), max(len(left), h))
	lines := make([]string, max(len(left), len(right)))
	for i := range lines {
		var a, b string
		if i < len(left) {
			a = left[i]
		}
		if i < len(right) {
			b = right[i]
		}
		lines[i] = canvas.Line(a, column) + "   " + b
	}
	return d.facts.Draw(lines, w+2, h)
}

// summary is the most important facts in one line.
func (d *Screen) summary(w int) string {
	s := d.count.Value().stats
	text := fmt.Sprintf("%s · %s · %s", format.ShortPlural(s.Users, "user"), format.ShortPlural(s.Items, "item"), format.ShortPlural(int(s.Ratings), "rating"))
	for _, more := range []string{
		fmt.Sprintf(" · %s full · mean %s ± %s", format.Percent(s.Density), format.Number(s.Mean), format.Number(s.Deviation)),
		fmt.Sprintf(" · %s full", format.Percent(s.Density)),
	} {
		if canvas.Width(text+more) <= w {
			return text + more
		}
	}
	return text
}

func (d *Screen) factRows() []string {
	th, s := d.Theme, d.count.Value().stats
	row := func(name, value, remark string) string {
		return canvas.Paint(th.Muted, canvas.Line(name, 9)) + canvas.Paint(th.Strong, value) + canvas.Paint(th.Muted, remark)
	}
	split := d.Problem.Split
	bounds := "declared"
	if split.Train.Origin.RangeObserved {
		bounds = "as observed"
	}
	catalogue := "in the catalogue"
	if split.Train.Origin.CatalogueObserved {
		catalogue = "as observed"
	}
	return []string{
		row("users", format.Thousands(s.Users), ""),
		row("items", format.Thousands(s.Items), "  "+catalogue),
		row("ratings", format.Thousands(int(s.Ratings)), "  "+canvas.Text(split.Protocol)),
		row("density", format.Percent(s.Density), "  of users × items"),
		row("mean", format.Number(s.Mean), " ± "+format.Number(s.Deviation)+" s.d."),
		row("range", fmt.Sprintf("%s to %s", plainNumber(s.Low), plainNumber(s.High)), "  "+bounds),
	}
}

// plainNumber writes a rating.
func plainNumber(v float64) string { return strconv.FormatFloat(format.Round(v, 4), 'f', -1, 64) }

// histogramRows is a bar for every value, or for some neighbours together where there are few lines.
func (d *Screen) histogramRows(w, lines int) []string {
	bins := d.count.Value().stats.Histogram
	if len(bins) == 0 {
		return nil
	}
	const fewest = 5
	lines = max(lines, fewest)
	together := (len(bins) + lines - 1) / lines
	type bar struct {
		name string
		n    int64
	}
	var bars []bar
	most := int64(1)
	for i := 0; i < len(bins); i += together {
		group := bins[i:min(i+together, len(bins))]
		b := bar{name: binName(group)}
		for _, one := range group {
			b.n += one.Count
		}
		bars = append(bars, b)
		most = max(most, b.n)
	}
	width := 0
	for _, b := range bars {
		width = max(width, canvas.Width(b.name))
	}
	th := d.Theme
	rows := make([]string, len(bars))
	for i, b := range bars {
		share := fmt.Sprintf("%7s", format.Percent(float64(b.n)/float64(d.count.Value().stats.Ratings)))
		rows[i] = canvas.Paint(th.Muted, fmt.Sprintf("%*s ", width, b.name)) +
			canvas.Bar(th, max(w-width-1-len(share), 4), float64(b.n)/float64(most)) + canvas.Paint(th.Text, share)
	}
	return rows
}

// binName is what a bar's bins hold: a value, or from where to where.
func binName(bins []loaders.Bin) string {
	low, high := bins[0].Low, bins[len(bins)-1].High
	if low == high {
		return plainNumber(low)
	}
	return plainNumber(low) + "–" + plainNumber(high)
}

// quantileRows say how the ratings spread over users and over items.
func (d *Screen) quantileRows() []string {
	th, s := d.Theme, d.count.Value().stats
	row := func(name, users, items string) string {
		return canvas.Paint(th.Muted, canvas.Line(name, 16)) + canvas.Paint(th.Text, fmt.Sprintf("%9s %9s", users, items))
	}
	whole := func(name string, of func(loaders.Counts) int) string {
		return row(name, format.Thousands(of(s.PerUser)), format.Thousands(of(s.PerItem)))
	}
	gini := func(c loaders.Counts) string { return strconv.FormatFloat(c.Gini, 'f', 2, 64) }
	return []string{
		canvas.Paint(th.Muted, strings.Repeat(" ", 16)+fmt.Sprintf("%9s %9s", "per user", "per item")),
		whole("fewest ratings", func(c loaders.Counts) int { return c.Min }),
		whole("median", func(c loaders.Counts) int { return c.Median }),
		whole("nine in ten", func(c loaders.Counts) int { return c.P90 }),
		whole("most", func(c loaders.Counts) int { return c.Max }),
		whole(fmt.Sprintf("fewer than %d", loaders.FewRatings), func(c loaders.Counts) int { return c.Few }),
		row("top tenth has", format.Percent(s.PerUser.TopFraction), format.Percent(s.PerItem.TopFraction)),
		row("Gini, 0 is equal", gini(s.PerUser), gini(s.PerItem)),
	}
}
