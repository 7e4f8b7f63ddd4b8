package cli

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/loaders"
)

// benchCommand times iterations on data of a known shape. It is hidden: for whoever works on speed.
func benchCommand() *cobra.Command {
	var shape, name string
	var rank, steps, threads int
	cmd := &cobra.Command{
		Use:    "bench",
		Short:  "Time iterations on synthetic ratings of a known shape, beside the machine's peak",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := loaders.Open(cmd.Context(), "synth:skewed:"+shape, loaders.Options{Seed: 1})
			if err != nil {
				return err
			}
			split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
			if err != nil {
				return err
			}
			seed := uint64(1)
			c := engine.Config{Method: name, Epsilon: 10, Seed: &seed, Threads: threads,
				Settings: method.Settings{"rank": float64(rank), "iterations": float64(steps)}}
			if name == "dpals" {
				c.Settings["k"], c.Settings["beta"], c.Settings["sampling"] = 50, 0.5, 1
			}
			times, err := engine.TimePhases(cmd.Context(), engine.Problem{Name: shape, Split: split}, c)
			if err != nil {
				return err
			}
			kind, err := kernel.Choice()
			if err != nil {
				return err
			}
			train := split.Train
			fmt.Fprintf(cmd.OutOrStdout(), "%s on %s: %s users, %s items, %s ratings to train on; r = %d; %s, %d threads\n\n", name, shape,
				thousands(int64(train.Users)), thousands(int64(train.Items)), thousands(int64(train.Count())), rank, kind,
				cmp.Or(threads, runtime.GOMAXPROCS(0)))
			return printTimes(cmd, times, operations(train, c, rank), cmp.Or(threads, runtime.GOMAXPROCS(0)))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&shape, "shape", "ml-1m", "ml-100k, ml-1m, ml-10m, ml-20m, or options such as n=1000000,m=50000,per=100")
	flags.StringVar(&name, "method", "dpals", "method to time; dpals is timed with k = 50, β = 0.5, uniform sampling")
	flags.IntVar(&rank, "rank", 32, "length of the factors")
	flags.IntVar(&steps, "iterations", 4, "steps; the median is printed")
	flags.IntVar(&threads, "threads", 0, "goroutines; 0 for all processors")
	return cmd
}

// operations counts the useful operations of a step by phase: r(r+1) for a rating in a Gram matrix, r³/3 + 2r² for a
// Cholesky solve. The item step of dpals reads at most 50 ratings of a user.
func operations(r *loaders.Ratings, c engine.Config, rank int) map[string]float64 {
	x := float64(rank)
	solve, gram := x*x*x/3+2*x*x, x*(x+1)
	used := 0.0
	for i := range r.Users {
		items, _ := r.User(i)
		n := float64(len(items))
		if k := c.Settings["k"]; k > 0 {
			n = min(n, k)
		}
		used += n
	}
	ops := map[string]float64{"users": float64(r.Count())*gram + float64(r.Users)*solve}
	switch c.Method {
	case "als":
		ops["items"] = used*gram + float64(r.Items)*solve
	case "dpals":
		ops["items"] = used * gram
	}
	return ops
}

// printTimes prints the median of every phase, its speed and that speed's share of the measured peak.
func printTimes(cmd *cobra.Command, times []engine.PhaseTime, ops map[string]float64, threads int) error {
	byPhase := make(map[string][]time.Duration)
	for _, t := range times {
		if t.Step > 0 {
			byPhase[t.Phase] = append(byPhase[t.Phase], t.Took)
		}
	}
	peak := kernel.Peak[float32](200*time.Millisecond) * float64(threads)
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "phase\tmedian\tGFLOP/s\tof the float32 peak, %.0f\t\n", peak)
	total := time.Duration(0)
	for _, phase := range slices.Sorted(maps.Keys(byPhase)) {
		all := byPhase[phase]
		slices.Sort(all)
		median := all[len(all)/2]
		total += median
		speed, share := "", ""
		if n := ops[phase]; n > 0 {
			rate := n / median.Seconds() / 1e9
			speed = fmt.Sprintf("%.1f", rate)
			if peak > 0 {
				share = fmt.Sprintf("%.0f %%", 100*rate/peak)
			}
		}
		fmt.Fprintf(w, "%s\t%.3f s\t%s\t%s\t\n", phase, median.Seconds(), speed, share)
	}
	fmt.Fprintf(w, "%s\t%.3f s\t\t\t\n", "a step", total.Seconds())
	return w.Flush()
}
