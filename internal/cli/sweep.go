package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/loaders"
)

func sweepCommand() *cobra.Command {
	var spec sweep.Spec
	var source sourceFlags
	var run sweepFlags
	var choice selectFlags
	var parameters []string
	var seed uint64
	var fresh bool
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Train methods over a grid of ε and parameters and print their errors, mean ± s.d.",
		Long: "Train every method with every choice of parameters at every ε on every data set, several times, and print the\n" +
			"errors as a table.\n\n" +
			"Points are kept as they finish. The same command takes a sweep up where it was left, after an interruption or a\n" +
			"crash, and trains no point twice; --fresh begins it anew.\n\n" +
			"Every run of a private method is charged to the ledger of its data set. What they will be charged is shown before the\n" +
			"first begins; where the data set has a limit, runs with real noise need --yes. With --seed the runs are\n" +
			"simulations, one seed on for each repeat: they protect nobody, and are charged all the same.\n\n" +
			"--select best --charge makes a random number of runs with real noise, each with a choice of the grid picked at\n" +
			"random, and shows nothing but the one that released the smallest validation error. --epsilon is then what all of\n" +
			"it costs together, which is charged before the first run; see dpals account select --help.\n\n" +
			"--json prints one object a line: start, cost (what a data set will be charged), point (a run), cell (the mean\n" +
			"of a place of the grid) and done.",
		Example: "dpals sweep --data ml-100k --data ml-1m --methods dpals-eb,dpals,als --epsilon 0.5,1,2,5 --csv errors.csv --svg errors.svg\n" +
			"dpals sweep --data ml-1m --methods dpals --param k=20,50,all --param beta=0.2,1 --epsilon 1 --seed 1\n" +
			"dpals sweep --data ml-1m --methods dpals-eb --param rank=2,4,8 --epsilon 1 --select best --charge",
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, typed := range parameters {
				p, err := sweep.ParseParameter(typed)
				if err != nil {
					return usageError{err}
				}
				spec.Parameters = append(spec.Parameters, p)
			}
			if cmd.Flags().Changed("seed") {
				spec.Seed = &seed
			}
			spec.Source = sourceOf(cmd.Flags())
			if err := source.checkScope(); err != nil {
				return err
			}
			released := source.scope()
			spec.PrivateRange, spec.PrivateCatalogue = released.Range, released.Catalogue
			if err := choice.check(cmd, run); err != nil {
				return err
			}
			if choice.law != nil {
				return choice.run(cmd, spec, source, run)
			}
			return run.train(cmd, spec, source, fresh)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&spec.Data, "data", []string{defaultData}, "ratings to train on; may be given several times")
	takes(flags, "data", "SRC")
	source.private = true
	source.registerReading(flags)
	flags.StringVar(&spec.Split, "split", loaders.DefaultProtocol, "training, validation and test share")
	flags.Uint64Var(&spec.SplitSeed, "split-seed", 1, "which split")
	group(flags, dataGroup)
	flags.StringSliceVar(&spec.Methods, "methods", names(engine.Methods()), "methods to compare")
	takes(flags, "methods", "LIST")
	flags.Float64SliceVar(&spec.Epsilon, "epsilon", []float64{0.5, 1, 2, 5, 10, 20, 50}, "ε of each run")
	takes(flags, "epsilon", "LIST")
	flags.StringArrayVar(&parameters, "param", nil, "a parameter of the methods and its values: k=20,50,all; may be given for several")
	takes(flags, "param", "NAME=LIST")
	flags.IntVar(&spec.Repeats, "repeats", 5, "runs of every point")
	flags.Float64Var(&spec.Delta, "delta", engine.DefaultDelta, "δ of each run")
	flags.StringVar(&spec.Accountant, "accountant", accounting.Exact.Name(), "exact, cks or mironov")
	flags.Float64Var(&spec.MetricsShare, "private-metrics", 0, "share of the budget for releasing the validation errors, which are then compared")
	flags.Uint64Var(&seed, "seed", 0, "reproducible noise, from this seed on: simulations, which protect nobody")
	flags.BoolVar(&fresh, "fresh", false, "begin anew, also where the same sweep was begun or done before")
	group(flags, gridGroup)
	run.register(flags)
	choice.register(flags)
	cmd.AddCommand(sweepListCommand(), sweepResumeCommand())
	return cmd
}

// Groups of the flags of a sweep.
const (
	gridGroup   = "Grid"
	selectGroup = "Private selection"
)

// sweepFlags say how a sweep is trained and where its results go.
type sweepFlags struct {
	jobs, threads int
	csv, svg      string
	json, yes     bool
}

func (f *sweepFlags) register(flags *pflag.FlagSet) {
	flags.IntVar(&f.jobs, "jobs", 0, "runs at once, which share the threads; 0 for one on each")
	flags.IntVar(&f.threads, "threads", 0, "goroutines that train; 0 for all processors")
	flags.BoolVar(&f.yes, "yes", false, "charge what the runs cost where the data set has a limit")
	flags.StringVar(&f.csv, "csv", "", "write every run to this file")
	flags.StringVar(&f.svg, "svg", "", "draw the errors against ε, with bands, into this file")
	flags.BoolVar(&f.json, "json", false, "print one JSON object a line")
	takes(flags, "csv", "FILE")
	takes(flags, "svg", "FILE")
	group(flags, outputGroup)
}

// reading are the flags that say how ratings are read, and that a resumed sweep needs again. What is to be released is
// none of them.
var reading = []string{"format", "columns", "range", "catalogue"}

func sourceOf(flags *pflag.FlagSet) map[string]string {
	var given map[string]string
	for _, name := range reading {
		if f := flags.Lookup(name); f.Changed && f.Value.String() != private {
			if given == nil {
				given = make(map[string]string)
			}
			given[name] = f.Value.String()
		}
	}
	return given
}

// origins say where the ratings of a sweep come from, by name.
type origins map[string]loaders.Origin

// loader opens the ratings of a sweep, and notes where they come from.
func loader(spec sweep.Spec, source sourceFlags, from origins) func(context.Context, string) (engine.Problem, error) {
	source.format, source.columns = spec.Source["format"], spec.Source["columns"]
	source.bounds, source.catalogue = spec.Source["range"], spec.Source["catalogue"]
	return func(ctx context.Context, data string) (engine.Problem, error) {
		one := runFlags{source: source, split: spec.Split, splitSeed: spec.SplitSeed}
		one.source.data = data
		p, err := one.problem(ctx)
		if err == nil {
			from[p.Name] = spec.Origin(p.Split.Train.Origin)
		}
		return p, err
	}
}

// train trains what is left of a sweep and reports it.
func (f *sweepFlags) train(cmd *cobra.Command, spec sweep.Spec, source sourceFlags, fresh bool) (err error) {
	if err := writable(f.csv, f.svg); err != nil {
		return err
	}
	budget, err := ledger.Open(stateFolder(cmd))
	if err != nil {
		return err
	}
	defer budget.Close()
	kept := keepRuns(cmd, budget)
	defer kept.Close()
	from := make(origins)
	s, err := sweep.Prepare(cmd.Context(), spec, sweep.Environment{Load: loader(spec, source, from), Store: kept, Ledger: budget,
		Jobs: f.jobs, Threads: f.threads, Fresh: fresh})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	out := sweepReporter(&sweepText{out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(), from: from})
	if f.json {
		out = &sweepJSON{out: jsonReport{out: cmd.OutOrStdout()}, err: cmd.ErrOrStderr(), from: from}
	}
	if err := out.start(s); err != nil {
		return err
	}
	costs, err := s.Costs()
	if err != nil {
		return err
	}
	for _, c := range costs {
		if err := out.cost(c); err != nil {
			return err
		}
	}
	if c := slices.IndexFunc(costs, func(c sweep.Cost) bool { return c.Limit != nil && !c.Simulation }); c >= 0 && !f.yes {
		return usagef("%s has a limit: give --yes to charge these runs to it, %s", costs[c].Data, together(costs[c].Epsilon, costs[c].Delta))
	}
	before := s.Snapshot()
	snapshot, err := f.follow(s.Start(cmd.Context()), before, out)
	if err != nil && snapshot.Status != sweep.Done {
		return failure(err)
	}
	return errors.Join(f.write(snapshot), out.done(snapshot), failure(err))
}

// follow tells of every point as it is done, but for those that were before, and waits for the end.
func (f *sweepFlags) follow(r *sweep.Run, before sweep.Snapshot, out sweepReporter) (sweep.Snapshot, error) {
	nudge, release := r.Subscribe()
	defer release()
	seen := make(map[int]bool)
	for _, p := range before.Results {
		seen[p.Point] = true
	}
	report := func(s sweep.Snapshot) error {
		for _, p := range s.Results {
			if !seen[p.Point] {
				seen[p.Point] = true
				s.Done = len(seen) // with this one
				if err := out.point(s, p); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for {
		select {
		case <-nudge:
			if err := report(r.Snapshot()); err != nil {
				r.Cancel()
				<-r.Done()
				return r.Snapshot(), err
			}
		case <-r.Done():
			s, err := r.Wait()
			return s, errors.Join(report(s), err, out.ended(s))
		}
	}
}

// write writes the files that were asked for.
func (f *sweepFlags) write(s sweep.Snapshot) error {
	var errs []error
	if f.csv != "" {
		errs = append(errs, writeFile(f.csv, s.WriteCSV))
	}
	if f.svg != "" {
		errs = append(errs, writeFile(f.svg, s.WriteSVG))
	}
	return errors.Join(errs...)
}

func sweepResumeCommand() *cobra.Command {
	var run sweepFlags
	var source sourceFlags
	cmd := &cobra.Command{
		Use:     "resume [SWEEP]",
		Short:   "Go on with a sweep: the one of that number, or the latest that is not done",
		Example: "dpals sweep resume\ndpals sweep resume 3 --csv errors.csv",
		Args:    oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			var w store.Sweep
			err := withStore(cmd, func(s *store.Store) (err error) {
				w, err = resumable(s, args)
				return err
			})
			if err != nil {
				return err
			}
			spec, err := sweep.ParseSpec(w.Definition)
			if err != nil {
				return err
			}
			return run.train(cmd, spec, source, false)
		},
	}
	source.registerCache(cmd.Flags())
	group(cmd.Flags(), dataGroup)
	run.register(cmd.Flags())
	return cmd
}

// resumable is the sweep that is meant.
func resumable(s *store.Store, args []string) (store.Sweep, error) {
	if len(args) == 0 {
		all, err := s.Sweeps(true)
		if err == nil && len(all) == 0 {
			err = usagef("no sweep is unfinished: dpals sweep list shows those there are")
		}
		if err != nil {
			return store.Sweep{}, err
		}
		return all[0], nil
	}
	id, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil {
		return store.Sweep{}, usagef("%s: give the number of a sweep, as dpals sweep list shows it", args[0])
	}
	w, err := s.SweepByID(id)
	if err == nil && w.Outcome == store.SweepReplaced {
		err = usagef("sweep %d was begun anew as another: dpals sweep list shows it", id)
	}
	return w, err
}

func names(methods []*method.Method) (list []string) {
	for _, m := range methods {
		list = append(list, m.Name)
	}
	return list
}

// grid describes a sweep in a line: what it varies, and how often.
func grid(s sweep.Spec) string {
	list := []string{strings.Join(s.Methods, ", ")}
	for _, p := range s.Parameters {
		list = append(list, p.Name+" "+strings.Join(p.Values, ", "))
	}
	var epsilons []string
	for _, e := range s.Epsilon {
		epsilons = append(epsilons, strconv.FormatFloat(e, 'g', -1, 64))
	}
	if released := promise.Released(s.Released()); released != "" {
		list = append(list, released+" released")
	}
	list = append(list, "ε "+strings.Join(epsilons, ", "), plural(s.Repeats, "repeat"))
	if s.Seed != nil {
		list = append(list, fmt.Sprintf("seed %d", *s.Seed))
	}
	return strings.Join(list, " × ")
}
