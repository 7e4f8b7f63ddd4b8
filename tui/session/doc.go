// Package session is what the screens of the dashboard share: the data set, the knobs and their preview, the runs since
// the start, the ledger view, the messages between screens, and the words for results.
//
// A Session is owned by the Update goroutine; files are read and runs are trained by commands alone. The package must
// not draw a screen and must not know one.
package session
