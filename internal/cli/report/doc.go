// Package report writes what commands found: lines and tables for readers, JSON and CSV for programs. It words results of
// runs, sweeps, audits and ledgers, marks every number that is not private, and leaves out what would follow from the
// ratings where only releases may be published. It must never parse a command line, train, charge or open a file.
package report
