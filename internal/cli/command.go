package cli

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpals/accounting/ledger"
	"dpals/engine/store"
	"dpals/tui/canvas"
)

// parentCommand returns a command that only holds others, and shows its help.
func parentCommand(use, short, long string, children ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Args: noCommand, Annotations: map[string]string{parentKey: ""},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(children...)
	return cmd
}

// jsonFlag adds --json: one object a line for each unit, such as "run", or a single object for "".
func jsonFlag(flags *pflag.FlagSet, unit string) *bool {
	if unit == "" {
		return flags.Bool("json", false, "print one JSON object")
	}
	return flags.Bool("json", false, "print JSON, one object a line for each "+unit)
}

// note prints what the user may not expect on stderr, one sentence each.
func note(cmd *cobra.Command, notes ...string) {
	for _, n := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note:", canvas.Text(n))
	}
}

// trainingState is the ledger and the store of a command that trains.
type trainingState struct {
	ledger *ledger.Ledger
	store  *store.Store // nil where it cannot be used: training goes on without it
}

// openState opens the ledger and the store of the state folder, to be closed. A store that cannot be used is a note.
func openState(cmd *cobra.Command) (*trainingState, error) {
	l, err := ledger.Open(stateFolder(cmd))
	if err != nil {
		return nil, err
	}
	warn := func(err error) { note(cmd, "runs are not stored: "+err.Error()) }
	s, err := store.Open(stateFolder(cmd), store.Options{Ledger: l, Warn: warn})
	if err != nil {
		warn(err)
		s = nil
	}
	return &trainingState{l, s}, nil
}

func (s *trainingState) close() {
	s.store.Close()
	s.ledger.Close()
}

// withLedger opens the ledger of the state folder for a call.
func withLedger(cmd *cobra.Command, do func(*ledger.Ledger) error) (err error) {
	l, err := ledger.Open(stateFolder(cmd))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	return do(l)
}

// withStore opens the store of the state folder for a call. Without the ledger, which is then a note, the store cannot
// see which runs have been killed.
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

// withRuns reads the numbers of runs and opens the store for a call.
func withRuns(cmd *cobra.Command, args []string, do func(*store.Store, []int64) error) error {
	ids, err := runNumbers(args)
	if err != nil {
		return err
	}
	return withStore(cmd, func(s *store.Store) error { return do(s, ids) })
}

// withRun opens the store for a call about one run.
func withRun(cmd *cobra.Command, arg string, do func(store.Detail) error) error {
	return withRuns(cmd, []string{arg}, func(s *store.Store, ids []int64) error {
		d, err := s.Get(ids[0])
		if err != nil {
			return err
		}
		return do(d)
	})
}

func runNumbers(args []string) ([]int64, error) {
	all := make([]int64, len(args))
	for i, a := range args {
		n, err := strconv.ParseInt(a, 10, 64)
		if err != nil || n < 1 {
			return nil, usagef("%q is not the number of a run; dpals runs list shows the numbers", a)
		}
		all[i] = n
	}
	return all, nil
}
