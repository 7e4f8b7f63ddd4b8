package ledger

import (
	"dpals/accounting"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// trainToEnd charges one run in full and ends it.
func trainToEnd(l *Ledger, p *accounting.Plan, log *os.File) error {
	a, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
	if err != nil {
		return err
	}
	if err := train(a, p, log); err != nil {
		return err
	}
	return a.End("done")
}

func spendTheLimit(dir string, log *os.File) error {
	l, err := Open(dir)
	if err != nil {
		return err
	}
	p, err := equalReleases(0.25, 3)
	if err != nil {
		return err
	}
	for {
		err := trainToEnd(l, p, log)
		if errors.Is(err, ErrRefused) {
			return l.Close()
		}
		if err != nil {
			return err
		}
	}
}

// Several processes spend one limit. None passes it, none loses a charge, and together they spend all that fits.
func TestProcessesShareALimit(t *testing.T) {
	for _, n := range []int{2, 4} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			log := filepath.Join(dir, "events")
			l := opened(t, dir)
			limited(t, l, 1.5)
			wait := make([]func(), n)
			for i := range wait {
				cmd, said := process(t, "spend", dir, log)
				wait[i] = func() {
					if err := cmd.Wait(); err != nil {
						t.Errorf("%v: %s", err, said)
					}
				}
			}
			for _, w := range wait {
				w()
			}
			released := logged(t, log)
			proven(t, l, released)
			s := status(t, l)
			if s.Limit == nil || s.SpentEpsilon > s.Limit.Epsilon || s.Running != 0 {
				t.Errorf("ended with %+v", s)
			}
			p := planned(t, 0.25, 3)
			if s.LeftMu >= p.Mu {
				t.Errorf("μ %g is left, a run costs %g", s.LeftMu, p.Mu)
			}
			entries, err := l.Runs(people)
			if err != nil {
				t.Fatal(err)
			}
			charges := 0
			for _, e := range entries {
				charges += int(e.Charges)
			}
			if charges != len(released) {
				t.Errorf("%d charges for %d releases", charges, len(released))
			}
		})
	}
}
