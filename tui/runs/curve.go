package runs

import (
	"fmt"
	"math"
	"slices"

	"dpals/engine"
	"dpals/engine/store"
	"dpals/tui/canvas"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// curveNote says what the errors on the chart are.
func (s *Screen) curveNote() string {
	if s.emptyOne() != "" {
		return ""
	}
	all, private := s.charted(), 0
	for _, d := range all {
		if d.MetricsPrivate {
			private++
		}
	}
	label := session.NotPrivate
	switch {
	case private == len(all):
		label = session.ReleasedLabel
	case private > 0:
		label = "not private unless released"
	}
	const frame = 8 // cells around the title and the note
	full := "validation · " + label
	if canvas.Width(s.curveTitle())+canvas.Width(full)+frame > s.Rects[panelCurve].W {
		return label
	}
	return full
}

// narrowCurve is the width of the chart's panel below which its title is short.
const narrowCurve = 50

func (s *Screen) curveTitle() string {
	if s.Rects[panelCurve].W < narrowCurve {
		return "RMSE"
	}
	return "RMSE by iteration"
}

// charted are the runs on the chart.
func (s *Screen) charted() []store.Detail {
	if s.comparing {
		return s.compared
	}
	return []store.Detail{s.one}
}

// chart is the curve of the run that is shown, or the curves of those that are compared.
func (s *Screen) chart() chart.Chart {
	c := chart.Chart{XLabel: "T", Whole: true, YMin: math.NaN(), YMax: math.NaN(), Empty: "no finished iteration"}
	colours := s.colours()
	first, last := math.Inf(1), 1.0
	var stops []float64
	for i, d := range s.charted() {
		steps := iterated(d)
		for _, t := range steps {
			first, last = min(first, float64(t.T)), max(last, float64(t.T), float64(t.Of))
			stops = append(stops, float64(t.T))
		}
		valid := slices.ContainsFunc(steps, func(t engine.Iterated) bool { return !math.IsNaN(t.ValidRMSE) })
		e := session.ErrorsOf(steps, valid)
		l := chart.Line{Name: fmt.Sprintf("run %d", d.ID), X: e.X, Y: e.Y, Series: colours[i], Value: e.Latest()}
		switch {
		case d.MetricsPrivate:
			l.Band = e.Deviation
		case len(steps) == 0:
			l.Value = outcomeOf(d.Run)
		case !valid:
			l.Name += ", training"
		}
		c.Lines = append(c.Lines, l)
		if t := session.ErrorsOf(steps, false); valid && !s.comparing && !d.MetricsPrivate && session.HasNumber(t.Y) {
			c.Lines[i].Name = "validation"
			c.Lines = append(c.Lines, chart.Line{Name: "training", X: t.X, Y: t.Y, Series: colours[i], Dashed: true, Value: t.Latest()})
		}
	}
	first = min(first, last)
	if first == last { // one step, in the middle
		first, last = first-0.5, last+0.5
	}
	slices.Sort(stops)
	stops = slices.Compact(stops)
	s.lens.On(&c, first, last, last, stops)
	return c
}

// iterated are the steps of a kept run as the engine told of them.
func iterated(d store.Detail) []engine.Iterated {
	all := make([]engine.Iterated, len(d.Curve))
	for i, t := range d.Curve {
		all[i] = engine.Iterated{T: t.T, Of: t.Of, TrainRMSE: t.TrainRMSE, ValidRMSE: t.ValidRMSE, Private: d.MetricsPrivate,
			Deviation: t.Deviation, Epsilon: t.Epsilon, Elapsed: t.Elapsed}
	}
	return all
}

// colours are those of the runs on the chart: the one that a run has on Tune, else one that no other has.
func (s *Screen) colours() []int {
	all := s.charted()
	series, taken := make([]int, len(all)), make(map[int]bool)
	for _, r := range s.Runs.Drawn() {
		taken[r.Series] = true
	}
	for i, d := range all {
		series[i] = -1
		if r := s.Runs.DrawnAs(d.ID); r != nil {
			series[i] = r.Series
		}
	}
	for i := range series {
		for n := 0; series[i] < 0; n++ {
			if !taken[n] {
				series[i], taken[n] = n, true
			}
		}
	}
	return series
}
