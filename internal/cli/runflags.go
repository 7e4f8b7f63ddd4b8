package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// runFlags choose the ratings, their split, the method, its budget and its parameters.
type runFlags struct {
	source    sourceFlags
	split     string
	splitSeed uint64

	method  string
	typed   map[string]*string // values of the budget's and the methods' parameters as typed, by name; "" for the default
	metrics float64
	seed    uint64
	threads int
}

// register adds the flags; data is the default source, "" for none.
func (f *runFlags) register(flags *pflag.FlagSet, data string) {
	flags.SortFlags = false
	f.source.private = true
	f.source.register(flags, data)
	registerSplit(flags, &f.split, &f.splitSeed)
	f.typed = make(map[string]*string)
	flags.StringVar(&f.method, "method", engine.DefaultMethod, "train with this method; dpals methods lists them")
	for _, p := range engine.BudgetParameters() {
		f.registerParameter(flags, p)
	}
	flags.Float64Var(&f.metrics, "private-metrics", 0, privateMetricsUsage+"; nothing else that follows from the ratings is then printed")
	flags.Uint64Var(&f.seed, "seed", 0, "draw reproducible noise from this seed: a simulation, without privacy (default: secure noise)")
	registerThreads(flags, &f.threads)
	setGroup(flags, methodGroup)
	for _, m := range engine.Methods() {
		for _, p := range m.Parameters {
			f.registerParameter(flags, p)
		}
	}
	setGroup(flags, parametersGroup)
}

// privateMetricsUsage is the help of --private-metrics.
const privateMetricsUsage = "release the validation errors for this fraction of the budget, from 0 to below 1, so that they may be published"

func registerSplit(flags *pflag.FlagSet, protocol *string, seed *uint64) {
	flags.StringVar(protocol, "split", loaders.DefaultProtocol, "split the ratings into training, validation and test sets of these percentages, such as 98-1-1")
	nameValue(flags, "split", "A-B-C")
	flags.Uint64Var(seed, "split-seed", 1, "draw the split from this seed")
	setGroup(flags, dataGroup)
}

func registerThreads(flags *pflag.FlagSet, threads *int) {
	flags.IntVar(threads, "threads", 0, "train on this many threads (default 0: one for each processor)")
}

// registerParameter adds the flag of a parameter, unless another method has added it.
func (f *runFlags) registerParameter(flags *pflag.FlagSet, p method.Parameter) {
	if f.typed[p.Name] != nil {
		return
	}
	f.typed[p.Name] = flags.String(p.Name, "", parameterUsage(p))
	if len(p.Choices) == 0 {
		nameValue(flags, p.Name, "N")
	}
	if slices.Equal(p.Choices, []string{"no", "yes"}) {
		flags.Lookup(p.Name).NoOptDefVal = "yes"
	}
}

// parameterUsage returns the help of a parameter's flag.
func parameterUsage(p method.Parameter) string {
	text := p.Meaning
	if p.Symbol != "" && p.Symbol != p.Name {
		text = p.Symbol + ", " + text
	}
	if len(p.Choices) > 0 {
		text += "; one of " + strings.Join(p.Choices, ", ")
	}
	return text + " (default " + p.Format(p.Default) + ")"
}

// config returns the configuration that the flags choose.
func (f *runFlags) config(cmd *cobra.Command) (engine.Config, error) {
	c := engine.Config{Method: f.method, Threads: f.threads, PrivateMetrics: f.metrics, Scope: f.source.scope(), Settings: make(method.Settings)}
	if cmd.Flags().Changed("seed") {
		c.Seed = &f.seed
	}
	m, err := engine.Lookup(f.method)
	if err != nil {
		return c, usageError{err}
	}
	if err := f.budget(&c); err != nil {
		return c, err
	}
	for _, p := range m.Parameters {
		if text := *f.typed[p.Name]; cmd.Flags().Changed(p.Name) {
			if c.Settings[p.Name], err = p.Parse(text); err != nil {
				return c, err
			}
		}
	}
	for name := range f.typed {
		if _, own := m.Parameter(name); !own && !budgetFlag(name) && cmd.Flags().Changed(name) {
			return c, usagef("--%s: %s has no such parameter; dpals methods %s lists those it has", name, m.Name, m.Name)
		}
	}
	if cmd.Flags().Changed("epsilon") && engine.HasFixedNoise(m, c) {
		return c, usagef("--epsilon %g: ε follows from the noise that other flags fix; leave out --epsilon, or those flags", c.Epsilon)
	}
	return c, nil
}

// budget sets ε, δ and the accountant of a configuration.
func (f *runFlags) budget(c *engine.Config) error {
	values := make(map[string]float64)
	for _, p := range engine.BudgetParameters() {
		values[p.Name] = p.Default
		if text := *f.typed[p.Name]; text != "" {
			v, err := p.Parse(text)
			if err != nil {
				return err
			}
			values[p.Name] = v
		}
	}
	c.Epsilon, c.Delta = values[engine.EpsilonParameter.Name], values[engine.DeltaParameter.Name]
	c.Accountant = accounting.Accountants()[int(values[engine.AccountantParameter.Name])].Name()
	return nil
}

// budgetFlag reports whether a flag is one of the budget, which every method has.
func budgetFlag(name string) bool {
	return slices.ContainsFunc(engine.BudgetParameters(), func(p method.Parameter) bool { return p.Name == name })
}

// problem loads and splits the ratings.
func (f *runFlags) problem(ctx context.Context) (engine.Problem, error) {
	r, err := f.source.open(ctx)
	if err != nil {
		return engine.Problem{}, err
	}
	split, err := loaders.SplitRatings(r, f.split, f.splitSeed)
	if err != nil {
		return engine.Problem{}, valueError("split", f.split, err)
	}
	print, err := loaders.Fingerprint(ctx, r)
	if err != nil {
		return engine.Problem{}, err
	}
	return engine.Problem{Name: r.Origin.Source, Split: split, Fingerprint: print}, nil
}
