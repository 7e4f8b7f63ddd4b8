package tui

import (
	"math"
	"strings"

	"dpals/engine"
	"dpals/tui/canvas"
	"dpals/tui/chart"
)

func (t *tune) drawCurves(w, h int) string {
	c := t.chart()
	return c.Draw(t.theme, w, h)
}

// curvesNote says what the errors are.
func (t *tune) curvesNote() string {
	part := "validation"
	if r := t.session.current; r != nil && len(r.steps) > 0 && !r.validated() {
		part = "training"
	}
	note := errorLabel(part, t.publishable())
	switch {
	case t.lens.zoomed() && t.lens.follow:
		note = "following · " + note
	case t.lens.zoomed():
		note = "part, 0 shows all · " + note
	}
	return note
}

// chart is the current run over the ghosts of earlier ones, between the comparisons.
func (t *tune) chart() chart.Chart {
	c := chart.Chart{XLabel: "step", Whole: true, YMin: math.NaN(), YMax: math.NaN(), Empty: t.emptyChart()}
	first, last := t.domain()
	newest := first
	if r := t.session.current; r != nil && r.shown.steps > 0 {
		newest = float64(r.steps[r.shown.steps-1].T)
	}
	var stops []float64
	for x := math.Ceil(first); x <= math.Floor(last); x++ {
		stops = append(stops, x)
	}
	t.lens.on(&c, first, last, newest, stops)
	s := &t.session
	if r := s.current; r != nil {
		c.Lines = append(c.Lines, t.line(r))
		if e := errorsOf(r.steps[:r.shown.steps], false); r.validated() && !r.released() && hasNumber(e.y) {
			c.Lines = append(c.Lines, chart.Line{Name: "training", X: e.x, Y: e.y, Series: r.series, Dashed: true, Value: e.latest()})
		}
	}
	for _, r := range s.drawn() {
		if r != s.current {
			c.Lines = append(c.Lines, t.line(r))
		}
	}
	for _, r := range []*run{s.floor, s.ceiling} {
		if r != nil && r.end != nil && r.end.Outcome == engine.Done && !math.IsNaN(r.final()) {
			c.Thresholds = append(c.Thresholds, chart.Threshold{Name: r.method.Name, Y: r.final(), Series: -1, Value: rmse(r.final())})
		}
	}
	return c
}

// domain is the steps from the first that is measured to the last that any drawn run will make: it is known before
// the first point arrives, so that nothing jumps.
func (t *tune) domain() (first, last float64) {
	first, last = 1, 1
	for _, r := range t.session.drawn() {
		last = max(last, float64(r.stepsOf()))
		if len(r.steps) > 0 {
			first = min(first, float64(r.steps[0].T))
		}
	}
	if first == last { // one step, in the middle
		return first - 0.5, last + 0.5
	}
	return first, last
}

// line is the curve of a run and what the legend calls it.
func (t *tune) line(r *run) chart.Line {
	steps := r.steps[:r.shown.steps]
	e := r.measured(steps)
	l := chart.Line{Name: t.label(r), X: e.x, Y: e.y, Series: r.series, Ghost: r != t.session.current, Value: e.latest()}
	switch {
	case len(steps) > len(e.y) && r.swallowed():
		l.Value = lostInNoise
	case len(steps) == 0 && r.end != nil:
		l.Value = outcomes[r.end.Outcome]
	}
	if r.released() {
		l.Band = e.deviation
	}
	return l
}

// label says which run a curve is: what its knobs have other than the current run's, if there is one.
func (t *tune) label(r *run) string {
	current := t.session.current
	role := "this run"
	switch {
	case r == current:
	case r.pinned:
		role = "pinned"
	default:
		role = "last run"
	}
	var what []string
	switch {
	case r != current && current != nil:
		what = differences(r, current)
	case r == current && t.session.last != nil && len(differences(r, t.session.last)) > 0:
		what = differences(r, t.session.last)
	case r.epsilon() != "":
		what = []string{"ε " + r.epsilon()}
	default:
		what = []string{r.method.Name}
	}
	if len(what) == 0 {
		what = []string{"same knobs"}
	}
	return strings.Join(what[:min(len(what), 2)], " ") + " " + role
}

func (t *tune) emptyChart() string {
	switch {
	case t.failure != nil:
		return "no ratings to train on"
	case !t.loaded():
		return "loading " + canvas.Text(t.reading)
	case t.session.current == nil:
		return "Enter trains"
	case t.session.current.training():
		return "the first step is being trained"
	case t.session.current.end.Outcome == engine.Refused:
		return "nothing was trained: the run was refused"
	case len(t.session.current.steps) > 0:
		return "noise has swallowed every error: spend a larger share on them"
	}
	return "no step was finished"
}
