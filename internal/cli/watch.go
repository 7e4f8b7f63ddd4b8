package cli

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/internal/cli/report"
)

func watchCommand() *cobra.Command {
	var run runFlags
	var screen screenFlags
	cmd := &cobra.Command{
		Use:   "watch RUN",
		Short: "Follow a run that another process trains, on the dashboard",
		Long: "Open the dashboard on a run that another process trains, or has trained, and follow it. The dashboard trains nothing\n" +
			"until Space is pressed on the Tune screen. Without a terminal, or with --plain, print a line for each iteration.",
		Example: "dpals watch 12",
		Args:    oneRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			if screen.printsLines() {
				return withRuns(cmd, args, func(s *store.Store, ids []int64) error {
					return followStored(cmd.Context(), cmd.OutOrStdout(), s, ids[0])
				})
			}
			err := withRun(cmd, args[0], func(d store.Detail) error {
				screen.watch = d.ID
				if run.source.data == "" {
					run.source.data = d.Data
				}
				return nil
			})
			if err != nil {
				return err
			}
			return dashboard(cmd, &run, &screen)
		},
	}
	run.register(cmd.Flags(), "")
	screen.register(cmd.Flags())
	for _, name := range []string{"fresh", "tour"} { // watching never resumes a session
		_ = cmd.Flags().MarkHidden(name)
	}
	return cmd
}

// A stored run is read at this interval. After readsPerReap reads, runs of killed processes are marked as ended.
const (
	readInterval = 250 * time.Millisecond
	readsPerReap = 8
)

// followStored prints the iterations of a stored run as they are added, until it has ended.
func followStored(ctx context.Context, out io.Writer, s *store.Store, id int64) error {
	tick := time.NewTicker(readInterval)
	defer tick.Stop()
	printed := 0
	for reads := 1; ; reads++ {
		d, err := s.Get(id)
		if err != nil {
			return err
		}
		if err := report.WriteIterations(out, d.Curve[min(printed, len(d.Curve)):]); err != nil {
			return err
		}
		printed = len(d.Curve)
		if d.Outcome != "" {
			return report.WriteEnd(out, d)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if reads%readsPerReap == 0 {
			if err := s.ReapDeadRuns(); err != nil {
				return err
			}
		}
	}
}
