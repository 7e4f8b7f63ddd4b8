package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/tui/canvas"
)

// shownRuns is how many of the latest runs people are shown.
const shownRuns = 20

func ledgerShowCommand() *cobra.Command {
	var source sourceFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show [SRC]",
		Short:   "Show the guarantee of each data set and what was charged: by run, by kind of release, and what is left",
		Example: "dpals ledger show\ndpals ledger show ml-1m --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withLedger(cmd, func(l *ledger.Ledger) error {
				all, err := balances(cmd, l, &source, args)
				if err != nil {
					return err
				}
				if asJSON {
					out := json.NewEncoder(cmd.OutOrStdout())
					for _, a := range all {
						if err := out.Encode(a.object()); err != nil {
							return err
						}
					}
					return nil
				}
				if len(all) == 0 {
					fmt.Fprintln(cmd.OutOrStdout(), "nothing has been released")
					return nil
				}
				for i, a := range all {
					if i > 0 {
						fmt.Fprintln(cmd.OutOrStdout())
					}
					if err := a.describe(cmd.OutOrStdout()); err != nil {
						return err
					}
				}
				fmt.Fprintln(cmd.ErrOrStderr(), "note:", overlapWarning)
				return nil
			})
		},
	}
	source.register(cmd.Flags(), "")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per data set")
	return cmd
}

// balance is all that the ledger knows of one data set.
type balance struct {
	ledger.Status
	kinds []ledger.Kind
	runs  []ledger.Entry
	sums  []float64 // ε of what was charged up to each run, with it

	totals []accounting.TotalCost // the same before it is converted
}

// balances reads the data sets that a command is about, once the whole ledger is known to be sound.
func balances(cmd *cobra.Command, l *ledger.Ledger, source *sourceFlags, args []string) (all []balance, err error) {
	if err := l.Verify(); err != nil {
		return nil, err
	}
	chosen, err := selected(cmd, l, source, args)
	if err != nil {
		return nil, err
	}
	for _, s := range chosen {
		a := balance{Status: s}
		if a.kinds, err = l.Kinds(s.Dataset); err != nil {
			return nil, err
		}
		past, err := l.History(s.Dataset)
		if err != nil {
			return nil, err
		}
		for _, r := range past {
			epsilon, err := r.Total.Epsilon(accounting.Exact, s.Delta)
			if err != nil {
				return nil, err
			}
			a.runs, a.sums, a.totals = append(a.runs, r.Entry), append(a.sums, epsilon), append(a.totals, r.Total)
		}
		all = append(all, a)
	}
	return all, nil
}

// describe writes a balance for people.
func (a *balance) describe(out io.Writer) error {
	fmt.Fprintf(out, "%d  %s\n\n", a.Number, canvas.Text(a.Name))
	line := func(name, format string, args ...any) {
		fmt.Fprintf(out, "   %-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	what := promise.NoLimit
	switch g, why := a.guarantee(); {
	case g != nil:
		line("guarantee", "ε %g at δ %g of all runs together, %s", g.Epsilon, g.Delta, g.Condition)
		what = "no guarantee of itself"
	case a.Limit != nil:
		line("guarantee", "none: %s", why)
		line("limit", "ε %g at δ %g, for what is still to be released", a.Limit.Epsilon, a.Limit.Delta)
		what = "no guarantee of itself"
	default:
		line("guarantee", "none: %s, and every run is admitted", why)
	}
	switch {
	case math.IsInf(a.SpentEpsilon, 1):
		line("charged", "%s", promise.NoEpsilon(a.Delta))
	case a.TotalEpsilon < a.SpentEpsilon:
		line("charged", "%s so far: Gaussian releases, and the pure ε of local reports added to them; %s", chargedAt(a.TotalEpsilon, a.Delta), what)
		line("counted", "%s against a limit, which adds everything up through μ%s", promise.Epsilon(a.SpentEpsilon, a.Delta), a.gauge())
	default:
		line("charged", "%s so far, %s%s", chargedAt(a.SpentEpsilon, a.Delta), what, a.gauge())
	}
	if part := promise.CatalogueDelta(a.Status); part != "" {
		line("of δ", "%s, by private catalogues", part)
	}
	if a.Running > 0 {
		line("held", "μ %.4g for %s under way", a.ReservedMu, plural(a.Running, "run"))
	}
	if a.Limit != nil {
		line("left", "%s", room(a.Status))
	}
	if len(a.kinds) > 0 {
		fmt.Fprintln(out)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(w, "   \tkind of release\treleases\tμ\tshare of μ²\tcharged ε of these alone\t\n")
		for _, k := range a.kinds {
			alone, err := a.alone(k)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "   \t%s\t%d\t%.4g\t%.1f %%\t%s\t\n", canvas.Text(k.Name), k.Releases, k.Mu, 100*k.Mu*k.Mu/(a.SpentMu*a.SpentMu), shownEpsilon(alone))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if len(a.runs) == 0 {
		return nil
	}
	fmt.Fprintln(out)
	if earlier := len(a.runs) - shownRuns; earlier > 0 {
		fmt.Fprintf(out, "   %s before these: dpals ledger export has them all\n\n", plural(earlier, "run"))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "   run\tbegan (UTC)\tmethod\tplanned\tδ\treleases\tcharged μ\tall runs charged\toutcome\n")
	for i, r := range a.runs {
		if i < len(a.runs)-shownRuns {
			continue
		}
		outcome := canvas.Text(cmp.Or(r.Outcome, "under way"))
		if r.Simulation {
			outcome += ", a simulation: protects nobody"
		}
		planned, delta := fmt.Sprintf("ε %.4g", r.Epsilon), fmt.Sprint(r.Delta)
		if r.PureEpsilon > 0 {
			planned, delta = "pure "+planned, "0"
		}
		fmt.Fprintf(w, "   %d\t%s\t%s\t%s\t%s\t%d\t%.4g\t%s\t%s\n", r.ID, r.Started.Format("2006-01-02 15:04:05"), canvas.Text(r.Method),
			planned, delta, r.Charges, r.SpentMu, shownSum(a.sums[i]), outcome)
	}
	return w.Flush()
}

// guarantee returns what is guaranteed of all runs, or why nothing is. Beside the sums it looks at each run as it began.
func (a *balance) guarantee() (g *promise.Guarantee, why string) {
	g, why = promise.OfAllRuns(a.Status), promise.WhyNone(a.Status)
	if late := a.lateFor(); g != nil && late != 0 {
		return nil, fmt.Sprintf("the limit was set or lowered after run %d began, whose plan it does not allow", late)
	}
	return g, why
}

// lateFor returns the number of the first run that the limit, had it stood, would not have admitted; 0 where there is
// none. What earlier runs spent in the end, they had at least reserved when it began.
func (a *balance) lateFor() int64 {
	if a.Limit == nil {
		return 0
	}
	before := ledger.Status{Limit: a.Limit}
	for i, r := range a.runs {
		planned := before
		own := accounting.TotalCost{Mu: r.Mu, FailureProbability: r.FailureProbability}
		if i > 0 {
			own = own.Plus(a.totals[i-1])
		}
		// Rounded up with every run that is added, a sum may pass a limit that it just meets.
		planned.SpentMu, planned.Total.FailureProbability = own.Mu*(1-0x1p-30), own.FailureProbability*(1-0x1p-30)
		if r.Outcome != ledger.Refused && promise.HasPassed(planned) {
			return r.ID
		}
	}
	return 0
}

// alone is the ε of the releases of a kind, as if there were no others. Those of catalogues have all that may fail.
func (a *balance) alone(k ledger.Kind) (float64, error) {
	total := accounting.TotalCost{Mu: k.Mu}
	if k.Name == "catalogue" {
		total.FailureProbability = a.Total.FailureProbability
	}
	return total.Epsilon(accounting.Exact, a.Delta)
}

// shownEpsilon and shownSum write what was charged in a table; a line above it says why there may be none.
func shownEpsilon(epsilon float64) string {
	if math.IsInf(epsilon, 1) {
		return "none"
	}
	return ledger.FormatEpsilon(epsilon)
}

func shownSum(epsilon float64) string {
	if math.IsInf(epsilon, 1) {
		return "no ε"
	}
	return "ε " + ledger.FormatEpsilon(epsilon)
}

// gauge draws what was charged of a limit, in μ², of which the limit is a sum.
func (a *balance) gauge() string {
	if a.Limit == nil {
		return ""
	}
	limit, err := accounting.Exact.Mu(a.Limit.Epsilon, accounting.RemainingDelta(a.Limit.Delta, a.Limit.FailureProbability))
	if err != nil || limit == 0 {
		return ""
	}
	share := min(1, a.SpentMu*a.SpentMu/(limit*limit))
	full := int(math.Ceil(share * barWidth))
	return fmt.Sprintf("  %s%s  %.0f %% of μ²", strings.Repeat("█", full), strings.Repeat("░", barWidth-full), math.Ceil(100*share))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
