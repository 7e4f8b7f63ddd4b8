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
// The ledger sees fingerprints and costs, never ratings. FORMAT.md describes its files.
package ledger

import (
	"database/sql"
	"os"
	"path/filepath"
	"time"

	"dpals/internal/sqlitedb"
)

// The files of the state folder that belong to the ledger, beside the database.
const (
	markFile     = "ledger.mark"
	ownersFolder = "owners"
)

// Ledger is an open ledger. Safe for concurrent use, by several processes too.
type Ledger struct {
	db    *sqlitedb.DB
	mark  *mark
	owner *owner
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
	return open(dir, settings{migrations: migrations, wait: sqlitedb.DefaultWait})
}

func open(dir string, s settings) (l *Ledger, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, ownersFolder), 0o700); err != nil {
		return nil, fileError(err)
	}
	l = &Ledger{}
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
	l.db, err = sqlitedb.Open(dir, sqlitedb.Options{Subject: subject, DamageAdvice: damageAdvice, Final: ErrRefused,
		Sync: sqlitedb.SyncCommits, Wait: s.wait, Pragmas: s.pragmas})
	if err != nil {
		return l, err
	}
	if err := l.check(s.migrations); err != nil {
		return l, l.db.Explain(err)
	}
	l.owner = newOwner(filepath.Join(dir, ownersFolder), l.mark.lock)
	l.owner.removeDead()
	return l, nil
}

// How errors name the ledger, and what they advise where it is damaged.
const (
	subject      = "the ledger"
	damageAdvice = "nothing is released on it; restore the state folder from a backup, or move it away, which forgets what was spent"
)

// fileError turns an error of the file system into a sentence.
func fileError(err error) error { return sqlitedb.FileError(subject, err) }

// Close closes the ledger. Runs that have not ended keep what they were charged and lose their reservation.
func (l *Ledger) Close() error {
	var err error
	if l.db != nil {
		err = l.db.Close()
	}
	l.owner.unlock()
	l.mark.close()
	return err
}

// writeDurably is write for changes on whose strength noise is drawn: it returns once the mark is raised too.
func (l *Ledger) writeDurably(do func(*transaction) error) error {
	changes, err := l.commit(do)
	if err != nil {
		return err
	}
	return l.db.Explain(l.mark.raise(changes))
}

// write runs a transaction that no other process can come between, and returns once it is on disk. The mark stays where
// it is: losing how a run began or ended forgets no charge.
func (l *Ledger) write(do func(*transaction) error) error {
	_, err := l.commit(do)
	return err
}

// commit returns how many changes there are, the new one included.
func (l *Ledger) commit(do func(*transaction) error) (changes int64, err error) {
	err = l.db.Write(func(tx *sql.Tx) error {
		t := &transaction{tx}
		if err := do(t); err != nil {
			return err
		}
		var err error
		changes, err = t.countChange()
		return err
	})
	return changes, err
}

// read runs a transaction that sees one state of the database and changes nothing.
func (l *Ledger) read(do func(*transaction) error) error {
	return l.db.Read(func(tx *sql.Tx) error { return do(&transaction{tx}) })
}
