// Package store keeps every run: its settings, its curve and its results. Runs are listed, filtered and compared from it,
// and an interrupted sweep continues from it.
//
// It shares the database runs.db with the ledger, with one difference: a store that cannot be written never stops a run. It
// reports the error once, and training goes on. It must never charge, refuse or change anything in the ledger's tables.
// FORMAT.md describes its own.
package store
