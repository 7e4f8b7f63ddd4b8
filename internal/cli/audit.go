package cli

import (
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/engine"
	"dpals/engine/audit"
	"dpals/internal/cli/report"
)

// auditCommand attacks a method and compares the results with its claims. It reads no data.
func auditCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Attack a method and compare what leaks with what it claims",
		Long: "Attack the implementation of a private method, on small ratings made for the attack:\n" +
			"  sensitivity  how far worst-case users move each release\n" +
			"  noise        whether the noise has the claimed distribution, and is fresh and independent\n" +
			"  canary       how well the worst of these users is detected in everything that is released\n" +
			"  one run      how well many users are detected in a single run\n" +
			"  published    whether exports, stored runs and printed lines differ by more than the releases\n" +
			"Each part passes or fails. The exit status is 1 if any part fails. docs/audit.md says what a pass proves.\n" +
			"The attack chooses the parameters that no flag sets.",
		Example: "dpals audit\ndpals audit --method item-mean --epsilon 4 --json\ndpals audit --sampling uniform --k 20",
		Args:    noArguments,
	}
	var run runFlags
	var runs int
	var seed uint64
	flags := cmd.Flags()
	flags.SortFlags = false
	run.registerAudited(flags)
	flags.IntVar(&runs, "runs", 0, "make this many runs with the canary, and as many without, at least 40 (default 0: enough for the claim)")
	flags.Uint64Var(&seed, "seed", 1, "draw noise and attacks from this seed; the same seed gives the same report")
	asJSON := jsonFlag(flags, "part")
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
		// Thousands of short runs keep almost no memory: most of the time would go to garbage collection.
		defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
		a.Progress = (&auditProgress{out: cmd.ErrOrStderr()}).print
		r, err := a.Run(cmd.Context())
		if err != nil {
			return err
		}
		return printAudit(cmd.OutOrStdout(), r, *asJSON)
	}
	return cmd
}

// garbagePercent lets the heap of an audit grow to some tens of megabytes between collections.
const garbagePercent = 800

// printAudit prints a report. It returns errPrinted if a part failed: the report says why.
func printAudit(out io.Writer, r *audit.Report, asJSON bool) (err error) {
	if asJSON {
		err = report.WriteAuditJSON(out, r)
	} else {
		err = report.WriteAudit(out, r)
	}
	if err == nil && !r.Passed() {
		err = errPrinted
	}
	return err
}

// registerAudited adds the flags of a run that an audit has.
func (f *runFlags) registerAudited(flags *pflag.FlagSet) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.register(all, "")
	all.VisitAll(func(flag *pflag.Flag) {
		if flag.Name != engine.AccountantParameter.Name && (f.typed[flag.Name] != nil || flag.Name == "method" || flag.Name == "private-metrics") {
			flags.AddFlag(flag)
			if flag.Name == "method" {
				flag.Usage = "attack this private method; dpals methods lists them"
			}
		}
	})
}

// auditProgress prints the progress of an audit, at most once a second. It is safe for concurrent use.
type auditProgress struct {
	out  io.Writer
	mu   sync.Mutex
	last time.Time
}

func (p *auditProgress) print(part string, done float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.last) >= time.Second {
		p.last = now
		fmt.Fprintf(p.out, "%s: %.0f %%\n", part, 100*done)
	}
}
