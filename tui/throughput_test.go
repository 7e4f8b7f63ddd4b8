//go:build unix

package tui_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"dpals/engine"
	"dpals/engine/method"
)

// measuredConfig trains for a few seconds on every core.
var measuredConfig = engine.Config{Method: "als", Settings: method.Settings{"rank": 64, "iterations": 10}}

// asMeasure names the file for the cost of runs, one line each.
const asMeasure = "DPALS_TUI_MEASURE"

// cost is the time of a run.
type cost struct{ wall, processor time.Duration }

// measured is engine.Run that adds what the run cost to the file of asMeasure.
func measured(ctx context.Context, p engine.Problem, c engine.Config) (*engine.History, error) {
	began := processorTime()
	h, err := engine.Run(ctx, p, c)
	if err != nil || c.Method != measuredConfig.Method {
		return h, err
	}
	go func() {
		res, err := h.Wait()
		if err != nil {
			return
		}
		f, err := os.OpenFile(os.Getenv(asMeasure), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(f, res.Elapsed.Nanoseconds(), (processorTime() - began).Nanoseconds())
		if err := f.Close(); err != nil {
			panic(err)
		}
	}()
	return h, nil
}

// processorTime returns the processor time of this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// headless trains once without a screen.
func headless() {
	p, err := largeProblem(context.Background())
	if err == nil {
		var h *engine.History
		if h, err = measured(context.Background(), p, measuredConfig); err == nil {
			_, err = h.Wait()
		}
	}
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	awaitCosts(os.Getenv(asMeasure), 1)
}

// awaitCosts waits for so many lines of a file of costs and returns them; fewer where they do not come.
func awaitCosts(file string, n int) (all []cost) {
	for deadline := time.Now().Add(time.Minute); len(all) < n && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		all = all[:0]
		text, _ := os.ReadFile(file) // not there before the first
		for line := range strings.Lines(string(text)) {
			var c cost
			if _, err := fmt.Sscan(line, (*int64)(&c.wall), (*int64)(&c.processor)); err == nil {
				all = append(all, c)
			}
		}
	}
	return all
}

// BenchmarkTraining compares training in the dashboard with training without a screen: the same run in turns, since the
// speed of a machine varies. It reports the percentage of the speed that remains with the screen, by the clock and by
// processor time, which other programs disturb less. Run it with -benchtime 10x.
func BenchmarkTraining(b *testing.B) {
	shown, alone := b.TempDir()+"/shown", b.TempDir()+"/alone"
	v := openTerminal(b, modeMeasured, asMeasure+"="+shown)
	v.Sees("✓ done")
	done := len(awaitCosts(shown, 1)) // with the comparisons beside it, so it does not count
	var on, off []cost
	for b.Loop() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asProgram+"="+modeHeadless, asMeasure+"="+alone)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // as in the terminal: the system may share processors by session
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		v.Types("\r")
		on, off = awaitCosts(shown, done+len(on)+1)[done:], awaitCosts(alone, len(off)+1)
		if len(on) != len(off) {
			b.Fatalf("%d runs are done with a screen and %d without; the screen is\n%s", len(on), len(off), v.Screen())
		}
	}
	percentage := func(of func(cost) time.Duration) float64 {
		return 100 * float64(medianOf(off, of)) / float64(medianOf(on, of))
	}
	b.ReportMetric(percentage(func(c cost) time.Duration { return c.wall }), "%-of-speed")
	b.ReportMetric(percentage(func(c cost) time.Duration { return c.processor }), "%-of-processor")
	b.ReportMetric(float64(medianOf(on, func(c cost) time.Duration { return c.wall }).Milliseconds()), "shown-ms")
}

func medianOf(costs []cost, of func(cost) time.Duration) time.Duration {
	var all []time.Duration
	for _, c := range costs {
		all = append(all, of(c))
	}
	slices.Sort(all)
	return all[len(all)/2]
}
