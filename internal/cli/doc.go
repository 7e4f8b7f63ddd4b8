// Package cli parses command lines: flags become an engine.Config, and results go to internal/cli/report, which words
// them. What a method can do comes from the registry, what a release costs from accounting.
//
// It must never compute what a result, a cost or a guarantee is, and never draw noise or charge a ledger by itself.
//
// Exit statuses: 0 done, 1 failed, 2 wrong usage or input, 3 refused by the ledger, 130 interrupted. An error is one
// sentence on stderr: what is wrong, where, what to do.
package cli
