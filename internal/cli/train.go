package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/export"
	"dpals/engine/parallel"
	"dpals/tui/canvas"
)

func trainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train once: progress on stderr, the result on stdout",
		Example: "dpals train --data ml-1m --epsilon 5\n" +
			"dpals train --data ratings.csv.gz --columns user=u,item=i,rating=stars --range 1,5 --json",
		Args: cobra.NoArgs,
	}
	var run runFlags
	var asJSON bool
	var repeats int
	var out string
	var keep export.Options
	run.register(cmd)
	cmd.Flags().IntVar(&repeats, "repeats", 1, "train this many times, with new noise each time; every run costs its own ε")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print events as one JSON object a line")
	cmd.Flags().StringVar(&out, "out", "", "write the model and its privacy statement to this new folder")
	cmd.Flags().BoolVar(&keep.IncludeUsers, "include-users", false, "write the users' own rows too: they are not private, for the curator alone")
	cmd.Flags().BoolVar(&keep.AllowSimulation, "allow-simulation", false, "export a run with a seed, marked in every file")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if repeats < 1 {
			return usagef("--repeats %d: choose at least 1", repeats)
		}
		config, err := run.config(cmd)
		if err != nil {
			return err
		}
		if out != "" {
			if repeats > 1 {
				return usagef("--out writes one model: leave out --repeats")
			}
			if err := export.Check(out, config, keep); err != nil {
				return usagef("--out %s: %w", out, err)
			}
		}
		problem, err := run.problem(cmd.Context())
		if err != nil {
			return err
		}
		if config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
			return err
		}
		defer config.Ledger.Close()
		report := reporter(&textReport{out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(), problem: problem})
		if asJSON {
			report = &jsonReport{out: cmd.OutOrStdout(), problem: problem}
		}
		for _, w := range warnings(problem.Split.Train) {
			fmt.Fprintln(cmd.ErrOrStderr(), "note:", w)
		}
		last, err := train(cmd.Context(), problem, config, repeats, report)
		if err != nil || out == "" {
			return err
		}
		if err := export.Write(out, problem, last, keep); err != nil {
			return err
		}
		if keep.IncludeUsers {
			fmt.Fprintln(cmd.ErrOrStderr(), "note: the users' own rows in", canvas.Text(out), "are not private: the promise covers the item side alone")
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "the model and its privacy statement are in", canvas.Text(out))
		return nil
	}
	return cmd
}

// reporter writes what a run does as it happens.
type reporter interface {
	event(engine.Event) error
	summary([]*engine.Result) error
}

// train runs a configuration as often as asked and returns the last run.
func train(ctx context.Context, p engine.Problem, c engine.Config, repeats int, out reporter) (last *engine.History, err error) {
	var results []*engine.Result
	for i := range repeats {
		one := c
		if c.Seed != nil {
			seed := *c.Seed + uint64(i)
			one.Seed = &seed
		}
		h, err := engine.Run(ctx, p, one)
		if err != nil {
			return nil, err
		}
		if err := follow(h, out); err != nil {
			h.Cancel()
			<-h.Done()
			return nil, err
		}
		r, err := h.Wait()
		if err != nil {
			return nil, failure(err)
		}
		results, last = append(results, r), h
	}
	return last, out.summary(results)
}

// follow reports every event of a run up to and including its end.
func follow(h *engine.History, out reporter) error {
	nudge, release := h.Subscribe()
	defer release()
	seen := 0
	report := func() error {
		events := h.Events(seen)
		seen += len(events)
		for _, e := range events {
			if err := out.event(e); err != nil {
				return err
			}
		}
		return nil
	}
	for {
		select {
		case <-nudge:
			if err := report(); err != nil {
				return err
			}
		case <-h.Done():
			return report()
		}
	}
}

// failure keeps a crash's stack for the log and its first line for the person.
func failure(err error) error {
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		slog.Error("the trainer crashed", "panic", crash.Value, "stack", string(crash.Stack))
		return fmt.Errorf("the trainer crashed: %v; its stack is in the log above", crash.Value)
	}
	return err
}

// textReport writes progress for people on err and the result on out.
type textReport struct {
	out, err io.Writer
	problem  engine.Problem
}

func (t *textReport) event(e engine.Event) error {
	switch e := e.(type) {
	case engine.Started:
		r := t.problem.Split.Train
		fmt.Fprintf(t.err, "%s on %s: %d users, %d items, %d training ratings\n", e.Method, canvas.Text(t.problem.Name), r.Users, r.Items, r.Count())
	case engine.Released:
		fmt.Fprintf(t.err, "  released %-14s μ %-8.4g ε so far %.4g\n", e.Name, e.Charge.Mu, e.SpentEpsilon)
	case engine.Iterated:
		if e.Private {
			fmt.Fprintf(t.err, "step %d of %d: RMSE validation %s ± %.4f (private, paid for), %.2f s\n",
				e.T, e.Of, figure(e.ValidRMSE), e.Deviation, e.Elapsed.Seconds())
			return nil
		}
		fmt.Fprintf(t.err, "step %d of %d: RMSE train %s, validation %s (not private numbers), %.2f s\n",
			e.T, e.Of, figure(e.TrainRMSE), figure(e.ValidRMSE), e.Elapsed.Seconds())
	}
	return nil
}

func (t *textReport) summary(results []*engine.Result) error {
	last := results[len(results)-1]
	part, label := "test", "held-out ratings, not a private number"
	if last.MetricsPrivate {
		part, label = "validation", "private: part of what the run released"
	}
	figures := make([]float64, len(results))
	for i, r := range results {
		if figures[i] = r.TestRMSE; r.MetricsPrivate {
			figures[i] = r.ValidRMSE
		}
	}
	mean, sd := meanAndDeviation(figures)
	fmt.Fprintf(t.out, "%s RMSE %s", part, figure(mean))
	if len(results) > 1 {
		fmt.Fprintf(t.out, " ± %.4f over %d runs", sd, len(results))
	}
	fmt.Fprintf(t.out, "  (%s)\n", label)
	switch {
	case !last.Private:
		fmt.Fprintln(t.out, "not private: this method releases what it computed, without noise")
	case last.Simulation:
		fmt.Fprintf(t.out, "ε %.6g at δ %g, %s accountant: a simulation with a known seed, which protects nobody\n", last.Epsilon, last.Delta, last.Accountant)
	default:
		fmt.Fprintf(t.out, "ε %.6g at δ %g, %s accountant, μ %.6g", last.Epsilon, last.Delta, last.Accountant, last.Mu)
		if len(results) > 1 {
			fmt.Fprint(t.out, ", each run; together they cost more")
		}
		fmt.Fprintln(t.out)
	}
	return nil
}

func figure(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.4f", v)
}

// meanAndDeviation returns the mean and the sample standard deviation, 0 for a single value.
func meanAndDeviation(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	if len(x) > 1 {
		sd = math.Sqrt(sd / float64(len(x)-1))
	}
	return mean, sd
}
