package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/accounting/noise"
)

// The test binary runs itself as other processes. What such a process does is named in the environment.
const (
	roleVariable   = "DPALS_LEDGER_ROLE"
	folderVariable = "DPALS_LEDGER_FOLDER"
	logVariable    = "DPALS_LEDGER_LOG"
	killsVariable  = "DPALS_KILLS" // number of kills of TestKilledProcesses
)

var roles = map[string]func(dir string, log *os.File) error{
	"train": trainForEver,
	"spend": spendTheLimit,
}

func TestMain(m *testing.M) {
	role := roles[os.Getenv(roleVariable)]
	if role == nil {
		os.Exit(m.Run())
	}
	log, err := os.OpenFile(os.Getenv(logVariable), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err == nil {
		err = role(os.Getenv(folderVariable), log)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// process starts the test binary in a role.
func process(t testing.TB, role, dir, log string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), roleVariable+"="+role, folderVariable+"="+dir, logVariable+"="+log)
	said := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, said
}

// drawn is a line of the event log, written once a release's noise may have been drawn.
type drawn struct {
	run  int64
	name string
	mu   float64
}

// train makes a run's releases through a meter and logs each as soon as the meter may draw its noise. The log is not
// synced: it outlives the process, and it never tells of a release that was not made.
func train(a *OpenEntry, p *accounting.Plan, log *os.File) error {
	m := accounting.NewMeter(p, noise.Seeded(1), func(c accounting.Charge) error {
		if err := a.Charge(c); err != nil {
			return err
		}
		_, err := fmt.Fprintf(log, "%d %q %x\n", a.ID(), c.Name, c.Release.Mu)
		return err
	})
	for _, r := range p.Releases {
		if err := m.Release(r.Name, make([]float64, 1)); err != nil {
			return err
		}
	}
	return m.Close()
}

func trainForEver(dir string, log *os.File) error {
	l, err := Open(dir)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		p, err := equalReleases(0.1, 1+i%7)
		if err != nil {
			return err
		}
		a, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
		if err != nil {
			return err
		}
		if err := train(a, p, log); err != nil {
			return err
		}
		if i%3 == 2 { // leave and come back, as short commands do
			if err := l.Close(); err != nil {
				return err
			}
			if l, err = Open(dir); err != nil {
				return err
			}
			continue // and leave without saying how the run ended
		}
		if err := a.End("done"); err != nil {
			return err
		}
	}
}

func logged(t testing.TB, path string) (all []drawn) {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var d drawn
		var mu string
		if _, err := fmt.Sscanf(lines.Text(), "%d %q %s", &d.run, &d.name, &mu); err != nil {
			t.Fatalf("log line %q: %v", lines.Text(), err)
		}
		if d.mu, err = strconv.ParseFloat(mu, 64); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// proven fails where the ledger knows less than the log proves.
func proven(t testing.TB, l *Ledger, log []drawn) {
	t.Helper()
	verified(t, l)
	total := sum()
	charged := make(map[int64]map[string]float64)
	for _, d := range log {
		if charged[d.run] == nil {
			charged[d.run] = make(map[string]float64)
			releases, err := l.Releases(d.run)
			if err != nil {
				t.Fatalf("run %d was released from and is not in the ledger: %v", d.run, err)
			}
			for _, r := range releases {
				charged[d.run][r.Name] = r.Mu
			}
		}
		if charged[d.run][d.name] != d.mu {
			t.Fatalf("run %d, release %q of μ %g was made and is charged with %g", d.run, d.name, d.mu, charged[d.run][d.name])
		}
		total.Add(total, square(d.mu))
	}
	if s := status(t, l); square(s.SpentMu).Cmp(total) < 0 {
		t.Fatalf("the ledger has μ %g, the log proves %g", s.SpentMu, rootDown(total))
	}
}

// Processes are killed at random instants; whatever the surviving log proves was released, the ledger has.
func TestKilledProcesses(t *testing.T) {
	t.Parallel()
	kills := 25
	if text := os.Getenv(killsVariable); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	const perFolder = 20 // kills, so that checking everything after each of them stays quick
	var dir, log string
	var releases, runs, died, early int
	seen := func() {
		l := opened(t, dir)
		all := logged(t, log)
		entries, err := l.Runs(people)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Outcome == Died {
				died++
			}
		}
		releases += len(all)
		runs += len(entries)
		_ = l.Close()
	}
	for k := range kills {
		if k%perFolder == 0 {
			if k > 0 {
				seen()
			}
			dir = t.TempDir()
			log = filepath.Join(dir, "events")
		}
		before := len(logged(t, log))
		victims := 1 + k%2
		var all []*exec.Cmd
		var said []*strings.Builder
		for range victims {
			cmd, text := process(t, "train", dir, log)
			all, said = append(all, cmd), append(said, text)
		}
		// Every third is killed while it starts and opens, the others at work.
		if k%3 > 0 {
			for end := time.Now().Add(20 * time.Second); len(logged(t, log)) == before && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
		}
		time.Sleep(time.Duration(rand.Int64N(int64(80 * time.Millisecond))))
		for _, cmd := range all {
			_ = cmd.Process.Kill()
		}
		for i, cmd := range all {
			if _ = cmd.Wait(); cmd.ProcessState.Exited() {
				t.Fatalf("kill %d: a process ended by itself: %s", k, said[i])
			}
		}
		if len(logged(t, log)) == before {
			early++
		}
		l := opened(t, dir)
		proven(t, l, logged(t, log))
		if s := status(t, l); s.Running != 0 {
			t.Fatalf("kill %d: %d runs of dead processes are under way", k, s.Running)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	seen()
	t.Logf("%d kills, %d of them before a release, %d runs of which %d died, %d releases proven", kills, early, runs, died, releases)
	if releases == 0 || died == 0 {
		t.Error("nothing was killed at work")
	}
}
