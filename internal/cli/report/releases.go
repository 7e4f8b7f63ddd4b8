package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"time"

	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/engine/promise"
	"dpals/internal/format"
)

// Object returns the balance as JSON: the guarantee, or null and why there is none; what was charged; what of it counts
// against a limit.
func (b *Balance) Object() Object {
	guarantee, why := promise.OfHistory(b.Status, b.runs)
	o := Object{"dataset": b.Number, "name": b.Name, "delta": b.Delta, "guarantee": guarantee,
		"charged_mu": b.SpentMu, "charged_epsilon": b.TotalEpsilon, "counted_epsilon": b.SpentEpsilon, "reserved_mu": b.ReservedMu,
		"runs": b.Runs, "running": b.Running, "overlaps_detected": false}
	if why != "" {
		o["no_guarantee"] = why
	}
	if math.IsInf(b.SpentEpsilon, 1) {
		o["no_epsilon"] = promise.NoEpsilon(b.Delta)
	}
	if b.Limit != nil {
		limit := Object{"epsilon": b.Limit.Epsilon, "delta": b.Limit.Delta}
		if b.Limit.FailureProbability > 0 {
			limit["catalogue_delta"] = b.Limit.FailureProbability
		}
		o["limit"] = limit
		o["left_mu"], o["largest_epsilon"] = b.LeftMu, b.LargestEpsilon
	}
	if b.Total.FailureProbability > 0 {
		o["catalogue_delta"] = b.Total.FailureProbability
	}
	kinds, history := make([]Object, len(b.kinds)), make([]Object, len(b.runs))
	for i, k := range b.kinds {
		kinds[i] = Object{"kind": k.Name, "releases": k.Releases, "mu": k.Mu}
	}
	for i, r := range b.runs {
		history[i] = entryObject(r.Entry, b.sums[i])
	}
	o["kinds"], o["history"] = kinds, history
	return finite(o)
}

// ObjectWithReleases returns the balance as JSON with every release.
func (b *Balance) ObjectWithReleases(l *ledger.Ledger) (Object, error) {
	o := b.Object()
	for i, run := range o["history"].([]Object) {
		releases, err := l.Releases(b.runs[i].ID)
		if err != nil {
			return nil, err
		}
		run["charged"] = releaseObjects(releases)
	}
	return o, nil
}

// entryObject returns one run of the ledger as JSON; sum is the ε of what was charged up to it.
func entryObject(r ledger.Entry, sum float64) Object {
	o := Object{"run": r.ID, "name": r.Name, "method": r.Method, "accountant": r.Accountant, "epsilon": r.Epsilon, "delta": r.Delta,
		"mu": r.Mu, "simulation": r.Simulation, "protects": !r.Simulation, "parameters": r.Settings,
		"started": r.Started.Format(time.RFC3339Nano), "charged_mu": r.SpentMu, "releases": r.Charges,
		"outcome": cmp.Or(r.Outcome, "under way")}
	if r.PureEpsilon > 0 {
		o["pure_epsilon"] = r.PureEpsilon
	}
	if r.FailureProbability > 0 {
		o["catalogue_delta"] = r.FailureProbability
	}
	if !math.IsInf(sum, 1) {
		o["cumulative_charged_epsilon"] = sum
	}
	if !r.Ended.IsZero() {
		o["ended"] = r.Ended.Format(time.RFC3339Nano)
	}
	return o
}

func releaseObjects(releases []ledger.Release) []Object {
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

// WriteReleases writes all releases of the balances as CSV, and a row for each run without any.
func WriteReleases(out io.Writer, l *ledger.Ledger, all []Balance) error {
	rows := [][]string{{"dataset", "name", "run", "method", "accountant", "epsilon", "delta", "plan_mu", "simulation", "started", "ended",
		"outcome", "release", "kind", "proof", "sensitivity", "sigma", "mu", "run_charged_mu", "charged", "pure_epsilon", "run_catalogue_delta"}}
	for _, b := range all {
		for _, r := range b.runs {
			ended := ""
			if !r.Ended.IsZero() {
				ended = r.Ended.Format(time.RFC3339Nano)
			}
			run := []string{strconv.Itoa(b.Number), r.Name, strconv.FormatInt(r.ID, 10), r.Method, r.Accountant, format.Exact(r.Epsilon), format.Exact(r.Delta),
				format.Exact(r.Mu), strconv.FormatBool(r.Simulation), r.Started.Format(time.RFC3339Nano), ended, cmp.Or(r.Outcome, "under way")}
			releases, err := l.Releases(r.ID)
			if err != nil {
				return err
			}
			for _, c := range releases {
				rows = append(rows, append(run[:len(run):len(run)], c.Name, c.Kind, docs.ProofPath(c.Proof), format.Exact(c.Sensitivity), format.Exact(c.Sigma),
					format.Exact(c.Mu), format.Exact(c.SpentMu), c.Charged.Format(time.RFC3339Nano), pureEpsilon(c), exactUnlessZero(r.FailureProbability)))
			}
			if len(releases) == 0 {
				rows = append(rows, append(append(run, make([]string, 9)...), exactUnlessZero(r.FailureProbability)))
			}
		}
	}
	return csv.NewWriter(out).WriteAll(rows)
}

// pureEpsilon returns the column of a round of local reports, empty for other releases.
func pureEpsilon(r ledger.Release) string {
	if !r.Local {
		return ""
	}
	return exactUnlessZero(r.Epsilon)
}

func exactUnlessZero(x float64) string {
	if x == 0 {
		return ""
	}
	return format.Exact(x)
}
