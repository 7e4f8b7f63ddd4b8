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

// curveNote returns what kind of errors the chart shows.
func (s *Screen) curveNote() string {
	if s.emptyRun() != "" {
		return ""
	}
	all, private := s.drawnRuns(), 0
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

// curveTitle returns the title that fits the panel.
func (s *Screen) curveTitle() string {
	if s.Rects[panelCurve].W < narrowCurve {
		return "RMSE"
	}
	return "RMSE per iteration"
}

// drawnRuns returns the runs on the chart.
func (s *Screen) drawnRuns() []store.Detail {
	if s.comparing {
		return s.compared
	}
	return []store.Detail{s.shown}
}

// chart returns the curve of the shown run, or the curves of the compared runs.
func (s *Screen) chart() chart.Chart {
	c := chart.Chart{XLabel: "iter", Whole: true, YMin: math.NaN(), YMax: math.NaN(), Empty: "no finished iteration"}
	colours := s.colours()
	first, last := math.Inf(1), 1.0
	var stops []float64
	for i, d := range s.drawnRuns() {
		iterations := iterationsOf(d)
		for _, t := range iterations {
			first, last = min(first, float64(t.T)), max(last, float64(t.T), float64(t.Of))
			stops = append(stops, float64(t.T))
		}
		valid := slices.ContainsFunc(iterations, func(t engine.Iterated) bool { return !math.IsNaN(t.ValidRMSE) })
		e := session.ErrorsOf(iterations, valid)
		l := chart.Line{Name: fmt.Sprintf("run %d", d.ID), X: e.X, Y: e.Y, Series: colours[i], Value: e.Latest()}
		switch {
		case d.MetricsPrivate:
			l.Band = e.Deviation
		case len(iterations) == 0:
			l.Value = outcomeOf(d.Run)
		case !valid:
			l.Name += ", training"
		}
		c.Lines = append(c.Lines, l)
		if t := session.ErrorsOf(iterations, false); valid && !s.comparing && !d.MetricsPrivate && session.HasNumber(t.Y) {
			c.Lines[i].Name = "validation"
			c.Lines = append(c.Lines, chart.Line{Name: "training", X: t.X, Y: t.Y, Series: colours[i], Dashed: true, Value: t.Latest()})
		}
	}
	first = min(first, last)
	if first == last { // one iteration: in the middle
		first, last = first-0.5, last+0.5
	}
	slices.Sort(stops)
	stops = slices.Compact(stops)
	s.lens.On(&c, first, last, last, stops)
	return c
}

// iterationsOf returns the iterations of a stored run as events of the engine.
func iterationsOf(d store.Detail) []engine.Iterated {
	all := make([]engine.Iterated, len(d.Curve))
	for i, t := range d.Curve {
		all[i] = engine.Iterated{T: t.T, Of: t.Of, TrainRMSE: t.TrainRMSE, ValidRMSE: t.ValidRMSE, Private: d.MetricsPrivate,
			Deviation: t.Deviation, Epsilon: t.Epsilon, Elapsed: t.Elapsed}
	}
	return all
}

// colours returns the colours of the runs on the chart: that of the run on Tune, else one that no other run has.
func (s *Screen) colours() []int {
	all := s.drawnRuns()
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
