package sqlitedb

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var errFinal = errors.New("refused")

func opened(t *testing.T, dir string) *DB {
	t.Helper()
	db, err := Open(dir, Options{Subject: "the shelf", DamageAdvice: "restore it", Final: errFinal, Sync: SyncCommits, Wait: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func says(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v: want %q", err, want)
	}
}

var books = []string{`CREATE TABLE books (title TEXT NOT NULL) STRICT`, `ALTER TABLE books ADD COLUMN pages INTEGER`}

func migrate(db *DB, part string, migrations []string) (from int, err error) {
	err = db.Write(func(tx *sql.Tx) error {
		from, err = db.Migrate(tx, part, migrations)
		return err
	})
	return from, err
}

func TestMigrateKeepsAVersionPerPart(t *testing.T) {
	db := opened(t, t.TempDir())
	for i, c := range []struct {
		part       string
		migrations []string
		from       int
	}{
		{"books", books[:1], 0}, {"books", books, 1}, {"books", books, 2}, {"maps", []string{`CREATE TABLE maps (x)`}, 0},
	} {
		if from, err := migrate(db, c.part, c.migrations); err != nil || from != c.from {
			t.Errorf("%d: migrated from %d, want %d: %v", i, from, c.from, err)
		}
	}
	_, err := migrate(db, "books", books[:1])
	says(t, err, "the shelf is of version 2 and this program knows only up to 1: use the newer program")
	_, err = migrate(db, "books", append(books[:2:2], `CREATE TABLE shelves (x)`, `ALTER TABLE nothing ADD COLUMN x`))
	says(t, err, "the shelf is damaged")
	if from, err := migrate(db, "books", books); err != nil || from != 2 {
		t.Errorf("a failed migration left version %d: %v", from, err)
	}
}

func TestAFailedWriteChangesNothing(t *testing.T) {
	db := opened(t, t.TempDir())
	if _, err := migrate(db, "books", books); err != nil {
		t.Fatal(err)
	}
	err := db.Write(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`INSERT INTO books (title) VALUES ('one')`); err != nil {
			return err
		}
		return errFinal
	})
	if err != errFinal {
		t.Errorf("a final error is %v", err)
	}
	n := -1
	if err := db.Read(func(tx *sql.Tx) error { return tx.QueryRow(`SELECT count(*) FROM books`).Scan(&n) }); err != nil || n != 0 {
		t.Errorf("%d books: %v", n, err)
	}
}

func TestErrorsAreSentences(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	db := opened(t, dir)
	if _, err := migrate(db, "books", books); err != nil {
		t.Fatal(err)
	}
	insert := func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO books (title) VALUES ('one')`)
		return err
	}
	holder := opened(t, dir)
	err := holder.Write(func(*sql.Tx) error {
		says(t, db.Write(insert), db.Path()+": another process has held the shelf for more than 50ms: end it, or try again")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(func(*sql.Tx) error { return Damaged("book %d is missing", 7) })
	says(t, err, db.Path()+": the shelf is damaged, book 7 is missing: restore it")
	if again := db.Explain(err); again != err {
		t.Errorf("a sentence became %v", again)
	}
	says(t, db.Explain(errors.New("odd")), db.Path()+": odd")
	says(t, db.Explain(Damaged("near\n\ttitle TEXT")), "is damaged, near title TEXT: restore it") // one line
	says(t, db.FileError(&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), "the disk is full and the shelf cannot be written")
	says(t, db.FileError(os.ErrPermission), "make its folder writable, or choose another with --state")

	full, err := Open(dir, Options{Subject: "the shelf", Sync: SyncCheckpoints, Wait: time.Second, Pragmas: []string{"max_page_count(1)"}})
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	err = full.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`CREATE TABLE large AS SELECT zeroblob(1000000) AS x`)
		return err
	})
	says(t, err, "the disk is full and the shelf cannot be written: free some space")
}

func TestCommitsAreSyncedAsAsked(t *testing.T) {
	for sync, want := range map[Sync]int{SyncCommits: 2, SyncCheckpoints: 1} {
		db, err := Open(t.TempDir(), Options{Sync: sync, Wait: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		var got int
		if err := db.SQL.QueryRow(`PRAGMA synchronous`).Scan(&got); err != nil || got != want {
			t.Errorf("%s: synchronous %d, want %d: %v", sync, got, want, err)
		}
		_ = db.Close()
	}
}

func TestTimesAndText(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 89e6, time.UTC)
	if text := FormatTime(at); text != "2026-03-04T05:06:07.089Z" || !ParseTime(text).Equal(at) {
		t.Errorf("%s is read as %v", text, ParseTime(text))
	}
	if !ParseTime("").IsZero() {
		t.Error("no text is a time")
	}
	if got := CleanText("a\x00b\xff"); got != "ab�" {
		t.Errorf("cleaned to %q", got)
	}
}
