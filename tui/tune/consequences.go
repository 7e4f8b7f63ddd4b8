package tune

import (
	"math"
	"strings"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// drawConsequences draws what the knobs will do, most important first, in w×h cells; what does not fit is left out from
// the end.
func (t *Screen) drawConsequences(w, h int) string {
	th := t.Theme
	switch {
	case !t.Loaded() && t.LoadError != nil:
		return canvas.Paint(th.Muted, " no ratings")
	case !t.Loaded():
		return canvas.Paint(th.Muted, " loading ratings")
	case t.Preview.Err() != nil:
		return ui.Inset(ui.PaintWrapped(th.Glyphs.Alert+" "+session.FirstLine(t.Preview.Err()), w-2, th.Bad), w, h)
	case t.Preview.Value() == nil:
		return canvas.Paint(th.Muted, " computing")
	}
	rows := t.consequenceRows(w)
	rows = rows[:min(len(rows), h)]
	if n := len(rows); n > 0 && (rows[n-1] == t.ratingsHeading(w) || rows[n-1] == t.releasesHeading()) { // no line follows
		rows = rows[:n-1]
	}
	return canvas.Fit(strings.Join(rows, "\n"), w, h)
}

func (t *Screen) consequenceRows(w int) []string {
	th, p := t.Theme, t.Preview.Value()
	row := t.consequenceRow(w)
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	var rows []string
	switch {
	case p.Plan != nil:
		cost := muted("μ ") + strong(format.Number(p.Plan.Mu)) + muted(" ε ") + strong(format.Number(p.Plan.Epsilon))
		rows = append(rows, ui.Longest(w, row("cost", "cost", cost+muted(" "+p.Plan.AccountantName())), row("cost", "cost", cost)))
	case p.Method.Private():
		rows = append(rows, row("cost", "cost", muted("ε ")+strong("0")), muted(" no data leaves a user"))
	default:
		rows = append(rows, row("cost", "cost", canvas.Paint(th.Warning, "not private")))
	}
	if over := t.OverLimit(); over != "" {
		for _, line := range ui.PaintWrapped(th.Glyphs.Alert+" "+over, w-2, th.Warning) {
			rows = append(rows, " "+line)
		}
	}
	if p.Published > 0 {
		rows = append(rows, row("published formula", "paper", muted("ε ")+canvas.Paint(th.Text, format.Number(p.Published))))
	}
	if p.HasForecast() {
		rows = append(rows, t.forecastRows(w)...)
	}
	rows = append(rows, t.diagnosticsRows(w)...)
	if p.Plan != nil {
		for i, k := range session.ReleaseKinds(p.Plan) {
			name := ""
			switch {
			case i == 0 && k.Local:
				name = "report"
			case i == 0:
				name = "noise σ"
			}
			style, glyph := th.Kind(k.Name)
			rows = append(rows, row(name, name, canvas.Paint(style, glyph+" ")+strong(k.Noise())+muted(" "+k.Name)))
		}
	}
	return rows
}

// forecastRows returns the rows that follow from public facts, and below a heading those computed from the ratings. The
// latter are left out where only releases are shown.
func (t *Screen) forecastRows(w int) (rows []string) {
	th, f, train, short := t.Theme, t.Preview.Value().Forecast, t.Problem.Split.Train, hasShortLabels(w)
	row := t.consequenceRow(w)
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	items := strong(format.Percent(f.ItemsFraction))
	if declared := !train.Origin.CatalogueObserved; declared || !t.OnlyReleases() {
		items += muted(" · " + format.Count(int(math.Round(f.ItemsFraction*float64(train.Items)))))
		if !declared && !short {
			items += muted(" · not private")
		}
	}
	trained := row("items trained", "items", items)
	if t.OnlyReleases() {
		return []string{trained}
	}
	median, rarest := " median item", " rarest 10 %"
	if short {
		median, rarest = " median", " rarest"
	}
	if !short {
		rows = append(rows, trained)
	}
	rows = append(rows, t.ratingsHeading(w))
	if t.Preview.Value().Plan != nil {
		rows = append(rows, row("noise / signal", "noise", t.noiseRatio(f.NoiseMedian)+muted(median)), row("", "", t.noiseRatio(f.NoiseRarest)+muted(rarest)))
	}
	rows = append(rows, row("ratings used", "ratings", strong(format.Percent(f.RatingsFraction))))
	if short { // last, since there may be no room for it
		rows = append(rows, trained)
	}
	return rows
}

// hasShortLabels reports whether w cells are too few for the long labels.
func hasShortLabels(w int) bool { return w < 36 }

// consequenceRow returns the function that writes a label and its value in lines of w cells.
func (t *Screen) consequenceRow(w int) func(long, short, value string) string {
	return func(long, short, value string) string {
		name, column := long, 17
		if hasShortLabels(w) {
			name, column = short, 7
		}
		return " " + canvas.Paint(t.Theme.Muted, canvas.Line(name, column)) + " " + value
	}
}

// ratingsHeading is the line above what is computed from the ratings.
func (t *Screen) ratingsHeading(w int) string {
	return canvas.Paint(t.Theme.Muted, ui.Longest(w, " computed from ratings, not private:", " not private:"))
}

// noiseRatio writes noise over signal, with a mark where the noise is larger.
func (t *Screen) noiseRatio(v float64) string {
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
