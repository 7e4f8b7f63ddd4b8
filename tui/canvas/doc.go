// Package canvas draws exact rectangles of terminal cells as strings with ANSI styles.
//
// A block is a string of lines separated by "\n", every line the same number of cells wide; a style ends on the line
// where it starts. Each function here returns a block of exactly the size it was asked for, at every size, and ""
// where a size is not positive, so a screen is put together from blocks without measuring again. It knows nothing of
// runs, methods or keys.
package canvas
