// Package tuitest has what tests of the dashboard's packages share: keys by name, a theme, and checks of drawn text. Of the
// dashboard's packages it must import only tui/canvas, which measures text.
package tuitest
