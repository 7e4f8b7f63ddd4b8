package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine/store"
	"dpals/internal/format"
)

// filterHelp explains the language that runs are filtered by.
const filterHelp = "A filter is words between spaces, all of which must hold:\n\n" +
	"  dpals ml-1m          looked for in method, data, label, command and outcome\n" +
	"  method:dpals         contains; method=dpals is it exactly\n" +
	"  eps<2 k>=20          compares numbers with < <= > >= = and any parameter by its name\n" +
	"  started>=2026-11     compares times as text, in UTC; started:2026-11-02 is that day\n" +
	"  pinned               or simulation, private, running\n" +
	"  -pinned -method=als  what must not hold; after -- on a command line\n" +
	"  label:\"two words\"    quotes keep spaces together\n\n" +
	"Texts: method, data, label, outcome, command, accountant, trust, split, seed, program. Numbers: id, eps, delta, mu, test,\n" +
	"valid, train, steps, seconds, sweep, dataset. Times: started, ended."

// chargesStay stands wherever a run is forgotten.
const chargesStay = "what runs were charged stays in the ledger: it was released, and deleting takes nothing back"

func runsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "The history of runs: list, show, compare, export, label, pin, delete",
		Long:  "The history of runs: all that were trained by train, by sweep and on the dashboard, with their curves.\n\n" + filterHelp,
		Args:  noCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(runsListCommand(), runsShowCommand(), runsCompareCommand(), runsExportCommand(), runsLabelCommand(), runsPinCommand(), runsDeleteCommand())
	return cmd
}

// keepRuns opens the store for a command that trains. Where it cannot be used the command says so and goes on: the
// store is then nil.
func keepRuns(cmd *cobra.Command, l *ledger.Ledger) *store.Store {
	unkept := func(err error) { note(cmd, "runs are not kept: "+err.Error()) }
	s, err := store.Open(stateFolder(cmd), store.Options{Ledger: l, Warn: unkept})
	if err != nil {
		unkept(err)
		return nil
	}
	return s
}

// withStore opens the store for the time of a call. A ledger that cannot be opened only keeps the store from knowing
// which runs have died.
func withStore(cmd *cobra.Command, do func(*store.Store) error) (err error) {
	l, err := ledger.Open(stateFolder(cmd))
	if err != nil {
		note(cmd, err.Error())
	} else {
		defer l.Close()
	}
	s, err := store.Open(stateFolder(cmd), store.Options{Ledger: l})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = do(s)
	if errors.Is(err, store.ErrNoRun) || errors.Is(err, store.ErrBusy) {
		err = usageError{err}
	}
	return err
}

// runNumbers reads the numbers of runs or sweeps.
func runNumbers(args []string) ([]int64, error) {
	all := make([]int64, len(args))
	for i, a := range args {
		n, err := strconv.ParseInt(a, 10, 64)
		if err != nil || n < 1 {
			return nil, usagef("%s: give the number of a run, as dpals runs list shows it", a)
		}
		all[i] = n
	}
	return all, nil
}

// atLeastOne refuses a command without the number of a run.
func atLeastOne(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s: give the number of a run, as dpals runs list shows it", cmd.CommandPath())
	}
	return nil
}

// exactlyOne refuses any but one number of a run.
func exactlyOne(cmd *cobra.Command, args []string) error {
	if err := atLeastOne(cmd, args); err != nil {
		return err
	}
	return oneName(cmd, args)
}

func filter(typed string) (store.Filter, error) {
	f, err := store.ParseFilter(typed)
	if err != nil {
		return f, usageError{err}
	}
	return f, nil
}

func runsLabelCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "label RUN [TEXT]",
		Short:   "Name a run; without a text its name is taken away",
		Example: "dpals runs label 12 for the talk",
		Args:    atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := runNumbers(args[:1])
			if err != nil {
				return err
			}
			return withStore(cmd, func(s *store.Store) error { return s.Label(ids[0], strings.Join(args[1:], " ")) })
		},
	}
}

func runsPinCommand() *cobra.Command {
	var off bool
	cmd := &cobra.Command{
		Use:     "pin RUN...",
		Short:   "Pin runs, so that the filter \"pinned\" finds them",
		Example: "dpals runs pin 12 14\ndpals runs pin 12 --off",
		Args:    atLeastOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := runNumbers(args)
			if err != nil {
				return err
			}
			return withStore(cmd, func(s *store.Store) error { return s.Pin(!off, ids...) })
		},
	}
	cmd.Flags().BoolVar(&off, "off", false, "let go of them")
	return cmd
}

func runsDeleteCommand() *cobra.Command {
	var matching string
	var yes bool
	cmd := &cobra.Command{
		Use:   "delete RUN...",
		Short: "Forget runs; what they were charged stays in the ledger",
		Long: "Forget runs and their curves. What they were charged stays in the ledger: it was released, and deleting takes\n" +
			"nothing back.",
		Example: "dpals runs delete 12 14\ndpals runs delete --filter \"simulation -pinned\" --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			byFilter := cmd.Flags().Changed("filter")
			if byFilter == (len(args) > 0) {
				return usagef("give the numbers of runs, or --filter")
			}
			ids, err := runNumbers(args)
			if err != nil {
				return err
			}
			f, err := filter(matching)
			if err != nil {
				return err
			}
			return withStore(cmd, func(s *store.Store) error {
				if byFilter {
					runs, err := s.List(f, store.Sort{}, 0, 0)
					if err != nil {
						return err
					}
					for _, r := range runs {
						ids = append(ids, r.ID)
					}
					if !yes && len(ids) > 0 {
						return usagef("--filter %s selects %s: give --yes to delete", matching, format.Plural(len(ids), "run"))
					}
				}
				if err := s.Delete(ids...); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s deleted\n", format.Plural(len(ids), "run"))
				note(cmd, chargesStay)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&matching, "filter", "", "delete the runs that a filter selects; see dpals runs --help")
	cmd.Flags().BoolVar(&yes, "yes", false, "delete what the filter selects")
	takes(cmd.Flags(), "filter", "FILTER")
	return cmd
}
