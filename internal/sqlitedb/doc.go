// Package sqlitedb opens the SQLite database of the state folder for the packages that keep tables in it: the ledger
// and the run store. It sets the pragmas and permissions, brings the tables of each package up to date, runs
// transactions, and turns errors of SQLite and of the file system into sentences that say what to do.
//
// It knows no table but "schema". It must never weaken what its caller asks for: a database opened with SyncCommits
// returns from a write only when the commit is on disk.
package sqlitedb
