// Package tui is the dashboard program: a change of a knob trains again and draws the new error curve.
//
// One tea.Model owns the screens. Each screen is a package of its own below this one and implements Screen; what screens
// share is in package session, and what they are built from in package ui. This package starts and ends the program,
// passes messages and keys to the screens, and draws what is around them: header, status, footer, help, palette and tour.
//
// Update reads no file and computes nothing that takes long: commands do the work and return one message. A run never
// sends messages: a command waits for its nudge and takes a snapshot, at most twenty times a second.
//
// The package must not compute anything about privacy or errors: that is done in engine, accounting and the methods.
package tui
