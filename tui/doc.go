// Package tui is the dashboard: turn a knob and the curve answers.
//
// One tea.Model (model.go) owns six screens, each a package of its own below this one; what they share is package
// session, and what they are built from package ui. This package opens and leaves the program, gives messages and keys
// to the screens, and draws what stands around them: the header, the status line, the footer, the help, the palette and
// the tour. No file is read and nothing is computed in Update: commands do the work and return one message. The trainer
// never sends: a command waits for a run's nudge and takes a snapshot, at most twenty times a second.
//
// The package computes nothing about privacy or error itself: engine, accounting and the methods' own descriptions do.
package tui
