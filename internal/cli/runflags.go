package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// defaultData is what the dashboard shows when nothing is named.
const defaultData = "synth:skewed"

// sourceFlags choose the ratings.
type sourceFlags struct {
	data, format, columns, bounds string
}

func (f *sourceFlags) register(flags *pflag.FlagSet, standard string) {
	flags.StringVar(&f.data, "data", standard, "ratings: a file or folder, synth:skewed, synth:lowrank, ml-100k, ml-1m")
	flags.StringVar(&f.format, "format", "", "format of the file, where it cannot be told from its content")
	flags.StringVar(&f.columns, "columns", "", "columns by header or number: user=userId,item=movieId,rating=rating")
	flags.StringVar(&f.bounds, "range", "", "lowest and highest possible rating, a public fact: 1,5")
}

func (f *sourceFlags) open(ctx context.Context) (*loaders.Ratings, error) {
	if f.data == "" {
		return nil, usagef("--data: name the ratings, a file or for example synth:skewed")
	}
	opt := loaders.Options{Format: f.format}
	var err error
	if f.columns != "" {
		if opt.Columns, err = loaders.ParseColumns(f.columns); err != nil {
			return nil, usagef("--columns: %w", err)
		}
	}
	if f.bounds != "" {
		if opt.Low, opt.High, err = loaders.ParseRange(f.bounds); err != nil {
			return nil, usagef("--range: %w", err)
		}
	}
	return loaders.Open(ctx, f.data, opt)
}

// runFlags choose the ratings, the split, the method and its parameters.
type runFlags struct {
	source    sourceFlags
	split     string
	splitSeed uint64

	method     string
	epsilon    float64
	delta      float64
	accountant string
	seed       uint64
	threads    int
	metrics    float64
	knobs      map[string]*string // method parameters as typed
}

func (f *runFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	standard := ""
	if !cmd.HasParent() && cmd.Name() == "dpals" {
		standard = defaultData
	}
	f.source.register(flags, standard)
	flags.StringVar(&f.split, "split", loaders.DefaultProtocol, "training, validation and test share: 80-10-10, 98-1-1, 99-1")
	flags.Uint64Var(&f.splitSeed, "split-seed", 1, "which split")
	flags.StringVar(&f.method, "method", engine.DefaultMethod, "training method; dpals methods lists them")
	flags.Float64Var(&f.epsilon, "epsilon", engine.DefaultEpsilon, "ε, the privacy budget: smaller is more private")
	flags.Float64Var(&f.delta, "delta", engine.DefaultDelta, "δ, the chance that ε does not hold; well below 1/users")
	flags.StringVar(&f.accountant, "accountant", accounting.Exact.Name(), "exact, cks or mironov")
	flags.Uint64Var(&f.seed, "seed", 0, "reproducible noise, for teaching and tests: such a run is a simulation and protects nobody")
	flags.IntVar(&f.threads, "threads", 0, "goroutines that train; 0 for all processors")
	flags.Float64Var(&f.metrics, "private-metrics", 0, "share of the budget spent on releasing the validation errors, so that they may be published")
	f.knobs = make(map[string]*string)
	for _, m := range engine.Methods() {
		for _, p := range m.Parameters {
			if f.knobs[p.Name] == nil {
				f.knobs[p.Name] = flags.String(p.Name, "", usageOf(p))
			}
		}
	}
}

// usageOf is the help of a parameter's flag.
func usageOf(p method.Parameter) string {
	text := p.Meaning
	if p.Symbol != "" && p.Symbol != p.Name {
		text = p.Symbol + ": " + text
	}
	if len(p.Choices) > 0 {
		return text + " (" + strings.Join(p.Choices, ", ") + ")"
	}
	return text + " (" + p.Format(p.Default) + ")"
}

// config turns the flags into a configuration.
func (f *runFlags) config(cmd *cobra.Command) (engine.Config, error) {
	c := engine.Config{
		Method: f.method, Epsilon: f.epsilon, Delta: f.delta, Accountant: f.accountant,
		Threads: f.threads, PrivateMetrics: f.metrics, Settings: make(method.Settings),
	}
	if cmd.Flags().Changed("seed") {
		c.Seed = &f.seed
	}
	if cmd.Flags().Changed("epsilon") && !(f.epsilon > 0) {
		return c, usagef("--epsilon %g: choose a positive number", f.epsilon)
	}
	if cmd.Flags().Changed("delta") && !(f.delta > 0) {
		return c, usagef("--delta %g: choose a number between 0 and 1", f.delta)
	}
	m, err := engine.Lookup(f.method)
	if err != nil {
		return c, usagef("%w", err)
	}
	for name, text := range f.knobs {
		if !cmd.Flags().Changed(name) {
			continue
		}
		p, ok := m.Parameter(name)
		if !ok {
			return c, usagef("--%s: %s has no such parameter", name, m.Name)
		}
		v, err := p.Parse(*text)
		if err != nil {
			return c, usagef("%w", err)
		}
		c.Settings[name] = v
	}
	return c, nil
}

// problem loads and splits the ratings.
func (f *runFlags) problem(ctx context.Context) (engine.Problem, error) {
	r, err := f.source.open(ctx)
	if err != nil {
		return engine.Problem{}, err
	}
	split, err := loaders.SplitRatings(r, f.split, f.splitSeed)
	if err != nil {
		return engine.Problem{}, usagef("--split %s: %w", f.split, err)
	}
	print, err := loaders.Fingerprint(ctx, r)
	if err != nil {
		return engine.Problem{}, err
	}
	return engine.Problem{Name: r.Origin.Source, Split: split, Fingerprint: print}, nil
}

// warnings are what reading the ratings noticed, one sentence each.
func warnings(r *loaders.Ratings) (list []string) {
	if d := r.Origin.Duplicates; d > 0 {
		list = append(list, fmt.Sprintf("%d ratings stood more than once; the last of each was kept", d))
	}
	if r.Origin.RangeObserved {
		list = append(list, fmt.Sprintf("the rating range %g to %g was read off the ratings and is treated as public; declare it with --range", r.Low, r.High))
	}
	return list
}
