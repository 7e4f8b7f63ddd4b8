package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"dpals/engine/audit"
)

// WriteAudit writes an audit to be read.
func WriteAudit(out io.Writer, r *audit.Report) error {
	claim := "to release nothing"
	switch {
	case r.Local:
		claim = fmt.Sprintf("pure ε %.6g of local reports, μ %.6g in a ledger", r.Epsilon, r.Mu)
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
			what = "a report reveals ε"
		}
		fmt.Fprintf(w, "  %s\t%s %.6g\tclaimed %.6g\t%.4f of it\t%s\n", m.Release.Kind, what, m.Distance, m.Claimed(), m.Ratio(), m.Adversary)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if section(out, n.Part, "%.3g samples, %d tests, smallest p %.2g", n.Samples, n.Tests, n.Least) && !r.Local {
		fmt.Fprintf(out, "  fitted μ: %.6g ± %.2g, claimed %.6g (%+.2f %%)\n", n.Mu, n.Error, n.Claimed, 100*(n.Mu/n.Claimed-1))
	}
	runs, moving := "%d runs with the canary and %d without", "moving the plan by %.4f of its μ"
	if r.Local {
		runs, moving = "%d runs with the canary's ratings and %d with other ratings", "revealing at most %.4f of the plan's ε"
	}
	if section(out, c.Part, runs, c.Runs, c.Runs) {
		fmt.Fprintf(out, "  canary: %s, "+moving+"%s\n", c.Adversary, c.Fraction, c.Chosen)
		fmt.Fprintf(out, "  ε at least %.4g (95 %% Clopper–Pearson), claimed %.6g\n", c.EpsilonBound, r.Epsilon)
	}
	if c.Skipped == "" && !r.Local {
		fmt.Fprintf(out, "  the scores are %.4g s.d. apart, 95 %% [%.4g, %.4g], claimed %.4g: ε at least %.4g if they are Gaussian\n",
			c.Mu, c.MuLow, c.MuHigh, n.Claimed, c.GaussianBound)
	}
	if section(out, o.Part, "%d of %d guesses about %d canaries are right", o.Right, o.Guesses, o.Canaries) {
		fmt.Fprintf(out, "  ε at least %.4g (95 %%), claimed %.6g\n", o.EpsilonBound, r.Epsilon)
	}
	p := r.Published
	section(out, p.Part, "%d pairs of runs with exports and stored runs, %d files compared, %d selections", p.Pairs, p.Files, p.Selections)
	_, err := fmt.Fprintln(out, verdict(r.Passed()))
	return err
}

// section writes the verdict and findings of a part. It reports whether the part has numbers.
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

// WriteAuditJSON writes an audit as JSON lines: the claim, the parts and the verdict.
func WriteAuditJSON(out io.Writer, r *audit.Report) error {
	s, o := r.Sensitivity, r.OneRun
	releases := make([]Object, 0, len(s.Releases))
	for _, m := range s.Releases {
		releases = append(releases, Object{"kind": m.Release.Kind, "name": m.Release.Name, "moved": m.Distance,
			"sensitivity": m.Claimed(), "by": m.Adversary, "chosen": m.Chosen})
	}
	for _, line := range []Object{
		{"event": "start", "method": r.Method, "epsilon": r.Epsilon, "delta": r.Delta, "mu": r.Mu, "local": r.Local, "seed": r.Seed},
		part(s.Part, Object{"pairs": s.Pairs, "releases": releases}),
		part(r.Noise.Part, noiseNumbers(r)),
		part(r.Canary.Part, canaryNumbers(r)),
		part(o.Part, Object{"canaries": o.Canaries, "guesses": o.Guesses, "right": o.Right, "epsilon_bound": o.EpsilonBound}),
		part(r.Published.Part, Object{"pairs": r.Published.Pairs, "files": r.Published.Files, "selections": r.Published.Selections}),
		{"event": "done", "passed": r.Passed()},
	} {
		if err := WriteObject(out, line); err != nil {
			return err
		}
	}
	return nil
}

func noiseNumbers(r *audit.Report) Object {
	n := r.Noise
	o := Object{"samples": n.Samples, "tests": n.Tests, "least_p": n.Least}
	if !r.Local {
		o["mu"], o["mu_error"] = n.Mu, n.Error
	}
	return o
}

func canaryNumbers(r *audit.Report) Object {
	c := r.Canary
	o := Object{"by": c.Adversary, "chosen": c.Chosen, "share": c.Fraction, "runs": c.Runs, "epsilon_bound": c.EpsilonBound}
	if !r.Local {
		o["mu"], o["mu_low"], o["mu_high"], o["gaussian_epsilon_bound"] = c.Mu, c.MuLow, c.MuHigh, c.GaussianBound
	}
	return o
}

// part returns the line of one part, with its numbers if it was run.
func part(p audit.Part, numbers Object) Object {
	if p.Skipped != "" {
		return Object{"event": "part", "part": p.Name, "skipped": p.Skipped}
	}
	numbers["event"], numbers["part"], numbers["passed"] = "part", p.Name, p.Passed()
	findings := make([]Object, 0, len(p.Findings))
	for _, f := range p.Findings {
		findings = append(findings, Object{"kind": f.Kind, "release": f.Release, "measured": f.Measured, "claimed": f.Claimed, "says": f.Text})
	}
	numbers["findings"] = findings
	return numbers
}
