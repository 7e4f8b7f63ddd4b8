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

// settings are the parts of opening that tests vary.
type settings struct {
	migrations []string
	wait       time.Duration
	pragmas    []string
}

// Open opens the ledger in a state folder. It creates the folder, readable by its owner alone, if there is none, and
// migrates an older ledger. It returns an error if the ledger is newer than this program, damaged, or has lost entries.
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
	// The lock lets one process at a time set the database up. The mark is read before the database, which can only be
	// ahead of it.
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

// Close closes the ledger. Entries that have not ended keep their charges and lose their reservation.
func (l *Ledger) Close() error {
	var err error
	if l.db != nil {
		err = l.db.Close()
	}
	l.owner.unlock()
	l.mark.close()
	return err
}

// writeDurably is write for changes after which noise is drawn: it returns once the mark is raised too.
func (l *Ledger) writeDurably(do func(*transaction) error) error {
	changes, err := l.commit(do)
	if err != nil {
		return err
	}
	return l.db.Explain(l.mark.raise(changes))
}

// write runs a transaction that excludes every other writer, and returns once it is on disk. It does not raise the mark:
// losing the beginning or the end of an entry loses no charge.
func (l *Ledger) write(do func(*transaction) error) error {
	_, err := l.commit(do)
	return err
}

// commit runs a transaction and returns the number of changes, this one included.
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
