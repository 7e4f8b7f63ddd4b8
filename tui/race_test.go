//go:build race

package tui_test

// raced reports that the race detector is on, which makes training twenty times slower.
const raced = true
