package cli

import (
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/engine"
	"dpals/engine/audit"
)

// auditCommand attacks a method and compares what it finds with what the method claims. It reads no data.
func auditCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Attack a method's privacy and report what was found beside what it claims",
		Long: "Attack the implementation of a private method, on small ratings made for the purpose:\n" +
			"  sensitivity  worst-case users, and how far each moves every release\n" +
			"  noise        whether the noise drawn is the noise promised, fresh and independent\n" +
			"  canary       how well the strongest of those users is told from everything released\n" +
			"  one run      many users guessed at once from a single run\n" +
			"  published    whether what is exported, stored and shown differs for a user beyond the releases\n" +
			"Each part passes or fails; the exit status is 1 where one fails. docs/AUDIT.md says what that proves.\n" +
			"Parameters that are not given are the attack's to choose.",
		Example: "dpals audit\ndpals audit --method item-mean --epsilon 4 --json\ndpals audit --sampling uniform --k 20",
		Args:    cobra.NoArgs,
	}
	var run runFlags
	var asJSON bool
	var runs int
	var seed uint64
	flags := cmd.Flags()
	flags.SortFlags = false
	run.registerAudited(flags)
	flags.IntVar(&runs, "runs", 0, "runs with the canary, and as many without; 0 for enough")
	flags.Uint64Var(&seed, "seed", 1, "of the noise and the attack: the same seed gives the same report")
	flags.BoolVar(&asJSON, "json", false, "print the parts as one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := run.config(cmd)
		if err != nil {
			return err
		}
		m, err := engine.Lookup(c.Method)
		if err != nil {
			return err
		}
		a, err := audit.New(m, audit.Target{Epsilon: c.Epsilon, Delta: c.Delta, Settings: c.Settings, PrivateMetrics: c.PrivateMetrics, Seed: seed, Runs: runs})
		if err != nil {
			return usageError{err}
		}
		// Thousands of short runs that keep next to nothing: most of the time would go to collecting their garbage.
		defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
		a.Progress = (&auditProgress{out: cmd.ErrOrStderr()}).tell
		r, err := a.Run(cmd.Context())
		if err != nil {
			return err
		}
		return auditReport(cmd.OutOrStdout(), r, asJSON)
	}
	return cmd
}

// garbagePercent lets an audit's heap grow to some tens of megabytes between collections.
const garbagePercent = 800

// auditReport writes a report. Its error is errSilent where the audit failed: the report tells why.
func auditReport(out io.Writer, r *audit.Report, asJSON bool) (err error) {
	if asJSON {
		err = writeAuditJSON(&jsonReport{out: out}, r)
	} else {
		err = writeAudit(out, r)
	}
	if err == nil && !r.Passed() {
		err = errSilent
	}
	return err
}

// registerAudited takes those of the flags of a run that an audit has.
func (f *runFlags) registerAudited(flags *pflag.FlagSet) {
	var all cobra.Command
	f.register(&all)
	all.Flags().VisitAll(func(flag *pflag.Flag) {
		if f.knobs[flag.Name] != nil || slices.Contains([]string{"method", "epsilon", "delta", "private-metrics"}, flag.Name) {
			flags.AddFlag(flag)
		}
	})
}

// auditProgress prints how far an audit is, at most once a second.
type auditProgress struct {
	out  io.Writer
	mu   sync.Mutex
	last time.Time
}

func (p *auditProgress) tell(part string, done float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.last) >= time.Second {
		p.last = now
		fmt.Fprintf(p.out, "%s: %.0f %%\n", part, 100*done)
	}
}

func writeAudit(out io.Writer, r *audit.Report) error {
	claim := "to release nothing"
	switch {
	case r.Local:
		claim = fmt.Sprintf("a pure ε of %.6g of local reports, μ %.6g in a ledger", r.Epsilon, r.Mu)
	case r.Mu > 0:
		claim = fmt.Sprintf("ε %.6g at δ %g, μ %.6g", r.Epsilon, r.Delta, r.Mu)
	}
	fmt.Fprintf(out, "%s claims %s; attacked with seed %d\n", r.Method, claim, r.Seed)
	s, n, c, o := r.Sensitivity, r.Noise, r.Canary, r.OneRun

	section(out, s.Part, "%d pairs of runs on neighbouring ratings", s.Pairs)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, m := range s.Releases {
		what := "moved by"
		if r.Local {
			what = "a report tells ε"
		}
		fmt.Fprintf(w, "  %s\t%s %.6g\tclaimed %.6g\t%.4f of it\t%s\n", m.Release.Kind, what, m.Distance, m.Claimed(), m.Share(), m.Adversary)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if section(out, n.Part, "%.3g samples, %d tests, the least p %.2g", n.Samples, n.Tests, n.Least) && !r.Local {
		fmt.Fprintf(out, "  μ fitted to it: %.6g ± %.2g, claimed %.6g (%+.2f %%)\n", n.Mu, n.Error, n.Claimed, 100*(n.Mu/n.Claimed-1))
	}
	runs, moving := "%d runs with the canary and %d without", "moving the plan by %.4f of its μ"
	if r.Local {
		runs, moving = "%d runs with the canary's ratings and %d with others in their place", "telling at most %.4f of the plan's ε"
	}
	if section(out, c.Part, runs, c.Runs, c.Runs) {
		fmt.Fprintf(out, "  canary: %s, "+moving+"%s\n", c.Adversary, c.Share, c.Chosen)
		fmt.Fprintf(out, "  ε at least %.4g (95 %% Clopper–Pearson), claimed %.6g\n", c.EpsilonBound, r.Epsilon)
	}
	if c.Skipped == "" && !r.Local {
		fmt.Fprintf(out, "  the scores are %.4g deviations apart, 95 %% [%.4g, %.4g], claimed %.4g: ε at least %.4g where they are Gaussian\n",
			c.Mu, c.MuLow, c.MuHigh, n.Claimed, c.GaussianBound)
	}
	if section(out, o.Part, "%d of %d guesses right about %d canaries", o.Right, o.Guesses, o.Canaries) {
		fmt.Fprintf(out, "  ε at least %.4g (95 %%), claimed %.6g\n", o.EpsilonBound, r.Epsilon)
	}
	p := r.Published
	section(out, p.Part, "%d pairs of runs from start to export and store, %d files compared, %d selections", p.Pairs, p.Files, p.Selections)
	_, err := fmt.Fprintln(out, verdict(r.Passed()))
	return err
}

// section prints a part's verdict and findings, and reports whether it has figures to show.
func section(out io.Writer, p audit.Part, format string, args ...any) bool {
	if p.Skipped != "" {
		fmt.Fprintf(out, "%-12s none  %s\n", p.Name, p.Skipped)
		return false
	}
	fmt.Fprintf(out, "%-12s %s  %s\n", p.Name, verdict(p.Passed()), fmt.Sprintf(format, args...))
	for _, f := range p.Findings {
		fmt.Fprintf(out, "  wrong: %s\n", f)
	}
	return true
}

func verdict(passed bool) string {
	if passed {
		return "PASS"
	}
	return "FAIL"
}

// writeAuditJSON writes the claim, the parts and the verdict.
func writeAuditJSON(j *jsonReport, r *audit.Report) error {
	s, o := r.Sensitivity, r.OneRun
	releases := make([]object, 0, len(s.Releases))
	for _, m := range s.Releases {
		releases = append(releases, object{"kind": m.Release.Kind, "name": m.Release.Name, "moved": m.Distance,
			"sensitivity": m.Claimed(), "by": m.Adversary, "chosen": m.Chosen})
	}
	for _, line := range []object{
		{"event": "start", "method": r.Method, "epsilon": r.Epsilon, "delta": r.Delta, "mu": r.Mu, "local": r.Local, "seed": r.Seed},
		part(s.Part, object{"pairs": s.Pairs, "releases": releases}),
		part(r.Noise.Part, noiseFigures(r)),
		part(r.Canary.Part, canaryFigures(r)),
		part(o.Part, object{"canaries": o.Canaries, "guesses": o.Guesses, "right": o.Right, "epsilon_bound": o.EpsilonBound}),
		part(r.Published.Part, object{"pairs": r.Published.Pairs, "files": r.Published.Files, "selections": r.Published.Selections}),
		{"event": "done", "passed": r.Passed()},
	} {
		if err := j.write(line); err != nil {
			return err
		}
	}
	return nil
}

func noiseFigures(r *audit.Report) object {
	n := r.Noise
	o := object{"samples": n.Samples, "tests": n.Tests, "least_p": n.Least}
	if !r.Local {
		o["mu"], o["mu_error"] = n.Mu, n.Error
	}
	return o
}

func canaryFigures(r *audit.Report) object {
	c := r.Canary
	o := object{"by": c.Adversary, "chosen": c.Chosen, "share": c.Share, "runs": c.Runs, "epsilon_bound": c.EpsilonBound}
	if !r.Local {
		o["mu"], o["mu_low"], o["mu_high"], o["gaussian_epsilon_bound"] = c.Mu, c.MuLow, c.MuHigh, c.GaussianBound
	}
	return o
}

// part is the line of one part, with its figures where it ran.
func part(p audit.Part, figures object) object {
	if p.Skipped != "" {
		return object{"event": "part", "part": p.Name, "skipped": p.Skipped}
	}
	figures["event"], figures["part"], figures["passed"] = "part", p.Name, p.Passed()
	findings := make([]object, 0, len(p.Findings))
	for _, f := range p.Findings {
		findings = append(findings, object{"kind": f.Kind, "release": f.Release, "measured": f.Measured, "claimed": f.Claimed, "says": f.Text})
	}
	figures["findings"] = findings
	return figures
}
