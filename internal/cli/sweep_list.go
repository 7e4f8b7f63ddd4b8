package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/internal/cli/report"
)

func sweepResumeCommand() *cobra.Command {
	var run sweepFlags
	var source sourceFlags
	cmd := &cobra.Command{
		Use:     "resume [SWEEP]",
		Short:   "Continue a sweep (default: the latest that is unfinished)",
		Example: "dpals sweep resume\ndpals sweep resume 3 --csv errors.csv",
		Args:    oneArgument,
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
	setGroup(cmd.Flags(), dataGroup)
	run.register(cmd.Flags())
	return cmd
}

// resumable returns the sweep of the number, or the latest that is unfinished.
func resumable(s *store.Store, args []string) (store.Sweep, error) {
	if len(args) == 0 {
		all, err := s.Sweeps(true)
		if err == nil && len(all) == 0 {
			err = usagef("no sweep is unfinished; dpals sweep list shows all sweeps")
		}
		if err != nil {
			return store.Sweep{}, err
		}
		return all[0], nil
	}
	id, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil {
		return store.Sweep{}, usagef("%q is not the number of a sweep; dpals sweep list shows the numbers", args[0])
	}
	w, err := s.SweepByID(id)
	if err == nil && w.Outcome == store.SweepReplaced {
		err = usagef("sweep %d was started again under another number; dpals sweep list shows it", id)
	}
	return w, err
}

func sweepListCommand() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List sweeps, the latest first, with their progress",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, func(s *store.Store) error {
				all, err := s.Sweeps(false)
				if err != nil {
					return err
				}
				if *asJSON {
					return report.WriteSweepsJSON(cmd.OutOrStdout(), all)
				}
				return report.WriteSweeps(cmd.OutOrStdout(), all)
			})
		},
	}
	asJSON = jsonFlag(cmd.Flags(), "sweep")
	return cmd
}
