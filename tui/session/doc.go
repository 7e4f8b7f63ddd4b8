// Package session is what the screens of the dashboard share: the ratings, the knobs and their preview, the runs since the
// start, the ledger view, the messages between screens, the texts about results, and Task, which computes everything that
// takes longer than a key may wait.
//
// A Session is owned by the Update goroutine; only commands read files and train. The package must not draw a screen and must
// not import one.
package session
