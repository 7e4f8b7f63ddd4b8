package frontier

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// How long the name of a line may be in the legend, its model of trust included.
const (
	lineNameWide   = 28
	lineNameNarrow = 20
)

// besideTrust is the name of a line with the model of trust that its ε holds under: none is ever shown without it.
func (f *Screen) besideTrust(p sweepPoint) string {
	trust := string(p.Trust)
	switch {
	case p.Trust == method.TrustNone:
		trust = trustWord(p.Trust)
	case p.Epsilon == 0:
		trust = "ε 0"
	}
	room := lineNameNarrow
	if f.Body.W >= ui.WideFrom {
		room = lineNameWide
	}
	room -= canvas.Width(trust) + 3
	name := canvas.Text(p.name)
	if canvas.Width(name) > room {
		name = strings.TrimRight(canvas.Line(name, room), " ")
	}
	return name + " · " + trust
}

// chart is the error against ε: a line for each method, with a band of one s.d., and a level for what has no ε.
func (f *Screen) chart() chart.Chart {
	c := chart.Chart{XLabel: "ε", LogX: true, Exact: true, YMin: math.NaN(), YMax: math.NaN(), Empty: "the first run is being trained"}
	if f.shot == nil {
		return c
	}
	levels := make(map[string]bool)
	for _, p := range f.points.Rows {
		switch {
		case p.N == 0:
		case p.Epsilon == 0:
			levels[p.Method] = true
			c.Thresholds = append(c.Thresholds, chart.Threshold{Name: f.besideTrust(p), Y: p.Mean, Series: p.series, Value: format.ShortRMSE(p.Mean)})
		default:
			c.Lines = addPoint(c.Lines, f.besideTrust(p), p)
		}
	}
	c.Thresholds = append(c.Thresholds, f.comparisons(levels)...)
	first, last, newest, stops := f.domain()
	f.lens.On(&c, first, last, newest, stops)
	return c
}

// addPoint puts a point on its line, in the order of ε.
func addPoint(lines []chart.Line, name string, p sweepPoint) []chart.Line {
	i := slices.IndexFunc(lines, func(l chart.Line) bool { return l.Name == name && l.Series == p.series })
	if i < 0 {
		i = len(lines)
		lines = append(lines, chart.Line{Name: name, Series: p.series})
	}
	l := &lines[i]
	at, _ := slices.BinarySearch(l.X, p.Epsilon)
	l.X, l.Y, l.Band = slices.Insert(l.X, at, p.Epsilon), slices.Insert(l.Y, at, p.Mean), slices.Insert(l.Band, at, p.Deviation)
	return lines
}

// comparisons are the levels that Tune has trained on the same ratings, where the sweep has none of them: the same
// test error, of one run.
func (f *Screen) comparisons(there map[string]bool) (all []chart.Threshold) {
	if f.shot.Spec.MetricsShare != 0 {
		return nil // measured on real ratings, and what is shown is released
	}
	for _, r := range []*session.Run{f.Runs.Baseline, f.Runs.Reference} {
		if r == nil || r.End == nil || r.End.Outcome != engine.Done || r.End.Result == nil || there[r.Method.Name] {
			continue
		}
		if v := r.End.Result.TestRMSE; !math.IsNaN(v) {
			p := sweepPoint{Cell: sweep.Cell{Trust: r.Method.Trust}, name: r.Method.Name}
			all = append(all, chart.Threshold{Name: f.besideTrust(p), Y: v, Series: -1, Value: format.ShortRMSE(v)})
		}
	}
	return all
}

// domain is the range of ε that is swept, known before the first point so that nothing jumps, with a little room at both
// ends; the ε that have points; and the ε of the newest.
func (f *Screen) domain() (first, last, newest float64, stops []float64) {
	first, last = math.Inf(1), 0.0
	note := func(e float64) {
		if e > 0 && !math.IsInf(e, 0) {
			first, last = min(first, e), max(last, e)
		}
	}
	for _, e := range f.shot.Spec.Epsilon {
		note(e)
	}
	for _, p := range f.points.Rows {
		if note(p.Epsilon); p.N > 0 && p.Epsilon > 0 {
			stops, newest = append(stops, p.Epsilon), p.Epsilon
		}
	}
	if last == 0 {
		first, last = 1, 1
	}
	slices.Sort(stops)
	room := math.Max(math.Pow(last/first, 0.03), 1.05)
	return first / room, last * room, newest, slices.Compact(stops)
}

// drawCurves is the chart with the direction of ε in words below it, or what to do where there is none.
func (f *Screen) drawCurves(w, h int) string {
	if f.shot == nil {
		return canvas.Centre(f.Theme, f.invitation(), w, h)
	}
	c := f.chart()
	room := f.chartRoom(h)
	out := c.Draw(f.Theme, w, room)
	if room == h {
		return out
	}
	g := f.Theme.Glyphs
	return canvas.Stack(out, canvas.Paint(f.Theme.Muted, ui.AtEnds("  "+g.Left+" more private", "more accurate "+g.Right+"  ", w)))
}

// chartRoom is the height of the chart in a panel with h lines inside.
func (f *Screen) chartRoom(h int) int {
	if h < 12 {
		return h
	}
	return h - 1
}

// invitation says what the screen is for, and what Enter would train.
func (f *Screen) invitation() string {
	switch {
	case f.LoadError != nil:
		return "no ratings to sweep over"
	case !f.Loaded():
		return "A sweep draws each method's error at several ε, to see what privacy costs. It can begin once the ratings are loaded."
	case f.trouble != nil:
		return "The sweep did not begin: " + session.FirstLine(f.trouble)
	case f.Sweeping():
		return "the sweep begins"
	}
	text := "No sweep has run on these ratings yet. It draws each method's error at several ε, to see what privacy costs.\n\n"
	s := f.meant()
	if len(s.Methods) == 0 {
		return text + "Choose at least one method for it."
	}
	text += fmt.Sprintf("Enter sweeps %s over ε %s, %s each", strings.Join(s.Methods, ", "), joined(s.Epsilon), format.ShortPlural(s.Repeats, "run"))
	if bill := f.bill(); bill != "" {
		text += ": " + bill
	}
	return text + "."
}

// curvesNote says what the errors are.
func (f *Screen) curvesNote() string {
	note := session.ErrorLabel("test", false)
	if f.shot != nil && f.shot.Spec.MetricsShare != 0 {
		note = session.ErrorLabel("validation", true)
	}
	switch {
	case f.shot != nil && f.shot.Spec.Seed != nil:
		note = "simulations · " + note
	}
	if f.lens.Zoomed() {
		note = "part, 0 shows all · " + note
	}
	return note
}

// reading is what the crosshair or the list has selected, in a sentence.
func (f *Screen) reading() string {
	p, ok := f.selected()
	if !ok {
		return ""
	}
	what := canvas.Text(p.name) + " · " + trustWord(p.Trust)
	if p.Epsilon > 0 {
		what += ", ε " + epsilonText(p.Cell)
	}
	if p.N == 0 {
		return what + ": " + p.status
	}
	return fmt.Sprintf("%s: %s over %s", what, meanText(p.Cell), format.ShortPlural(p.N, "run"))
}

// mixed lists the models of trust whose ε stand side by side, where there is more than one.
func (f *Screen) mixed() (all []method.Trust) {
	for _, p := range f.points.Rows {
		if p.Epsilon > 0 && !slices.Contains(all, p.Trust) {
			all = append(all, p.Trust)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// Remark is what is typed wrongly, what is asked, what is read, or what has to be known about the ε that are compared.
func (f *Screen) Remark() (text string, urgent bool) {
	if problem := f.form.edit.Reason; problem != "" {
		return problem, true
	}
	if f.asking != startNothing {
		return f.question(), true
	}
	if text := f.reading(); text != "" {
		return text, false
	}
	if text := f.fault(); text != "" {
		return text, true
	}
	if all := f.mixed(); all != nil {
		words := make([]string, len(all))
		for i, t := range all {
			words[i] = trustWord(t)
		}
		return "an ε means something else under " + strings.Join(words, " and under ") + ": compare within one model of trust", false
	}
	if f.filling() {
		return f.meaning(), false
	}
	if s := f.shot; s != nil && s.Spec.Seed != nil {
		return "simulations: their noise is known from the seed and protects nobody", false
	}
	return "", false
}

// costOf is the cost of the only data set of a sweep; nil where nothing is spent.
func costOf(costs []sweep.Cost) *sweep.Cost {
	if len(costs) == 0 {
		return nil
	}
	return &costs[0]
}
