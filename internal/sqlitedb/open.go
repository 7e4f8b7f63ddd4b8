package sqlitedb

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

// File is the name of the database in a state folder. The ledger and the run store have tables of their own in it.
const File = "runs.db"

// DefaultWait is how long a call waits for another process that holds the database.
const DefaultWait = 10 * time.Second

// Sync says when a commit is on disk.
type Sync string

const (
	// SyncCommits syncs every commit to disk before it returns.
	SyncCommits Sync = "FULL"
	// SyncCheckpoints syncs when the write-ahead log is copied into the database: a power failure may lose the last commits,
	// and nothing else.
	SyncCheckpoints Sync = "NORMAL"
)

// Options say how a database is opened and how its errors are worded.
type Options struct {
	Subject      string        // of error sentences: "the ledger"
	DamageAdvice string        // what to do about a damaged database: "restore the state folder from a backup"
	Final        error         // errors that wrap it are returned as they are; nil: none
	Sync         Sync          // required
	Wait         time.Duration // for another process that holds the database
	Pragmas      []string      // further pragmas of every connection: "cache_size(-32768)"
}

// DB is an open database. Safe for concurrent use, by several processes too.
type DB struct {
	SQL  *sql.DB // for reads outside a transaction
	path string
	o    Options
}

// Open opens the database of a state folder. It creates the folder and the file, readable by their owner alone, where
// they do not exist.
func Open(dir string, o Options) (*DB, error) {
	db := &DB{path: filepath.Join(dir, File), o: o}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, db.FileError(err)
	}
	if err := db.create(); err != nil {
		return nil, db.FileError(err)
	}
	var err error
	if db.SQL, err = sql.Open("sqlite", db.source()); err != nil {
		return nil, err
	}
	db.SQL.SetMaxIdleConns(2)
	return db, nil
}

// create makes the file, readable by its owner alone, where there is none. It does not touch one that exists: closing
// it would drop the locks that SQLite holds on it in this process.
func (db *DB) create() error {
	f, err := os.OpenFile(db.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// source returns the data source name, whose settings hold for every connection.
func (db *DB) source() string {
	q := url.Values{
		"_busy_timeout": {strconv.FormatInt(db.o.Wait.Milliseconds(), 10)},
		"_journal_mode": {"WAL"},
		"_synchronous":  {string(db.o.Sync)},
		"_foreign_keys": {"on"},
		"_txlock":       {"immediate"},
		"_dqs":          {"false"},
		"_error_rc":     {"true"},
		"_pragma":       db.o.Pragmas,
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(db.path), RawQuery: q.Encode()}).String()
}

// Path returns the path of the database file.
func (db *DB) Path() string { return db.path }

// Close closes the database.
func (db *DB) Close() error { return db.SQL.Close() }

// Write runs a transaction that excludes every other writer from its beginning. It commits when do returns nil and
// changes nothing otherwise.
func (db *DB) Write(do func(*sql.Tx) error) error {
	tx, err := db.SQL.Begin()
	if err != nil {
		return db.Explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return db.Explain(err)
	}
	return db.Explain(tx.Commit())
}

// Read runs a transaction that sees one state of the database and changes nothing.
func (db *DB) Read(do func(*sql.Tx) error) error {
	tx, err := db.SQL.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return db.Explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	return db.Explain(do(tx))
}
