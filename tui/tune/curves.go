package tune

import (
	"math"
	"strings"

	"dpals/engine"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// drawCurves draws the error per iteration.
func (t *Screen) drawCurves(w, h int) string {
	c := t.chart()
	return c.Draw(t.Theme, w, h)
}

// curvesNote returns which errors the curves show and whether they are private, and what part of the chart is visible.
func (t *Screen) curvesNote() string {
	part := "validation"
	if r := t.Runs.Current; r != nil && len(r.Iterations) > 0 && !r.Validated() {
		part = "training"
	}
	note := session.ErrorLabel(part, t.OnlyReleases())
	switch {
	case t.curvesView.Zoomed() && t.curvesView.Follow:
		note = "following the run · " + note
	case t.curvesView.Zoomed():
		note = "zoomed (0: all) · " + note
	}
	return note
}

// chart returns the curve of the current run over those of earlier runs, with lines for the baseline and the non-private
// reference.
func (t *Screen) chart() chart.Chart {
	c := chart.Chart{XLabel: "iter", Whole: true, YMin: math.NaN(), YMax: math.NaN(), Empty: t.emptyChart()}
	first, last := t.domain()
	latest := first
	if r := t.Runs.Current; r != nil && r.Reveal.Iterations > 0 {
		latest = float64(r.Iterations[r.Reveal.Iterations-1].T)
	}
	var stops []float64
	for x := math.Ceil(first); x <= math.Floor(last); x++ {
		stops = append(stops, x)
	}
	t.curvesView.On(&c, first, last, latest, stops)
	s := &t.Runs
	if r := s.Current; r != nil {
		c.Lines = append(c.Lines, t.line(r))
		if e := session.ErrorsOf(r.Iterations[:r.Reveal.Iterations], false); r.Validated() && !r.Released() && session.HasNumber(e.Y) {
			c.Lines = append(c.Lines, chart.Line{Name: "training", X: e.X, Y: e.Y, Series: r.Series, Dashed: true, Value: e.Latest()})
		}
	}
	for _, r := range s.Drawn() {
		if r != s.Current {
			c.Lines = append(c.Lines, t.line(r))
		}
	}
	for _, r := range []*session.Run{s.Baseline, s.Reference} {
		if r != nil && r.End != nil && r.End.Outcome == engine.Done && !math.IsNaN(r.Final()) {
			name := r.Method.Name
			if !r.Method.Private() {
				name += ", not private"
			}
			c.Thresholds = append(c.Thresholds, chart.Threshold{Name: name, Y: r.Final(), Series: -1, Value: format.ShortRMSE(r.Final())})
		}
	}
	return c
}

// domain returns the first iteration that is measured and the last that any drawn run will make. Both are known before the
// first point arrives, so that the axis does not move.
func (t *Screen) domain() (first, last float64) {
	first, last = 1, 1
	for _, r := range t.Runs.Drawn() {
		last = max(last, float64(r.PlannedIterations()))
		if len(r.Iterations) > 0 {
			first = min(first, float64(r.Iterations[0].T))
		}
	}
	if first == last { // one iteration, in the middle
		return first - 0.5, last + 0.5
	}
	return first, last
}

// line returns the curve of a run and its label in the legend.
func (t *Screen) line(r *session.Run) chart.Line {
	iterations := r.Iterations[:r.Reveal.Iterations]
	e := r.Measured(iterations)
	l := chart.Line{Name: t.legendLabel(r), X: e.X, Y: e.Y, Series: r.Series, Ghost: r != t.Runs.Current, Value: e.Latest()}
	switch {
	case len(iterations) > len(e.Y) && r.LostInNoise():
		l.Value = session.LostInNoise
	case len(iterations) == 0 && r.End != nil:
		l.Value = session.OutcomeNames[r.End.Outcome]
	}
	if r.Released() {
		l.Band = e.Deviation
	}
	return l
}

// legendLabel names a run by the settings that differ from those of the run it is compared with.
func (t *Screen) legendLabel(r *session.Run) string {
	current := t.Runs.Current
	role := "this run"
	switch {
	case r == current:
	case r.Pinned:
		role = "pinned"
	default:
		role = "last run"
	}
	var what []string
	switch {
	case r != current && current != nil:
		what = session.Differences(r, current)
	case r == current && t.Runs.Last != nil && len(session.Differences(r, t.Runs.Last)) > 0:
		what = session.Differences(r, t.Runs.Last)
	case r.Epsilon() != "":
		what = []string{"ε " + r.Epsilon()}
	default:
		what = []string{r.Method.Name}
	}
	if len(what) == 0 {
		what = []string{"same settings"}
	}
	return strings.Join(what[:min(len(what), 2)], " ") + " " + role
}

// emptyChart returns why there is no curve.
func (t *Screen) emptyChart() string {
	switch {
	case t.LoadError != nil:
		return "no ratings to train on"
	case !t.Loaded():
		return "loading " + canvas.Text(t.Reading)
	case t.Runs.Current == nil:
		return "Enter: train"
	case t.Runs.Current.Training():
		return "training the first iteration"
	case t.Runs.Current.End.Outcome == engine.Refused:
		return "run refused: nothing was trained"
	case len(t.Runs.Current.Iterations) > 0:
		return "every error is below its noise: raise --private-metrics"
	}
	return "no iteration finished"
}
