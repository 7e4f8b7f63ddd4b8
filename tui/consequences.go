package tui

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/accounting"
	"dpals/tui/canvas"
)

// consequences says what the knobs will do, most important first; what does not fit is left out from the end.
func (t *tune) consequences(w, h int) string {
	th := t.theme
	switch {
	case !t.loaded() && t.failure != nil:
		return canvas.Paint(th.Muted, " no ratings")
	case !t.loaded():
		return canvas.Paint(th.Muted, " waiting for the ratings")
	case t.previewErr != nil:
		return inset(paintAll(th.Glyphs.Alert+" "+firstLine(t.previewErr), w-2, th.Bad), w, h)
	case t.preview == nil:
		return canvas.Paint(th.Muted, " working it out")
	}
	rows := t.consequenceRows(w)
	if n := min(len(rows), h); n < len(rows) {
		if rows = rows[:n]; n > 0 && rows[n-1] == t.readOff(w) { // nothing follows it
			rows = rows[:n-1]
		}
	}
	return canvas.Fit(strings.Join(rows, "\n"), w, h)
}

func (t *tune) consequenceRows(w int) []string {
	th, p := t.theme, t.preview
	narrow, column := t.narrow(w), 17
	if narrow {
		column = 7
	}
	row := func(long, short, value string) string {
		name := long
		if narrow {
			name = short
		}
		return " " + canvas.Paint(th.Muted, canvas.Line(name, column)) + " " + value
	}
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	var rows []string
	switch {
	case p.Plan != nil:
		cost := muted("μ ") + strong(figure(p.Plan.Mu)) + muted(" ε ") + strong(figure(p.Plan.Epsilon))
		if by := " " + p.Plan.Conversion(); canvas.Width(cost+by) <= w-column-2 {
			cost += muted(by)
		}
		rows = append(rows, row("cost", "cost", cost))
	case p.Method.Private():
		rows = append(rows, row("cost", "cost", muted("ε ")+strong("0")), muted(" nothing leaves a user"))
	default:
		rows = append(rows, row("cost", "cost", canvas.Paint(th.Warning, "not private")))
	}
	if over := t.overLimit(); over != "" {
		for _, line := range paintAll(th.Glyphs.Alert+" "+over, w-2, th.Warning) {
			rows = append(rows, " "+line)
		}
	}
	if p.Published > 0 {
		rows = append(rows, row("published formula", "formula", muted("ε ")+canvas.Paint(th.Text, figure(p.Published))))
	}
	if p.HasForecast() {
		rows = append(rows, t.forecastRows(w, row)...)
	}
	rows = append(rows, t.insightRows(w, row)...)
	if p.Plan != nil {
		for i, k := range kindsOf(p.Plan) {
			name := ""
			switch {
			case i == 0 && k.local:
				name = "a report"
			case i == 0:
				name = "noise σ"
			}
			style, glyph := th.Kind(k.name)
			rows = append(rows, row(name, name, canvas.Paint(style, glyph+" ")+strong(k.sigma())+muted(" "+k.name)))
		}
	}
	return rows
}

// forecastRows are what follows from the public facts, and below a line that says so what is read off the ratings: that
// is not shown where only releases are.
func (t *tune) forecastRows(w int, row func(long, short, value string) string) (rows []string) {
	th, f, train, narrow := t.theme, t.preview.Forecast, t.problem.Split.Train, t.narrow(w)
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	items := strong(percent(f.ItemsFraction))
	if declared := !train.Origin.CatalogueObserved; declared || !t.publishable() {
		items += muted(" · " + count(int(math.Round(f.ItemsFraction*float64(train.Items)))))
		if !declared && !narrow {
			items += muted(" · not private")
		}
	}
	trained := row("items trained", "items", items)
	if t.publishable() {
		return []string{trained}
	}
	item, tenth := " median item", " rarest tenth"
	if narrow {
		item, tenth = " median", " rarest"
	}
	if !narrow {
		rows = append(rows, trained)
	}
	rows = append(rows, t.readOff(w))
	if t.preview.Plan != nil {
		rows = append(rows, row("noise / signal", "noise", t.ratio(f.NoiseMedian)+muted(item)), row("", "", t.ratio(f.NoiseRarest)+muted(tenth)))
	}
	rows = append(rows, row("ratings used", "ratings", strong(percent(f.RatingsFraction))))
	if narrow { // there may be no room for it
		rows = append(rows, trained)
	}
	return rows
}

// narrow reports whether names are short in w cells.
func (t *tune) narrow(w int) bool { return w < 36 }

// readOff is the line above what is read off the ratings.
func (t *tune) readOff(w int) string {
	if t.narrow(w) {
		return canvas.Paint(t.theme.Muted, " not private:")
	}
	return canvas.Paint(t.theme.Muted, " read off the ratings, not private:")
}

// ratio is noise over signal; where noise is larger it says so, not by colour alone.
func (t *tune) ratio(v float64) string {
	style := t.theme.Good
	if v > 1 {
		style = t.theme.Warning
	}
	if math.IsNaN(v) {
		style = t.theme.Muted
	}
	s := canvas.Paint(style.Bold(true), figure(v))
	if v > 1 {
		s += canvas.Paint(style, " "+t.theme.Glyphs.Alert)
	}
	return s
}

// kindSum is what the releases of one kind have in common.
type kindSum struct {
	name      string
	low, high float64 // σ, or the pure ε of local reports
	releases  int
	local     bool
}

// kindsOf sums up a plan's kinds, in the order of their first release.
func kindsOf(p *accounting.Plan) []kindSum {
	var all []kindSum
next:
	for _, r := range p.Releases {
		noise := r.Sigma
		if r.Local {
			noise = r.Epsilon
		}
		if r.Rest {
			noise = math.NaN()
		}
		for i := range all {
			if k := &all[i]; k.name == r.Kind {
				k.low, k.high, k.releases = min(k.low, noise), max(k.high, noise), k.releases+1
				continue next
			}
		}
		all = append(all, kindSum{r.Kind, noise, noise, 1, r.Local})
	}
	return all
}

func (k kindSum) sigma() string {
	if math.IsNaN(k.low) {
		return "after the scope"
	}
	s := figure(k.low)
	if high := figure(k.high); high != s {
		s += " to " + high
	}
	if k.local {
		s = "ε " + s
	}
	if k.releases > 1 {
		s += fmt.Sprintf(" ×%d", k.releases)
	}
	return s
}

// paintAll wraps text into lines of at most w cells in one style.
func paintAll(text string, w int, style lipgloss.Style) []string {
	lines := wrap(text, w)
	for i := range lines {
		lines[i] = canvas.Paint(style, lines[i])
	}
	return lines
}
