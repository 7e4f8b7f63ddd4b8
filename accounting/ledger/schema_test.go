package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// raw opens the database as any other program would.
func raw(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlitedb.File))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func run(t testing.TB, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// later is what a later version might add.
var later = append(migrations[:len(migrations):len(migrations)], `ALTER TABLE ledger_head ADD COLUMN note TEXT NOT NULL DEFAULT ''`)

func TestOlderLedgersAreMigrated(t *testing.T) {
	t.Parallel()
	t.Run("from a database without a ledger", func(t *testing.T) {
		dir := t.TempDir()
		db := raw(t, dir)
		run(t, db, `CREATE TABLE events (run INTEGER, text TEXT)`)
		run(t, db, `INSERT INTO events VALUES (1, 'started')`)
		run(t, db, `CREATE TABLE schema (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT`)
		run(t, db, `INSERT INTO schema VALUES ('events', 3)`)
		l := opened(t, dir)
		trained(t, l, planned(t, 1, 2))
		verified(t, l)
		var text string
		var version int
		if err := db.QueryRow(`SELECT text, version FROM events, schema WHERE part = 'events'`).Scan(&text, &version); err != nil || text != "started" || version != 3 {
			t.Errorf("the other table has %q, its version is %d: %v", text, version, err)
		}
	})
	t.Run("from the version before", func(t *testing.T) {
		dir := t.TempDir()
		l := opened(t, dir)
		limited(t, l, 2)
		trained(t, l, planned(t, 1, 2))
		before := status(t, l)
		_ = l.Close()
		l, err := open(dir, settings{migrations: later, wait: sqlitedb.DefaultWait})
		if err != nil {
			t.Fatal(err)
		}
		after, err := l.Status(people)
		if err != nil || after.SpentMu != before.SpentMu || after.LeftMu != before.LeftMu {
			t.Errorf("was %+v, is %+v, %v", before, after, err)
		}
		_ = l.Close()
		_, err = Open(dir)
		says(t, err, fmt.Sprintf("of version %d and this program knows only up to %d", len(later), len(migrations)))
	})
	t.Run("a step that fails changes nothing", func(t *testing.T) {
		dir := t.TempDir()
		l := opened(t, dir)
		trained(t, l, planned(t, 1, 2))
		_ = l.Close()
		broken := slices.Concat(later, []string{`ALTER TABLE nothing ADD COLUMN note TEXT`})
		if _, err := open(dir, settings{migrations: broken, wait: sqlitedb.DefaultWait}); err == nil {
			t.Fatal("opened")
		}
		verified(t, opened(t, dir))
	})
}

// Another process that holds the database is waited for, and named as the cause.
func TestLockedLedger(t *testing.T) {
	dir := t.TempDir()
	quick := settings{migrations: migrations, wait: 50 * time.Millisecond}
	l, err := open(dir, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := planned(t, 1, 2)
	a := begun(t, l, p)
	db := raw(t, dir)
	run(t, db, `BEGIN IMMEDIATE`)
	const said = "another process has held the ledger for more than 50ms"
	_, err = l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
	says(t, err, said)
	says(t, a.Charge(accounting.Charge{Release: p.Releases[0]}), said)
	_, err = open(dir, quick)
	says(t, err, said)
	if _, err := l.Status(people); err != nil {
		t.Errorf("reading waits too: %v", err)
	}
	run(t, db, `ROLLBACK`)
	charge(t, a, p.Releases[0])

	unlocked, err := l.mark.lock()
	if err != nil {
		t.Fatal(err)
	}
	_, err = open(dir, quick)
	says(t, err, said)
	unlocked()
}

// Every connection syncs its commits, and the files are the owner's alone.
func TestCommitsAreSynced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "state")
	l := opened(t, dir)
	tx, err := l.db.SQL.Begin() // so that the next transaction needs a connection of its own
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for i, db := range []interface {
		QueryRow(string, ...any) *sql.Row
	}{tx, l.db.SQL} {
		var synchronous, foreign int
		var journal string
		err := errors.Join(db.QueryRow(`PRAGMA synchronous`).Scan(&synchronous), db.QueryRow(`PRAGMA journal_mode`).Scan(&journal),
			db.QueryRow(`PRAGMA foreign_keys`).Scan(&foreign))
		if err != nil || synchronous != 2 || journal != "wal" || foreign != 1 {
			t.Errorf("connection %d: synchronous %d, journal %s, foreign keys %d, %v", i, synchronous, journal, foreign, err)
		}
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, sqlitedb.File): 0o600, filepath.Join(dir, sqlitedb.File+"-wal"): 0o600, filepath.Join(dir, markFile): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestFoldersOfAnyName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50% of #1? & \"état\" ü")
	l := opened(t, dir)
	trained(t, l, planned(t, 1, 1))
	if _, err := os.Stat(filepath.Join(dir, sqlitedb.File)); err != nil || !strings.Contains(l.db.Path(), "état") {
		t.Error(err)
	}
}

// FORMAT.md names the version of the tables and every table and column.
func TestFormatIsDocumented(t *testing.T) {
	text, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{fmt.Sprintf("('%s', %d)", schemaPart, len(migrations))}
	dir := t.TempDir()
	opened(t, dir)
	rows, err := raw(t, dir).Query(`SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.name LIKE 'ledger\_%' ESCAPE '\'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	prose := []string{"id", "changes", "datasets", "dataset", "method", "accountant"} // described in words
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		if names = append(names, table); !slices.Contains(prose, column) {
			names = append(names, "`"+column+"`")
		}
	}
	for _, name := range names {
		if !strings.Contains(string(text), name) {
			t.Errorf("FORMAT.md does not name %s", name)
		}
	}
}
