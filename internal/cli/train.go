package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/engine/export"
	"dpals/engine/store"
	"dpals/internal/cli/report"
	"dpals/internal/parallel"
	"dpals/tui/canvas"
)

func trainCommand() *cobra.Command {
	var run runFlags
	var asJSON *bool
	var repeats int
	var out string
	var exported export.Options
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train once; print progress on stderr and the result on stdout",
		Example: "dpals train --data ml-1m --epsilon 5\n" +
			"dpals train --data ratings.csv.gz --columns user=u,item=i,rating=stars --range 1,5 --json",
		Args: noArguments,
	}
	flags := cmd.Flags()
	run.register(flags, "")
	flags.IntVar(&repeats, "repeats", 1, "train this many times with new noise; each run costs its own ε")
	asJSON = jsonFlag(flags, "event")
	flags.StringVar(&out, "out", "", "write the model and its privacy statement to this new folder")
	nameValue(flags, "out", "FOLDER")
	flags.BoolVar(&exported.IncludeUsers, "include-users", false, "write the users' own rows too: not private, for the curator only")
	flags.BoolVar(&exported.AllowSimulation, "allow-simulation", false, "write the model of a run with --seed, marked as a simulation in every file")
	setGroup(flags, outputGroup)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if repeats < 1 {
			return usagef("--repeats %d: give the number of runs, at least 1", repeats)
		}
		config, err := run.config(cmd)
		if err != nil {
			return err
		}
		if out != "" {
			if repeats > 1 {
				return usagef("--out writes one model: leave out --repeats")
			}
			if err := export.Check(out, config, exported); err != nil {
				return valueError("out", out, err)
			}
		}
		problem, err := run.problem(cmd.Context())
		if err != nil {
			return err
		}
		if err := checkRepeats(problem, config, repeats); err != nil {
			return err
		}
		state, err := openState(cmd)
		if err != nil {
			return err
		}
		defer state.close()
		config.Ledger = state.ledger
		hidden := config.PrivateMetrics != 0
		events := report.Reporter(&report.Text{Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), Problem: problem, Hidden: hidden, Repeats: repeats})
		if *asJSON {
			events = &report.JSON{Out: cmd.OutOrStdout(), Problem: problem, Hidden: hidden, Repeats: repeats}
		}
		note(cmd, configNotes(cmd, problem, config)...)
		note(cmd, ratingsNotes(problem.Split.Train, config.Scope, hidden)...)
		if config.Scope.Origin(problem.Split.Train.Origin).CatalogueObserved {
			note(cmd, catalogueNote)
		}
		last, err := train(cmd.Context(), problem, config, repeats, events, state.store)
		if err != nil || out == "" {
			return err
		}
		if err := export.Write(out, problem, last, exported); err != nil {
			return err
		}
		if exported.IncludeUsers {
			note(cmd, "the users' own rows in "+out+" are not private: the guarantee covers only the item side")
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "the model and its privacy statement are in", canvas.Text(out))
		return nil
	}
	return cmd
}

// checkRepeats refuses repeats whose private catalogues would use up δ, because no ε would then hold for all of them.
func checkRepeats(p engine.Problem, c engine.Config, repeats int) error {
	if repeats == 1 || !c.Scope.Catalogue {
		return nil
	}
	v, err := engine.Check(p, c)
	if err != nil || v.Plan == nil {
		return nil // the first run returns the error
	}
	most := v.Plan.MaxRepeats()
	if repeats <= most {
		return nil
	}
	return usagef("--repeats %d: each run with --catalogue private takes %.4g of δ %g, so that no ε holds for all together; choose at most %d repeats, or declare the items with --catalogue FILE",
		repeats, v.Plan.FailureProbability, c.Delta, most)
}

// train runs a configuration repeats times, stores every run, and returns the last one.
func train(ctx context.Context, p engine.Problem, c engine.Config, repeats int, out report.Reporter, kept *store.Store) (last *engine.History, err error) {
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
		recording := kept.Record(h, p, one, store.Origin{Command: "train"})
		out.OnEnd(func(u *report.Unfinished) { u.Settle(c.Ledger, h.Account()) })
		unwritten := follow(h, out)
		h.Cancel() // no effect on a run that has ended
		r, err := h.Wait()
		if id, unkept := recording.Wait(); id != 0 && unkept == nil {
			out.Kept(id)
		}
		if unwritten != nil {
			return nil, unwritten
		}
		if err != nil {
			return nil, logCrash(err)
		}
		results, last = append(results, r), h
	}
	s, err := report.Summarize(results)
	if err != nil {
		return nil, err
	}
	return last, out.Summary(s)
}

// follow reports every event of a run until its end. It returns the first error of the reporter.
func follow(h *engine.History, out report.Reporter) error {
	nudge, unsubscribe := h.Subscribe()
	defer unsubscribe()
	seen := 0
	update := func() error {
		events := h.Events(seen)
		seen += len(events)
		for _, e := range events {
			if err := out.Event(e); err != nil {
				return err
			}
		}
		return nil
	}
	for {
		select {
		case <-nudge:
			if err := update(); err != nil {
				return err
			}
		case <-h.Done():
			return update()
		}
	}
}

// logCrash writes the stack of a crash to the log. It returns the error.
func logCrash(err error) error {
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		slog.Error("training crashed", "panic", crash.Value, "stack", string(crash.Stack))
	}
	return err
}
