package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"dpals/engine/store"
	"dpals/tui/canvas"
)

func watchCommand() *cobra.Command {
	var run runFlags
	var screen screenFlags
	cmd := &cobra.Command{
		Use:   "watch RUN",
		Short: "Follow a run that another process trains, on the dashboard",
		Long: "Open the dashboard on a run that another process trains, or has trained, and follow it. Nothing trains there until\n" +
			"Space is pressed on the Tune screen. Where there is no terminal, or with --plain, its steps are printed as lines.",
		Example: "dpals watch 12",
		Args:    exactlyOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := runNumbers(args)
			if err != nil {
				return err
			}
			if screen.lines() {
				return withStore(cmd, func(s *store.Store) error { return followKept(cmd.Context(), cmd.OutOrStdout(), s, ids[0]) })
			}
			err = withStore(cmd, func(s *store.Store) error {
				d, err := s.Get(ids[0])
				if run.source.data == "" {
					run.source.data = d.Data
				}
				return err
			})
			if err != nil {
				return err
			}
			screen.watch = ids[0]
			return dashboard(cmd, &run, &screen)
		},
	}
	run.register(cmd)
	screen.register(cmd)
	for _, name := range []string{"fresh", "tour"} { // it does not take up a session
		_ = cmd.Flags().MarkHidden(name)
	}
	return cmd
}

// How a kept run is looked at: so often, and after so many looks it is asked whether its process lives.
const (
	lookEvery  = 250 * time.Millisecond
	looksAlive = 8
)

// followKept prints the steps of a kept run as they come, until it has ended.
func followKept(ctx context.Context, out io.Writer, s *store.Store, id int64) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	told := 0
	for looks := 1; ; looks++ {
		d, err := s.Get(id)
		if err != nil {
			return err
		}
		for _, step := range d.Curve[min(told, len(d.Curve)):] {
			if _, err := fmt.Fprintln(out, stepLine(step)); err != nil {
				return err
			}
		}
		told = len(d.Curve)
		if d.Outcome != "" {
			fmt.Fprintf(out, "run %d: %s", id, canvas.Text(d.Outcome))
			if d.Error != "" {
				fmt.Fprintf(out, ", %s", canvas.Text(d.Error))
			}
			if text := stoppedRun(d); text != "" {
				fmt.Fprintf(out, "\n%s", text)
			}
			_, err := fmt.Fprintf(out, "\nerrors: %s\n", errorsOf(d.Run))
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
		if looks%looksAlive == 0 {
			if err := s.ReapDeadRuns(); err != nil {
				return err
			}
		}
	}
}

func stepLine(s store.Iteration) string {
	line := fmt.Sprintf("step %d of %d: validation RMSE %s", s.T, s.Of, figure(s.ValidRMSE))
	if s.Deviation > 0 {
		line = fmt.Sprintf("step %d of %d: validation RMSE %s", s.T, s.Of, releasedError(s.ValidRMSE, s.Deviation))
	}
	if !math.IsNaN(s.Epsilon) {
		line += ", charged ε " + figureOf(s.Epsilon)
	}
	if s.Deviation > 0 { // with released errors, how long it took is no release
		return line
	}
	return fmt.Sprintf("%s, %.2f s", line, s.Elapsed.Seconds())
}
