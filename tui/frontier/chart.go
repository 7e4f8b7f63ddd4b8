package frontier

import (
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

// The cells for the name of a line in the legend, its trust model included.
const (
	legendWidth       = 28
	legendWidthNarrow = 20
)

// lineLabel returns the name of a line with the trust model of its ε; an ε means nothing without it.
func (f *Screen) lineLabel(p sweepPoint) string {
	trust := string(p.Trust)
	switch {
	case p.Trust == method.TrustNone:
		trust = trustWord(p.Trust)
	case p.Epsilon == 0:
		trust = "ε 0"
	}
	room := legendWidthNarrow
	if f.Body.W >= ui.WideFrom {
		room = legendWidth
	}
	room -= canvas.Width(trust) + 3
	name := canvas.Text(p.name)
	if canvas.Width(name) > room {
		name = strings.TrimRight(canvas.Line(name, room), " ")
	}
	return name + " · " + trust
}

// chart returns the errors against ε: a line with a band of ± 1 s.d. for each method, and a level for a method without ε.
func (f *Screen) chart() chart.Chart {
	c := chart.Chart{XLabel: "ε", LogX: true, Exact: true, YMin: math.NaN(), YMax: math.NaN(), Empty: "training the first run"}
	if f.snapshot == nil {
		return c
	}
	if f.snapshot.Done+f.snapshot.Failed >= f.snapshot.Total {
		c.Empty = "no finished run at an ε"
	}
	levels := make(map[string]bool)
	for _, p := range f.points.Rows {
		switch {
		case p.N == 0:
		case p.Epsilon == 0:
			levels[p.Method] = true
			c.Thresholds = append(c.Thresholds, chart.Threshold{Name: f.lineLabel(p), Y: p.Mean, Series: p.series, Value: format.ShortRMSE(p.Mean)})
		default:
			c.Lines = addPoint(c.Lines, f.lineLabel(p), p)
		}
	}
	c.Thresholds = append(c.Thresholds, f.referenceLevels(levels)...)
	first, last, newest, stops := f.domain()
	f.lens.On(&c, first, last, newest, stops)
	return c
}

// addPoint inserts a point into its line in the order of ε, and adds the line if it is new.
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

// referenceLevels returns the test errors of the baseline and the non-private reference of Tune, each of one run, unless
// the sweep has that method itself.
func (f *Screen) referenceLevels(inSweep map[string]bool) (all []chart.Threshold) {
	if f.snapshot.Spec.PrivateMetrics != 0 {
		return nil // their errors are not released, those on the chart are
	}
	for _, r := range []*session.Run{f.Runs.Baseline, f.Runs.Reference} {
		if r == nil || r.End == nil || r.End.Outcome != engine.Done || r.End.Result == nil || inSweep[r.Method.Name] {
			continue
		}
		if v := r.End.Result.TestRMSE; !math.IsNaN(v) {
			p := sweepPoint{Cell: sweep.Cell{Trust: r.Method.Trust}, name: r.Method.Name}
			all = append(all, chart.Threshold{Name: f.lineLabel(p), Y: v, Series: -1, Value: format.ShortRMSE(v)})
		}
	}
	return all
}

// domain returns the range of the ε axis with a margin, the ε of the newest point and every ε that has points. The range
// covers the whole grid from the start, so that the axis does not move as points arrive.
func (f *Screen) domain() (first, last, newest float64, stops []float64) {
	first, last = math.Inf(1), 0.0
	note := func(e float64) {
		if e > 0 && !math.IsInf(e, 0) {
			first, last = min(first, e), max(last, e)
		}
	}
	for _, e := range f.snapshot.Spec.Epsilon {
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
