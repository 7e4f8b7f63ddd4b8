package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/internal/format"
)

func WriteReleases(out io.Writer, l *ledger.Ledger, all []Balance) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"dataset", "name", "run", "method", "accountant", "epsilon", "delta", "plan_mu", "simulation", "started", "ended",
		"outcome", "release", "kind", "proof", "sensitivity", "sigma", "mu", "run_charged_mu", "charged", "pure_epsilon", "run_catalogue_delta"}}
	for _, a := range all {
		for _, r := range a.runs {
			outcome, ended := cmp.Or(r.Outcome, "under way"), ""
			if !r.Ended.IsZero() {
				ended = r.Ended.Format(time.RFC3339Nano)
			}
			run := []string{strconv.Itoa(a.Number), r.Name, strconv.FormatInt(r.ID, 10), r.Method, r.Accountant, format.Exact(r.Epsilon), format.Exact(r.Delta),
				format.Exact(r.Mu), strconv.FormatBool(r.Simulation), r.Started.Format(time.RFC3339Nano), ended, outcome}
			releases, err := l.Releases(r.ID)
			if err != nil {
				return err
			}
			for _, c := range releases {
				rows = append(rows, append(run[:len(run):len(run)], c.Name, c.Kind, docs.ProofPath(c.Proof), format.Exact(c.Sensitivity), format.Exact(c.Sigma), format.Exact(c.Mu),
					format.Exact(c.SpentMu), c.Charged.Format(time.RFC3339Nano), pureEpsilon(c), some(r.Failure)))
			}
			if len(releases) == 0 {
				rows = append(rows, append(append(run, make([]string, 9)...), some(r.Failure)))
			}
		}
	}
	return w.WriteAll(rows)
}

func charged(releases []ledger.Release) []Object {
	all := make([]Object, len(releases))
	for i, r := range releases {
		all[i] = Object{"name": r.Name, "kind": r.Kind, "proof": docs.ProofPath(r.Proof), "mu": r.Mu, "run_charged_mu": r.SpentMu,
			"charged": r.Charged.Format(time.RFC3339Nano)}
		if r.Local {
			all[i]["pure_epsilon"] = r.Epsilon
		} else {
			all[i]["sensitivity"], all[i]["sigma"] = r.Sensitivity, r.Sigma
		}
	}
	return all
}

// pureEpsilon is the column of a round of local reports, empty for all else.
func pureEpsilon(r ledger.Release) string {
	if !r.Local {
		return ""
	}
	return some(r.Epsilon)
}

// some is a column that is empty for most rows, whose number is 0.
func some(x float64) string {
	if x == 0 {
		return ""
	}
	return format.Exact(x)
}
