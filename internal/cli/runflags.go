package cli

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

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
	f.source.private = true
	f.source.register(flags, standard)
	flags.StringVar(&f.split, "split", loaders.DefaultProtocol, "training, validation and test share: 80-10-10, 98-1-1, 99-1")
	flags.Uint64Var(&f.splitSeed, "split-seed", 1, "which split")
	group(flags, dataGroup)
	flags.StringVar(&f.method, "method", engine.DefaultMethod, "training method; dpals methods lists them")
	flags.Float64Var(&f.epsilon, "epsilon", engine.DefaultEpsilon, "ε, the privacy budget: smaller is more private")
	flags.Float64Var(&f.delta, "delta", engine.DefaultDelta, "δ, the chance that ε does not hold; well below 1/users")
	flags.StringVar(&f.accountant, "accountant", accounting.Exact.Name(), "exact, cks or mironov")
	flags.Float64Var(&f.metrics, "private-metrics", 0, "share of the budget for releasing the validation errors, so that they may be published: nothing else that follows from the ratings is told")
	flags.Uint64Var(&f.seed, "seed", 0, "reproducible noise, for teaching and tests: such a run is a simulation and protects nobody")
	flags.IntVar(&f.threads, "threads", 0, "goroutines that train; 0 for all processors")
	group(flags, methodGroup)
	f.knobs = make(map[string]*string)
	for _, m := range engine.Methods() {
		for _, p := range m.Parameters {
			if f.knobs[p.Name] == nil {
				f.knobs[p.Name] = flags.String(p.Name, "", usageOf(p))
				if len(p.Choices) == 0 {
					takes(flags, p.Name, "N")
				}
				if slices.Equal(p.Choices, []string{"no", "yes"}) {
					flags.Lookup(p.Name).NoOptDefVal = "yes"
				}
			}
		}
	}
	group(flags, knobsGroup)
}

// usageOf is the help of a parameter's flag.
func usageOf(p method.Parameter) string {
	text := p.Meaning
	if p.Symbol != "" && p.Symbol != p.Name {
		text = p.Symbol + ": " + text
	}
	if len(p.Choices) > 0 {
		standard := p.Format(p.Default)
		others := slices.DeleteFunc(slices.Clone(p.Choices), func(c string) bool { return c == standard })
		return text + " (" + standard + ", or " + strings.Join(others, ", ") + ")"
	}
	return text + " (" + p.Format(p.Default) + ")"
}

// config turns the flags into a configuration.
func (f *runFlags) config(cmd *cobra.Command) (engine.Config, error) {
	c := engine.Config{
		Method: f.method, Epsilon: f.epsilon, Delta: f.delta, Accountant: f.accountant,
		Threads: f.threads, PrivateMetrics: f.metrics, Scope: f.source.scope(), Settings: make(method.Settings),
	}
	if cmd.Flags().Changed("seed") {
		c.Seed = &f.seed
	}
	switch {
	case !cmd.Flags().Changed("epsilon"):
	case math.IsInf(f.epsilon, 1):
		return c, usagef("--epsilon %g: it would allow no noise at all, so choose a finite number, or a method that is not private", f.epsilon)
	case !(f.epsilon > 0):
		return c, usagef("--epsilon %g: choose a positive number", f.epsilon)
	}
	if cmd.Flags().Changed("delta") && !(f.delta > 0 && f.delta < 1) {
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
	if cmd.Flags().Changed("epsilon") && noiseTyped(m, c) {
		return c, usagef("--epsilon %g: the noise is typed in, and ε follows from it: leave out --epsilon, or the noise", f.epsilon)
	}
	return c, nil
}

// noiseTyped reports whether every release has a fixed cost, so that no target ε is calibrated to.
func noiseTyped(m *method.Method, c engine.Config) bool {
	if c.PrivateMetrics != 0 {
		m = engine.PrivateMetrics(m, c.PrivateMetrics, nil, nil)
	}
	settings, err := m.Settle(c.Settings)
	if err != nil || m.Plan == nil {
		return false
	}
	// Which costs are fixed does not depend on the ratings, so any will do.
	public := method.Public{Items: 1, Low: 0, High: 1, Epsilon: engine.DefaultEpsilon, Delta: engine.DefaultDelta}
	if m.Resolve != nil {
		settings = m.Resolve(public, settings)
	}
	requests, err := m.Plan(public, settings)
	return err == nil && len(requests) > 0 && !slices.ContainsFunc(requests, func(q accounting.Request) bool { return q.Mu == 0 })
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
