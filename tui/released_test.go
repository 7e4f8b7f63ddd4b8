package tui_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/session"
)

func TestPlainPrintsReleasedErrorsAndTheLedger(t *testing.T) {
	for name, test := range map[string]struct {
		status ledger.Status
		end    engine.Result
		want   []string
	}{
		"a limit": {
			ledger.Status{Limit: &ledger.Limit{Epsilon: 4, Delta: 1e-5}, Delta: 1e-5, SpentEpsilon: 1.6204, LargestEpsilon: 2.096},
			engine.Result{MetricsPrivate: true, ValidRMSE: 0.97, TestRMSE: math.NaN()},
			[]string{
				"this data set, all runs: guarantee epsilon 4 at delta 1e-5 (the limit), if the limit was set before the first run and not changed since; charged epsilon 1.621 so far; left for one more run: epsilon 2.096",
				"iteration 1 of 2: validation RMSE 1.010 ± 0.050, ", "iteration 2 of 2: validation RMSE below its noise ± 0.700, ",
				"RMSE 0.970 (validation · released, part of the ε)",
			},
		},
		"an empty limit": {
			ledger.Status{Limit: &ledger.Limit{Epsilon: 4, Delta: 1e-5}, Delta: 1e-5, SpentEpsilon: 4},
			engine.Result{MetricsPrivate: true, Deviation: 0.7, TestRMSE: math.NaN()},
			[]string{"guarantee epsilon 4 at delta 1e-5 (the limit), if the limit was set before the first run and not changed since; charged epsilon 4 so far; nothing left", "RMSE below its noise ± 0.700 (validation · released, part of the ε)"},
		},
		"no limit": {
			ledger.Status{Delta: 1e-5, SpentEpsilon: 2},
			engine.Result{ValidRMSE: 0.97, TestRMSE: 0.98},
			[]string{"charged epsilon 2 at delta 1e-5, no limit: sum of what was charged; a guarantee only with a limit set before", "RMSE 0.970 (validation · not a private number)", "RMSE 0.980 (test · not a private number)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := driver.Options()
			o.Status = func(string) (ledger.Status, error) { return test.status, nil }
			o.Config = engine.Config{Method: "dpals", Epsilon: 1, Delta: 1e-5, Accountant: "exact"}
			o.Launch = func(context.Context, engine.Problem, engine.Config) (session.Follower, error) {
				return endedRun(
					engine.Iterated{T: 1, Of: 2, TrainRMSE: math.NaN(), ValidRMSE: 1.01, Private: true, Deviation: 0.05},
					engine.Iterated{T: 2, Of: 2, TrainRMSE: math.NaN(), ValidRMSE: 0, Private: true, Deviation: 0.7},
					engine.Ended{Result: &test.end}), nil
			}
			var out bytes.Buffer
			if err := tui.Plain(t.Context(), &out, o); err != nil {
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
