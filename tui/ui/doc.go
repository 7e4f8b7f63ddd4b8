// Package ui has the parts that screens are built from: panels with focus and zoom, lists, scrolled texts, text inputs,
// chart views, the key table and the command palette.
//
// Its values are owned by the Update goroutine and are not safe for concurrent use. The package must not know what is
// trained or what privacy is: of this module it imports themes, tui/chart, tui/canvas and internal/format alone.
package ui
