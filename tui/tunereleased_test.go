package tui

import (
	"strings"
	"testing"

	"dpals/tui/chart"
)

// Beside released errors nothing is drawn that was measured on real ratings.
func TestReleasedErrorsStandAlone(t *testing.T) {
	o := fakeOptions()
	released(&o)
	o.Problem = fakeProblem(1000)
	b := newBed(t, 120, 36, o)
	s := &b.bench.session
	r := s.current
	b.begin(r)
	b.charge(r, 100)
	b.releaseTo(r, 1, 3, 1.2, 0.05)
	b.releaseTo(r, 2, 3, 0, 0.4) // the noise has swallowed it
	b.releaseTo(r, 3, 3, 1.1, 0.05)
	b.finish(r)
	if s.floor != nil || s.ceiling != nil {
		t.Error("comparisons are trained")
	}
	c := b.tune().chart()
	if len(c.Lines) != 1 || len(c.Thresholds) != 0 {
		t.Fatalf("%d lines and %d thresholds are drawn", len(c.Lines), len(c.Thresholds))
	}
	if l := c.Lines[0]; len(l.Y) != 2 || len(l.Band) != 2 || l.Y[1] != 1.1 || l.X[1] != 3 || l.Band[1] != 0.05 {
		t.Errorf("the line has %v at %v, band %v", l.Y, l.X, l.Band)
	}
	b.shows("validation · released, part of the ε")
	b.shows("1.100 ± 0.050")
	b.hides("not a private number")
	b.hides("training")
	got := only[copiedMsg](messages(t, b.press("y")))
	if len(got) != 1 || !strings.HasSuffix(got[0].text, "--private-metrics 0.1") {
		t.Errorf("copies %v", got)
	}
}

func TestMeasuredErrorsSaySo(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	b.compared()
	c := b.tune().chart()
	for _, l := range c.Lines {
		if l.Band != nil {
			t.Errorf("%s has a band", l.Name)
		}
	}
	names := func(lines []chart.Line) (all []string) {
		for _, l := range lines {
			all = append(all, l.Name)
		}
		return all
	}
	if got := strings.Join(names(c.Lines), ", "); got != "ε 1.0 this run, training" || len(c.Thresholds) != 2 {
		t.Errorf("draws %s and %d thresholds", got, len(c.Thresholds))
	}
	b.shows("validation · not a private number")
}
