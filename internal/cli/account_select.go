package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"dpals/accounting"
)

func accountSelectCommand() *cobra.Command {
	var q selectionQuery
	cmd := calculation("select --runs-mean N --epsilon E --delta D [--law LAW] [--target]",
		"Calculate the cost of publishing only the best of about N runs, beside the cost of publishing them all",
		"dpals account select --runs-mean 10 --epsilon 1 --delta 1e-5\n"+
			"dpals account select --runs-mean 10 --epsilon 1 --delta 1e-5 --law geometric --target",
		func(cmd *cobra.Command) (any, func(io.Writer), error) {
			if err := cmp.Or(requiredEpsilon(cmd, q.epsilon), requiredDelta(cmd, q.delta)); err != nil {
				return nil, nil, err
			}
			c, err := q.answer()
			return c, c.table, err
		})
	cmd.Long = "Calculate the cost of making a random number of runs, N on average, and publishing only the best of them, beside the cost\n" +
		"of publishing all N. E and D are the cost of one run. With --target they are the cost of the whole selection, and the\n" +
		"answer is what one run may cost.\n\n" +
		"The runs may differ only in their noise and in settings drawn at random from a public list. They are compared by an error\n" +
		"that they release themselves, and their number stays secret. The distribution of that number (its law) decides the cost:\n\n" +
		"  logarithmic  cheapest; usually few runs, sometimes very many\n" +
		"  geometric    after each run, stop with probability 1/N\n" +
		"  poisson      close to N runs; possibly none, and then nothing is published\n" +
		"  fixed        N runs, a whole number\n\n" +
		"--json prints one object: runs_mean, delta, target, best (the cheapest law), laws (for each: law,\n" +
		"run_mu and run_epsilon of one run, epsilon of the selection, runs_median and runs_99, the numbers of runs that half and\n" +
		"99 % of selections do not exceed, and nothing, the probability that nothing is published), and all (the same epsilons for\n" +
		"publishing every one of runs runs). Every epsilon is at delta."
	cmd.Flags().Float64Var(&q.mean, "runs-mean", 0, fmt.Sprintf("number of runs on average, up to %d", accounting.MaxRuns))
	cmd.Flags().Float64Var(&q.epsilon, "epsilon", 0, "ε of one run; with --target, of the whole selection; 0 or more")
	cmd.Flags().Float64Var(&q.delta, "delta", 0, "δ of every ε, between 0 and 1")
	cmd.Flags().StringVar(&q.law, "law", "", "distribution of the number of runs: logarithmic, geometric, poisson or fixed (default: every one that can have mean N)")
	cmd.Flags().BoolVar(&q.target, "target", false, "calculate what one run may cost for the selection to cost E")
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

// selectionCost is the cost of publishing the best run under one law.
type selectionCost struct {
	Law accounting.Law `json:"law"`
	repeatedCost
	RunsMedian int     `json:"runs_median"`
	Runs99     int     `json:"runs_99"`
	Nothing    float64 `json:"nothing"`
}

// publishedCost is the cost of publishing every run.
type publishedCost struct {
	Runs int `json:"runs"`
	repeatedCost
}

// repeatedCost is the cost of one run, and of the selection or of all runs.
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
		err = usagef("--epsilon %g: too large to calculate with; choose a smaller ε", q.epsilon)
	}
	return c, err
}

// selections returns that of the law, or of every law that can have the mean.
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
	fmt.Fprintf(w, "δ %g\tε of one run\tε of the whole\truns, half of the time\t99 %% of the time\tnothing published\t\n", c.Delta)
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

// cells writes the given ε as it is. The other one is rounded to the safe side: what a run may cost down, what the whole
// costs up.
func (c repeatedCost) cells(target bool) string {
	const digits = 6
	if target {
		return fmt.Sprintf("%g\t%g", -accounting.RoundUp(-c.RunEpsilon, digits), c.Epsilon)
	}
	return fmt.Sprintf("%g\t%g", c.RunEpsilon, accounting.RoundUp(c.Epsilon, digits))
}
