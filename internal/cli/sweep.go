package cli

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// grid is what a sweep varies.
type grid struct {
	data    []string
	methods []string
	epsilon []float64
	repeats int
}

func sweepCommand() *cobra.Command {
	var g grid
	var run runFlags
	var file string
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Train methods over a grid of ε and print their errors, mean ± s.d.",
		Long: "Train every method at every ε, several times, with default parameters, and print the test errors as a table.\n\n" +
			"Every run of a private method is charged to the ledger of its data set like any other. With --seed the runs are\n" +
			"simulations, one seed on for each repeat.",
		Example: "dpals sweep --data ml-100k --data ml-1m --methods dpals-eb,dpals,als --epsilon 0.5,1,2,5 --repeats 5 --csv errors.csv",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := g.check(); err != nil {
				return err
			}
			budget, err := ledger.Open(stateFolder(cmd))
			if err != nil {
				return err
			}
			defer budget.Close()
			s := sweep{grid: g, run: &run, ledger: budget, progress: cmd.ErrOrStderr(), seeded: cmd.Flags().Changed("seed")}
			points, err := s.all(cmd.Context())
			if err != nil {
				return err
			}
			if file != "" {
				if err := writePoints(file, points); err != nil {
					return fmt.Errorf("%s could not be written: %w", canvas.Text(file), err)
				}
			}
			return table(cmd.OutOrStdout(), g, points)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&g.data, "data", []string{defaultData}, "ratings to train on; may be given several times")
	flags.StringSliceVar(&g.methods, "methods", names(engine.Methods()), "methods to compare")
	flags.Float64SliceVar(&g.epsilon, "epsilon", []float64{0.5, 1, 2, 5, 10, 20, 50}, "ε of each run")
	flags.IntVar(&g.repeats, "repeats", 5, "runs of every point")
	flags.Float64Var(&run.delta, "delta", engine.DefaultDelta, "δ of each run")
	flags.StringVar(&run.split, "split", loaders.DefaultProtocol, "training, validation and test share")
	flags.Uint64Var(&run.splitSeed, "split-seed", 1, "which split")
	flags.Uint64Var(&run.seed, "seed", 0, "reproducible noise, from this seed on: simulations, which protect nobody")
	flags.IntVar(&run.threads, "threads", 0, "goroutines that train; 0 for all processors")
	run.source.registerCache(flags)
	flags.StringVar(&file, "csv", "", "write every run to this file")
	return cmd
}

func (g grid) check() error {
	switch {
	case len(g.data) == 0, len(g.methods) == 0, len(g.epsilon) == 0:
		return usagef("a sweep needs at least one of --data, --methods and --epsilon")
	case g.repeats < 1:
		return usagef("--repeats %d: choose at least 1", g.repeats)
	}
	for _, name := range g.methods {
		if _, err := engine.Lookup(name); err != nil {
			return usagef("--methods: %w", err)
		}
	}
	return nil
}

// point is one run of a sweep.
type point struct {
	data    string
	epsilon float64 // asked for; 0 where the method has no use for it
	result  *engine.Result
}

// sweep runs the grid, one run after the other: each uses all processors.
type sweep struct {
	grid
	run      *runFlags
	ledger   *ledger.Ledger
	progress io.Writer
	seeded   bool
}

func (s *sweep) all(ctx context.Context) (points []point, err error) {
	for _, data := range s.data {
		s.run.source.data = data
		problem, err := s.run.problem(ctx)
		if err != nil {
			return nil, err
		}
		for _, name := range s.methods {
			epsilons := s.epsilon
			if m, err := engine.Lookup(name); err != nil || m.Plan == nil {
				epsilons = []float64{0}
			}
			for _, epsilon := range epsilons {
				for repeat := range s.repeats {
					r, err := s.one(ctx, problem, name, epsilon, repeat)
					if err != nil {
						return nil, err
					}
					points = append(points, point{data: data, epsilon: epsilon, result: r})
					fmt.Fprintf(s.progress, "%s %s ε %g: test RMSE %s, %.2f s\n", canvas.Text(data), name, epsilon, figure(r.TestRMSE), r.Elapsed.Seconds())
				}
			}
		}
	}
	return points, nil
}

func (s *sweep) one(ctx context.Context, p engine.Problem, name string, epsilon float64, repeat int) (*engine.Result, error) {
	c := engine.Config{Method: name, Epsilon: epsilon, Delta: s.run.delta, Threads: s.run.threads, Ledger: s.ledger}
	if s.seeded {
		seed := s.run.seed + uint64(repeat)
		c.Seed = &seed
	}
	h, err := engine.Run(ctx, p, c)
	if err != nil {
		return nil, err
	}
	r, err := h.Wait()
	if err != nil {
		return nil, failure(err)
	}
	return r, nil
}

// table prints mean ± s.d. over the repeats: a row for every data set and method, a column for every ε.
func table(out io.Writer, g grid, points []point) error {
	type cell struct {
		data, method string
		epsilon      float64
	}
	values := make(map[cell][]float64)
	for _, p := range points {
		k := cell{p.data, p.result.Method, p.epsilon}
		values[k] = append(values[k], p.result.TestRMSE)
	}
	w := tabwriter.NewWriter(out, 0, 4, 1, ' ', 0)
	columns, rule := []string{"data", "method", "model of trust"}, []string{"---", "---", "---"}
	for _, e := range g.epsilon {
		columns, rule = append(columns, "ε = "+strconv.FormatFloat(e, 'g', -1, 64)), append(rule, "---")
	}
	fmt.Fprintf(w, "| %s\t|\n| %s\t|\n", strings.Join(columns, "\t| "), strings.Join(rule, "\t| "))
	for _, data := range g.data {
		for _, name := range g.methods {
			m, err := engine.Lookup(name)
			if err != nil {
				return err
			}
			row := []string{canvas.Text(data), name, string(m.Trust)}
			for _, e := range g.epsilon {
				v, ok := values[cell{data, name, e}]
				if !ok {
					v = values[cell{data, name, 0}] // the same whatever ε
				}
				mean, deviation := meanAndDeviation(v)
				row = append(row, fmt.Sprintf("%.4f ± %.4f", mean, deviation))
			}
			fmt.Fprintf(w, "| %s\t|\n", strings.Join(row, "\t| "))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "\nTest RMSE, mean ± s.d. over repeats: errors on held-out ratings, not private numbers.\nAn ε of one model of trust is no ε of another: see dpals methods.")
	return err
}

// writePoints writes every run as a row of CSV.
func writePoints(path string, points []point) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	w.Write([]string{"data", "method", "private", "simulation", "trust", "epsilon", "delta", "mu", "seed", "train_rmse", "valid_rmse", "test_rmse", "iterations", "seconds"})
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, p := range points {
		r, seed := p.result, ""
		if r.Seed != nil {
			seed = strconv.FormatUint(*r.Seed, 10)
		}
		w.Write([]string{p.data, r.Method, strconv.FormatBool(r.Private), strconv.FormatBool(r.Simulation), string(r.Trust), number(r.Epsilon), number(r.Delta),
			number(r.Mu), seed, number(r.TrainRMSE), number(r.ValidRMSE), number(r.TestRMSE), strconv.Itoa(r.Iterations), number(r.Elapsed.Seconds())})
	}
	w.Flush()
	if err := w.Error(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func names(methods []*method.Method) (list []string) {
	for _, m := range methods {
		list = append(list, m.Name)
	}
	return list
}
