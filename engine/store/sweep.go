package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"dpals/engine"
	"dpals/internal/sqlitedb"
)

// Sweep is a stored grid of runs. Its points are runs, identified by Run.Sweep and Run.Point.
type Sweep struct {
	ID         int64
	Definition string // JSON: what it varies, and on which ratings
	Points     int
	Done       int // number of points whose run is done
	Started    time.Time
	Ended      time.Time // zero while points are missing
	Outcome    string    // "" while points are missing, SweepDone, or SweepReplaced
	Busy       bool      // a process is running it

	hash, data, owner string
}

// UsesRatings reports whether the sweep is on these ratings, in this order.
func (w Sweep) UsesRatings(problems ...engine.Problem) bool {
	var prints []string
	for _, p := range problems {
		prints = append(prints, p.Fingerprint)
	}
	return w.data == strings.Join(prints, " ")
}

// Outcomes of a sweep.
const (
	SweepDone     = "done"
	SweepReplaced = "replaced" // by a newer sweep of the same definition
)

// BeginSweep continues the sweep with that definition, or begins a new one if there is none or fresh is set. data are the
// fingerprints of its ratings, in order. The error wraps ErrSweepUnavailable if the ratings have changed since the sweep
// began, or if a living process runs it. If the sweep cannot be stored, Options.Warn is called. The caller must call
// StopSweep at the end.
func (s *Store) BeginSweep(definition string, data string, points int, fresh bool) (w Sweep, err error) {
	sum := sha256.Sum256([]byte(definition))
	hash, owner := hex.EncodeToString(sum[:]), s.owner()
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.write(func(t *transaction) error {
		if err := s.reapDeadRuns(t); err != nil {
			return err
		}
		all, err := t.sweeps(`hash = ? AND outcome IS NOT ? ORDER BY id DESC LIMIT 1`, hash, SweepReplaced)
		if err != nil {
			return err
		}
		if len(all) == 1 {
			w = all[0]
			switch {
			case s.isRunning(w):
				return sqlitedb.Sentence(ErrSweepUnavailable, "sweep %d is running: wait for its end, or stop the process that runs it", w.ID)
			case !fresh && w.data != data:
				return sqlitedb.Sentence(ErrSweepUnavailable, "the ratings of sweep %d have changed since it began: start it again with --fresh", w.ID)
			case !fresh:
				_, err := t.Exec(`UPDATE sweeps SET owner = ? WHERE id = ?`, owner, w.ID)
				return err
			}
			if _, err := t.Exec(`UPDATE sweeps SET outcome = ? WHERE id = ?`, SweepReplaced, w.ID); err != nil {
				return err
			}
		}
		w = Sweep{Definition: definition, Points: points, Started: time.Now(), hash: hash, data: data, owner: owner}
		return t.QueryRow(`INSERT INTO sweeps (definition, hash, data, points, owner, started) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
			definition, hash, data, points, owner, sqlitedb.FormatTime(w.Started)).Scan(&w.ID)
	})
	switch {
	case err == nil:
		s.sweeps[w.ID] = true
	case !errors.Is(err, ErrSweepUnavailable):
		s.warnOnce(err)
	}
	return w, err
}

// isRunning reports whether this process or another living one runs the sweep.
func (s *Store) isRunning(w Sweep) bool {
	if s.sweeps[w.ID] {
		return true
	}
	return w.owner != "" && s.ledger != nil && w.owner != s.owner() && !s.ledger.IsOwnerDead(w.owner)
}

// StopSweep ends this process's part in the sweep, so that another process may continue it, and records whether all points
// are done.
func (s *Store) StopSweep(id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sweeps, id)
	return s.write(func(t *transaction) error {
		_, err := t.Exec(`UPDATE sweeps SET owner = '' WHERE id = ?`, id)
		if err != nil {
			return err
		}
		_, err = t.Exec(`UPDATE sweeps SET outcome = ?, ended = ? WHERE id = ? AND outcome IS NULL
			AND points = (SELECT count(*) FROM runs WHERE sweep = sweeps.id AND outcome = 'done')`, SweepDone, sqlitedb.FormatTime(time.Now()), id)
		return err
	})
}

// Sweeps returns the sweeps, the latest first; if unfinished is set, only those with missing points.
func (s *Store) Sweeps(unfinished bool) (all []Sweep, err error) {
	where := `TRUE`
	if unfinished {
		where = `outcome IS NULL`
	}
	return s.readSweeps(where + ` ORDER BY id DESC`)
}

// SweepByID returns the sweep with a number. The error wraps ErrNoRun if there is none.
func (s *Store) SweepByID(id int64) (Sweep, error) {
	all, err := s.readSweeps(`id = ?`, id)
	if err != nil || len(all) == 0 {
		return Sweep{}, errors.Join(err, noSweep(id, len(all)))
	}
	return all[0], nil
}

func noSweep(id int64, found int) error {
	if found > 0 {
		return nil
	}
	return sqlitedb.Sentence(ErrNoRun, "there is no sweep %d: dpals sweep list shows all sweeps", id)
}

func (s *Store) readSweeps(where string, args ...any) (all []Sweep, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.read(func(t *transaction) error {
		all, err = t.sweeps(where, args...)
		return err
	})
	for i := range all {
		all[i].Busy = s.isRunning(all[i])
	}
	return all, err
}

// Points returns the done runs of a sweep, one per point, in the order of the points.
func (s *Store) Points(sweep int64) (all []Run, err error) {
	err = s.read(func(t *transaction) error {
		all, err = t.runs(`sweep = ? AND outcome = 'done' ORDER BY point`, sweep)
		return err
	})
	return all, err
}

func (t *transaction) sweeps(where string, args ...any) (all []Sweep, err error) {
	rows, err := t.Query(`SELECT id, definition, hash, data, points, owner, started, ended, outcome,
		(SELECT count(*) FROM runs WHERE sweep = sweeps.id AND outcome = 'done') FROM sweeps WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var w Sweep
		var started string
		var ended, outcome sql.NullString
		if err := rows.Scan(&w.ID, &w.Definition, &w.hash, &w.data, &w.Points, &w.owner, &started, &ended, &outcome, &w.Done); err != nil {
			return nil, err
		}
		w.Started, w.Ended, w.Outcome = sqlitedb.ParseTime(started), sqlitedb.ParseTime(ended.String), outcome.String
		all = append(all, w)
	}
	return all, rows.Err()
}
