package cli

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"dpals/accounting"
)

func accountSelectCommand() *cobra.Command {
	var q selectionQuery
	cmd := &cobra.Command{
		Use:   "select --runs-mean N --epsilon E --delta D [--law LAW] [--target]",
		Short: "State what publishing only the best of about N runs costs, beside publishing them all",
		Long: "State what it costs to make a random number of runs, N on average, and publish only the best of them, beside\n" +
			"what publishing all N costs. E and D are what one run costs; with --target they are what the whole selection\n" +
			"may cost, and the answer is what that leaves for one run. Runs must not differ but in their noise and in\n" +
			"settings picked at random from a public list, and be scored by what they release themselves; how many were\n" +
			"made stays secret. The law of their number decides the cost:\n\n" +
			"  logarithmic  cheapest, and most uneven: mostly few runs, sometimes very many\n" +
			"  geometric    after every run, stop with probability 1/N\n" +
			"  poisson      close to N runs, but possibly none, and then nothing is published\n" +
			"  fixed        N runs, a whole number\n\n" +
			"--json prints one object: runs_mean, delta, target, best (the name of the best law), laws (for each: law,\n" +
			"run_mu and run_epsilon of one run, epsilon of the selection, runs_median and runs_99, which half and 99 % of\n" +
			"selections do not exceed, and nothing, the chance that nothing is published), and all (the same epsilons for\n" +
			"publishing every one of runs runs). Every epsilon is at delta.",
		Example: "  dpals account select --runs-mean 10 --epsilon 1 --delta 1e-5\n" +
			"  dpals account select --runs-mean 10 --epsilon 1 --delta 1e-5 --law geometric --target",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkEpsilon(cmd, q.epsilon); err != nil {
				return err
			}
			if err := checkDelta(q.delta); err != nil {
				return err
			}
			c, err := q.answer()
			if err != nil {
				return err
			}
			return report(cmd, c, c.table)
		},
	}
	cmd.Flags().Float64Var(&q.mean, "runs-mean", 0, fmt.Sprintf("number of runs on average, at most %d", accounting.MaxRuns))
	cmd.Flags().Float64Var(&q.epsilon, "epsilon", 0, "what one run costs, in ε; with --target, what the whole selection may cost")
	cmd.Flags().Float64Var(&q.delta, "delta", 0, "the δ that goes with every ε, between 0 and 1")
	cmd.Flags().StringVar(&q.law, "law", "", "law of the number of runs: logarithmic, geometric, poisson or fixed; all that suit N if left out")
	cmd.Flags().BoolVar(&q.target, "target", false, "find what one run may cost for the selection to cost E")
	return cmd
}

type selectionQuery struct {
	mean, epsilon, delta float64
	law                  string
	target               bool
}

// selectionCosts answers a query. Every ε is at Delta.
type selectionCosts struct {
	RunsMean float64         `json:"runs_mean"`
	Delta    float64         `json:"delta"`
	Target   bool            `json:"target"`
	Best     accounting.Law  `json:"best"`
	Laws     []selectionCost `json:"laws"`
	All      publishedCost   `json:"all"`
}

// selectionCost is what publishing the best run costs under one law.
type selectionCost struct {
	Law accounting.Law `json:"law"`
	repeatedCost
	RunsMedian int     `json:"runs_median"`
	Runs99     int     `json:"runs_99"`
	Nothing    float64 `json:"nothing"`
}

// publishedCost is what publishing every run costs.
type publishedCost struct {
	Runs int `json:"runs"`
	repeatedCost
}

// repeatedCost is what one run costs, and what all that is made of it does.
type repeatedCost struct {
	RunMu      float64 `json:"run_mu"`
	RunEpsilon float64 `json:"run_epsilon"`
	Epsilon    float64 `json:"epsilon"`
}

func (q selectionQuery) answer() (c selectionCosts, err error) {
	c = selectionCosts{RunsMean: q.mean, Delta: q.delta, Target: q.target}
	selections, err := q.selections()
	if err != nil {
		return c, err
	}
	mu, err := accounting.Exact.Mu(q.epsilon, q.delta)
	if err != nil {
		return c, err
	}
	var best repeatedCost
	for _, s := range selections {
		runMu := mu
		if q.target {
			if runMu, err = s.Mu(q.epsilon, q.delta); err != nil {
				return c, err
			}
		}
		cost, err := q.cost(runMu, func() (float64, error) { return s.Epsilon(runMu, q.delta) })
		if err != nil {
			return c, err
		}
		if c.Best == "" || cost.RunMu > best.RunMu || cost.Epsilon < best.Epsilon {
			c.Best, best = s.Law(), cost
		}
		c.Laws = append(c.Laws, selectionCost{s.Law(), cost, s.Quantile(0.5), s.Quantile(0.99), s.EmptyProbability()})
	}
	runs := math.Ceil(q.mean)
	runMu := mu
	if q.target {
		runMu /= math.Sqrt(runs)
	}
	all, err := q.cost(runMu, func() (float64, error) { return accounting.Exact.Epsilon(runMu*math.Sqrt(runs), q.delta) })
	c.All = publishedCost{int(runs), all}
	return c, err
}

// cost states μ and ε of one run, and ε of the whole; one of the two ε is the one given.
func (q selectionQuery) cost(runMu float64, whole func() (float64, error)) (c repeatedCost, err error) {
	c = repeatedCost{RunMu: runMu, RunEpsilon: q.epsilon, Epsilon: q.epsilon}
	if q.target {
		c.RunEpsilon, err = accounting.Exact.Epsilon(runMu, q.delta)
	} else {
		c.Epsilon, err = whole()
	}
	if err == nil && (math.IsInf(c.RunMu, 1) || math.IsInf(c.RunEpsilon, 1) || math.IsInf(c.Epsilon, 1)) {
		err = usagef("--epsilon %g: no number holds what follows from it, choose a smaller ε", q.epsilon)
	}
	return c, err
}

// selections returns those asked for: of one law, or of all that may have this mean.
func (q selectionQuery) selections() (all []*accounting.Selection, err error) {
	laws := accounting.Laws()
	if q.law != "" {
		law, err := accounting.LawNamed(q.law)
		if err != nil {
			return nil, usagef("--law: %w", err)
		}
		laws = []accounting.Law{law}
	}
	for _, law := range laws {
		s, unsuited := accounting.NewSelection(law, q.mean)
		if unsuited != nil {
			err = usagef("--runs-mean: %w", unsuited)
			continue
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, err
	}
	return all, nil
}

func (c selectionCosts) table(w io.Writer) {
	fmt.Fprintf(w, "δ %g\tε of one run\tε of the whole\truns, half the time\t99 %% of the time\tnothing published\t\n", c.Delta)
	for _, l := range c.Laws {
		about, nothing, best := "about ", "never", ""
		if l.Law == accounting.Fixed {
			about = ""
		}
		if l.Nothing > 0 {
			nothing = fmt.Sprintf("%.2g %% of the time", 100*l.Nothing)
		}
		if l.Law == c.Best && len(c.Laws) > 1 {
			best = "◀ best"
		}
		fmt.Fprintf(w, "best of %s%g, %s\t%s\tup to %d\tup to %d\t%s\t%s\n",
			about, c.RunsMean, l.Law, l.cells(c.Target), l.RunsMedian, l.Runs99, nothing, best)
	}
	fmt.Fprintf(w, "all of %d published\t%s\t%d\t%d\tnever\t\n", c.All.Runs, c.All.cells(c.Target), c.All.Runs, c.All.Runs)
}

// cells shows the ε given as it is, and the other one so that no digit left out is to the user's harm: what a run may
// cost is rounded down, what the whole costs is rounded up.
func (c repeatedCost) cells(target bool) string {
	const digits = 6
	if target {
		return fmt.Sprintf("%g\t%g", -accounting.RoundUp(-c.RunEpsilon, digits), c.Epsilon)
	}
	return fmt.Sprintf("%g\t%g", c.RunEpsilon, accounting.RoundUp(c.Epsilon, digits))
}
