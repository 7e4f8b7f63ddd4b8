//go:build race

package tui

// raced: the race detector watches, and training takes twenty times as long.
const raced = true
