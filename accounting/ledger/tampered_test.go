package ledger

import (
	"errors"
	"testing"
)

// A value that changed without its seal, or a row that went, is noticed by whatever reads it; Verify reads everything.
func TestChangedRowsAreNoticed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, statement string
		filter          bool // it bears on what fits
	}{
		{"a limit raised", `UPDATE ledger_datasets SET limit_mu = 9 WHERE limit_mu IS NOT NULL`, true},
		{"a limit taken away", `UPDATE ledger_datasets SET limit_epsilon = NULL, limit_delta = NULL, limit_mu = NULL`, true},
		{"spending forgotten", `UPDATE ledger_datasets SET settled = '0'`, true},
		{"spending that is no number", `UPDATE ledger_datasets SET settled = 'x'`, true},
		{"another data set", `UPDATE ledger_datasets SET fingerprint = substr(fingerprint, 2) || '7'`, true},
		{"a data set gone", `DELETE FROM ledger_datasets WHERE limit_mu IS NOT NULL`, true},
		{"a running run gone", `DELETE FROM ledger_runs WHERE outcome IS NULL`, true},
		{"a running run ended", `UPDATE ledger_runs SET outcome = 'done' WHERE outcome IS NULL`, true},
		{"a running run made cheap", `UPDATE ledger_runs SET mu = mu / 2 WHERE outcome IS NULL`, true},
		{"the head gone", `DELETE FROM ledger_head`, true},
		{"the head changed", `UPDATE ledger_head SET datasets = datasets + 1`, true},
		{"an ended run gone", `DELETE FROM ledger_runs WHERE outcome = 'done'`, false},
		{"a simulation made real", `UPDATE ledger_runs SET simulation = 1 - simulation`, true},
		{"a charge changed", `UPDATE ledger_charges SET mu = mu / 2 WHERE number = 1`, false},
		{"a charge renamed", `UPDATE ledger_charges SET name = 'counts' WHERE number = 1`, false},
		{"the last charge gone", `DELETE FROM ledger_charges WHERE (run, number) IN (SELECT run, max(number) FROM ledger_charges GROUP BY run)`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			l := opened(t, dir)
			limited(t, l, 1)
			trained(t, l, planned(t, 0.5, 2))
			begun(t, l, planned(t, 0.2, 2))
			verified(t, l)
			before := status(t, l)
			db := raw(t, dir)
			run(t, db, `PRAGMA foreign_keys = OFF`)
			run(t, db, c.statement)
			says(t, l.Verify(), "the ledger is damaged")
			if !c.filter {
				return
			}
			if s, err := l.Status(people); err != nil {
				says(t, err, "the ledger is damaged")
			} else if s.SpentMu != before.SpentMu || s.LeftMu != before.LeftMu {
				t.Errorf("the status is %+v, was %+v", s, before)
			}
			if _, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: planned(t, 0.01, 1)}); err == nil || errors.Is(err, ErrRefused) {
				t.Errorf("a run begins with %v", err)
			}
		})
	}
}
