package cli

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/figures"
	"dpals/engine/sweep"
	"dpals/internal/cli/report"
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
		Short: "Train methods over a grid of ε and parameters, and print their mean errors ± s.d.",
		Long: "Train each method with each combination of parameters at each ε on each data set, several times, and print a table of the\n" +
			"errors.\n\n" +
			"Each run is stored when it finishes. After an interruption or a crash, the same command continues the sweep and trains\n" +
			"no run twice; --fresh starts it again.\n\n" +
			"Each run of a private method is charged to the ledger of its data set. The charges are printed before the first run\n" +
			"starts; if the data set has a limit, runs with secure noise need --yes. With --seed the runs are simulations, with the\n" +
			"next seed for each repeat: they give no privacy, and are charged too.\n\n" +
			"--select best --charge trains a random number of runs with secure noise, each with a random setting of the grid, and\n" +
			"prints only the run that released the smallest validation error. --epsilon is then the cost of all of them together,\n" +
			"charged before the first run: see dpals account select --help.\n\n" +
			"--json prints one object a line: start, cost (what a data set will be charged), point (a run), cell (the mean of one\n" +
			"place of the grid) and done.",
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
			if err := checkDelta(spec.Delta); err != nil {
				return err
			}
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
	flags.StringArrayVar(&spec.Data, "data", []string{defaultData}, "train on these ratings; may be repeated")
	nameValue(flags, "data", "SRC")
	source.private = true
	source.registerReading(flags)
	registerSplit(flags, &spec.Split, &spec.SplitSeed)
	flags.StringSliceVar(&spec.Methods, "methods", methodNames(), "compare these methods")
	nameValue(flags, "methods", "LIST")
	flags.Lookup("methods").DefValue = "all"
	flags.Float64SliceVar(&spec.Epsilon, "epsilon", []float64{0.5, 1, 2, 5, 10, 20, 50}, "train at each of these ε")
	nameValue(flags, "epsilon", "LIST")
	flags.Lookup("epsilon").DefValue = "0.5,1,2,5,10,20,50"
	flags.StringArrayVar(&parameters, "param", nil, "vary a parameter of the methods over these values, such as k=20,50,all; may be repeated")
	nameValue(flags, "param", "NAME=LIST")
	flags.IntVar(&spec.Repeats, "repeats", 5, "train each setting this many times")
	flags.Float64Var(&spec.Delta, "delta", engine.DefaultDelta, "δ of each run: "+engine.DeltaParameter.Meaning)
	flags.StringVar(&spec.Accountant, "accountant", accounting.Exact.Name(), engine.AccountantParameter.Meaning)
	flags.Float64Var(&spec.MetricsShare, "private-metrics", 0, privateMetricsUsage+"; they are then compared")
	flags.Uint64Var(&seed, "seed", 0, "draw reproducible noise from this seed and the next ones: simulations, without privacy (default: secure noise)")
	flags.BoolVar(&fresh, "fresh", false, "start the sweep again, even if it was started or finished before")
	setGroup(flags, gridGroup)
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

// sweepFlags choose how a sweep is trained and where its results go.
type sweepFlags struct {
	jobs, threads int
	csv, svg      string
	yes           bool
	json          *bool
}

func (f *sweepFlags) register(flags *pflag.FlagSet) {
	flags.IntVar(&f.jobs, "jobs", 0, "train this many runs at once; they share the threads (default 0: one run for each thread)")
	registerThreads(flags, &f.threads)
	flags.BoolVar(&f.yes, "yes", false, "confirm the charges if the data set has a limit")
	flags.StringVar(&f.csv, "csv", "", "write each run to this CSV file")
	flags.StringVar(&f.svg, "svg", "", "draw the errors against ε with bands of ± 1 s.d. in this SVG file")
	f.json = jsonFlag(flags, "event")
	nameValue(flags, "csv", "FILE")
	nameValue(flags, "svg", "FILE")
	setGroup(flags, outputGroup)
}

// sourceFlagNames are the flags that a resumed sweep needs again to read its ratings.
var sourceFlagNames = []string{"format", "columns", "range", "catalogue"}

// sourceOf returns the values of sourceFlagNames, without what the runs release.
func sourceOf(flags *pflag.FlagSet) map[string]string {
	var given map[string]string
	for _, name := range sourceFlagNames {
		if f := flags.Lookup(name); f.Changed && f.Value.String() != private {
			if given == nil {
				given = make(map[string]string)
			}
			given[name] = f.Value.String()
		}
	}
	return given
}

// loader returns a function that opens the ratings of a sweep and records their origin in from.
func loader(spec sweep.Spec, source sourceFlags, from report.Origins) func(context.Context, string) (engine.Problem, error) {
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
	if err := checkWritable(f.csv, f.svg); err != nil {
		return err
	}
	state, err := openState(cmd)
	if err != nil {
		return err
	}
	defer state.close()
	from := make(report.Origins)
	s, err := sweep.Prepare(cmd.Context(), spec, sweep.Environment{Load: loader(spec, source, from), Store: state.store, Ledger: state.ledger,
		Jobs: f.jobs, Threads: f.threads, Fresh: fresh})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	out := report.SweepReporter(&report.SweepText{Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(), From: from})
	if *f.json {
		out = &report.SweepJSON{Out: cmd.OutOrStdout(), From: from}
	}
	if err := out.Start(s); err != nil {
		return err
	}
	costs, err := s.Costs()
	if err != nil {
		return err
	}
	for _, c := range costs {
		if err := out.Cost(c); err != nil {
			return err
		}
	}
	if c := slices.IndexFunc(costs, func(c sweep.Cost) bool { return c.Limit != nil && !c.Simulation }); c >= 0 && !f.yes {
		return usagef("%s has a limit: give --yes to charge these runs, %s", costs[c].Data, report.Together(costs[c].Epsilon, costs[c].Delta))
	}
	before := s.Snapshot()
	snapshot, err := f.follow(s.Start(cmd.Context()), before, out)
	if err != nil && snapshot.Status != sweep.Done {
		return logCrash(err)
	}
	return errors.Join(f.write(snapshot), out.Done(snapshot), logCrash(err))
}

// follow reports each run when it finishes, without those finished before, and waits for the end.
func (f *sweepFlags) follow(r *sweep.Run, before sweep.Snapshot, out report.SweepReporter) (sweep.Snapshot, error) {
	nudge, unsubscribe := r.Subscribe()
	defer unsubscribe()
	seen := make(map[int]bool)
	for _, p := range before.Results {
		seen[p.Point] = true
	}
	update := func(s sweep.Snapshot) error {
		for _, p := range s.Results {
			if !seen[p.Point] {
				seen[p.Point] = true
				s.Done = len(seen) // with this one
				if err := out.Point(s, p); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for {
		select {
		case <-nudge:
			if err := update(r.Snapshot()); err != nil {
				r.Cancel()
				<-r.Done()
				return r.Snapshot(), err
			}
		case <-r.Done():
			s, err := r.Wait()
			return s, errors.Join(update(s), err, out.Ended(s))
		}
	}
}

// write writes the files of --csv and --svg.
func (f *sweepFlags) write(s sweep.Snapshot) error {
	var errs []error
	if f.csv != "" {
		errs = append(errs, writeFile(f.csv, s.WriteCSV))
	}
	if f.svg != "" {
		errs = append(errs, writeFile(f.svg, func(w io.Writer) error { return figures.WriteErrors(w, s) }))
	}
	return errors.Join(errs...)
}

func methodNames() (names []string) {
	for _, m := range engine.Methods() {
		names = append(names, m.Name)
	}
	return names
}
