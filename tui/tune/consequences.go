package tune

import (
	"math"
	"strings"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// consequences says what the knobs will do, most important first; what does not fit is left out from the end.
func (t *Screen) consequences(w, h int) string {
	th := t.Theme
	switch {
	case !t.Loaded() && t.LoadError != nil:
		return canvas.Paint(th.Muted, " no ratings")
	case !t.Loaded():
		return canvas.Paint(th.Muted, " waiting for the ratings")
	case t.Preview.Err() != nil:
		return ui.Inset(ui.PaintWrapped(th.Glyphs.Alert+" "+session.FirstLine(t.Preview.Err()), w-2, th.Bad), w, h)
	case t.Preview.Value() == nil:
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

func (t *Screen) consequenceRows(w int) []string {
	th, p := t.Theme, t.Preview.Value()
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
		cost := muted("μ ") + strong(format.Number(p.Plan.Mu)) + muted(" ε ") + strong(format.Number(p.Plan.Epsilon))
		if by := " " + p.Plan.AccountantName(); canvas.Width(cost+by) <= w-column-2 {
			cost += muted(by)
		}
		rows = append(rows, row("cost", "cost", cost))
	case p.Method.Private():
		rows = append(rows, row("cost", "cost", muted("ε ")+strong("0")), muted(" nothing leaves a user"))
	default:
		rows = append(rows, row("cost", "cost", canvas.Paint(th.Warning, "not private")))
	}
	if over := t.OverLimit(); over != "" {
		for _, line := range ui.PaintWrapped(th.Glyphs.Alert+" "+over, w-2, th.Warning) {
			rows = append(rows, " "+line)
		}
	}
	if p.Published > 0 {
		rows = append(rows, row("published formula", "formula", muted("ε ")+canvas.Paint(th.Text, format.Number(p.Published))))
	}
	if p.HasForecast() {
		rows = append(rows, t.forecastRows(w, row)...)
	}
	rows = append(rows, t.insightRows(w, row)...)
	if p.Plan != nil {
		for i, k := range session.ReleaseKinds(p.Plan) {
			name := ""
			switch {
			case i == 0 && k.Local:
				name = "a report"
			case i == 0:
				name = "noise σ"
			}
			style, glyph := th.Kind(k.Name)
			rows = append(rows, row(name, name, canvas.Paint(style, glyph+" ")+strong(k.Noise())+muted(" "+k.Name)))
		}
	}
	return rows
}

// forecastRows are what follows from the public facts, and below a line that says so what is read off the ratings: that
// is not shown where only releases are.
func (t *Screen) forecastRows(w int, row func(long, short, value string) string) (rows []string) {
	th, f, train, narrow := t.Theme, t.Preview.Value().Forecast, t.Problem.Split.Train, t.narrow(w)
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	items := strong(format.Percent(f.ItemsFraction))
	if declared := !train.Origin.CatalogueObserved; declared || !t.OnlyReleases() {
		items += muted(" · " + format.Count(int(math.Round(f.ItemsFraction*float64(train.Items)))))
		if !declared && !narrow {
			items += muted(" · not private")
		}
	}
	trained := row("items trained", "items", items)
	if t.OnlyReleases() {
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
	if t.Preview.Value().Plan != nil {
		rows = append(rows, row("noise / signal", "noise", t.ratio(f.NoiseMedian)+muted(item)), row("", "", t.ratio(f.NoiseRarest)+muted(tenth)))
	}
	rows = append(rows, row("ratings used", "ratings", strong(format.Percent(f.RatingsFraction))))
	if narrow { // there may be no room for it
		rows = append(rows, trained)
	}
	return rows
}

// narrow reports whether names are short in w cells.
func (t *Screen) narrow(w int) bool { return w < 36 }

// readOff is the line above what is read off the ratings.
func (t *Screen) readOff(w int) string {
	if t.narrow(w) {
		return canvas.Paint(t.Theme.Muted, " not private:")
	}
	return canvas.Paint(t.Theme.Muted, " read off the ratings, not private:")
}

// ratio is noise over signal; where noise is larger it says so, not by colour alone.
func (t *Screen) ratio(v float64) string {
	style := t.Theme.Good
	if v > 1 {
		style = t.Theme.Warning
	}
	if math.IsNaN(v) {
		style = t.Theme.Muted
	}
	s := canvas.Paint(style.Bold(true), format.Number(v))
	if v > 1 {
		s += canvas.Paint(style, " "+t.Theme.Glyphs.Alert)
	}
	return s
}
