package tune_test

import (
	"strings"
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/tui/chart"
	"dpals/tui/session"
)

// Beside released errors no curve and no line is drawn that was measured on real ratings.
func TestReleasedErrorsHaveNoReferenceLines(t *testing.T) {
	o := driver.Options()
	driver.Released(&o)
	o.Problem = driver.Problem(1000)
	b := driver.New(t, 120, 36, o)
	s := &b.Session.Runs
	r := s.Current
	b.Begin(r)
	b.Charge(r, 100)
	b.ReleaseTo(r, 1, 3, 1.2, 0.05)
	b.ReleaseTo(r, 2, 3, 0, 0.4) // below its noise
	b.ReleaseTo(r, 3, 3, 1.1, 0.05)
	b.Finish(r)
	if s.Baseline != nil || s.Reference != nil {
		t.Error("baseline and reference are trained")
	}
	c := screenOf(b).Chart()
	if len(c.Lines) != 1 || len(c.Thresholds) != 0 {
		t.Fatalf("%d lines and %d thresholds are drawn", len(c.Lines), len(c.Thresholds))
	}
	if l := c.Lines[0]; len(l.Y) != 2 || len(l.Band) != 2 || l.Y[1] != 1.1 || l.X[1] != 3 || l.Band[1] != 0.05 {
		t.Errorf("the line has %v at %v, band %v", l.Y, l.X, l.Band)
	}
	b.Shows("validation · released, part of the ε")
	b.Shows("1.100 ± 0.050")
	b.Hides("not a private number")
	b.Hides("training")
	got := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("y")))
	if len(got) != 1 || !strings.HasSuffix(got[0].Text, "--private-metrics 0.1") {
		t.Errorf("copies %v", got)
	}
}

func TestMeasuredErrorsAreLabelledNotPrivate(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	b.Compared()
	c := screenOf(b).Chart()
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
	b.Shows("validation · not a private number")
}
