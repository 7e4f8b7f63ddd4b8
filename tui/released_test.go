package tui

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/tui/chart"
)

// Beside released errors nothing is drawn that was measured on real ratings.
func TestReleasedErrorsStandAlone(t *testing.T) {
	o := fakeOptions()
	released(&o)
	o.Problem = fakeProblem(1000)
	b := newBed(t, 120, 36, o)
	s := &b.m.bench.session
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

func TestPlainTellsReleasedErrorsAndTheLedger(t *testing.T) {
	for name, test := range map[string]struct {
		status ledger.Status
		end    engine.Result
		want   []string
	}{
		"a limit": {
			ledger.Status{Limit: &ledger.Limit{Epsilon: 4, Delta: 1e-5}, Delta: 1e-5, SpentEpsilon: 1.6204, LargestEpsilon: 2.096},
			engine.Result{MetricsPrivate: true, ValidRMSE: 0.97, TestRMSE: math.NaN()},
			[]string{
				"this data set, all runs: guarantee epsilon 4 at delta 1e-5, the limit, if the limit was set before the first run and not changed since; charged epsilon 1.621 so far, one more run of epsilon 2.096 is left",
				"step 1 of 2: validation RMSE 1.010 ± 0.050, ", "step 2 of 2: validation RMSE lost in noise ± 0.700, ",
				"RMSE 0.970 (validation · released, part of the ε)",
			},
		},
		"an empty limit": {
			ledger.Status{Limit: &ledger.Limit{Epsilon: 4, Delta: 1e-5}, Delta: 1e-5, SpentEpsilon: 4},
			engine.Result{MetricsPrivate: true, Deviation: 0.7, TestRMSE: math.NaN()},
			[]string{"guarantee epsilon 4 at delta 1e-5, the limit, if the limit was set before the first run and not changed since; charged epsilon 4 so far, nothing is left", "RMSE lost in noise ± 0.700 (validation · released, part of the ε)"},
		},
		"no limit": {
			ledger.Status{Delta: 1e-5, SpentEpsilon: 2},
			engine.Result{ValidRMSE: 0.97, TestRMSE: 0.98},
			[]string{"charged epsilon 2 at delta 1e-5, no limit is set: sum of what was charged; a guarantee only with a limit set before", "RMSE 0.970 (validation · not a private number)", "RMSE 0.980 (test · not a private number)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions()
			o.status = func(string) (ledger.Status, error) { return test.status, nil }
			o.Config = engine.Config{Method: "dpals", Epsilon: 1, Delta: 1e-5, Accountant: "exact"}
			o.launch = func(context.Context, engine.Problem, engine.Config) (follower, error) {
				return told(
					engine.Iterated{T: 1, Of: 2, TrainRMSE: math.NaN(), ValidRMSE: 1.01, Private: true, Deviation: 0.05},
					engine.Iterated{T: 2, Of: 2, TrainRMSE: math.NaN(), ValidRMSE: 0, Private: true, Deviation: 0.7},
					engine.Ended{Result: &test.end}), nil
			}
			var out bytes.Buffer
			if err := Plain(t.Context(), &out, o); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no line says %q:\n%s", want, out.String())
				}
			}
			if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "RMSE –") {
				t.Errorf("says what is not known:\n%s", out.String())
			}
		})
	}
}
