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

func (t *Screen) drawCurves(w, h int) string {
	c := t.chart()
	return c.Draw(t.Theme, w, h)
}

// curvesNote says what the errors are.
func (t *Screen) curvesNote() string {
	part := "validation"
	if r := t.Runs.Current; r != nil && len(r.Steps) > 0 && !r.Validated() {
		part = "training"
	}
	note := session.ErrorLabel(part, t.OnlyReleases())
	switch {
	case t.lens.Zoomed() && t.lens.Follow:
		note = "following · " + note
	case t.lens.Zoomed():
		note = "part, 0 shows all · " + note
	}
	return note
}

// chart is the current run over the ghosts of earlier ones, between the comparisons.
func (t *Screen) chart() chart.Chart {
	c := chart.Chart{XLabel: "step", Whole: true, YMin: math.NaN(), YMax: math.NaN(), Empty: t.emptyChart()}
	first, last := t.domain()
	newest := first
	if r := t.Runs.Current; r != nil && r.Reveal.Steps > 0 {
		newest = float64(r.Steps[r.Reveal.Steps-1].T)
	}
	var stops []float64
	for x := math.Ceil(first); x <= math.Floor(last); x++ {
		stops = append(stops, x)
	}
	t.lens.On(&c, first, last, newest, stops)
	s := &t.Runs
	if r := s.Current; r != nil {
		c.Lines = append(c.Lines, t.line(r))
		if e := session.ErrorsOf(r.Steps[:r.Reveal.Steps], false); r.Validated() && !r.Released() && session.HasNumber(e.Y) {
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
			c.Thresholds = append(c.Thresholds, chart.Threshold{Name: r.Method.Name, Y: r.Final(), Series: -1, Value: format.ShortRMSE(r.Final())})
		}
	}
	return c
}

// domain is the steps from the first that is measured to the last that any drawn run will make: it is known before
// the first point arrives, so that nothing jumps.
func (t *Screen) domain() (first, last float64) {
	first, last = 1, 1
	for _, r := range t.Runs.Drawn() {
		last = max(last, float64(r.StepsOf()))
		if len(r.Steps) > 0 {
			first = min(first, float64(r.Steps[0].T))
		}
	}
	if first == last { // one step, in the middle
		return first - 0.5, last + 0.5
	}
	return first, last
}

// line is the curve of a run and what the legend calls it.
func (t *Screen) line(r *session.Run) chart.Line {
	steps := r.Steps[:r.Reveal.Steps]
	e := r.Measured(steps)
	l := chart.Line{Name: t.label(r), X: e.X, Y: e.Y, Series: r.Series, Ghost: r != t.Runs.Current, Value: e.Latest()}
	switch {
	case len(steps) > len(e.Y) && r.LostInNoise():
		l.Value = session.LostInNoise
	case len(steps) == 0 && r.End != nil:
		l.Value = session.OutcomeNames[r.End.Outcome]
	}
	if r.Released() {
		l.Band = e.Deviation
	}
	return l
}

// label says which run a curve is: what its knobs have other than the current run's, if there is one.
func (t *Screen) label(r *session.Run) string {
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
		what = []string{"same knobs"}
	}
	return strings.Join(what[:min(len(what), 2)], " ") + " " + role
}

func (t *Screen) emptyChart() string {
	switch {
	case t.LoadError != nil:
		return "no ratings to train on"
	case !t.Loaded():
		return "loading " + canvas.Text(t.Reading)
	case t.Runs.Current == nil:
		return "Enter trains"
	case t.Runs.Current.Training():
		return "the first step is being trained"
	case t.Runs.Current.End.Outcome == engine.Refused:
		return "nothing was trained: the run was refused"
	case len(t.Runs.Current.Steps) > 0:
		return "noise has swallowed every error: spend a larger share on them"
	}
	return "no step was finished"
}
