// Package ledger remembers, across runs, processes and crashes, what has been released about each data set, and refuses
// what would pass the data set's limit.
//
// A data set is known by a fingerprint of its ratings. Its limit is a filter: Σ μᵢ² over all its runs never passes the
// limit's μ², and if the limit was fixed before the first run, all runs together are μ-GDP, whatever was chosen
// adaptively in between (Smith, Thakurta 2022, fully adaptive composition for Gaussian DP). A run is admitted if all of
// its plan fits beside what ended runs were charged and running ones may still be. Without a limit, or under one that was
// chosen by results, the sum of what was charged is an account and no guarantee: whoever stops by looking at results has
// chosen the moment, and the δ that is stated with that sum is then too small (docs/privacy/accounting.md#over-runs). A charge is on disk before Charge returns,
// and its noise is drawn after that, so a crash can only over-count.
//
// The ledger sees fingerprints and costs, never ratings. docs/STORE.md describes its files.
package ledger

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// The files of the state folder that belong to the ledger.
const (
	databaseFile = "runs.db"
	markFile     = "ledger.mark"
	ownersFolder = "owners"
)

// patience is how long a call waits for another process that holds the database.
const patience = 10 * time.Second

// Ledger is an open ledger. Safe for concurrent use, by several processes too.
type Ledger struct {
	path  string // of the database
	db    *sql.DB
	mark  *mark
	owner *owner
	wait  time.Duration
}

// settings are what tests vary.
type settings struct {
	migrations []string
	wait       time.Duration
	pragmas    []string
}

// Open opens the ledger in a state folder, which it creates, readable by its owner alone, where there is none. It
// brings an older ledger up to date, and refuses one that is newer than this program, damaged, or has lost entries.
func Open(dir string) (*Ledger, error) {
	return open(dir, settings{migrations: migrations, wait: patience})
}

func open(dir string, s settings) (l *Ledger, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, ownersFolder), 0o700); err != nil {
		return nil, unwritable(err)
	}
	l = &Ledger{path: filepath.Join(dir, databaseFile), wait: s.wait}
	if l.mark, err = openMark(filepath.Join(dir, markFile), s.wait); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = l.Close()
			l = nil
		}
	}()
	// One process at a time sets the database up. The mark is read first: the database only ever gets ahead of it.
	unlock, err := l.mark.lock()
	if err != nil {
		return l, err
	}
	defer unlock()
	if err := create(l.path); err != nil {
		return l, err
	}
	if l.db, err = sql.Open("sqlite", l.source(s.pragmas)); err != nil {
		return l, err
	}
	l.db.SetMaxIdleConns(2)
	if err := l.check(s.migrations); err != nil {
		return l, l.fault(err)
	}
	l.owner = newOwner(filepath.Join(dir, ownersFolder), l.mark.lock)
	l.owner.sweep()
	return l, nil
}

// create makes the database's file, readable by its owner alone, where there is none. One that exists is not touched:
// closing it would drop the locks that SQLite holds on it in this process.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return unwritable(err)
	}
	return f.Close()
}

// source is the data source name: every connection syncs each commit to disk before it returns.
func (l *Ledger) source(pragmas []string) string {
	q := url.Values{
		"_busy_timeout": {strconv.FormatInt(l.wait.Milliseconds(), 10)},
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"on"},
		"_txlock":       {"immediate"},
		"_dqs":          {"false"},
		"_error_rc":     {"true"},
		"_pragma":       pragmas,
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(l.path), RawQuery: q.Encode()}).String()
}

// Close closes the ledger. Runs that have not ended keep what they were charged and lose their reservation.
func (l *Ledger) Close() error {
	var err error
	if l.db != nil {
		err = l.db.Close()
	}
	l.owner.release()
	l.mark.close()
	return err
}

// bind is write for changes on whose strength noise is drawn: it returns once the mark is raised too.
func (l *Ledger) bind(do func(*transaction) error) error {
	changes, err := l.commit(do)
	if err != nil {
		return err
	}
	return l.fault(l.mark.raise(changes))
}

// write runs a transaction that no other process can come between, and returns once it is on disk. The mark stays where
// it is: losing how a run began or ended forgets no charge.
func (l *Ledger) write(do func(*transaction) error) error {
	_, err := l.commit(do)
	return err
}

// commit returns how many changes there are, the new one included.
func (l *Ledger) commit(do func(*transaction) error) (changes int64, err error) {
	tx, err := l.db.Begin()
	if err != nil {
		return 0, l.fault(err)
	}
	defer func() { _ = tx.Rollback() }()
	t := &transaction{tx}
	if err := do(t); err != nil {
		return 0, l.fault(err)
	}
	if changes, err = t.count(); err != nil {
		return 0, l.fault(err)
	}
	return changes, l.fault(tx.Commit())
}

// read runs a transaction that sees one state of the database and changes nothing.
func (l *Ledger) read(do func(*transaction) error) error {
	tx, err := l.db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return l.fault(err)
	}
	defer func() { _ = tx.Rollback() }()
	return l.fault(do(&transaction{tx}))
}
