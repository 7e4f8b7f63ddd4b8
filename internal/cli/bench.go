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
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// benchCommand times iterations on synthetic ratings. It is hidden: it serves work on speed.
func benchCommand() *cobra.Command {
	var shape, name string
	var rank, steps, threads int
	cmd := &cobra.Command{
		Use:    "bench",
		Short:  "Time iterations on synthetic ratings, beside the peak speed of the machine",
		Hidden: true,
		Args:   noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := sources.Open(cmd.Context(), "synth:skewed:"+shape, sources.Options{Seed: 1})
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
			fmt.Fprintf(cmd.OutOrStdout(), "%s on %s: %s users, %s items, %s training ratings; r = %d; %s, %d threads\n\n", name, shape,
				format.Thousands(int64(train.Users)), format.Thousands(int64(train.Items)), format.Thousands(int64(train.Count())), rank, kind,
				cmp.Or(threads, runtime.GOMAXPROCS(0)))
			return printTimes(cmd, times, engine.Operations(train, c.Method, rank, int(c.Settings["k"])), cmp.Or(threads, runtime.GOMAXPROCS(0)))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&shape, "shape", "ml-1m", "shape of the ratings: ml-100k, ml-1m, ml-10m, ml-20m, or options such as n=1000000,m=50000,per=100")
	flags.StringVar(&name, "method", "dpals", "time this method; dpals with k = 50, β = 0.5 and uniform sampling")
	flags.IntVar(&rank, "rank", 32, "number of factors")
	flags.IntVar(&steps, "iterations", 4, "number of iterations; the median is printed")
	registerThreads(flags, &threads)
	return cmd
}

// printTimes prints the median of each phase, its speed, and that speed as a fraction of the measured peak.
func printTimes(cmd *cobra.Command, times []engine.PhaseTime, ops map[string]float64, threads int) error {
	byPhase := make(map[string][]time.Duration)
	for _, t := range times {
		if t.Iteration > 0 {
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
	fmt.Fprintf(w, "%s\t%.3f s\t\t\t\n", "iteration", total.Seconds())
	return w.Flush()
}
