package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/export"
	"dpals/engine/parallel"
	"dpals/engine/store"
	"dpals/tui/canvas"
)

func trainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train once: progress on stderr, the result on stdout",
		Example: "dpals train --data ml-1m --epsilon 5\n" +
			"dpals train --data ratings.csv.gz --columns user=u,item=i,rating=stars --range 1,5 --json",
		Args: noArguments,
	}
	var run runFlags
	var asJSON bool
	var repeats int
	var out string
	var keep export.Options
	run.register(cmd)
	flags := cmd.Flags()
	flags.IntVar(&repeats, "repeats", 1, "train this many times, with new noise each time; every run costs its own ε")
	flags.BoolVar(&asJSON, "json", false, "print events as one JSON object a line")
	flags.StringVar(&out, "out", "", "write the model and its privacy statement to this new folder")
	takes(flags, "out", "FOLDER")
	flags.BoolVar(&keep.IncludeUsers, "include-users", false, "write the users' own rows too: they are not private, for the curator alone")
	flags.BoolVar(&keep.AllowSimulation, "allow-simulation", false, "export a run with a seed, marked in every file")
	group(flags, outputGroup)
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
		if err := checkRepeats(problem, config, repeats); err != nil {
			return err
		}
		if config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
			return err
		}
		defer config.Ledger.Close()
		kept := keepRuns(cmd, config.Ledger)
		defer kept.Close()
		hidden := config.PrivateMetrics != 0
		report := reporter(&textReport{out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(), problem: problem, hidden: hidden, repeats: repeats})
		if asJSON {
			report = &jsonReport{out: cmd.OutOrStdout(), problem: problem, hidden: hidden, repeats: repeats}
		}
		notes := append(run.notes(cmd, problem, config), noticed(problem.Split.Train, config.Scope, hidden)...)
		if config.Scope.Origin(problem.Split.Train.Origin).CatalogueObserved {
			notes = append(notes, catalogueNote)
		}
		note(cmd, notes...)
		last, err := train(cmd.Context(), problem, config, repeats, report, kept)
		if err != nil || out == "" {
			return err
		}
		if err := export.Write(out, problem, last, keep); err != nil {
			return err
		}
		if keep.IncludeUsers {
			note(cmd, "the users' own rows in "+out+" are not private: the promise covers the item side alone")
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "the model and its privacy statement are in", canvas.Text(out))
		return nil
	}
	return cmd
}

// checkRepeats refuses runs whose private catalogues would together take all of δ, so that no ε would hold of them.
func checkRepeats(p engine.Problem, c engine.Config, repeats int) error {
	if repeats == 1 || !c.Scope.Catalogue {
		return nil
	}
	v, err := engine.Check(p, c)
	if err != nil || v.Plan == nil {
		return nil // the first run says why
	}
	most := int(math.Ceil(c.Delta/v.Plan.FailureProbability)) - 1
	if repeats <= most {
		return nil
	}
	return usagef("--repeats %d: each run with --catalogue private takes %.4g of δ %g, so that no ε holds of all together: choose at most %d repeats, or declare the items with --catalogue FILE",
		repeats, v.Plan.FailureProbability, c.Delta, most)
}

// reporter writes what a run does as it happens.
type reporter interface {
	settles(func(*unfinished)) // with what the ledger holds of the run whose events follow, once it has ended
	event(engine.Event) error
	kept(run int64) // in the store, under that number
	summary(summary) error
}

// train runs a configuration as often as asked, keeps every run, and returns the last one.
func train(ctx context.Context, p engine.Problem, c engine.Config, repeats int, out reporter, kept *store.Store) (last *engine.History, err error) {
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
		out.settles(func(u *unfinished) { u.settle(c.Ledger, h.Account()) })
		told := follow(h, out)
		h.Cancel() // what could not be told need not go on; a run that has ended takes no notice
		r, err := h.Wait()
		if id, unkept := recording.Wait(); id != 0 && unkept == nil {
			out.kept(id)
		}
		if told != nil {
			return nil, told
		}
		if err != nil {
			return nil, failure(err)
		}
		results, last = append(results, r), h
	}
	s, err := summarize(results)
	if err != nil {
		return nil, err
	}
	return last, out.summary(s)
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

// failure keeps a crash's stack for the log.
func failure(err error) error {
	var crash *parallel.Panic
	if errors.As(err, &crash) {
		slog.Error("the trainer crashed", "panic", crash.Value, "stack", string(crash.Stack))
	}
	return err
}
