package ledger

import (
	"database/sql"
	"math/big"
	"strings"

	"dpals/internal/sqlitedb"
)

// quickCheckLimit is the size in bytes up to which Open checks the structure of the whole database.
const quickCheckLimit = 8 << 20

// check creates or migrates the tables, and returns an error if the database has lost changes that the mark counts.
func (l *Ledger) check(migrations []string) error {
	marked, _, err := l.mark.read()
	if err != nil {
		return err
	}
	return l.db.Write(func(tx *sql.Tx) error {
		t := &transaction{tx}
		if err := t.quickCheck(); err != nil {
			return err
		}
		from, err := l.db.Migrate(tx, schemaPart, migrations)
		if err != nil {
			return err
		}
		if from == 0 {
			if err := t.saveHead(head{}); err != nil {
				return err
			}
		}
		h, err := t.head()
		if err != nil {
			return err
		}
		if h.changes < marked {
			return sqlitedb.Damaged("%d changes were written and %d are there", marked, h.changes)
		}
		_, err = t.datasets()
		return err
	})
}

// quickCheck checks the structure of the database if that is quick. The contents have seals, which are checked whenever
// they are read.
func (t *transaction) quickCheck() error {
	var pages, size int64
	if err := t.QueryRow(`SELECT page_count, page_size FROM pragma_page_count, pragma_page_size`).Scan(&pages, &size); err != nil {
		return err
	}
	if pages*size > quickCheckLimit {
		return nil
	}
	return t.checkStructure(`PRAGMA quick_check(1)`)
}

func (t *transaction) checkStructure(pragma string) error {
	var found string
	if err := t.QueryRow(pragma).Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		lines := strings.Split(found, "\n") // the last line is the finding
		return sqlitedb.Damaged("%s", lines[len(lines)-1])
	}
	return nil
}

// Verify reads the whole ledger and returns an error if its structure is damaged, a seal does not match, or a sum is not that
// of its parts. Its time is proportional to the number of charges.
func (l *Ledger) Verify() error {
	return l.read(func(t *transaction) error {
		if err := t.checkStructure(`PRAGMA integrity_check(1)`); err != nil {
			return err
		}
		all, err := t.datasets()
		if err != nil {
			return err
		}
		for _, d := range all {
			if err := t.verify(d); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *transaction) verify(d *dataset) error {
	runs, err := t.runs(`dataset = ?`, d.fingerprint)
	if err != nil {
		return err
	}
	settled, failure, admitted, running := new(big.Int), 0.0, int64(0), int64(0)
	for _, r := range runs {
		if _, err := t.charges(r); err != nil {
			return err
		}
		if _, err := r.entry(); err != nil {
			return err
		}
		if !r.wasRefusedAtStart() {
			admitted++
		}
		if r.Outcome == "" {
			running++
			continue
		}
		settled.Add(settled, square(r.SpentMu))
		failure += r.chargedFailureProbability()
	}
	// Failures are added up in the order in which runs ended, rounded up.
	if settled.Cmp(d.settled) != 0 || failure > d.failureProbability*(1+1e-9) || d.failureProbability > failure*(1+1e-9) || admitted != d.runs || running != d.running {
		return sqlitedb.Damaged("the sums of data set %d are not those of its runs", d.number)
	}
	return nil
}
