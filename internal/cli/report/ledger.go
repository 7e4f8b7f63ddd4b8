package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// Balance is what the ledger knows of one data set.
type Balance struct {
	ledger.Status
	kinds []ledger.Kind
	runs  []ledger.HistoryEntry
	sums  []float64 // ε of what was charged up to and including each run
}

// ReadBalance reads what the ledger knows of one data set.
func ReadBalance(l *ledger.Ledger, s ledger.Status) (b Balance, err error) {
	b.Status = s
	if b.kinds, err = l.Kinds(s.Dataset); err != nil {
		return b, err
	}
	if b.runs, err = l.History(s.Dataset); err != nil {
		return b, err
	}
	for _, r := range b.runs {
		epsilon, err := r.Total.Epsilon(accounting.Exact, s.Delta)
		if err != nil {
			return b, err
		}
		b.sums = append(b.sums, epsilon)
	}
	return b, nil
}

// shownRuns bounds the runs that Write shows: the latest ones.
const shownRuns = 20

// startTime is how tables write the start of a run.
const startTime = "2006-01-02 15:04:05"

// Write writes the balance to be read: guarantee, charges, kinds of releases and runs.
func (b *Balance) Write(out io.Writer) error {
	fmt.Fprintf(out, "%d  %s\n\n", b.Number, canvas.Text(b.Name))
	b.writeSums(out)
	if err := b.writeKinds(out); err != nil {
		return err
	}
	return b.writeRuns(out)
}

func (b *Balance) writeSums(out io.Writer) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(out, "   %-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	meaning := "not a guarantee by itself"
	switch g, why := promise.OfHistory(b.Status, b.runs); {
	case g != nil:
		line("guarantee", "ε %g at δ %g for all runs together, %s", g.Epsilon, g.Delta, g.Condition)
	case b.Limit != nil:
		line("guarantee", "none: %s", why)
		line("limit", "ε %g at δ %g, for what is still to be released", b.Limit.Epsilon, b.Limit.Delta)
	default:
		line("guarantee", "none: %s; every run is allowed", why)
		meaning = promise.NoLimit
	}
	switch {
	case math.IsInf(b.SpentEpsilon, 1):
		line("charged", "%s", promise.NoEpsilon(b.Delta))
	case b.TotalEpsilon < b.SpentEpsilon:
		line("charged", "%s so far, of Gaussian releases and the pure ε of local reports; %s", chargedAt(b.TotalEpsilon, b.Delta), meaning)
		line("counted", "%s against a limit, which adds up everything through μ%s", promise.Epsilon(b.SpentEpsilon, b.Delta), b.gauge())
	default:
		line("charged", "%s so far, %s%s", chargedAt(b.SpentEpsilon, b.Delta), meaning, b.gauge())
	}
	if part := promise.CatalogueDelta(b.Status); part != "" {
		line("of δ", "%s by private catalogues", part)
	}
	if b.Running > 0 {
		line("reserved", "μ %.4g for %s under way", b.ReservedMu, format.Plural(b.Running, "run"))
	}
	if b.Limit != nil {
		line("left", "%s", room(b.Status))
	}
}

func (b *Balance) writeKinds(out io.Writer) error {
	if len(b.kinds) == 0 {
		return nil
	}
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "   \tkind of release\treleases\tμ\tpart of μ²\tcharged ε of these alone\t\n")
	for _, k := range b.kinds {
		alone, err := promise.OfKind(b.Status, k)
		if err != nil {
			return err
		}
		shown := "none"
		if !math.IsInf(alone, 1) {
			shown = format.Charge(alone)
		}
		fmt.Fprintf(w, "   \t%s\t%d\t%.4g\t%.1f %%\t%s\t\n", canvas.Text(k.Name), k.Releases, k.Mu, 100*k.Mu*k.Mu/(b.SpentMu*b.SpentMu), shown)
	}
	return w.Flush()
}

func (b *Balance) writeRuns(out io.Writer) error {
	if len(b.runs) == 0 {
		return nil
	}
	fmt.Fprintln(out)
	earlier := max(0, len(b.runs)-shownRuns)
	if earlier > 0 {
		fmt.Fprintf(out, "   %s before these: dpals ledger export writes all\n\n", format.Plural(earlier, "run"))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "   run\tstarted (UTC)\tmethod\tplanned\tδ\treleases\tcharged μ\tall runs charged\toutcome\n")
	for i, r := range b.runs[earlier:] {
		outcome := canvas.Text(cmp.Or(r.Outcome, "under way"))
		if r.Simulation {
			outcome += ", a simulation: no privacy"
		}
		planned, delta := fmt.Sprintf("ε %.4g", r.Epsilon), fmt.Sprint(r.Delta)
		if r.PureEpsilon > 0 {
			planned, delta = "pure "+planned, "0"
		}
		sum := "no ε"
		if e := b.sums[earlier+i]; !math.IsInf(e, 1) {
			sum = "ε " + format.Charge(e)
		}
		fmt.Fprintf(w, "   %d\t%s\t%s\t%s\t%s\t%d\t%.4g\t%s\t%s\n", r.ID, r.Started.Format(startTime), canvas.Text(r.Method),
			planned, delta, r.Charges, r.SpentMu, sum, outcome)
	}
	return w.Flush()
}

// gauge draws the charged part of the limit's μ².
func (b *Balance) gauge() string {
	fraction, ok := promise.LimitUsed(b.Status)
	if !ok {
		return ""
	}
	full := int(math.Ceil(fraction * barWidth))
	return fmt.Sprintf("  %s%s  %.0f %% of μ²", strings.Repeat("█", full), strings.Repeat("░", barWidth-full), math.Ceil(100*fraction))
}
