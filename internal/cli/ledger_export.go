package cli

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/engine/promise"
)

func ledgerExportCommand() *cobra.Command {
	var source sourceFlags
	var asJSON, asCSV bool
	cmd := &cobra.Command{
		Use:   "export [SRC]",
		Short: "Write every run and release to stdout",
		Long: "Write every run and release to stdout: as JSON, one object per data set; as CSV, one row per release, and one for\n" +
			"a run without any. In JSON \"guarantee\" is the limit, or null and \"no_guarantee\" why:\n" +
			"the sums of what was charged are none. Fingerprints are functions of the ratings and are left out.",
		Example: "dpals ledger export --json > ledger.jsonl\ndpals ledger export ml-1m --csv > releases.csv",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON == asCSV {
				return usagef("choose one of --json and --csv")
			}
			return withLedger(cmd, func(l *ledger.Ledger) error {
				all, err := balances(cmd, l, &source, args)
				if err != nil {
					return err
				}
				if asCSV {
					return writeReleases(cmd.OutOrStdout(), l, all)
				}
				out := json.NewEncoder(cmd.OutOrStdout())
				for _, a := range all {
					o, err := a.whole(l)
					if err == nil {
						err = out.Encode(o)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per data set")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "one row per release")
	return cmd
}

// object is the JSON form of a balance: what is guaranteed, or null and why, what was charged, as little as can be
// said, and what of it counts against a limit.
func (a *balance) object() object {
	guarantee, why := a.guarantee()
	o := object{"dataset": a.Number, "name": a.Name, "delta": a.Delta, "guarantee": guarantee,
		"charged_mu": a.SpentMu, "charged_epsilon": a.TotalEpsilon, "counted_epsilon": a.SpentEpsilon, "reserved_mu": a.ReservedMu, "runs": a.Runs, "running": a.Running, "overlaps_detected": false}
	if why != "" {
		o["no_guarantee"] = why
	}
	if math.IsInf(a.SpentEpsilon, 1) {
		o["no_epsilon"] = promise.NoEpsilon(a.Delta)
	}
	if a.Limit != nil {
		limit := object{"epsilon": a.Limit.Epsilon, "delta": a.Limit.Delta}
		if a.Limit.FailureProbability > 0 {
			limit["catalogue_delta"] = a.Limit.FailureProbability
		}
		o["limit"] = limit
		o["left_mu"], o["largest_epsilon"] = a.LeftMu, a.LargestEpsilon
	}
	if a.Total.FailureProbability > 0 {
		o["catalogue_delta"] = a.Total.FailureProbability
	}
	kinds, history := make([]object, len(a.kinds)), make([]object, len(a.runs))
	for i, k := range a.kinds {
		kinds[i] = object{"kind": k.Name, "releases": k.Releases, "mu": k.Mu}
	}
	for i, r := range a.runs {
		history[i] = a.run(i, r)
	}
	o["kinds"], o["history"] = kinds, history
	return finite(o)
}

// whole is the JSON form with every release.
func (a *balance) whole(l *ledger.Ledger) (object, error) {
	o := a.object()
	for i, run := range o["history"].([]object) {
		releases, err := l.Releases(a.runs[i].ID)
		if err != nil {
			return nil, err
		}
		run["charged"] = charged(releases)
	}
	return o, nil
}

func (a *balance) run(i int, r ledger.Entry) object {
	o := object{"run": r.ID, "name": r.Name, "method": r.Method, "accountant": r.Accountant, "epsilon": r.Epsilon, "delta": r.Delta,
		"mu": r.Mu, "simulation": r.Simulation, "protects": !r.Simulation, "parameters": r.Settings,
		"started": r.Started.Format(time.RFC3339Nano), "charged_mu": r.SpentMu, "releases": r.Charges,
		"outcome": cmp.Or(r.Outcome, "under way")}
	if r.PureEpsilon > 0 {
		o["pure_epsilon"] = r.PureEpsilon
	}
	if r.FailureProbability > 0 {
		o["catalogue_delta"] = r.FailureProbability
	}
	if !math.IsInf(a.sums[i], 1) {
		o["cumulative_charged_epsilon"] = a.sums[i]
	}
	if !r.Ended.IsZero() {
		o["ended"] = r.Ended.Format(time.RFC3339Nano)
	}
	return o
}

func charged(releases []ledger.Release) []object {
	all := make([]object, len(releases))
	for i, r := range releases {
		all[i] = object{"name": r.Name, "kind": r.Kind, "proof": docs.ProofPath(r.Proof), "mu": r.Mu, "run_charged_mu": r.SpentMu,
			"charged": r.Charged.Format(time.RFC3339Nano)}
		if r.Local {
			all[i]["pure_epsilon"] = r.Epsilon
		} else {
			all[i]["sensitivity"], all[i]["sigma"] = r.Sensitivity, r.Sigma
		}
	}
	return all
}

func writeReleases(out io.Writer, l *ledger.Ledger, all []balance) error {
	w := csv.NewWriter(out)
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	rows := [][]string{{"dataset", "name", "run", "method", "accountant", "epsilon", "delta", "plan_mu", "simulation", "started", "ended",
		"outcome", "release", "kind", "proof", "sensitivity", "sigma", "mu", "run_charged_mu", "charged", "pure_epsilon", "run_catalogue_delta"}}
	for _, a := range all {
		for _, r := range a.runs {
			outcome, ended := cmp.Or(r.Outcome, "under way"), ""
			if !r.Ended.IsZero() {
				ended = r.Ended.Format(time.RFC3339Nano)
			}
			run := []string{strconv.Itoa(a.Number), r.Name, strconv.FormatInt(r.ID, 10), r.Method, r.Accountant, number(r.Epsilon), number(r.Delta),
				number(r.Mu), strconv.FormatBool(r.Simulation), r.Started.Format(time.RFC3339Nano), ended, outcome}
			releases, err := l.Releases(r.ID)
			if err != nil {
				return err
			}
			for _, c := range releases {
				rows = append(rows, append(run[:len(run):len(run)], c.Name, c.Kind, docs.ProofPath(c.Proof), number(c.Sensitivity), number(c.Sigma), number(c.Mu),
					number(c.SpentMu), c.Charged.Format(time.RFC3339Nano), pureEpsilon(c), some(r.FailureProbability)))
			}
			if len(releases) == 0 {
				rows = append(rows, append(append(run, make([]string, 9)...), some(r.FailureProbability)))
			}
		}
	}
	return w.WriteAll(rows)
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
	return strconv.FormatFloat(x, 'g', -1, 64)
}
