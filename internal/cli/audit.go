package cli

import (
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/engine"
	"dpals/engine/audit"
	"dpals/internal/cli/report"
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
		err = report.WriteAuditJSON(out, r)
	} else {
		err = report.WriteAudit(out, r)
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
