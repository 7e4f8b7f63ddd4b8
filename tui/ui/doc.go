// Package ui is what every screen of the dashboard is built from: panels with focus and zoom, lists, texts, inputs, the
// key table, the palette, and number formats.
//
// It must not know what is trained or what privacy is: of this module it imports themes, tui/chart and tui/canvas alone.
package ui
