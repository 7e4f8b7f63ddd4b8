package store

import (
	"database/sql"
	"path/filepath"
	"sync"
	"time"

	"dpals/accounting/ledger"
	"dpals/internal/sqlitedb"
)

// Options of Open.
type Options struct {
	// Ledger tells which processes are alive. Without one, a run whose process was killed counts as running for ever.
	Ledger *ledger.Ledger
	// Warn is called at most once, from another goroutine, when runs cannot be stored any more; nil: no warning.
	Warn func(error)
}

// Store is an open run store. Safe for concurrent use, by several processes too. A nil *Store stores nothing: its Record,
// AddResult and Close do nothing, so that runs need no store.
type Store struct {
	db      *sqlitedb.DB
	ledger  *ledger.Ledger
	warn    func(error)
	warned  sync.Once
	closing chan struct{}
	closed  sync.Once
	open    sync.WaitGroup // recordings

	mu     sync.Mutex
	sweeps map[int64]bool // running in this process
}

// settings are the parts of opening that tests vary.
type settings struct {
	migrations []string
	wait       time.Duration
	pragmas    []string
}

// Open opens the store in a state folder. It creates the folder, readable by its owner alone, if there is none, and
// migrates an older store. It returns an error if the store is newer than this program, damaged, or cannot be written.
func Open(dir string, o Options) (*Store, error) {
	return open(dir, o, settings{migrations: migrations, wait: sqlitedb.DefaultWait})
}

func open(dir string, o Options, set settings) (s *Store, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	s = &Store{ledger: o.Ledger, warn: o.Warn, closing: make(chan struct{}), sweeps: make(map[int64]bool)}
	// Unlike the ledger, the store does not wait for the disk. The cache, in KiB, holds ten thousand runs.
	s.db, err = sqlitedb.Open(dir, sqlitedb.Options{Subject: "the run store",
		DamageAdvice: "restore the state folder from a backup, or choose another with --state",
		Sync:         sqlitedb.SyncCheckpoints, Wait: set.wait, Pragmas: append([]string{"cache_size(-32768)"}, set.pragmas...)})
	if err != nil {
		return nil, err
	}
	err = s.write(func(t *transaction) error {
		if _, err := s.db.Migrate(t.Tx, schemaPart, set.migrations); err != nil {
			return err
		}
		return s.reapDeadRuns(t)
	})
	if err != nil {
		_ = s.db.Close()
		return nil, err
	}
	return s, nil
}

// Close writes what running runs have done so far, stops recording them, and closes the store.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	s.closed.Do(func() { close(s.closing) })
	s.open.Wait()
	return s.db.Close()
}

// transaction reads and writes rows.
type transaction struct{ *sql.Tx }

// write runs a transaction that excludes every other writer.
func (s *Store) write(do func(*transaction) error) error {
	return s.db.Write(func(tx *sql.Tx) error { return do(&transaction{tx}) })
}

// read runs a transaction that sees one state of the database and changes nothing.
func (s *Store) read(do func(*transaction) error) error {
	return s.db.Read(func(tx *sql.Tx) error { return do(&transaction{tx}) })
}

// warnOnce calls Options.Warn the first time it is called.
func (s *Store) warnOnce(err error) {
	s.warned.Do(func() {
		if s.warn != nil {
			s.warn(err)
		}
	})
}

// ReapDeadRuns ends the runs of processes that have died, as Open does.
func (s *Store) ReapDeadRuns() error { return s.write(s.reapDeadRuns) }

// reapDeadRuns ends the runs of processes that have died.
func (s *Store) reapDeadRuns(t *transaction) error {
	if s.ledger == nil {
		return nil
	}
	owners, err := t.strings(`SELECT DISTINCT owner FROM runs WHERE outcome IS NULL AND owner <> ''`)
	if err != nil {
		return err
	}
	for _, owner := range owners {
		if !s.ledger.IsOwnerDead(owner) {
			continue
		}
		if _, err := t.Exec(`UPDATE runs SET outcome = ?, words = words || ? WHERE outcome IS NULL AND owner = ?`, Died, " "+Died, owner); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) strings(query string, args ...any) (all []string, err error) {
	rows, err := t.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

// owner returns the ledger's name of this process, "" if other processes could not check whether it is alive.
func (s *Store) owner() string {
	if s.ledger == nil {
		return ""
	}
	name, err := s.ledger.Owner()
	if err != nil {
		return ""
	}
	return name
}
