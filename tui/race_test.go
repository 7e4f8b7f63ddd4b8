//go:build race

package tui_test

// raced: the race detector watches, and training takes twenty times as long.
const raced = true
