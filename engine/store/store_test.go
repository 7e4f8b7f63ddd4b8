package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/sqlitedb"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// opened returns a store and the ledger beside it.
func opened(t testing.TB, dir string) (*Store, *ledger.Ledger) {
	t.Helper()
	l, err := ledger.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s, err := Open(dir, Options{Ledger: l, Warn: func(err error) { t.Errorf("warned: %v", err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, l
}

// problem is a small set of synthetic ratings.
func problem(t testing.TB) engine.Problem {
	t.Helper()
	r, err := sources.Open(context.Background(), "synth:skewed:n=120,m=40,per=8", sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	print, err := loaders.Fingerprint(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Name: "people.csv", Split: split, Fingerprint: print}
}

// recorded trains once and returns the run's number.
func recorded(t testing.TB, s *Store, p engine.Problem, c engine.Config, from Origin) (int64, *engine.History) {
	t.Helper()
	h, err := engine.Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.Record(h, p, c, from).Wait()
	if err != nil || id == 0 {
		t.Fatalf("kept as %d: %v", id, err)
	}
	return id, h
}

func simulated(l *ledger.Ledger) engine.Config {
	seed := uint64(math.MaxUint64)
	return engine.Config{Method: "dpals-eb", Epsilon: 2, Seed: &seed, Threads: 1, Ledger: l, Settings: method.Settings{"rank": 3}}
}

// What a run did is what the store gives back, under another process too.
func TestRunIsStoredWhole(t *testing.T) {
	dir := t.TempDir()
	s, l := opened(t, dir)
	p := problem(t)
	for name, c := range map[string]engine.Config{
		"charged":     simulated(l),
		"uncharged":   simulated(nil),
		"not private": {Method: "als", Threads: 1},
	} {
		t.Run(name, func(t *testing.T) {
			id, h := recorded(t, s, p, c, Origin{Command: "train", Label: "first"})
			result, err := h.Wait()
			if err != nil {
				t.Fatal(err)
			}
			other, _ := opened(t, dir)
			got, err := other.Get(id)
			if err != nil {
				t.Fatal(err)
			}
			var steps []engine.Iterated
			var releases []engine.Released
			for _, e := range h.Events(0) {
				switch e := e.(type) {
				case engine.Iterated:
					steps = append(steps, e)
				case engine.Released:
					releases = append(releases, e)
				}
			}
			if got.Method != c.Method || got.Data != p.Name || got.Label != "first" || got.Origin != "train" || got.Outcome != "done" || got.Error != "" ||
				got.TestRMSE != result.TestRMSE || got.ValidRMSE != result.ValidRMSE || got.Epsilon != result.Epsilon || got.Mu != result.Mu ||
				got.Iterations != result.Iterations || got.Settings["rank"] != result.Settings["rank"] || got.Ledger != h.Account() || got.Program == "" || got.Schema != len(migrations) {
				t.Errorf("kept as %+v, and was %+v", got.Run, result)
			}
			if (c.Seed == nil) != (got.Seed == nil) || c.Seed != nil && *c.Seed != *got.Seed {
				t.Errorf("the seed is kept as %v", got.Seed)
			}
			if c.Settings != nil && (got.Given["rank"] != "3" || len(got.Given) != 1) {
				t.Errorf("asked for %v", got.Given)
			}
			if len(got.Curve) != len(steps) || len(got.Releases) != len(releases) {
				t.Fatalf("%d steps and %d releases of %d and %d are kept", len(got.Curve), len(got.Releases), len(steps), len(releases))
			}
			for i, s := range got.Curve {
				if s.T != steps[i].T || s.TrainRMSE != steps[i].TrainRMSE || s.ValidRMSE != steps[i].ValidRMSE || s.Elapsed.Seconds() != steps[i].Elapsed.Seconds() {
					t.Errorf("step %d is kept as %+v, and was %+v", i+1, s, steps[i])
				}
			}
			for i, r := range got.Releases {
				if r.Name != releases[i].Name || r.Mu != releases[i].Charge.Mu || r.SpentMu != releases[i].SpentMu {
					t.Errorf("release %d is kept as %+v, and was %+v", i+1, r, releases[i])
				}
			}
			if (name == "charged") != (got.Ledger != 0) {
				t.Errorf("the ledger's number is %d", got.Ledger)
			}
		})
	}
	runs, err := s.List(Filter{}, Sort{}, 0, 0)
	if err != nil || len(runs) != 3 {
		t.Fatalf("%d runs: %v", len(runs), err)
	}
	cheap, err := ParseFilter("eps<100")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Count(cheap); n != 2 || err != nil {
		t.Errorf("%d runs have an ε, and 2 are private: %v", n, err)
	}
	for _, r := range runs {
		if r.Dataset != 1 {
			t.Errorf("run %d is of data set %d", r.ID, r.Dataset)
		}
	}
}

// Deleting a run leaves its charges where they are.
func TestDeleteKeepsTheLedger(t *testing.T) {
	s, l := opened(t, t.TempDir())
	p := problem(t)
	id, _ := recorded(t, s, p, simulated(l), Origin{Command: "train"})
	before, err := l.Status(p.Fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(id, id+1); !errors.Is(err, ErrNoRun) {
		t.Errorf("deleting a run that is not there gives %v", err)
	}
	if n, _ := s.Count(Filter{}); n != 1 {
		t.Error("a deletion that failed has deleted something")
	}
	if err := s.Delete(id); err != nil {
		t.Fatal(err)
	}
	after, err := l.Status(p.Fingerprint)
	if err != nil || after.SpentMu != before.SpentMu || before.SpentMu == 0 {
		t.Errorf("the ledger had μ %g and has %g: %v", before.SpentMu, after.SpentMu, err)
	}
	if err := l.Verify(); err != nil {
		t.Error(err)
	}
	if _, err := s.Get(id); !errors.Is(err, ErrNoRun) {
		t.Errorf("a deleted run gives %v", err)
	}
	var left int
	if err := s.db.SQL.QueryRow(`SELECT (SELECT count(*) FROM run_steps) + (SELECT count(*) FROM run_releases)`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left of it: %v", left, err)
	}
}

// A run is on record while it trains, and what its process left unfinished is known to have died.
func TestRunOfADeadProcessHasDied(t *testing.T) {
	dir := t.TempDir()
	s, l := opened(t, dir)
	p := problem(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h, err := engine.Run(ctx, p, engine.Config{Method: "als", Threads: 1, Settings: method.Settings{"rank": 60, "iterations": 100}})
	if err != nil {
		t.Fatal(err)
	}
	s.Record(h, p, engine.Config{Method: "als"}, Origin{Command: "train"})
	running, err := ParseFilter("running")
	if err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if n, err := s.Count(running); err != nil || n == 1 {
			break
		}
		select {
		case <-h.Done():
			t.Skip("trained before anybody could look")
		default:
		}
		if time.Now().After(until) {
			t.Fatal("a run under way is not on record")
		}
	}
	if runs, err := s.List(running, Sort{}, 0, 0); err != nil || len(runs) != 1 {
		t.Fatal(err)
	} else if err := s.Delete(runs[0].ID); !errors.Is(err, ErrBusy) {
		t.Errorf("deleting a run under way gives %v", err)
	}
	if err := s.Close(); err != nil { // keeps what there is, and follows no longer
		t.Fatal(err)
	}
	if err := l.Close(); err != nil { // the process is gone
		t.Fatal(err)
	}
	cancel()
	<-h.Done()
	s, _ = opened(t, dir)
	if runs, err := s.List(Filter{}, Sort{}, 0, 0); err != nil || len(runs) != 1 || runs[0].Outcome != Died {
		t.Errorf("kept as %+v: %v", runs, err)
	}
	if died, err := ParseFilter("died"); err != nil {
		t.Error(err)
	} else if n, err := s.Count(died); n != 1 || err != nil {
		t.Errorf("%d runs are found by that word: %v", n, err)
	}
}

// A store that cannot be written tells of it once, and every run trains to its end.
func TestFullDiskStopsNoRun(t *testing.T) {
	dir := t.TempDir()
	var told []error
	s, err := open(dir, Options{Warn: func(err error) { told = append(told, err) }},
		settings{migrations: migrations, wait: time.Second, pragmas: []string{"max_page_count(24)"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := problem(t)
	failed := 0
	for range 10 {
		c := engine.Config{Method: "als", Threads: 1, Settings: method.Settings{"iterations": 60, "rank": 2}}
		h, err := engine.Run(context.Background(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Record(h, p, c, Origin{Command: "train"}).Wait(); err != nil {
			failed++
		}
		if _, err := h.Wait(); err != nil {
			t.Fatalf("the run failed with the store: %v", err)
		}
	}
	if failed == 0 || len(told) != 1 || !strings.Contains(told[0].Error(), "disk is full") {
		t.Errorf("%d runs were not kept, and told of it: %v", failed, told)
	}
}

func TestOpenErrorsSayWhy(t *testing.T) {
	newer := slices.Concat(migrations, []string{`CREATE TABLE later (x)`})
	for name, c := range map[string]struct {
		prepare func(t *testing.T, dir string)
		want    string
	}{
		"newer": {func(t *testing.T, dir string) {
			s, err := open(dir, Options{}, settings{migrations: newer, wait: time.Second})
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
		}, fmt.Sprintf("is of version %d and this program knows only up to %d", len(newer), len(migrations))},
		"not a database": {func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, sqlitedb.File), []byte(strings.Repeat("no database ", 400)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "the run store is damaged"},
		"a folder in its place": {func(t *testing.T, dir string) {
			if err := os.Mkdir(filepath.Join(dir, sqlitedb.File), 0o700); err != nil {
				t.Fatal(err)
			}
		}, "cannot be"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c.prepare(t, dir)
			if s, err := Open(dir, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("opened as %v: %v", s, err)
			}
		})
	}
}

// An older store is brought up to date and keeps what it has.
func TestMigration(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir)
	id, _ := recorded(t, s, problem(t), simulated(nil), Origin{Command: "train"})
	s.Close()
	later := slices.Concat(migrations, []string{`ALTER TABLE runs ADD COLUMN place TEXT NOT NULL DEFAULT 'here'`})
	s, err := open(dir, Options{}, settings{migrations: later, wait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var place string
	if err := s.db.SQL.QueryRow(`SELECT place FROM runs WHERE id = ?`, id).Scan(&place); err != nil || place != "here" {
		t.Errorf("migrated to %q: %v", place, err)
	}
}

func TestNilStoreKeepsNothing(t *testing.T) {
	var s *Store
	if id, err := s.Record(nil, engine.Problem{}, engine.Config{}, Origin{}).Wait(); id != 0 || err != nil {
		t.Errorf("kept as %d: %v", id, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestPinAndLabel(t *testing.T) {
	s, _ := opened(t, t.TempDir())
	p := problem(t)
	id, _ := recorded(t, s, p, simulated(nil), Origin{Command: "train"})
	if err := errors.Join(s.Pin(true, id), s.Label(id, "The Best One")); err != nil {
		t.Fatal(err)
	}
	r, err := s.Get(id)
	if err != nil || !r.Pinned || r.Label != "The Best One" {
		t.Errorf("kept as %+v: %v", r.Run, err)
	}
	for _, typed := range []string{"best", "pinned", `label:"best one"`} {
		f, err := ParseFilter(typed)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Count(f); n != 1 || err != nil {
			t.Errorf("%s finds %d: %v", typed, n, err)
		}
	}
	if err := s.Pin(false, id); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Get(id); err != nil || r.Pinned {
		t.Errorf("still pinned: %v", err)
	}
	if err := s.Label(id+1, "x"); !errors.Is(err, ErrNoRun) {
		t.Errorf("labelling no run gives %v", err)
	}
}

// What a run was paid for is on disk before the ledger is told of its end.
func TestResultIsStoredBeforeTheLedgerEnds(t *testing.T) {
	s, l := opened(t, t.TempDir())
	p := problem(t)
	c := simulated(l)
	recording := make(chan *Recording, 1)
	asked := false
	c.Keep = func(result *engine.Result) {
		r := <-recording
		r.Finish(result)
		asked = true
		runs, err := s.List(Filter{}, Sort{}, 0, 0)
		if err != nil || len(runs) != 1 || runs[0].Outcome != "done" || runs[0].TestRMSE != result.TestRMSE {
			t.Errorf("kept as %+v: %v", runs, err)
			return
		}
		entries, err := l.Runs(p.Fingerprint)
		if err != nil || len(entries) != 1 || entries[0].Outcome != "" || entries[0].ID != runs[0].Ledger {
			t.Errorf("the ledger has %+v: %v", entries, err)
		}
	}
	h, err := engine.Run(context.Background(), p, c)
	if err != nil {
		t.Fatal(err)
	}
	kept := s.Record(h, p, c, Origin{Command: "sweep"})
	recording <- kept
	if id, err := kept.Wait(); err != nil || id != 1 || !asked {
		t.Errorf("stored as run %d: %v", id, err)
	}
	if d, err := s.Get(1); err != nil || d.Outcome != "done" || len(d.Curve) != d.Iterations {
		t.Errorf("kept with %d of %d steps: %v", len(d.Curve), d.Iterations, err)
	}
}

// FORMAT.md names the version of the tables and every table and column of runs and sweeps.
func TestFormatIsDocumented(t *testing.T) {
	text, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := opened(t, t.TempDir())
	names := []string{fmt.Sprintf("('%s', %d)", schemaPart, len(migrations)), "`run_steps`", "`run_releases`", "`sweeps`"}
	rows, err := s.db.SQL.Query(`SELECT name FROM pragma_table_info('runs')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		names = append(names, "`"+column+"`")
	}
	for _, name := range names {
		if !strings.Contains(string(text), name) {
			t.Errorf("FORMAT.md does not name %s", name)
		}
	}
}
