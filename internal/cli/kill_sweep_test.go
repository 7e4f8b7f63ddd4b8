//go:build unix

package cli

import (
	"context"
	"encoding/csv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dpals/accounting/ledger"
	"dpals/engine/store"
)

// killedSweep returns a sweep of 40 points: 30 of a private method, 10 of another.
func killedSweep(state, file string) []string {
	return []string{"sweep", "--data", "synth:skewed:n=300,m=80,per=15", "--methods", "dpals-eb,als", "--param", "rank=2,4", "--param", "iterations=12",
		"--epsilon", "1,2,5", "--repeats", "5", "--seed", "1", "--jobs", "2", "--state", state, "--csv", file}
}

// A sweep is killed at random moments until it has finished. Its table is then complete, has no point twice, and the
// ledger holds exactly what the store says was charged, besides the runs that were killed.
func TestKilledSweepContinues(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes; left out of short runs")
	}
	state := t.TempDir()
	file := filepath.Join(state, "errors.csv")
	random := rand.New(rand.NewPCG(3, 4))
	kills := 0
	for finished := false; !finished; {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		cmd := process(ctx, t, killedSweep(state, file)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		patience := time.Duration(100+random.IntN(500)) * time.Millisecond
		if kills >= 6 {
			patience = time.Minute // a slow machine would never finish
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the sweep failed after %d kills: %v", kills, err)
			}
			finished = true
		case <-time.After(patience):
			if _, err := os.Stat(file); err == nil {
				t.Error("the table was there before the sweep had finished")
			}
			cmd.Process.Kill()
			<-ended
			kills++
		}
		cancel()
	}
	if kills == 0 {
		t.Skip("the sweep had finished before it could be killed")
	}
	checkTable(t, file)
	l, err := ledger.Open(state)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s, err := store.Open(state, store.Options{Ledger: l})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sweeps, err := s.Sweeps(false)
	if err != nil || len(sweeps) != 1 || sweeps[0].Outcome != store.SweepDone || sweeps[0].Done != 40 {
		t.Fatalf("the sweep is kept as %+v: %v", sweeps, err)
	}
	checkCharges(t, s, l, sweeps[0].ID, kills)
}

// checkTable checks that the table has each of the 40 points once.
func checkTable(t *testing.T, file string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 41 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	seen := make(map[string]bool)
	for _, row := range rows[1:] {
		column := func(name string) string { return row[slices.Index(rows[0], name)] }
		point := strings.Join([]string{column("method"), column("rank"), column("target_epsilon"), column("seed")}, " ")
		if seen[point] || column("test_rmse") == "" {
			t.Errorf("%s is there twice, or has no error", point)
		}
		seen[point] = true
	}
}

// checkCharges checks that the ledger was charged in full for every private point of a sweep, each by its own run, and
// that no other run is done, so that no charged run was lost. A kill may fall between the end of a run in the store and
// in the ledger, which then counts it as died.
func checkCharges(t *testing.T, s *store.Store, l *ledger.Ledger, sweep int64, kills int) {
	t.Helper()
	points, err := s.Points(sweep)
	if err != nil {
		t.Fatal(err)
	}
	charged := make(map[int64]store.Run)
	for i, p := range points {
		if p.Point != i {
			t.Fatalf("point %d is missing or there twice", i)
		}
		if p.Ledger != 0 {
			if _, twice := charged[p.Ledger]; twice {
				t.Errorf("two points have run %d of the ledger", p.Ledger)
			}
			charged[p.Ledger] = p
		}
	}
	sets, err := l.Datasets()
	if err != nil || len(sets) != 1 {
		t.Fatalf("%d data sets: %v", len(sets), err)
	}
	entries, err := l.Runs(sets[0].Dataset)
	if err != nil {
		t.Fatal(err)
	}
	died := 0
	for _, e := range entries {
		switch p, ok := charged[e.ID]; {
		case ok && (e.Outcome != "done" && e.Outcome != ledger.Died || e.SpentMu != p.Mu || e.Method != p.Method):
			t.Errorf("point %d is run %d of the ledger, which has %+v", p.Point, e.ID, e)
		case ok:
			delete(charged, e.ID)
		case e.Outcome == "done":
			t.Errorf("run %d of the ledger is done and no point", e.ID)
		default:
			died++
		}
	}
	if len(charged) > 0 {
		t.Errorf("%d points are charged to runs that the ledger does not have", len(charged))
	}
	if err := l.Verify(); err != nil {
		t.Error(err)
	}
	t.Logf("%d kills, %d runs died", kills, died)
}
