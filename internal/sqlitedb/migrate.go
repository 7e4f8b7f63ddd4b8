package sqlitedb

import (
	"database/sql"
	"errors"
	"fmt"
)

// Migrate brings the tables of one part of the database from the version on record to len(migrations), and returns the
// version they had, 0 for none. migrations[i] leads from version i to version i+1. Versions are kept per part, in the
// table "schema", because several packages share the database.
func (db *DB) Migrate(tx *sql.Tx, part string, migrations []string) (from int, err error) {
	if _, err := tx.Exec(`CREATE TABLE IF NOT EXISTS schema (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT`); err != nil {
		return 0, err
	}
	err = tx.QueryRow(`SELECT version FROM schema WHERE part = ?`, part).Scan(&from)
	switch {
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return 0, err
	case from > len(migrations):
		return 0, fmt.Errorf("%s is of version %d and this program knows only up to %d: use the newer program that wrote it", db.o.Subject, from, len(migrations))
	case from < 0:
		return 0, Damaged("its version is %d", from)
	case from == len(migrations):
		return from, nil
	}
	for _, m := range migrations[from:] {
		if _, err := tx.Exec(m); err != nil {
			return 0, err
		}
	}
	_, err = tx.Exec(`INSERT INTO schema VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET version = excluded.version`, part, len(migrations))
	return from, err
}
